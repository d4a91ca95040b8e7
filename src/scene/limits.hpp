// Bounds that several rows of the table share. Inside them every quantity of a step, and its square, fits a 32-bit
// float.
#pragma once

namespace pliant::limits {

inline constexpr double smallest_size = 1e-6;     ///< m
inline constexpr double position = 1e6;           ///< m
inline constexpr double angle = 1e6;              ///< degrees
inline constexpr double time = 1e7;               ///< s
inline constexpr double speed = 1e5;              ///< m/s
inline constexpr double acceleration = 1e4;       ///< m/s²
inline constexpr double particles = 20e6;         ///< of a whole scene
inline constexpr double substeps = 10000;         ///< per frame
inline constexpr double seed = 9007199254740991;  ///< 2^53 − 1: exact in every JSON reader
inline constexpr double total_scale = 1e6;        ///< product of nested scales, or one over it
inline constexpr double key_gap = 1e-4;           ///< s between two keys of a motion
inline constexpr double shape_parts = 10000;      ///< of one shape with its refs written out

}  // namespace pliant::limits

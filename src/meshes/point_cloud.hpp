// Point clouds from files: PLY, and XYZ text (.xyz, .txt): a line per point with x, y, z and any number of further
// values, which become the attributes column4, column5, …; # begins a comment. The first line may hold the number of
// points alone. No two points may lie in the same place.
#pragma once

#include <pliant/types.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace pliant {

struct PointCloud {
    std::vector<Vec3> points;                              ///< metres
    std::map<std::string, std::vector<float>> attributes;  ///< each as long as points
};

/// Reads points; throws InputError that names the file, the line or byte, what was found and what is allowed.
PointCloud read_points(const std::filesystem::path& file);

}  // namespace pliant

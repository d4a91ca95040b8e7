// What a simulation that can be touched costs: bodies that sleep, the time of a frame, moments, the viewer's stream.
#pragma once

#include <cstddef>

namespace pliant::bench {

struct SleepResult {
    std::size_t bodies = 0, particles = 0;
    double moving = 0;   ///< ms a frame, while they fall and settle
    double resting = 0;  ///< ms a frame, when all of them sleep
    double one = 0;      ///< ms a frame, while one of them is pushed about among the others
    bool right = false;  ///< did all of them fall asleep, and those that were touched wake?
};
/// A thousand soft bodies that fall onto the ground, one thread.
SleepResult time_sleep();

struct LatencyResult {
    std::size_t particles = 0;
    int substeps = 0;
    double contacts = 0;           ///< in a step, mean
    double frame = 0, worst = 0;   ///< ms a frame: mean, and the slowest
    double inputs = 0;             ///< ms of it that watching contacts and events and a hand's grab take
    double save = 0, restore = 0;  ///< ms, of 20,000 particles
};
/// One soft body of 5,000 particles on the ground, held by a hand, at 60 frames a second on one thread.
LatencyResult time_latency();

struct StreamResult {
    std::size_t particles = 0;
    double frame = 0;   ///< ms of simulating a frame
    double plain = 0;   ///< ms of its packet, as the body looks
    double strain = 0;  ///< ms of its packet, coloured by strain
};
/// One soft body of 20,000 particles with one step a frame; nothing where the viewer was not built.
StreamResult time_stream();

}  // namespace pliant::bench

// Small scenes, folders and damage, for the tests of caches.
#pragma once

#include "support/files.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>
#include <pliant/simulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace pliant::testing {

/// A ball and a box of about 100 particles each that fall onto the ground; built in milliseconds.
std::string small_scene_text();
Scene small_scene(const std::vector<Override>& overrides = {});
/// The same with other bodies, materials, places and velocities.
Scene random_scene(std::uint64_t seed);

/// A whole run through the library, from where `simulation` is to frame `last` (-1: the end).
void run_to(Simulation& simulation, RunWriter& writer, int last = -1);
void run_scene(const Scene& scene, const std::filesystem::path& folder, const RunSettings& settings = {});

/// Every file below the folder but timings.jsonl: its relative name and its bytes.
std::map<std::string, std::string> files_of(const std::filesystem::path& folder);

/// Expects equal files, and says which differ without printing them.
void expect_same_files(const std::filesystem::path& a, const std::filesystem::path& b);

/// The message of the InputError that `work` throws; empty when it throws none.
template <class Work>
std::string refusal_of(const Work& work) {
    try {
        work();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace pliant::testing

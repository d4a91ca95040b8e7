// A steady step allocates nothing: counted by replacing operator new for the whole program.
//
// What is promised: none of our code asks for memory during a step, at any number of threads. oneTBB takes its task
// records from pools of its own, which do not go through operator new.
// operator new and delete are replaced as a pair here; the compiler sees only one of them when it inlines.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "sim/scenes.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> allocations = 0;

void* try_allocate(std::size_t bytes, std::size_t alignment) {
    ++allocations;
    return alignment <= alignof(std::max_align_t)
               ? std::malloc(bytes > 0 ? bytes : 1)
               : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void* allocate(std::size_t bytes, std::size_t alignment) {
    void* memory = try_allocate(bytes, alignment);
    if (!memory) throw std::bad_alloc();
    return memory;
}

}  // namespace

void* operator new(std::size_t bytes) { return allocate(bytes, 1); }
void* operator new[](std::size_t bytes) { return allocate(bytes, 1); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
    return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return try_allocate(bytes, 1); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return try_allocate(bytes, 1); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace pliant::testing {
namespace {

std::size_t allocations_of(Simulation& simulation, int steps) {
    for (int i = 0; i < 5; ++i) simulation.step();  // warm-up: threads start
    const std::size_t before = allocations;
    for (int i = 0; i < steps; ++i) simulation.step();
    return allocations - before;
}

TEST(Allocation, the_counter_counts) {
    const std::size_t before = allocations;
    int* volatile kept = new int(3);  // or the compiler leaves both out
    delete kept;
    EXPECT_EQ(allocations, before + 1);
}

TEST(Allocation, a_steady_step_allocates_nothing) {
    Simulation simulation = simulate(busy_scene);
    EXPECT_EQ(allocations_of(simulation, 50), 0u);
}

TEST(Allocation, nor_does_one_with_threads) {
    // Above parallel_threshold, so that the loops really are handed out.
    Simulation simulation = simulate(busy_scene, {{"bodies.0.sampling.particles", "22000"}}, 2);
    EXPECT_EQ(allocations_of(simulation, 10), 0u);
}

TEST(Allocation, nor_does_one_with_rigid_bodies_at_rest_on_soft_ones) {
    Simulation simulation(parse_scene(R"({
        "bodies": [
            {"shape": {"type": "box", "size": [1, 0.3, 1]}, "sampling": {"particles": 500}, "translate": [0, 0.16, 0],
             "material": {"damping": 60}},
            {"solver": "rigid", "shape": {"type": "box", "size": [0.4, 0.2, 0.4]}, "sampling": {"particles": 60}, "translate": [0, 0.45, 0]},
            {"solver": "rigid", "shape": {"type": "sphere", "radius": 0.1}, "sampling": {"particles": 60}, "translate": [0, 0.66, 0]}],
        "obstacles": [{"type": "plane"}]
    })",
                                      "rigid"));
    for (int i = 0; i < 200; ++i) simulation.step();
    EXPECT_EQ(allocations_of(simulation, 50), 0u);
}

TEST(Allocation, nor_does_one_with_point_based_bodies_that_touch_all_others) {
    Simulation simulation(parse_scene(R"({
        "bodies": [
            {"solver": "point_based", "shape": {"type": "box", "size": [0.6, 0.4, 0.6]}, "sampling": {"particles": 600},
             "translate": [0, 0.2, 0], "material": {"viscosity": 1000}},
            {"solver": "rigid", "shape": {"type": "box", "size": [0.2, 0.2, 0.2]}, "sampling": {"particles": 60},
             "translate": [-0.15, 0.51, 0]},
            {"shape": {"type": "sphere", "radius": 0.1}, "sampling": {"particles": 60}, "translate": [0.15, 0.51, 0],
             "material": {"damping": 60}}],
        "obstacles": [{"type": "plane"}]
    })",
                                      "points"));
    for (int i = 0; i < 200; ++i) simulation.step();
    EXPECT_EQ(allocations_of(simulation, 50), 0u);
}

TEST(Allocation, nor_does_one_with_glue_of_every_mode) {
    Simulation simulation = simulate(busy_scene, {{"glue", R"([
        {"mode": "hard", "a": "body-1", "b": "body-0", "particles": [1, 2, 3]},
        {"mode": "soft", "a": "obstacle-1", "b": "body-1", "particles": [4]},
        {"mode": "joint", "kind": "welded", "a": "body-0", "b": "body-1", "particles": [5]}])"}});
    EXPECT_EQ(allocations_of(simulation, 50), 0u);
}

TEST(Allocation, nor_does_any_kind_of_rotation_damping_and_limit) {
    for (const char* rotation : {"least_squares", "deformation"})
        for (const char* damping : {"rigid", "mean"})
            for (const char* sweeps : {"0", "5"}) {
                Simulation simulation = simulate(busy_scene, {{"bodies.0.material.rotation", rotation},
                                                              {"bodies.0.material.damping_mode", damping},
                                                              {"bodies.0.material.strain_sweeps", sweeps},
                                                              {"bodies.1.material.strain_sweeps", sweeps}});
                EXPECT_EQ(allocations_of(simulation, 10), 0u) << rotation << " " << damping << " " << sweeps;
            }
}

}  // namespace
}  // namespace pliant::testing

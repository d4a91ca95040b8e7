// What breaks, breaks to the same bits at any number of threads, and across a checkpoint.
#include "fracture/helpers.hpp"
#include "run/checkpoint.hpp"

namespace pliant::testing {
namespace {

TEST(Fracture, has_the_same_bits_at_any_number_of_threads) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 3, 8}) {
        BuildOptions options;
        options.threads = threads;
        Simulation simulation(dropped_block(), options);
        while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
        EXPECT_GT(simulation.stats().fragments, 1U);
        hashes.push_back(simulation.hash());
    }
    for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes.front());
}

TEST(Fracture, goes_on_from_a_checkpoint_as_if_there_were_none) {
    Simulation whole(dropped_block());
    int compared = 0;
    for (int frame = 0; frame < 40; ++frame) {
        const std::uint64_t splits = whole.advance_frame().cluster_splits;
        if (splits == 0 || compared > 3) continue;
        Simulation resumed(dropped_block());
        load_checkpoint(ChunkFile::parse(checkpoint_bytes(whole, {}, 7), "state.pcs", FileKind::checkpoint), 7,
                        resumed);
        EXPECT_EQ(resumed.hash(), whole.hash());
        Simulation again(dropped_block());
        while (again.frame() <= frame) again.advance_frame();
        resumed.advance_frame();
        again.advance_frame();
        EXPECT_EQ(resumed.hash(), again.hash()) << "frame " << frame;
        ++compared;
    }
    EXPECT_GT(compared, 1);
}

}  // namespace
}  // namespace pliant::testing

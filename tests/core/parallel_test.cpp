// Chunks: each element exactly once, and the same borders however many threads there are.
#include "core/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace pliant {
namespace {

using Chunks = std::set<std::pair<std::size_t, std::size_t>>;

Chunks chunks_of(std::size_t count, std::size_t chunk, bool parallel, int threads) {
    Chunks chunks;
    std::mutex mutex;
    tbb::task_arena arena(threads);
    arena.execute([&] {
        for_chunks(count, chunk, parallel, [&](std::size_t begin, std::size_t end) {
            const std::scoped_lock lock(mutex);
            EXPECT_TRUE(chunks.emplace(begin, end).second);
        });
    });
    return chunks;
}

TEST(ForChunks, covers_every_element_once_without_empty_chunks) {
    for (const std::size_t count : {0, 1, 7, 8, 9, 1000, 1024, 5003})
        for (const std::size_t chunk : {1, 8, 1000}) {
            std::size_t next = 0;
            for (const auto& [begin, end] : chunks_of(count, chunk, false, 1)) {
                EXPECT_EQ(begin, next);
                EXPECT_GT(end, begin);
                EXPECT_LE(end - begin, chunk);
                next = end;
            }
            EXPECT_EQ(next, count);
        }
}

TEST(ForChunks, has_the_same_chunks_at_any_number_of_threads) {
    for (const std::size_t count : {1, 100, 4097}) {
        const Chunks serial = chunks_of(count, 64, false, 1);
        for (const int threads : {1, 2, 3, 8}) EXPECT_EQ(chunks_of(count, 64, true, threads), serial);
    }
}

TEST(ForChunks, runs_in_order_when_serial) {
    std::size_t last = 0;
    for_chunks(1000, 10, false, [&](std::size_t begin, std::size_t end) {
        EXPECT_EQ(begin, last);
        last = end;
    });
    EXPECT_EQ(last, 1000u);
}

TEST(ForChunks, touches_every_element_once_with_threads) {
    std::vector<std::atomic<int>> touched(10000);
    for_chunks(touched.size(), 16, true, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) ++touched[i];
    });
    for (const std::atomic<int>& t : touched) EXPECT_EQ(t, 1);
}

}  // namespace
}  // namespace pliant

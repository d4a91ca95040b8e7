// Tokens, origins, what is kept, and packets.
#include "live/scenes.hpp"
#include "view/access.hpp"
#include "view/frame_packet.hpp"
#include "view/history.hpp"

#include <gtest/gtest.h>

namespace pliant {
namespace {

TEST(Access, knows_its_own_hosts_and_origins) {
    EXPECT_TRUE(is_own_host("127.0.0.1:80", "127.0.0.1", 80));
    EXPECT_TRUE(is_own_host("localhost:80", "127.0.0.1", 80));
    EXPECT_FALSE(is_own_host("localhost:81", "127.0.0.1", 80));
    EXPECT_FALSE(is_own_host("example.com:80", "127.0.0.1", 80));
    EXPECT_FALSE(is_own_host("", "127.0.0.1", 80));
    EXPECT_TRUE(is_own_origin("http://localhost:80", "127.0.0.1", 80));
    EXPECT_FALSE(is_own_origin("https://localhost:80", "127.0.0.1", 80));
    EXPECT_FALSE(is_own_origin("http://localhost:80.example.com", "127.0.0.1", 80));
    EXPECT_FALSE(is_own_origin("null", "127.0.0.1", 80));
}

TEST(Access, finds_tokens_and_makes_long_ones) {
    EXPECT_EQ(query_value("/stream?a=1&token=xyz&b=2", "token"), "xyz");
    EXPECT_EQ(query_value("/stream?token=", "token"), "");
    EXPECT_EQ(query_value("/stream?nottoken=xyz", "token"), "");
    EXPECT_EQ(query_value("/", "token"), "");
    EXPECT_EQ(random_token().size(), 32U);
    EXPECT_NE(random_token(), random_token());
    EXPECT_TRUE(same_token("abc", "abc"));
    EXPECT_FALSE(same_token("abc", "abd"));
    EXPECT_FALSE(same_token("", "abc"));
}

PacketPtr packet(std::size_t bytes) { return std::make_shared<const Packet>(Packet{true, std::string(bytes, 'x')}); }

TEST(Kept, frames_stay_within_their_budget_and_the_oldest_go_first) {
    History history(1000);
    for (int k = 0; k < 30; ++k) history.keep_frame(k, packet(100));
    EXPECT_EQ(history.first_frame(), 20);
    EXPECT_EQ(history.last_frame(), 29);
    EXPECT_EQ(history.frame(19), nullptr);
    EXPECT_NE(history.frame(29), nullptr);
    EXPECT_EQ(history.first_stale(), std::nullopt);
}

TEST(Kept, frames_after_going_back_are_stale_until_they_are_simulated_again) {
    History history(1 << 20);
    Touched t(floating_scene());
    for (int k = 0; k <= 30; ++k) {
        history.keep_frame(k, packet(100));
        if (history.wants_moment(k)) history.keep_moment(k, t.live.save());
    }
    const auto* moment = history.moment_before(17);
    ASSERT_NE(moment, nullptr);
    EXPECT_EQ(moment->first, 10);
    history.go_back_to(10);
    EXPECT_EQ(history.first_stale(), 11);
    EXPECT_EQ(history.moment_before(25)->first, 10) << "later moments are of another future";
    for (int k = 11; k <= 20; ++k) history.keep_frame(k, packet(100));
    EXPECT_EQ(history.first_stale(), 21);
    EXPECT_NE(history.frame(25), nullptr) << "stale, but there to be seen";
}

TEST(Particles, of_a_running_simulation_and_of_its_snapshot_are_the_same_in_the_same_order) {
    Touched t(jelly_scene());
    t.frames(4);
    ParticleCollector collector;
    const FrameParticles& live = collector.collect(t.simulation, true);
    const FrameParticles shot = particles_of(t.simulation.snapshot(), 2, "speed");
    ASSERT_EQ(live.counts, shot.counts);
    ASSERT_EQ(live.positions.size(), shot.positions.size());
    for (std::size_t i = 0; i < live.positions.size(); ++i) {
        const auto k = static_cast<int>(i % 3);
        EXPECT_NEAR(static_cast<double>(live.positions[i]) + live.center[k],
                    static_cast<double>(shot.positions[i]) + shot.center[k], 1e-5);
    }
    for (std::size_t i = 0; i < live.values.size(); ++i) EXPECT_NEAR(live.values[i], shot.values[i], 1e-4F);
}

}  // namespace
}  // namespace pliant

// Tokens, origins, what is kept, and packets.
#include "live/scenes.hpp"
#include "skin/skins.hpp"
#include "view/access.hpp"
#include "view/frame_packet.hpp"
#include "view/history.hpp"
#include "view/proxy_packet.hpp"
#include "view/skin_packet.hpp"

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

TEST(Particles, show_the_strain_that_a_snapshot_has) {
    Touched t(jelly_scene());
    t.frames(30);
    ParticleCollector collector;
    ASSERT_TRUE(ParticleCollector::knows(t.simulation, "strain"));
    const FrameParticles& live = collector.collect(t.simulation, "strain");
    const FrameParticles shot = particles_of(t.simulation.snapshot(), 2, "strain");
    ASSERT_EQ(live.values.size(), shot.values.size());
    float most = 0;
    for (std::size_t i = 0; i < live.values.size(); ++i) {
        EXPECT_NEAR(live.values[i], shot.values[i], 1e-5F);
        most = std::max(most, live.values[i]);
    }
    EXPECT_GT(most, 0.01F) << "it is squashed";
}

/// How many triangles of a packet's surface there are, by its header.
std::size_t count_of(const std::string& bytes, const std::string& array) {
    const std::size_t at = bytes.find("[\"" + array + "\"");
    if (at == std::string::npos) return 0;
    const std::size_t number = bytes.find(',', bytes.find(',', at) + 1) + 1;
    return std::stoul(bytes.substr(number, 12));
}

TEST(SentSkins, are_those_that_no_page_can_compute) {
    const Scene scene = parse_scene(R"({"gravity": [0, 0, 0], "bodies": [
        {"name": "ball", "shape": {"type": "sphere", "radius": 0.5}, "sampling": {"particles": 200}},
        {"name": "sheet", "shape": {"type": "sheet", "size": [1, 0, 1]}, "sampling": {"particles": 200},
         "translate": [3, 0, 0]},
        {"name": "clay", "shape": {"type": "sphere", "radius": 0.5}, "sampling": {"particles": 200},
         "skin": {"type": "particles"}, "translate": [6, 0, 0]}]})",
                                    "skins");
    const Simulation simulation(scene);
    const Skins skins(scene);
    EXPECT_TRUE(page_computes(skins.body(0)));
    EXPECT_FALSE(page_computes(skins.body(1)));
    EXPECT_TRUE(sends_any(skins));
    EXPECT_TRUE(sends_rebuilt(skins));
    BinaryPacket packet;
    add_skins(skins, simulation.snapshot_unfitted(), {.rebuilt = true, .fragments = false}, packet);
    const std::string bytes = packet.finish()->bytes;
    EXPECT_EQ(count_of(bytes, "skin0.P"), 0u);
    EXPECT_EQ(count_of(bytes, "skin1.P"), 3 * skins.body(1).mesh->points.size());
    EXPECT_EQ(count_of(bytes, "skin1.triangles"), 0u) << "those are in the scene's packet";
    EXPECT_GT(count_of(bytes, "skin2.P"), 300u);
    EXPECT_GT(count_of(bytes, "skin2.triangles"), 300u);
    BinaryPacket less;
    add_skins(skins, simulation.snapshot_unfitted(), {.rebuilt = false, .fragments = false}, less);
    EXPECT_EQ(count_of(less.finish()->bytes, "skin2.P"), 0u);
}

TEST(SentProxies, are_closed_surfaces_within_their_balls) {
    Touched t(jelly_scene());
    const std::vector<ProxyShape> proxies = t.simulation.proxies(t.simulation.snapshot_unfitted());
    ASSERT_FALSE(proxies.empty());
    BinaryPacket packet;
    add_proxies(proxies, packet);
    const std::string bytes = packet.finish()->bytes;
    EXPECT_EQ(count_of(bytes, "proxies.P"), 9 * count_of(bytes, "proxies.body"));
    EXPECT_GT(count_of(bytes, "proxies.body"), 100 * proxies.size());
}

TEST(Particles, of_a_running_simulation_and_of_its_snapshot_are_the_same_in_the_same_order) {
    Touched t(jelly_scene());
    t.frames(4);
    ParticleCollector collector;
    const FrameParticles& live = collector.collect(t.simulation, "speed");
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

// The server as pages see it, well-behaved and other ones.
#include "live/scenes.hpp"
#include "support/files.hpp"
#include "view/client.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace pliant::testing {
namespace {

using nlohmann::json;
namespace close = boost::beast::websocket;

ViewOptions paused() {
    ViewOptions options;
    options.playing = false;
    return options;
}

json input(const json& what) { return {{"do", "input"}, {"id", 7}, {"input", what}}; }

/// Mean x y z of the first `count` particles.
Vec3 mean_of(const Received& frame, std::size_t first, std::size_t count) {
    const std::vector<double> x = positions_of(frame);
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 3 * first; i < 3 * (first + count); ++i) sum[static_cast<int>(i % 3)] += x[i];
    return sum / static_cast<double>(count);
}

/// Particles of the ball of jelly_scene.
std::size_t ball_size() {
    static const std::size_t count = Simulation(jelly_scene()).positions(0).size();
    return count;
}

TEST(ViewServers, greet_a_page_with_all_that_it_needs) {
    const Served served(jelly_scene(), paused());
    Client page(served.port());
    std::map<std::string, Received> came;  // whatever their order
    while (came.size() < 5) {
        Received received = page.receive();
        came[received.kind()] = std::move(received);
    }
    EXPECT_GT(came["scenes"].value["scenes"].size(), 10U);
    EXPECT_EQ(came["scene"].value["bodies"][0]["name"], "ball");
    EXPECT_EQ(came["scene"].value["obstacles"][0]["plane"], true);
    EXPECT_GT(came["parameters"].value["parameters"].size(), 10U);
    EXPECT_EQ(came["status"].value["playing"], false);
    const Received& frame = came["frame"];
    EXPECT_EQ(frame.value["frame"], 0);

    // What is sent is what is simulated, within the 16 bits.
    const Simulation simulation(jelly_scene());
    const std::size_t count = simulation.positions(0).size();
    Vec3 sum = Vec3::Zero();
    for (std::size_t k = 0; k < count; ++k) sum += simulation.positions(0)[k];
    EXPECT_LT((mean_of(frame, 0, count) - sum / static_cast<double>(count)).norm(), 1e-4);
}

TEST(ViewServers, play_pause_step_and_reset) {
    const Served served(jelly_scene(), paused());
    Client page(served.port());
    const auto reaches = [&](int frame) {
        page.until([&](const Received& r) { return r.kind() == "frame" && r.value["frame"] == frame; });
    };
    page.send({{"do", "step"}});
    reaches(1);
    page.send({{"do", "speed"}, {"value", 50}});
    page.send({{"do", "play"}});
    page.until([](const Received& r) { return r.kind() == "frame" && r.value["frame"] >= 15; });
    page.send({{"do", "pause"}});
    page.until([](const Received& r) { return r.kind() == "status" && r.value["playing"] == false; });
    page.send({{"do", "show"}, {"value", 3}});
    reaches(3);
    page.send({{"do", "show"}, {"value", 5000}});
    page.until("refused");
    page.send({{"do", "rewind"}, {"value", 12}});
    bool back = false, stale = false;  // in any order
    page.until([&](const Received& r) {
        back |= r.kind() == "frame" && r.value["frame"] == 10;
        stale |= r.kind() == "status" && r.value.contains("stale");
        return back && stale;
    });
    page.send({{"do", "reset"}});
    reaches(0);
}

TEST(ViewServers, let_a_page_drag_a_body_and_change_a_parameter) {
    const Served served(jelly_scene(), paused());
    Client page(served.port());
    const Vec3 before = mean_of(page.until("frame"), 0, ball_size());
    page.send(input({{"type", "grab"}, {"name", "ball"}, {"point", {before.x(), before.y(), before.z()}}}));
    const json handle = page.until("handle").value;
    EXPECT_EQ(handle["id"], 7);
    page.send(input({{"type", "drag"}, {"handle", handle["handle"]}, {"target", {before.x(), before.y() + 1, 0}}}));
    for (int k = 0; k < 40; ++k) page.send({{"do", "step"}});
    const Received lifted = page.until([](const Received& r) { return r.kind() == "frame" && r.value["frame"] == 40; });
    EXPECT_GT(mean_of(lifted, 0, ball_size()).y(), before.y() + 0.5);
    EXPECT_EQ(lifted.value["grabs"].size(), 1U);

    page.send(input({{"type", "set"}, {"path", "gravity"}, {"value", "[0, -1, 0]"}}));
    const json parameters = page.until("parameters").value["parameters"];
    EXPECT_TRUE(std::any_of(parameters.begin(), parameters.end(),
                            [](const json& p) { return p["path"] == "gravity" && p["value"] == "[0, -1, 0]"; }));
    page.send(input({{"type", "set"}, {"path", "bodies.0.material.young"}, {"value", "-4"}}));
    const json refused = page.until("refused").value;
    EXPECT_NE(refused["path"].get<std::string>().find("young"), std::string::npos) << refused;
    EXPECT_FALSE(refused["allowed"].get<std::string>().empty());
    page.send(input({{"type", "hug"}}));
    EXPECT_NE(page.until("refused").value["what"], "");
}

TEST(ViewServers, save_inputs_that_replay_to_the_same_bits) {
    const TemporaryFolder folder;
    ViewOptions options = paused();
    options.folder = folder.path();
    const Served served(jelly_scene(), options);
    Client page(served.port());
    page.until("status");
    page.send(input({{"type", "push"}, {"name", "brick"}, {"point", {3, 1, 0}}, {"amount", {-9, 3, 1}}}));
    for (int k = 0; k < 5; ++k) page.send({{"do", "step"}});
    page.send(input({{"type", "pin"}, {"name", "ball"}, {"point", {0, 1.2, 0}}}));
    for (int k = 0; k < 20; ++k) page.send({{"do", "step"}});
    page.send({{"do", "save_inputs"}});
    const json saved = page.until("saved").value;

    const InputLog log = read_inputs(saved["file"].get<std::string>());
    EXPECT_EQ(log.inputs.size(), 2U);
    Touched again(jelly_scene());
    Replay replay(log, again.live);
    while (again.live.steps() < log.end_step) replay.step();
    EXPECT_EQ(replay.agrees(), std::optional(true));

    page.send({{"do", "save_scene"}});
    const Scene scene = load_scene(page.until("saved").value["file"].get<std::string>());
    EXPECT_EQ(scene.bodies.size(), 2U);
}

TEST(ViewServers, show_the_same_run_to_two_pages_and_go_on_when_one_is_gone) {
    const Served served(jelly_scene());
    auto first = std::make_unique<Client>(served.port());
    Client second(served.port());
    const Received a = first->until([](const Received& r) { return r.kind() == "frame" && r.value["frame"] >= 5; });
    const Received b = second.until([](const Received& r) { return r.kind() == "frame" && r.value["frame"] >= 5; });
    EXPECT_EQ(a.value["scene"], b.value["scene"]);
    EXPECT_EQ(second.until([](const Received& r) { return r.kind() == "status" && r.value["pages"] == 2; }).kind(),
              "status");
    first->vanish();  // in the middle of the stream
    first.reset();
    second.until([](const Received& r) { return r.kind() == "status" && r.value["pages"] == 1; });
    const int now = second.until("frame").value["frame"];
    second.until([&](const Received& r) { return r.kind() == "frame" && r.value["frame"] >= now + 5; });
}

TEST(ViewServers, let_a_page_that_does_not_read_skip_frames) {
    const Served served(jelly_scene());
    Client slow(served.port());
    Client quick(served.port());
    slow.until("frame");
    quick.send({{"do", "speed"}, {"value", 100}});
    constexpr int far = 2000;
    quick.until([](const Received& r) { return r.kind() == "frame" && r.value["frame"] >= far; });
    // The run has not waited; what the slow page gets once it reads has gaps, and leads to the present.
    int received = 0, last = 0;
    while (last < far) {
        const int now = slow.until("frame").value["frame"];
        EXPECT_GT(now, last);
        last = now;
        ++received;
    }
    EXPECT_LT(received, far - 200);
}

TEST(ViewServers, refuse_wrong_tokens_and_other_origins) {
    const Served served(jelly_scene(), paused());
    EXPECT_THROW(Client(served.port(), "wrong"), boost::system::system_error);
    EXPECT_THROW(Client(served.port(), ""), boost::system::system_error);
    EXPECT_THROW(Client(served.port(), "secret", "http://example.com"), boost::system::system_error);
    EXPECT_THROW(Client(served.port(), "secret", "none"), boost::system::system_error);
    EXPECT_THROW(Client(served.port(), "secret", "null"), boost::system::system_error);
    Client page(served.port());
    EXPECT_EQ(page.until("frame").value["frame"], 0);
}

TEST(ViewServers, close_a_connection_for_what_is_malformed_and_for_nothing_else) {
    const Served served(jelly_scene(), paused());
    const auto reason = [&](const std::function<void(Client&)>& act) {
        Client page(served.port());
        page.until("status");
        try {
            act(page);
        } catch (const boost::system::system_error&) {
            // It was closed before all of it was sent.
        }
        return page.closed().code;
    };
    EXPECT_EQ(reason([](Client& p) { p.send_text("{"); }), close::close_code::policy_error);
    EXPECT_EQ(reason([](Client& p) { p.send_text("[]"); }), close::close_code::policy_error);
    EXPECT_EQ(reason([](Client& p) { p.send({{"do", "dance"}}); }), close::close_code::policy_error);
    EXPECT_EQ(reason([](Client& p) { p.send({{"do", "speed"}, {"value", "fast"}}); }), close::close_code::policy_error);
    EXPECT_EQ(reason([](Client& p) { p.send({{"do", "input"}}); }), close::close_code::policy_error);
    EXPECT_EQ(reason([](Client& p) { p.send_binary("hello"); }), close::close_code::unknown_data);
    EXPECT_NE(reason([](Client& p) { p.send_text(std::string(100'000, ' ')); }), close::close_code::normal);
    Client page(served.port());
    EXPECT_EQ(page.until("frame").value["frame"], 0);
}

TEST(ViewServers, survive_ten_thousand_random_messages_without_harm_to_the_run) {
    const Served served(jelly_scene(), paused());
    std::mt19937 random(11);
    const auto letters = [&](std::size_t most) {
        std::string text(random() % most, ' ');
        for (char& c : text) c = static_cast<char>(random() % 256);
        return text;
    };
    // Half of them nearly right: cut, spliced and scribbled over.
    const std::vector<std::string> good = {
        json{{"do", "speed"}, {"value", 2}}.dump(), json{{"do", "color"}, {"value", "speed"}}.dump(),
        input({{"type", "grab"}, {"name", "ball"}, {"point", {0, 1, 0}}}).dump(),
        input({{"type", "set"}, {"path", "gravity"}, {"value", "[0, 0, 0]"}}).dump()};
    const auto nearly = [&] {
        std::string text = good[random() % good.size()];
        text[random() % text.size()] = static_cast<char>(random() % 256);
        return random() % 2 ? text : text.substr(0, random() % text.size());
    };
    std::unique_ptr<Client> page;
    for (int k = 0; k < 10'000; ++k) {
        try {
            if (!page) page = std::make_unique<Client>(served.port());
            const std::string message = k % 2 ? letters(200) : nearly();
            k % 3 ? page->send_text(message) : page->send_binary(message);
        } catch (const std::exception&) {
            page.reset();  // it was closed: come back
        }
        if (k % 4 == 0) page.reset();
    }
    page.reset();
    Client after(served.port());
    after.until("status");
    after.send({{"do", "reset"}});
    after.send({{"do", "color"}, {"value", "none"}});
    after.send({{"do", "step"}});
    const Received frame = after.until([](const Received& r) { return r.kind() == "frame" && r.value["frame"] == 1; });
    Touched untouched(jelly_scene());
    untouched.frames(1);
    EXPECT_LT((mean_of(frame, 0, ball_size()) - untouched.center(0)).norm(), 1e-4);
}

TEST(ViewServers, play_the_folder_of_a_run_and_refuse_to_touch_it) {
    const TemporaryFolder folder;
    Scene scene = jelly_scene();
    {
        Simulation simulation(scene);
        RunWriter writer = RunWriter::begin(folder / "run", describe_run(scene), simulation);
        writer.write(simulation, {});
        for (int k = 0; k < 6; ++k) {
            const StepReport report = simulation.advance_frame();
            writer.write(simulation, report);
        }
        writer.finish(simulation);
    }
    const Served served(folder / "run");
    Client page(served.port());
    page.send({{"do", "speed"}, {"value", 20}});
    const Received last = page.until([](const Received& r) { return r.kind() == "frame" && r.value["frame"] == 6; });
    Touched live(jelly_scene());
    live.frames(6);
    EXPECT_LT((mean_of(last, 0, ball_size()) - live.center(0)).norm(), 1e-4);
    page.until([](const Received& r) { return r.kind() == "status" && r.value["waiting"] == true; });
    page.send({{"do", "show"}, {"value", 2}});
    EXPECT_EQ(page.until("frame").value["frame"], 2);
    page.send(input({{"type", "push"}, {"name", "ball"}, {"point", {0, 1, 0}}, {"amount", {1, 0, 0}}}));
    EXPECT_NE(page.until("refused").value["hint"].get<std::string>().find("pliant view"), std::string::npos);
}

TEST(ViewServers, change_to_another_scene) {
    const Served served(jelly_scene(), paused());
    Client page(served.port());
    page.until("frame");
    page.send({{"do", "scene"}, {"value", "falling-ball"}});
    EXPECT_EQ(page.until("scene").value["name"], "falling-ball");
    EXPECT_EQ(page.until("frame").value["frame"], 0);
    page.send({{"do", "scene"}, {"value", "no-such-scene"}});
    page.until("refused");
    page.send({{"do", "step"}});
    EXPECT_EQ(page.until("frame").value["frame"], 1);
}

TEST(ViewServers, say_when_the_port_is_taken) {
    const Served served(jelly_scene(), paused());
    ViewOptions options = paused();
    options.port = std::stoi(served.port());
    EXPECT_THROW(ViewServer(jelly_scene(), options), InputError);
    options.port = 0;
    options.host = "nowhere";
    EXPECT_THROW(ViewServer(jelly_scene(), options), InputError);
}

}  // namespace
}  // namespace pliant::testing

// pliant run: what it writes and says.
#include "cli/program.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace pliant::testing {
namespace {

class Run : public ProgramTest {
  protected:
    static std::vector<std::string> lines_of(const std::string& text) {
        std::vector<std::string> lines;
        std::istringstream in(text);
        for (std::string line; std::getline(in, line);) lines.push_back(line);
        return lines;
    }
    std::vector<nlohmann::json> stats(const std::string& file) const {
        std::vector<nlohmann::json> objects;
        for (const std::string& line : lines_of(read(file))) objects.push_back(nlohmann::json::parse(line));
        return objects;
    }
};

TEST_F(Run, writes_the_first_frame_and_every_one_asked_for) {
    const Said said = pliant({"run", "small.json", "-o", "made"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(named("made", "frame_").size(), 5u);
    EXPECT_EQ(named("made", "run.json").size(), 1u);
    EXPECT_TRUE(named("made", ".part").empty());
    EXPECT_NE(said.out.find("4 frames"), std::string::npos) << said.out;
    EXPECT_NE(said.out.find("made"), std::string::npos);
    EXPECT_NE(said.out.find("next:"), std::string::npos);
    EXPECT_NE(said.err.find("60 fps"), std::string::npos) << said.err;
}

TEST_F(Run, without_a_folder_writes_to_out_and_the_scenes_name) {
    EXPECT_EQ(pliant({"run", "small.json", "-q"}).code, 0);
    EXPECT_EQ(named("out/small", "frame_").size(), 5u);
}

TEST_F(Run, takes_a_bundled_scene_by_its_name) {
    const Said said = pliant({"run", "falling-ball", "--frames", "1", "--set", "bodies.0.sampling.particles=200",
                              "--set", "bodies.0.clusters.count=10", "-o", "made"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(named("made", "frame_").size(), 2u);
}

TEST_F(Run, quiet_says_only_what_was_made) {
    const Said said = pliant({"run", "small.json", "-o", "made", "--quiet", "--threads", "3"});
    EXPECT_EQ(said.code, 0);
    EXPECT_EQ(said.err, "");
    EXPECT_EQ(lines_of(said.out).size(), 2u) << said.out;
}

TEST_F(Run, that_goes_on_keeps_the_statistics_of_its_first_part) {
    ASSERT_EQ(pliant({"run", "small.json", "-o", "whole", "-q", "--stats", "whole.jsonl", "--frames", "6"}).code, 0);
    ASSERT_EQ(pliant({"run", "small.json", "-o", "made", "-q", "--stats", "parts.jsonl", "--frames", "3"}).code, 0);
    write("parts.jsonl", read("parts.jsonl") + "{\"frame\":4,\"ti");  // as a kill leaves it
    ASSERT_EQ(pliant({"run", "made", "--resume", "-q", "--stats", "parts.jsonl", "--frames", "6"}).code, 0);
    const std::vector<nlohmann::json> whole = stats("whole.jsonl"), parts = stats("parts.jsonl");
    ASSERT_EQ(whole.size(), 7u);
    ASSERT_EQ(parts.size(), 7u);
    for (std::size_t k = 0; k < 7; ++k) {
        EXPECT_EQ(parts[k]["frame"], k);
        EXPECT_EQ(parts[k]["hash"], whole[k]["hash"]);
    }
}

TEST_F(Run, statistics_have_every_number_of_every_frame) {
    EXPECT_EQ(pliant({"run", "small.json", "-o", "made", "-q", "--stats", "stats.jsonl"}).code, 0);
    const std::vector<nlohmann::json> frames = stats("stats.jsonl");
    ASSERT_EQ(frames.size(), 5u);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const nlohmann::json& frame = frames[i];
        EXPECT_EQ(frame.at("frame"), i);
        EXPECT_NEAR(frame.at("time").get<double>(), static_cast<double>(i) / 60, 1e-9);
        for (const char* key :
             {"particles", "memberships", "mass", "kinetic_energy", "elastic_energy", "max_speed", "max_stretch",
              "fragments", "plastic_strain_max", "plastic_strain_mean", "det_fp_error", "clusters_added",
              "clusters_removed", "clusters_fading", "embedding_sweeps", "embedding_residual", "weight_error"})
            EXPECT_TRUE(frame.at(key).is_number()) << key;
        for (const char* key : {"momentum", "angular_momentum"}) EXPECT_EQ(frame.at(key).size(), 3u) << key;
        EXPECT_EQ(frame.at("clusters").size(), 1u);
        EXPECT_EQ(frame.at("bbox").size(), 2u);
        EXPECT_EQ(frame.at("bbox").at(0).size(), 3u);
        EXPECT_TRUE(frame.at("warnings").is_object());
        for (const char* stage : {"forces", "match", "flow", "integrate", "strain", "collide", "recluster", "finish"})
            EXPECT_GE(frame.at("ms").at(stage).get<double>(), 0) << stage;
        EXPECT_EQ(frame.at("hash").get<std::string>().size(), 16u);
        EXPECT_EQ(frame.at("mass"), frames[0].at("mass"));
    }
    // A judge that is not ours.
    const Said judged = run("python3", {"-c", "import json; [json.loads(l) for l in open('stats.jsonl')]"});
    EXPECT_EQ(judged.code, 0) << judged.err;
}

TEST_F(Run, hashes_are_those_of_the_statistics_at_any_number_of_threads) {
    std::vector<std::string> expected;
    for (const char* threads : {"1", "2", "8"}) {
        const Said said = pliant({"run", "small.json", "-o", fmt::format("made-{}", threads), "-q", "--hash",
                                  "--threads", threads, "--stats", "stats.jsonl"});
        EXPECT_EQ(said.code, 0) << said.err;
        EXPECT_EQ(said.err, "");
        std::vector<std::string> hashes;
        for (const std::string& line : lines_of(said.out))
            if (line.find(" hash ") != std::string::npos) hashes.push_back(line);
        ASSERT_EQ(hashes.size(), 5u) << said.out;
        const std::vector<nlohmann::json> frames = stats("stats.jsonl");
        for (std::size_t i = 0; i < 5; ++i)
            EXPECT_EQ(hashes[i], fmt::format("frame {} hash {}", i, frames[i].at("hash").get<std::string>()));
        if (expected.empty()) expected = hashes;
        EXPECT_EQ(hashes, expected);
    }
}

TEST_F(Run, overrides_change_what_they_name) {
    EXPECT_EQ(
        pliant({"run", "small.json", "-o", "made", "-q", "--stats", "s", "--frames", "2", "--set", "gravity=[0,0,0]",
                "--set", "bodies.0.velocity=[1,0,0]", "--set", "bodies[0].sampling.particles=90"})
            .code,
        0);
    const std::vector<nlohmann::json> frames = stats("s");
    ASSERT_EQ(frames.size(), 3u);
    EXPECT_NEAR(frames[2].at("particles").get<double>(), 90, 2);
    EXPECT_NEAR(frames[2].at("momentum").at(0).get<double>() / frames[2].at("mass").get<double>(), 1, 1e-4);
}

TEST_F(Run, overrides_are_checked_like_the_file) {
    const auto refuse = [&](const std::string& set, const std::vector<std::string>& parts) {
        expect_refused(pliant({"run", "small.json", "-o", "made", "--set", set}), parts);
        EXPECT_FALSE(std::filesystem::exists(folder_ / "made")) << set;
    };
    refuse("bodies.0.clusters.count=-3", {"bodies[0].clusters.count", "-3", "allowed:", "hint:"});
    refuse("bodies.0.clusters.cont=3", {"cont", "did you mean 'count'"});
    refuse("bodies.7.clusters.count=3", {"bodies"});
    refuse("time.fps=fast", {"time.fps", "fast"});
    refuse("time.fps=", {"time.fps"});
    refuse("nonsense", {"PATH=VALUE"});
    refuse("=3", {"PATH=VALUE"});
    refuse("bodies.0.material=jely", {"jely", "did you mean 'jelly'"});
}

TEST_F(Run, an_unknown_scene_gets_near_names) {
    expect_refused(pliant({"run", "faling-ball"}), {"faling-ball", "did you mean 'falling-ball'"});
    expect_refused(pliant({"run", "no/such/file.json"}), {"no/such/file.json"});
    expect_refused(pliant({"run", "."}), {"."});
    expect_refused(pliant({"run", ""}), {});
    expect_refused(pliant({"run", std::string(5000, 'x')}), {});
}

TEST_F(Run, a_stopped_run_leaves_whole_frames_and_says_how_to_go_on) {
    const Said said = interrupt({"run", "small.json", "-o", "made", "--frames", "1000000", "--set", "time.substeps=50"},
                                "made/frames/frame_00000.pcf");
    EXPECT_EQ(said.code, 130) << said.err;
    EXPECT_NE(said.out.find("stopped after frame"), std::string::npos) << said.out;
    EXPECT_NE(said.out.find("pliant run"), std::string::npos);
    EXPECT_TRUE(named("made", ".part").empty());
    EXPECT_GE(named("made", "frame_").size(), 1u);
    const Said info = pliant({"info", "made"});
    EXPECT_EQ(info.code, 0) << info.err;
}

}  // namespace
}  // namespace pliant::testing

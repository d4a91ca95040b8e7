// Output that cannot be written: a clear message, exit code 2, nothing half-written, nothing lost.
#include "cli/program.hpp"

#include <unistd.h>

namespace pliant::testing {
namespace {

class Output : public ProgramTest {
  protected:
    /// A folder that this process may not write to, whoever it is.
    std::filesystem::path read_only_folder() const {
        if (geteuid() == 0) return "/proc/1";  // root may write to any ordinary one
        std::filesystem::create_directories(folder_ / "locked");
        std::filesystem::permissions(folder_ / "locked",
                                     std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
        return folder_ / "locked";
    }
};

TEST_F(Output, a_file_in_the_place_of_the_folder_is_kept) {
    write("made", "precious");
    expect_refused(pliant({"run", "small.json", "-o", "made"}), {"made", "-o"});
    EXPECT_EQ(read("made"), "precious");
    expect_refused(pliant({"run", "small.json", "-o", "made/below"}), {"made/below"});
}

TEST_F(Output, a_read_only_folder_is_named) {
    const std::string folder = read_only_folder() / "made";
    expect_refused(pliant({"run", "small.json", "-o", folder}), {folder, "hint:"});
}

TEST_F(Output, a_full_disk_leaves_nothing_half_written) {
    // From room for nothing at all to room for the small files but not for a frame of 20,000 particles.
    for (const std::uint64_t room : {std::uint64_t{0}, std::uint64_t{100}, std::uint64_t{60000}}) {
        const Said said = pliant({"run", "small.json", "-o", "made", "--set", "bodies.0.sampling.particles=20000",
                                  "--set", "bodies.0.clusters.per_cluster=200", "--frames", "2"},
                                 room);
        expect_refused(said, {"made", "hint:"});
        EXPECT_TRUE(named("made", ".part").empty()) << room;
        std::filesystem::remove_all(folder_ / "made");
    }
}

TEST_F(Output, a_run_that_cannot_start_leaves_an_earlier_one_as_it_was) {
    ASSERT_EQ(pliant({"run", "small.json", "-o", "made", "-q"}).code, 0);
    const auto before = files("made");
    const auto expect_kept = [&](const std::vector<std::string>& arguments, std::optional<std::uint64_t> room = {}) {
        std::vector<std::string> all = {"run", "small.json", "-o", "made"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const Said said = pliant(all, room);
        EXPECT_EQ(said.code, 2) << said.err;
        EXPECT_EQ(files("made"), before) << said.err;
    };
    expect_kept({});  // without --force nothing is replaced
    expect_kept({"--force"}, 0);
    expect_kept({"--force", "--set", "time.fps=-1"});
    expect_kept({"--force", "--set", "bodies.0.sampling.spacing=100"});  // found out only while building
    expect_kept({"--force", "--stats", "no/such/folder/stats.jsonl"});
    EXPECT_EQ(pliant({"run", "small.json", "-o", "made", "-q", "--force", "--frames", "2"}).code, 0);
    EXPECT_EQ(named("made", "frame_").size(), 3u);
}

TEST_F(Output, a_folder_with_files_of_somebody_else_is_not_touched) {
    write("made/frames/frame_00000.pcf", "not ours");
    write("made/frame_00000.ply", "not ours");
    const auto before = files("made");
    for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--force"}}) {
        std::vector<std::string> all = {"run", "small.json", "-o", "made"};
        all.insert(all.end(), more.begin(), more.end());
        expect_refused(pliant(all), {"made"});
        EXPECT_EQ(files("made"), before);
    }
}

TEST_F(Output, statistics_that_cannot_be_written_are_said_so) {
    expect_refused(pliant({"run", "small.json", "-o", "made", "--stats", "no/such/folder/s"}),
                   {"--stats", "no/such/folder/s"});
    expect_refused(pliant({"run", "small.json", "-o", "made2", "--stats", "."}), {"--stats"});
    expect_refused(pliant({"run", "small.json", "-o", "made3", "--stats", "/dev/full"}), {"--stats", "room"});
}

TEST_F(Output, a_run_that_cannot_start_leaves_earlier_statistics) {
    const std::string precious = "{\"frame\":0}\n";
    write("stats.jsonl", precious);
    write("made", "a file");
    expect_refused(pliant({"run", "small.json", "-o", "made", "--stats", "stats.jsonl"}), {"made"});
    EXPECT_EQ(read("stats.jsonl"), precious);
}

TEST_F(Output, only_replaces_files_of_its_own_kind) {
    ASSERT_EQ(pliant({"run", "small.json", "-o", "run", "--frames", "1"}).code, 0);
    const std::string scene = read("small.json");
    for (const char* name : {"scene.png", "scene.webp"}) write(name, scene);
    expect_refused(pliant({"run", "small.json", "-o", "other", "--stats", "small.json"}),
                   {"--stats", "would be lost", "statistics"});
    expect_refused(pliant({"render", "run", "-o", "scene.png"}), {"--output", "would be lost", "a picture"});
    expect_refused(pliant({"render", "run", "--movie", "scene.webp"}), {"--movie", "would be lost", "a film"});
    expect_refused(pliant({"report", "run", "-o", "small.json"}), {"--output", "would be lost", "a page"});
    for (const char* name : {"small.json", "scene.png", "scene.webp"}) EXPECT_EQ(read(name), scene) << name;
    for (int again = 0; again < 2; ++again)  // its own files it does replace
        EXPECT_EQ(pliant({"report", "run", "-o", "page.html"}).code, 0);
}

}  // namespace
}  // namespace pliant::testing

// pliant export as a user types it: what it writes, says and returns.
#include "cli/program.hpp"

#include <fmt/format.h>

#include <fstream>

namespace pliant::testing {
namespace {

namespace fs = std::filesystem;

/// A folder with a short run in it, "run".
class ExportCommand : public ProgramTest {
  protected:
    ExportCommand() {
        write("scene.json",
              R"({"bodies": [{"shape": {"type": "sphere"}, "sampling": {"particles": 50}}], "time": {"frames": 4}})");
        EXPECT_EQ(pliant("run scene.json -o run -q").code, 0);
    }

    /// Arguments as a shell splits them.
    Said pliant(const std::string& arguments) const {
        return run("sh", {"-c", fmt::format("'{}' {}", PLIANT_PROGRAM, arguments)});
    }
    void expect_refused(const std::string& arguments, const std::string& part) const {
        const Said said = pliant(arguments);
        EXPECT_EQ(said.code, 2) << arguments << "\n" << said.text();
        EXPECT_NE(said.text().find(part), std::string::npos) << arguments << "\n" << said.text();
    }
};

TEST_F(ExportCommand, writes_every_format_with_progress_and_says_what_it_wrote) {
    for (const std::string format : {"csv", "glb", "mdd", "morph", "npy", "obj", "pc2", "ply", "usda", "vat", "vtp"}) {
        const bool file = format == "csv" || format == "mdd" || format == "pc2" || format == "usda";
        const std::string output = file ? "all." + format : format == "morph" ? "morph.glb" : format;
        const Said said = pliant(fmt::format("export run --format {} -o {}", format, output));
        EXPECT_EQ(said.code, 0) << said.text();
        EXPECT_NE(said.text().find("exporting"), std::string::npos) << said.text();
        EXPECT_NE(said.text().find("wrote 5 frames as " + format), std::string::npos) << said.text();
        EXPECT_TRUE(fs::exists(folder_ / output)) << output;
    }
}

TEST_F(ExportCommand, writes_the_frames_asked_for) {
    EXPECT_EQ(pliant("export run --format obj -o some --frames 1:2 -q").code, 0);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "some"), fs::directory_iterator()), 2);
    EXPECT_EQ(pliant("export run --format ply -o last.ply --frames 4 -q").code, 0);
    EXPECT_TRUE(fs::is_regular_file(folder_ / "last.ply"));
}

TEST_F(ExportCommand, refuses_mistakes_with_a_message_and_2) {
    expect_refused("export run --format plx -o out", "did you mean 'ply'?");
    expect_refused("export run --format ply -o out --frames 3:9", "from 0 to 4");
    expect_refused("export missing --format ply -o out", "missing");
    expect_refused("export run --format usda -o scene.json/run.usda", "Not a directory");
    expect_refused("export run --format ply", "--output");
    EXPECT_FALSE(fs::exists(folder_ / "out"));
}

TEST_F(ExportCommand, overwrites_only_with_force) {
    EXPECT_EQ(pliant("export run --format csv -o all.csv").code, 0);
    expect_refused("export run --format csv -o all.csv", "--force");
    EXPECT_EQ(pliant("export run --format csv -o all.csv --force").code, 0);
}

TEST_F(ExportCommand, refuses_a_damaged_run) {
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "run"))
        if (entry.path().filename() == "frame_00003.pcf") fs::resize_file(entry.path(), entry.file_size() - 1);
    expect_refused("export run --format pc2 -o run.pc2", "frame_00003.pcf");
    EXPECT_FALSE(fs::exists(folder_ / "run.pc2"));
    EXPECT_FALSE(fs::exists(folder_ / "run.pc2.part"));
}

}  // namespace
}  // namespace pliant::testing

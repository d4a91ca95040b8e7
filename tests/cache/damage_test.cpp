// Damage of any kind to any file of a run: a clean refusal that names the file, never a crash, never wrong numbers.
#include "cache/helpers.hpp"
#include "core/random.hpp"

namespace pliant::testing {
namespace {

namespace fs = std::filesystem;

class Damage : public ::testing::Test {
  protected:
    Damage() { run_scene(small_scene({{"time.frames", "4"}}), run, {.checkpoint_every = 2}); }

    /// Reads everything that the file stands for.
    void read(const fs::path& file) const {
        const RunReader reader(run);
        if (file.extension() == ".pcf") reader.read_frame(3);
        if (file.extension() == ".pcs") {
            reader.check_checkpoint(2);
            Simulation simulation(reader.scene());
            reader.replay(simulation, 2);
        }
    }
    /// Expects that the file is refused when its bytes are these, and that the message names it.
    void expect_refused(const fs::path& file, const std::string& bytes, const std::string& what) const {
        put_bytes(file, bytes);
        const std::string said = refusal_of([&] { read(file); });
        ASSERT_NE(said.find(file.filename().string()), std::string::npos)
            << what << " of " << file.filename() << " gives \"" << said << "\"";
    }

    TemporaryFolder folder;
    fs::path run = folder / "run";
    std::vector<fs::path> files = {run / "frames/frame_00003.pcf", run / "checkpoints/state_00002.pcs",
                                   run / "run.json"};
};

TEST_F(Damage, flipped_bits_anywhere_are_refused) {
    Random random(1);
    for (const fs::path& file : files) {
        const std::string whole = bytes_of(file);
        // Every region: one flip in each of 400 equal parts.
        for (std::size_t part = 0; part < 400; ++part) {
            std::string bytes = whole;
            const std::size_t begin = part * whole.size() / 400, end = (part + 1) * whole.size() / 400;
            const std::size_t at = begin + random.below(static_cast<std::uint32_t>(end - begin));
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
            expect_refused(file, bytes, "flipping byte " + std::to_string(at));
        }
        put_bytes(file, whole);
        EXPECT_NO_THROW(read(file));
    }
}

TEST_F(Damage, cut_off_grown_emptied_and_scrambled_files_are_refused) {
    Random random(2);
    for (const fs::path& file : files) {
        const std::string whole = bytes_of(file);
        expect_refused(file, "", "emptying");
        expect_refused(file, whole + "x", "growing");
        expect_refused(file, whole + whole, "doubling");
        expect_refused(file, std::string(whole.size(), '\0'), "zeroing");
        for (int k = 0; k < 60; ++k)
            expect_refused(file, whole.substr(0, random.below(static_cast<std::uint32_t>(whole.size()))), "cutting");
        for (int k = 0; k < 60; ++k) {
            // A stretch of zeros, as a disk that lost a block leaves it.
            std::string bytes = whole;
            const std::size_t at = random.below(static_cast<std::uint32_t>(bytes.size()));
            const std::size_t length = std::min<std::size_t>(1 + random.below(512), bytes.size() - at);
            bytes.replace(at, length, std::string(length, '\0'));
            if (bytes != whole) expect_refused(file, bytes, "zeroing a block");
        }
        put_bytes(file, whole);
        EXPECT_NO_THROW(read(file));
    }
}

TEST_F(Damage, manifests_that_someone_edited_or_of_another_format_are_refused) {
    const fs::path manifest = run / "run.json";
    const std::string whole = bytes_of(manifest);
    const auto with = [&](const std::string& old, const std::string& changed) {
        std::string text = whole;
        text.replace(text.find(old), old.size(), changed);
        put_bytes(manifest, text);
        return refusal_of([&] { RunReader reader(run); });
    };
    EXPECT_NE(with("\"fps\": 60", "\"fps\": 30").find("damaged"), std::string::npos);
    for (const std::string format : {"1", "3", "-1"}) {
        const std::string said = with("\"format\": 2", "\"format\": " + format);
        EXPECT_NE(said.find("another format"), std::string::npos) << said;
        EXPECT_NE(said.find("--force"), std::string::npos) << said;
    }
    put_bytes(manifest, "{\"format\": 1, \"name\": \"old\", \"frames\": []}");
    EXPECT_NE(refusal_of([&] { RunReader reader(run); }).find("another format"), std::string::npos);
    for (const std::string text : {"", "null", "[]", "{}", "{\"format\": \"2\"}", "{\"format\": 2}", "\xff\xfe"}) {
        put_bytes(manifest, text);
        EXPECT_NE(refusal_of([&] { RunReader reader(run); }).find("run.json"), std::string::npos) << text;
    }
}

TEST_F(Damage, folders_that_are_no_run_are_refused) {
    for (const fs::path& path : {folder / "nothing", folder.path(), run / "frames", run / "run.json"})
        EXPECT_NE(refusal_of([&] { RunReader reader(path); }).find("not the output of a run"), std::string::npos);
}

}  // namespace
}  // namespace pliant::testing

// tools/check-references: what docs and comments refer to is there, and it would say so if it were not.
#include "cli/program.hpp"

#include <fstream>
#include <sstream>
#include <string>

namespace pliant::testing {
namespace {

struct Damage {
    std::string file, line;  ///< the line is added to the file
    std::string said;        ///< what is to be said about it
};

class References : public ProgramTest {
  protected:
    Said check(const std::string& root) const { return run(PLIANT_SOURCE_DIR "/tools/check-references", {root}); }
    /// A copy of the repository without its history.
    std::filesystem::path copy() const {
        const std::filesystem::path root = folder_ / "copy", from = PLIANT_SOURCE_DIR;
        const auto options = std::filesystem::copy_options::recursive;
        std::filesystem::create_directories(root);
        for (const char* name : {"src", "include", "apps", "bench", "examples", "docs", "tests", "tools", "cmake",
                                 "scenes", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "LICENSE", "Makefile"})
            std::filesystem::copy(from / name, root / name, options);
        return root;
    }
};

TEST_F(References, all_lead_somewhere) {
    const Said said = check(PLIANT_SOURCE_DIR);
    EXPECT_EQ(said.code, 0) << said.out << said.err;
}

TEST_F(References, each_kind_of_violation_is_seen) {
    const std::filesystem::path root = copy();
    const Said whole = check(root);
    ASSERT_EQ(whole.code, 0) << whole.out << whole.err;
    const Damage damages[] = {
        {"docs/guide.md", "See [more](no-such-page.md).", "no file no-such-page.md"},
        {"docs/guide.md", "![](pictures/no-such-picture.png)", "no image pictures/no-such-picture.png"},
        {"docs/guide.md", "See [more](cache.md#no-such-heading).", "no heading #no-such-heading in docs/cache.md"},
        {"docs/cache.md", "It is in `src/run/no_such_file.hpp`.", "no file src/run/no_such_file.hpp"},
        {"src/core/hash.hpp", "// See core/no_such_header.hpp.", "no file core/no_such_header.hpp"},
        {"src/core/hash.hpp", "// See nowhere_at_all.hpp.", "no file nowhere_at_all.hpp"},
        {"src/core/random.hpp", "// METHODS says so.", "a document outside the repository: METHODS"},
        {"src/core/random.hpp", "// Measured in PERFORMANCE.md.", "a document outside the repository: PERFORMANCE.md"},
        {"docs/levels.md", "See ../shared/papers.", "a folder outside the repository"},
        {"src/core/columns.hpp", "// Asked for by issue 12.", "the number of an issue: issue 12"},
        {"src/core/columns.hpp", "// Since #12.", "the number of an issue: #12"},
        {"tools/tsan.supp", "# /home/somebody/pliant", "a path of one machine: /home/"},
        {"docs/export.md", "It runs on build7.internal.", "a host: build7.internal"},
        {"src/core/parallel.hpp", "// As docs/methods.md section\n// 99 has it.", "no section 99 in docs/methods.md"},
        {"src/core/parallel.hpp", "// As docs/methods.md section 2, Nonsense has it.", "no heading Nonsense in"},
        {"src/core/parallel.hpp", "// As ARCHITECTURE.md, \"Nonsense\" has it.", "no heading \"Nonsense\" in"},
        {"docs/limits.md", std::string(120, 'x'), "120 characters in a line"},
        {"docs/methods.md", "## 10. Again\n\n| x | y | `no_such_function` in `glue/glue.hpp` |",
         "no no_such_function in glue/glue.hpp"},
        {"docs/methods.md", "| x | y | `glue` in `glue/no_such_header.hpp` |", "no file glue/no_such_header.hpp"},
        {"docs/methods.md", "| x | y | nothing |", "a row that names no"},
    };
    for (const Damage& damage : damages) std::ofstream(root / damage.file, std::ios::app) << damage.line << "\n";
    const Said said = check(root);
    EXPECT_EQ(said.code, 1);
    for (const Damage& damage : damages) {
        bool seen = false;
        std::istringstream lines(said.out);
        for (std::string line; std::getline(lines, line);)
            seen |= line.starts_with(damage.file + ":") && line.find(damage.said) != std::string::npos;
        EXPECT_TRUE(seen) << damage.file << ": " << damage.line << "\n" << said.out;
    }
}

}  // namespace
}  // namespace pliant::testing

// pliant report, as a user runs it and as a browser shows it.
#include <vector>

#include "report/program.hpp"

namespace pliant {
namespace {

class ReportProgram : public Program {
  protected:
    bool have_chromium() const { return shell("chromium --version").code == 0; }

    /// Opens a file in a headless browser that reaches nothing else. Console messages are in the outcome's text.
    Said browse(const std::string& file, const std::string& more) const {
        return shell(
            "timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
            "--disable-background-networking --disable-component-update --disable-sync "
            "--user-data-dir=\"$(mktemp -d profile-XXXXXX)\" --enable-logging=stderr --window-size=1200,1600 " +
            more + " \"file://$PWD/" + file + "\"");
    }
};

TEST_F(ReportProgram, writes_one_page_into_the_runs_folder) {
    make_run();
    const Said outcome = pliant("report run -q");
    ASSERT_EQ(outcome.code, 0) << outcome.text();
    EXPECT_TRUE(outcome.says("run/report.html"));
    const std::string page = bytes_of(folder / "run" / "report.html");
    for (const char* text : {"two small balls", "Energy", "Momentum", "stretch", "Contacts", "Time per frame",
                             "Warnings", "Parameters", "rubber", "hash", "How it was run"})
        EXPECT_NE(page.find(text), std::string::npos) << text;
    for (const char* text : {"http:", "https:", "url("}) EXPECT_EQ(page.find(text), std::string::npos) << text;
}

TEST_F(ReportProgram, mistakes_get_a_message_and_code_two) {
    make_run();
    std::filesystem::create_directory(folder / "empty");
    for (const char* arguments : {"missing", "empty", "small.json", "run --color nothing", "run -o nowhere/r.html"}) {
        const Said outcome = pliant(fmt::format("report -q {}", arguments));
        EXPECT_EQ(outcome.code, 2) << arguments << "\n" << outcome.text();
        EXPECT_TRUE(outcome.says("pliant: ")) << outcome.text();
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "run" / "report.html"));
}

TEST_F(ReportProgram, a_browser_shows_it_without_errors) {
    if (!have_chromium()) GTEST_SKIP() << "chromium is not installed (tools/setup tests)";
    make_run();
    ASSERT_EQ(pliant("report run -q -o page.html").code, 0);
    const Said shown = browse("page.html", "--screenshot=page.png");
    EXPECT_EQ(shown.code, 0) << shown.text();
    EXPECT_FALSE(shown.says("CONSOLE")) << shown.text();
    EXPECT_GT(bytes_of(folder / "page.png").size(), 20000u) << "a picture with something in it";
    // The same browser does tell of errors: without this the check above could not fail.
    std::ofstream(folder / "broken.html") << "<!DOCTYPE html><title>x</title><script>nothing.here()</script>";
    EXPECT_TRUE(browse("broken.html", "--screenshot=broken.png").says("CONSOLE"));
}

TEST_F(ReportProgram, pointing_at_a_plot_shows_its_values) {
    if (!have_chromium()) GTEST_SKIP() << "chromium is not installed (tools/setup tests)";
    make_run();
    ASSERT_EQ(pliant("report run -q -o page.html").code, 0);
    std::ofstream(folder / "page.html", std::ios::app) << R"(<script>
        const svg = document.querySelector("figure.plot svg"), box = svg.getBoundingClientRect();
        svg.dispatchEvent(new PointerEvent("pointermove", {clientX: box.left + box.width / 2, clientY: box.top + 9}));
        const shown = [...document.querySelectorAll("figure.plot")].map(f => f.querySelector("output").textContent);
        document.body.insertAdjacentHTML("beforeend", "<p id=found>" + (+shown[0] > 0) + shown.slice(1).join("") + "</p>");
        </script>)";
    const Said outcome = browse("page.html", "--dump-dom");
    EXPECT_TRUE(outcome.says("<p id=\"found\">true</p>")) << "a number in the plot pointed at, none in the others";
    EXPECT_FALSE(outcome.says("CONSOLE")) << outcome.text().substr(0, 2000);
}

}  // namespace
}  // namespace pliant

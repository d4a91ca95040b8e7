// The JSON Schema, judged by a real validator.
#include <pliant/parameters.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "scene/helpers.hpp"
#include "scene/path.hpp"

namespace pliant::testing {
namespace {

/// Documents that must be valid: every scene of the folder as it is and completed, and the ones of the tests.
Value::List good_documents() {
    std::vector<std::pair<std::string, std::string>> texts = {{"small", small}, {"everything", everything_text()}};
    for (const std::string& name : bundled_scenes()) texts.emplace_back(name, find_scene(name).text);
    Value::List documents;
    for (const auto& [name, text] : texts) {
        documents.push_back(parse_json(text, name));
        documents.push_back(parse_json(scene_to_json(parse_scene(text, name)), name));
    }
    return documents;
}

Value steps_of(const std::string& path) {
    Value::List steps;
    for (const PathStep& step : parse_path(path))
        steps.push_back(step.is_index ? make_value(static_cast<double>(step.index))
                                      : make_value(std::string_view(step.key)));
    return make_value(std::move(steps));
}

/// A path without its indices, so that one of many alike stands for all of them.
std::string without_indices(const std::string& path) {
    return std::regex_replace(path, std::regex("\\[[0-9]+\\]"), "[]");
}

/// Single values that the loader refuses at their own place; the schema must refuse them too.
Value bad_patches(Value document) {
    Value::List patches;
    std::set<std::string> done;
    const Value original = document;
    const auto add = [&](const std::string& path, const Value& value) {
        if (done.insert(without_indices(path)).second) patches.push_back(make_value({steps_of(path), value}));
    };
    for_each_number(document, "", [&](const std::string& path, Value&) {
        add(path, make_value(1e30));
        const std::size_t dot = path.rfind('.');
        if (dot != std::string::npos) add(path.substr(0, dot) + ".unknown", make_value(1.0));
    });
    return make_object({{"document", original}, {"patches", make_value(std::move(patches))}});
}

TEST(Schema, is_valid_and_accepts_and_refuses_what_the_loader_does) {
    const std::filesystem::path folder = std::filesystem::path(PLIANT_BUILD_DIR) / "test_scene_schema";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "schema.json") << scene_schema();
    std::ofstream(folder / "good.json") << compact_text(make_value(good_documents()));
    std::ofstream(folder / "bad.json") << compact_text(bad_patches(everything_document()));
    const std::string command = "/usr/bin/python3 " + std::string(PLIANT_SOURCE_DIR) + "/tests/scene/validate.py " +
                                (folder / "schema.json").string() + " " + (folder / "good.json").string() + " " +
                                (folder / "bad.json").string();
    EXPECT_EQ(std::system(command.c_str()), 0) << "see above; the validator is Debian's python3-jsonschema";
}

}  // namespace
}  // namespace pliant::testing

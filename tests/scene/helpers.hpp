// What the tests of scenes share.
#pragma once

#include "support/files.hpp"

#include <gtest/gtest.h>
#include <pliant/error.hpp>
#include <pliant/scene.hpp>

#include <functional>
#include <string>

#include "scene/file.hpp"
#include "scene/json.hpp"

namespace pliant::testing {

inline const std::string data_folder = std::string(PLIANT_SOURCE_DIR) + "/tests/scene/data";

/// The smallest scene: one sphere.
inline const std::string small = R"({"bodies": [{"shape": {"type": "sphere"}}]})";

/// data/everything.json as it is, and as a complete document without comments.
inline std::string everything_text() { return read_text_file(data_folder + "/everything.json"); }
inline Value everything_document() {
    return parse_json(scene_to_json(parse_scene(everything_text(), "everything.json")), "everything.json");
}

/// The problem that loading the text runs into; a test failure when there is none.
inline InputProblem problem_of(const std::string& text, const std::vector<Override>& overrides = {}) {
    try {
        parse_scene(text, "scene.json", overrides);
    } catch (const InputError& error) {
        return error.problem();
    }
    ADD_FAILURE() << "accepted: " << text;
    return {};
}

/// Every part of the message is there.
inline bool is_complete(const InputProblem& p) {
    return !p.what.empty() && !p.file.empty() && !p.path.empty() && !p.value.empty() && !p.allowed.empty() &&
           !p.hint.empty();
}

/// Calls visit(path, number) for every number in the document, with paths as in messages.
inline void for_each_number(Value& value, const std::string& path,
                            const std::function<void(const std::string&, Value&)>& visit) {
    if (value.number()) visit(path, value);
    if (Value::List* list = value.list())
        for (std::size_t i = 0; i < list->size(); ++i)
            for_each_number((*list)[i], path + "[" + std::to_string(i) + "]", visit);
    if (Value::Object* members = value.object())
        for (ObjectMember& member : *members)
            for_each_number(member.value, path.empty() ? member.key : path + "." + member.key, visit);
}

}  // namespace pliant::testing

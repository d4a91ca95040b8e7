#include "view/command.hpp"

#include "scene/json.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace pliant {
namespace {

struct Named {
    std::string_view name;
    CommandKind kind;
    enum class Takes { nothing, value, text, input } takes;
};
using Takes = Named::Takes;
constexpr std::array<Named, 13> commands = {{{"play", CommandKind::play, Takes::nothing},
                                             {"pause", CommandKind::pause, Takes::nothing},
                                             {"step", CommandKind::step, Takes::nothing},
                                             {"reset", CommandKind::reset, Takes::nothing},
                                             {"speed", CommandKind::speed, Takes::value},
                                             {"show", CommandKind::show, Takes::value},
                                             {"rewind", CommandKind::rewind, Takes::value},
                                             {"color", CommandKind::color, Takes::text},
                                             {"proxies", CommandKind::proxies, Takes::value},
                                             {"scene", CommandKind::scene, Takes::text},
                                             {"input", CommandKind::input, Takes::input},
                                             {"save_inputs", CommandKind::save_inputs, Takes::nothing},
                                             {"save_scene", CommandKind::save_scene, Takes::nothing}}};

const std::string& text_of(const Value& message, std::string_view key) {
    const Value* value = message.find(key);
    if (!value || !value->text()) throw MalformedMessage{fmt::format("'{}' is missing or is no text", key)};
    return *value->text();
}

double number_of(const Value& message, std::string_view key) {
    const Value* value = message.find(key);
    if (!value || !value->number() || !std::isfinite(*value->number()))
        throw MalformedMessage{fmt::format("'{}' is missing or is no number", key)};
    return *value->number();
}

Value parsed(std::string_view text) {
    try {
        return parse_json(text, "message");
    } catch (const InputError& error) {
        throw MalformedMessage{error.problem().what};
    }
}

}  // namespace

Command command_of(std::string_view text) {
    const Value message = parsed(text);
    if (!message.object()) throw MalformedMessage{"a message is one object"};
    const std::string& name = text_of(message, "do");
    const auto named = std::find_if(commands.begin(), commands.end(), [&](const Named& n) { return n.name == name; });
    if (named == commands.end()) throw MalformedMessage{"there is no such command"};
    Command command;
    command.kind = named->kind;
    if (message.find("id")) command.id = number_of(message, "id");
    if (named->takes == Takes::value) command.value = number_of(message, "value");
    if (named->takes == Takes::text) command.text = text_of(message, "value");
    if (named->takes == Takes::input) {
        const Value* input = message.find("input");
        if (!input || !input->object()) throw MalformedMessage{"'input' is missing or is no object"};
        command.input = input_from_json(compact_text(*input), "input");
    }
    return command;
}

}  // namespace pliant

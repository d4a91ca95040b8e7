// Inputs as lines of JSON.
#include "core/write_file.hpp"
#include "live/input_table.hpp"
#include "scene/file.hpp"
#include "scene/json.hpp"
#include "scene/read.hpp"
#include "scene/write.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace pliant {
namespace {

constexpr int log_version = 1;

/// Leaves out what is as it is by default: lines stay short.
Value without_defaults(const Input& input) {
    Input copy = input, blank;
    blank.kind = input.kind;
    Value value = write_fields(fields_of(copy));
    const Value usual = write_fields(fields_of(blank));
    for (const Field& field : fields_of(copy)) {
        const Value* given = value.find(field.row.name);
        const Value* other = usual.find(field.row.name);
        if (given && other && !field.row.required && compact_text(*given) == compact_text(*other))
            value.erase(field.row.name);
    }
    return value;
}

[[noreturn]] void bad_line(const std::string& where, std::string what, const Value& line, std::string allowed) {
    throw InputError({.what = std::move(what),
                      .file = where,
                      .value = brief_text(line),
                      .allowed = std::move(allowed),
                      .hint = "`pliant view` writes such files; docs/live.md describes them"});
}

std::uint64_t read_hash(const std::string& where, const Value& line) {
    const Value* hash = line.find("hash");
    const std::string* text = hash ? hash->text() : nullptr;
    std::uint64_t number = 0;
    if (text && text->size() == 16) {
        const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number, 16);
        if (error == std::errc() && end == text->data() + text->size()) return number;
    }
    bad_line(where, "a hash is missing or is none", line, "\"hash\" with 16 hexadecimal digits");
}

std::uint64_t read_whole(const std::string& where, const Value& line, std::string_view key) {
    const Value* value = line.find(key);
    const double* number = value ? value->number() : nullptr;
    if (!number || !(*number >= 0) || *number != std::floor(*number) || *number > 9e15)
        bad_line(where, fmt::format("the {} is missing or is none", key), line,
                 fmt::format("\"{}\" with a whole number from 0 on", key));
    return static_cast<std::uint64_t>(*number);
}

const std::string* text_of(const Value& line, std::string_view key) {
    const Value* value = line.find(key);
    return value ? value->text() : nullptr;
}

Input read_input(const Value& value, const std::string& where) {
    if (!value.object()) bad_line(where, "an input is one object", value, "{\"type\": \"grab\", …}");
    Input input;
    const Source source{.file = where, .folder = {}, .overrides = {}};
    read_fields(source, value, "", fields_of(input));
    return input;
}

void read_start(const Value& line, const std::string& where, InputLog& log) {
    const std::string* type = text_of(line, "type");
    if (!type || *type != "start")
        bad_line(where, "this is no file of inputs: its first line does not say what it belongs to", line,
                 "{\"type\": \"start\", \"version\": 1, \"scene\": NAME, \"hash\": …}");
    const Value* version = line.find("version");
    if (!version || !version->number() || *version->number() != log_version)
        bad_line(where, "this version of the format is not known", line, fmt::format("version {}", log_version));
    if (const std::string* scene = text_of(line, "scene")) log.scene = *scene;
    log.start_hash = read_hash(where, line);
}

void read_line(const Value& line, const std::string& where, InputLog& log) {
    if (log.end_step > 0) bad_line(where, "something stands after the end", line, "the end as the last line");
    if (const std::string* type = text_of(line, "type"); type && *type == "end") {
        log.end_step = read_whole(where, line, "step");
        log.end_hash = read_hash(where, line);
        log.end_frame = static_cast<int>(std::min<std::uint64_t>(read_whole(where, line, "frame"), 1'000'000));
    } else {
        log.inputs.push_back(read_input(line, where));
    }
    const std::uint64_t last = log.end_step > 0 ? log.end_step : log.inputs.back().step;
    const std::size_t before = log.inputs.size() - (log.end_step > 0 ? 0 : 1);
    if (before > 0 && log.inputs[before - 1].step > last)
        bad_line(where, "it comes before the line above it", line, "lines by rising step");
}

}  // namespace

std::string input_to_json(const Input& input) { return compact_text(without_defaults(input)); }

Input input_from_json(std::string_view text, const std::string& where) {
    return read_input(parse_json(text, where), where);
}

InputLog read_inputs(const std::filesystem::path& file) {
    const std::string text = read_text_file(file);
    InputLog log;
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line(text.data() + at, end - at);
        at = end + 1;
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        const std::string where = fmt::format("{}, line {}", file.string(), number);
        const Value value = parse_json(line, where);
        if (number == 1)
            read_start(value, where, log);
        else
            read_line(value, where, log);
    }
    if (number == 0) bad_line(file.string(), "the file is empty", Value{}, "a first line with \"type\": \"start\"");
    return log;
}

std::string inputs_to_text(const InputLog& log) {
    std::string text =
        fmt::format("{}\n", compact_text(make_object({{"type", make_value("start")},
                                                      {"version", make_value(static_cast<double>(log_version))},
                                                      {"scene", make_value(log.scene)},
                                                      {"hash", make_value(fmt::format("{:016x}", log.start_hash))}})));
    for (const Input& input : log.inputs) text += input_to_json(input) + "\n";
    if (log.end_step > 0)
        text += fmt::format("{}\n",
                            compact_text(make_object({{"type", make_value("end")},
                                                      {"step", make_value(static_cast<double>(log.end_step))},
                                                      {"frame", make_value(static_cast<double>(log.end_frame))},
                                                      {"hash", make_value(fmt::format("{:016x}", log.end_hash))}})));
    return text;
}

void write_inputs(const std::filesystem::path& file, const InputLog& log) {
    const std::string text = inputs_to_text(log);
    write_file(file, text.data(), text.size());
}

}  // namespace pliant

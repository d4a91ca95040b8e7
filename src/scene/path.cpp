#include "scene/path.hpp"

#include <pliant/error.hpp>

#include <charconv>

namespace pliant {
namespace {

PathStep parse_step(std::string_view text, std::string_view path) {
    if (text.empty())
        throw InputError({.what = "the path has an empty step",
                          .value = quoted_text(path),
                          .allowed = "names and indices, like bodies.0.clusters.count or bodies[0].clusters.count",
                          .hint = "`pliant schema` and docs/parameters.md list every field"});
    PathStep step{.key = std::string(text)};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), step.index);
    step.is_index = error == std::errc() && end == text.data() + text.size();
    return step;
}

}  // namespace

std::vector<PathStep> parse_path(std::string_view path) {
    std::string dotted;
    for (const char c : path) {
        if (c == '[' && !dotted.empty())
            dotted += '.';
        else if (c != '[' && c != ']')
            dotted += c;
    }
    std::vector<PathStep> steps;
    for (std::size_t begin = 0; begin <= dotted.size();) {
        const std::size_t end = std::min(dotted.find('.', begin), dotted.size());
        steps.push_back(parse_step(std::string_view(dotted).substr(begin, end - begin), path));
        begin = end + 1;
    }
    return steps;
}

std::string path_text(const std::vector<PathStep>& steps) {
    std::string text;
    for (const PathStep& step : steps) {
        if (step.is_index)
            text += '[' + step.key + ']';
        else
            text += (text.empty() ? "" : ".") + step.key;
    }
    return text;
}

std::string member_path(const std::string& path, std::string_view key) {
    return path.empty() ? std::string(key) : path + '.' + std::string(key);
}

const Value& deepest(const Value& root, std::string_view path) {
    const Value* at = &root;
    if (path.empty()) return *at;
    for (const PathStep& step : parse_path(path)) {
        const Value* next = at->find(step.key);
        if (step.is_index && at->list() && step.index < at->list()->size()) next = &(*at->list())[step.index];
        if (!next) break;
        at = next;
    }
    return *at;
}

}  // namespace pliant

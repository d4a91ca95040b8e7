#include "scene/near.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace pliant {
namespace {

std::string folded(std::string_view word) {
    std::string out;
    for (const char c : word)
        if (c != '-' && c != '_' && c != ' ') out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
    // Rows of the table of distances between prefixes: two back, one back, this one.
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::swap(before, last);
        std::swap(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = a[i - 1] == b[j - 1];
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

std::vector<std::string> near_words(std::string_view word, const std::vector<std::string>& known) {
    const std::string wanted = folded(word.substr(0, 64));
    std::vector<std::pair<std::size_t, std::string>> found;
    for (const std::string& candidate : known) {
        const std::string name = folded(candidate);
        const bool part = wanted.size() >= 3 && name.size() >= 3 &&
                          (name.starts_with(wanted) || wanted.starts_with(name) || name.ends_with(wanted));
        const std::size_t distance = std::min<std::size_t>(edit_distance(wanted, name), part ? 1 : 64);
        if (distance <= std::max<std::size_t>(1, (std::min(wanted.size(), name.size()) + 1) / 3))
            found.emplace_back(distance, candidate);
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> words;
    for (const auto& [distance, name] : found)
        if (words.size() < 3 && (words.empty() || name != words.back())) words.push_back(name);
    return words;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
    const std::vector<std::string> near = near_words(word, known);
    if (!near.empty()) return fmt::format("did you mean '{}'?", fmt::join(near, "' or '"));
    constexpr std::size_t most = 24;
    const auto end = known.begin() + static_cast<std::ptrdiff_t>(std::min(most, known.size()));
    return fmt::format("known are: {}{}", fmt::join(known.begin(), end, ", "), known.size() > most ? ", …" : "");
}

}  // namespace pliant

// "Did you mean …?": the known words nearest to one that was mistyped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pliant {

/// Least number of inserted, removed, replaced and swapped neighboring letters between two words.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The known words close enough to be meant, best first, at most three. Case, '-', '_' and spaces do not count.
std::vector<std::string> near_words(std::string_view word, const std::vector<std::string>& known);

/// "did you mean 'gravity'?", or "known are: a, b, c" when nothing is near (the list is cut when it is long).
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace pliant

// Pieces of HTML.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pliant {

/// The text with &, <, > and quotes made harmless: for contents and for attribute values.
std::string escaped(std::string_view text);

/// RFC 4648.
std::string base64(std::string_view bytes);

/// A table of names and values, both escaped here.
std::string facts_table(const std::vector<std::pair<std::string, std::string>>& facts);

/// A table with a row of headings; cells are escaped here.
std::string plain_table(const std::vector<std::string>& heads, const std::vector<std::vector<std::string>>& rows);

}  // namespace pliant

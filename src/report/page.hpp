// The look of the report's page.
#pragma once

#include <string_view>

namespace pliant {

/// Fonts, colours and layout; light and dark by what the reader prefers.
extern const std::string_view page_style;

/// Shows the values of a plot under the pointer. The page is complete without it.
extern const std::string_view page_script;

}  // namespace pliant

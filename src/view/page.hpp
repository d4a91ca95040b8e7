// The page, which the build puts into the program.
#pragma once

#include <string_view>

namespace pliant {

/// One HTML file with everything in it; empty when the program was built without npm.
std::string_view viewer_page();

}  // namespace pliant

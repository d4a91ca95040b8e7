#include "scene/range.hpp"

#include <fmt/format.h>

namespace pliant {

std::string Range::text(std::string_view unit) const {
    const std::string after = unit.empty() ? "" : fmt::format(" {}", unit);
    if (above) return fmt::format("above {}, up to {}{}", min, max, after);
    return fmt::format("{}from {} to {}{}", or_zero ? "that is 0, or " : "", min, max, after);
}

}  // namespace pliant

#include "scene/source.hpp"

namespace pliant {

const std::string& Source::of(const Value& value) const {
    return value.origin == Value::from_file ? file : overrides[static_cast<std::size_t>(value.origin)];
}

}  // namespace pliant

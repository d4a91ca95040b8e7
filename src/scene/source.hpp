// Where a document came from.
#pragma once

#include "scene/value.hpp"

#include <pliant/error.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace pliant {

/// What messages need to know about where a document came from.
struct Source {
    std::string file;                    ///< as named in messages
    std::filesystem::path folder;        ///< relative files are looked up here
    std::vector<std::string> overrides;  ///< "--set path=value" by Value::origin

    /// The file, or the override that wrote the value.
    const std::string& of(const Value& value) const;
};

}  // namespace pliant

// A document to the structs of the scene, checked field by field against the table.
#pragma once

#include <pliant/error.hpp>

#include <filesystem>

#include "scene/table.hpp"
#include "scene/value.hpp"

namespace pliant {

/// What messages need to know about where a document came from.
struct Source {
    std::string file;                    ///< as named in messages
    std::filesystem::path folder;        ///< relative files are looked up here
    std::vector<std::string> overrides;  ///< "--set path=value" by Value::origin

    /// The file, or the override that wrote the value.
    const std::string& of(const Value& value) const;
};

/// Reads every field that the object gives; the others keep what they hold. Throws InputError at the first problem.
void read_fields(const Source& source, const Value& object, const std::string& path, const Fields& fields);

}  // namespace pliant

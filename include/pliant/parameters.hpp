// What can be set in a scene: the one table behind checks, `pliant schema` and docs/parameters.md. The defaults in it
// are those of the structs of scene.hpp.
//
//     for (const pliant::Parameter& p : pliant::parameters())
//         std::cout << p.path << ": " << p.range_text << ", default " << p.default_text << "\n";
#pragma once

#include <string>
#include <vector>

namespace pliant {

/// One row of the table. Texts are ready to show; numbers in them are JSON numbers.
struct Parameter {
    std::string path;                ///< "bodies[].clusters.count"; shapes, motions and varying scalars: "shape.radius"
    std::string type;                ///< "number", "whole number", "vector", "choice", "list of pin", …
    std::string unit;                ///< empty: a pure number
    std::string default_text;        ///< as JSON; empty when the field is required or is an object
    std::string range_text;          ///< what is legal, with the unit
    std::string meaning;             ///< one line
    std::string extremes;            ///< one line on small and large values; empty for what is not a number
    std::vector<std::string> kinds;  ///< the values of `type` that have this field; empty: all
    bool numeric = false;            ///< a number, a vector, a list of those, or a number that may vary in space
    bool required = false;           ///< a file that leaves it out is refused; it has no default then
    bool live = false;               ///< it, and all in it, may change while a simulation runs (Live::set)
};

/// Every parameter, grouped by the object it stands in.
std::vector<Parameter> parameters();

/// JSON Schema (draft 2020-12) of a scene file. Rules between fields are checked by load_scene only.
std::string scene_schema();

/// The reference page, docs/parameters.md.
std::string parameters_markdown();

}  // namespace pliant

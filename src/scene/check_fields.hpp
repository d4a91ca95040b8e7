// A struct of the scene that was filled in by hand, checked field by field against the table: what reading a document
// does for one, without a document.
#pragma once

#include "scene/source.hpp"
#include "scene/table.hpp"

namespace pliant {

/// Throws InputError at the first problem, in the table's order, with the words that reading would use. `defaults` are
/// the fields of the same struct as it is before anybody sets anything: what its kind does not have, and what another
/// field replaces, is not checked but set back to those, so that it can do nothing.
void check_fields(const Source& source, const std::string& path, const Fields& fields, const Fields& defaults);

}  // namespace pliant

#include "scene/checked.hpp"

#include "scene/path.hpp"
#include "scene/table.hpp"
#include "scene/write.hpp"

#include <utility>

namespace pliant {

void Checked::fail(const std::string& path, InputProblem problem) const {
    Value shown;
    if (!document) {  // only now, to show the value as a file would have it
        Scene copy = scene;
        shown = write_fields(fields_of(copy));
    }
    const Value& at = deepest(document ? *document : shown, path);
    problem.file = source.of(at);
    problem.path = path;
    if (problem.value.empty()) problem.value = brief_text(at);
    throw InputError(std::move(problem));
}

bool Checked::is_override(const std::string& path) const {
    return document && deepest(*document, path).origin != Value::from_file;
}

}  // namespace pliant

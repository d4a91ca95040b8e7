#include "scene/checked.hpp"

#include "scene/path.hpp"

#include <utility>

namespace pliant {

void Checked::fail(const std::string& path, InputProblem problem) const {
    const Value& at = deepest(root, path);
    problem.file = source.of(at);
    problem.path = path;
    if (problem.value.empty()) problem.value = brief_text(at);
    throw InputError(std::move(problem));
}

}  // namespace pliant

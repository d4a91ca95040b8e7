#include "scene/unused.hpp"

#include "scene/write.hpp"

#include <fmt/format.h>

namespace pliant {
namespace {

bool differ(const Cell& a, const Cell& b) { return pretty_text(write_cell(a)) != pretty_text(write_cell(b)); }

/// Both lists are of one struct: what it holds, and what it held before anybody set anything.
void find_unused(const Fields& fields, const Fields& defaults, Solver solver, const std::string& path,
                 std::vector<std::string>& unused) {
    for (std::size_t k = 0; k < fields.size(); ++k) {
        const Kinds users = fields[k].row.solvers;
        if (users == 0 || (users & only_for(solver)) != 0) continue;
        if (differ(fields[k].cell, defaults[k].cell)) unused.push_back(fmt::format("{}.{}", path, fields[k].row.name));
    }
}

/// The material that the body's preset stands for; one that cannot be found was refused before.
Material preset_of(const Body& body) {
    // A file's values are not known here: its fields count as not set.
    if (body.material.preset.ends_with(".json")) return body.material;
    return body.material.preset.empty() ? Material{} : material_preset(body.material.preset);
}

}  // namespace

void note_unused(const Body& body, const std::string& path, std::vector<std::string>& notes) {
    Body own = body, before;
    before.material = preset_of(body);
    std::vector<std::string> unused;
    find_unused(fields_of(own), fields_of(before), body.solver, path, unused);
    find_unused(fields_of(own.material), fields_of(before.material), body.solver, path + ".material", unused);
    const auto name = names_of(body.solver)[static_cast<std::size_t>(body.solver)];
    if (!unused.empty())
        notes.push_back(fmt::format("{}: its solver, {}, does not use {}: {} nothing.", body.name, name,
                                    fmt::join(unused, ", "), unused.size() == 1 ? "it changes" : "they change"));
    Material& material = own.material;
    Material plain;
    if (body.solver == Solver::point_based && !material.preset.empty() && !differ(&material.young, &plain.young) &&
        !differ(&material.lame_mu, &plain.lame_mu))
        notes.push_back(
            fmt::format("{}: the preset {} has no values for the point_based solver, which takes its density, "
                        "friction and restitution from it. Give young, yield_stress and viscosity too.",
                        body.name, material.preset));
}

}  // namespace pliant

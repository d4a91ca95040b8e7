// The table as the reference page.
#include <pliant/parameters.hpp>
#include <pliant/scene.hpp>

#include <fmt/format.h>

#include "scene/types.hpp"
#include "scene/words.hpp"
#include "scene/write.hpp"

namespace pliant {
namespace {

constexpr std::string_view introduction = R"(# Parameters of a scene

Generated from the table in `src/scene/` by `make docs`; edits here are overwritten. `pliant schema`
prints the same as a JSON Schema for editors.

A scene is JSON with comments (`//` and `/* */`). Lengths are in metres, times in seconds, angles in
degrees. A field that is left out has its default; a **required** field has none. A vector is
`[x, y, z]`; a direction is a vector of any length but zero. Every field can be set from the command
line: `--set bodies.0.clusters.count=50`. What is marked *live*, and all in it, may change while a
simulation runs ([live.md](live.md)).
)";

/// Where the objects of the type stand, and what to know about them beyond their fields.
std::string_view remark(std::string_view type) {
    if (type == "shape")
        return "An object with a `type`, and the fields of that type. `{\"ref\": name}` stands for a shape of\n"
               "the scene's `shapes`. Rotation, scale and translation (x = t + s·R·p) apply to every type.";
    if (type == "varying")
        return "A parameter of type *number or varying* is a number; or an object with `value` and `regions`;\n"
               "or an object with `attribute`, `scale` and `offset`. Unit and range are the parameter's own.";
    if (type == "motion") return "Keyed rigid motion: x(t) = pivot + R(axis, angle(t))·(x₀ − pivot) + translate(t).";
    if (type == "material")
        return "A preset's name (`\"jelly\"`), values, or both: `{\"preset\": \"jelly\", \"stiffness\": 8}`.";
    return "";
}

std::string heading(const TypeUse& use) {
    if (use.prefix.empty()) return "Scene";
    return use.type.shared ? fmt::format("`{}` objects", use.type.name) : fmt::format("`{}`", use.prefix);
}

/// Text inside a table's cell.
std::string cell_text(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
    return out;
}

std::string name_text(const Row& row, const Fields& fields) {
    const Kind* kind = kind_of(fields);
    const std::vector<std::string> kinds = kind ? kind_names(row, *kind) : std::vector<std::string>{};
    return kinds.empty() ? fmt::format("`{}`", row.name) : fmt::format("`{}` ({})", row.name, fmt::join(kinds, ", "));
}

std::string default_column(const Field& field) {
    if (field.row.required) return "**required**";
    const std::string text = default_text(field);
    return text.empty() ? "" : fmt::format("`{}`", text);
}

std::string row_text(const Field& field, const Fields& fields) {
    std::string meaning(field.row.meaning);
    if (!field.row.instead_of.empty()) meaning += fmt::format("; in place of `{}`", field.row.instead_of);
    if (field.row.live) meaning += "; *live*";
    const std::string allowed = is_numeric(field.cell) && field.row.range.max == Range{}.max
                                    ? "as the parameter"
                                    : allowed_text(field.row, field.cell);
    return fmt::format("| {} | {} | {} | {} | {} |\n", name_text(field.row, fields), default_column(field),
                       cell_text(allowed), cell_text(meaning), cell_text(field.row.extremes));
}

std::string preset_table() {
    std::string text =
        "\n## Material presets\n\nThe files are in `scenes/presets/`; copy one beside your scene, edit it and name it "
        "(`\"my-jelly.json\"`).\n\n| preset | density | stiffness | damping | strain limit | friction | restitution | "
        "what it is "
        "like |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n";
    for (const std::string& name : material_presets()) {
        const Material m = material_preset(name);
        text += fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} |\n", name, m.density.value, m.stiffness.value,
                            m.damping.value, m.strain_limit.value, m.friction.value, m.restitution.value,
                            material_preset_summary(name));
    }
    return text;
}

}  // namespace

std::string parameters_markdown() {
    std::string text(introduction);
    for (const TypeUse& use : all_types()) {
        text += fmt::format("\n## {}\n\n", heading(use));
        if (const std::string_view more = remark(use.type.name); !more.empty()) text += fmt::format("{}\n\n", more);
        text += "| field | default | allowed | meaning | at the extremes |\n| --- | --- | --- | --- | --- |\n";
        const Blank blank = use.type.blank();
        for (const Field& field : blank.fields) text += row_text(field, blank.fields);
    }
    return text + preset_table();
}

}  // namespace pliant

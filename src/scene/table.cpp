#include "scene/table.hpp"

#include "scene/limits.hpp"

namespace pliant {

bool applies(const Row& row, int kind) { return row.only == 0 || (kind >= 0 && ((row.only >> kind) & 1U) != 0); }

const Kind* kind_of(const Fields& fields) { return fields.empty() ? nullptr : std::get_if<Kind>(&fields.front().cell); }

int current_kind(const Fields& fields) {
    const Kind* kind = kind_of(fields);
    return kind ? kind->choice.get() : -1;
}

Field key_time(double& time) {
    return {{.name = "time",
             .unit = "s",
             .range = between(0, limits::time),
             .meaning = "when",
             .extremes = "keys stand in order of time, at least 0.0001 s apart",
             .required = true},
            &time};
}

Range material_range(std::string_view name) {
    Material material;
    for (const Field& field : fields_of(material))
        if (field.row.name == name) return field.row.range;
    return {};
}

}  // namespace pliant

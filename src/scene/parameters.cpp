#include <pliant/parameters.hpp>

#include "scene/path.hpp"
#include "scene/types.hpp"
#include "scene/words.hpp"

namespace pliant {

std::vector<Parameter> parameters() {
    std::vector<Parameter> all;
    for (const TypeUse& use : all_types()) {
        const Blank blank = use.type.blank();
        const Kind* kind = kind_of(blank.fields);
        for (const Field& field : blank.fields) {
            const Row& row = field.row;
            all.push_back({.path = member_path(use.prefix, row.name),
                           .type = type_text(field.cell),
                           .unit = std::string(row.unit),
                           .default_text = default_text(field),
                           .range_text = allowed_text(row, field.cell),
                           .meaning = std::string(row.meaning),
                           .extremes = std::string(row.extremes),
                           .kinds = kind ? kind_names(row, *kind) : std::vector<std::string>{},
                           .numeric = is_numeric(field.cell),
                           .required = row.required,
                           .live = row.live});
        }
    }
    return all;
}

}  // namespace pliant

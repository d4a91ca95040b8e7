#include "scene/presets.hpp"

#include <pliant/error.hpp>

#include "scene/embedded.hpp"
#include "scene/file.hpp"
#include "scene/json.hpp"
#include "scene/near.hpp"
#include "scene/read.hpp"

namespace pliant {
namespace {

constexpr std::string_view folder_prefix = "presets/";
constexpr std::string_view extension = ".json";

/// A preset holds plain values: it may not start from another preset.
Fields values_of(Material& material) {
    Fields fields = fields_of(material);
    std::erase_if(fields, [](const Field& field) { return std::holds_alternative<PresetName>(field.cell); });
    return fields;
}

Preset bundled_preset(const std::string& name) {
    const std::string file = std::string(folder_prefix) + name + std::string(extension);
    const std::string_view text = embedded_text(file);
    if (text.empty())
        throw InputError({.what = "there is no such material preset",
                          .value = quoted_text(name),
                          .allowed = "a preset's name (`pliant presets` lists them) or a preset file ending in .json",
                          .hint = did_you_mean(name, material_presets())});
    return parse_preset(text, file);
}

}  // namespace

Preset parse_preset(std::string_view text, const std::string& file) {
    Preset preset;
    const Fields fields = {
        {{.name = "summary", .meaning = "one line on what it is like", .required = true}, &preset.summary},
        {{.name = "material", .meaning = "the values", .required = true},
         Nested{material_type(), [&preset] { return values_of(preset.material); }}}};
    const Value root = parse_json(text, file);
    const Source source{.file = file, .folder = {}, .overrides = {}};
    if (!root.object())
        throw InputError({.what = "a preset file holds one object",
                          .file = file,
                          .path = "line 1, column 1",
                          .value = brief_text(root),
                          .allowed = "{\"summary\": …, \"material\": { … }}",
                          .hint = "copy one of scenes/presets and edit it"});
    read_fields(source, root, "", fields);
    return preset;
}

Material find_preset(const std::string& name, const std::filesystem::path& folder) {
    Preset preset;
    if (std::string_view(name).ends_with(extension)) {
        const std::filesystem::path file = folder / name;
        preset = parse_preset(read_text_file(file), file.string());
    } else {
        preset = bundled_preset(name);
    }
    preset.material.preset = name;
    return preset.material;
}

std::vector<std::string> material_presets() {
    std::vector<std::string> names;
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.name.starts_with(folder_prefix)) continue;
        const std::size_t length = file.name.size() - folder_prefix.size() - extension.size();
        names.emplace_back(file.name.substr(folder_prefix.size(), length));
    }
    return names;
}

Material material_preset(const std::string& name) { return find_preset(name, {}); }

std::string material_preset_summary(const std::string& name) { return bundled_preset(name).summary; }

}  // namespace pliant

// The table is complete: every row says what it should, the test scene uses every row, and the reference page is fresh.
#include <pliant/parameters.hpp>

#include <algorithm>
#include <map>
#include <set>

#include "scene/helpers.hpp"
#include "scene/read.hpp"
#include "scene/types.hpp"
#include "scene/write.hpp"

namespace pliant::testing {
namespace {

/// Walks a document along the paths of parameters() and notes which rows it uses, for which kinds.
class Coverage {
  public:
    Coverage() {
        for (const Parameter& parameter : parameters()) rows_[parameter.path].push_back(parameter);
    }

    void walk(const Value& object, const std::string& prefix) {
        const Value* type = object.find(prefix == "glue[]" ? "mode" : "type");
        const std::string kind = type ? *type->text() : object.find("ref") ? "ref" : "";
        for (const ObjectMember& member : *object.object()) {
            const std::string path = prefix.empty() ? member.key : prefix + "." + member.key;
            const Parameter* row = find(path, kind);
            ASSERT_TRUE(row) << path << " is in the document but not in the table";
            used_.insert({path, kind});
            descend(member.value, path, *row);
        }
    }

    std::vector<std::string> unused() const {
        std::vector<std::string> missing;
        for (const auto& [path, rows] : rows_) {
            for (const Parameter& row : rows) {
                for (const std::string& kind : row.kinds)
                    if (!used_.contains({path, kind})) missing.push_back(path + " of " + kind);
                const auto at_path = [&p = path](const auto& use) { return use.first == p; };
                if (row.kinds.empty() && std::none_of(used_.begin(), used_.end(), at_path)) missing.push_back(path);
            }
        }
        return missing;
    }

  private:
    const Parameter* find(const std::string& path, const std::string& kind) const {
        const auto it = rows_.find(path);
        if (it == rows_.end()) return nullptr;
        for (const Parameter& row : it->second)
            if (row.kinds.empty() || std::find(row.kinds.begin(), row.kinds.end(), kind) != row.kinds.end())
                return &row;
        return nullptr;
    }

    /// Shared types are documented under their own name, the others under the path of their field.
    std::string prefix_of(const std::string& type, const std::string& path) const {
        for (const char* of_its_own : {".axis", ".value", ".roughness"})
            if (rows_.contains(type + of_its_own)) return type;
        return path;
    }

    void descend(const Value& value, const std::string& path, const Parameter& row) {
        const auto after = [&](std::string_view words) { return row.type.substr(words.size()); };
        if (row.type == "number or varying") {
            if (value.object()) walk(value, "varying");
        } else if (row.type.starts_with("list of ") && value.list()) {
            for (const Value& element : *value.list())
                if (element.object()) walk(element, prefix_of(after("list of "), path + "[]"));
        } else if (row.type.starts_with("names to ")) {
            for (const ObjectMember& member : *value.object()) walk(member.value, after("names to "));
        } else if (value.object()) {
            walk(value, prefix_of(row.type.substr(0, row.type.find(" or null")), path));
        }
    }

    std::map<std::string, std::vector<Parameter>> rows_;
    std::set<std::pair<std::string, std::string>> used_;
};

TEST(Table, the_test_scene_uses_every_row_for_every_type) {
    Coverage coverage;
    coverage.walk(everything_document(), "");
    const std::vector<std::string> unused = coverage.unused();
    EXPECT_TRUE(unused.empty()) << unused.front() << " and " << unused.size() - 1 << " more";
}

TEST(Table, every_row_says_what_it_means_and_every_number_what_its_extremes_do) {
    for (const Parameter& row : parameters()) {
        EXPECT_FALSE(row.meaning.empty()) << row.path;
        EXPECT_FALSE(row.type.empty()) << row.path;
        EXPECT_FALSE(row.range_text.empty()) << row.path;
        if (!row.numeric) continue;
        EXPECT_FALSE(row.extremes.empty()) << row.path;
        EXPECT_TRUE(row.required || !row.default_text.empty()) << row.path;
        const bool has_bounds = row.range_text.find("inf") == std::string::npos;
        EXPECT_TRUE(has_bounds || row.path.starts_with("varying.")) << row.path << " has no bound";
    }
}

TEST(Table, every_default_is_legal) {
    // A scene completed with defaults has each default in it; loading it again checks them all.
    const Scene scene = parse_scene(small, "scene.json");
    EXPECT_NO_THROW(parse_scene(scene_to_json(scene), "scene.json"));
}

TEST(Table, the_reference_page_is_up_to_date) {
    EXPECT_EQ(read_text_file(std::string(PLIANT_SOURCE_DIR) + "/docs/parameters.md"), parameters_markdown())
        << "run `make docs` (pliant schema --markdown > docs/parameters.md)";
}

/// An object of the type with nothing in it but what a file must give, as a default-constructed struct has it.
Value least_object(const Fields& fields) {
    Value object = make_object();
    for (const Field& field : fields) {
        if (!applies(field.row, current_kind(fields)) || !field.row.required) continue;
        if (const ListOf* list = std::get_if<ListOf>(&field.cell); list && list->least > 0)
            object.set(field.row.name, make_value({least_object(list->type.blank().fields)}));
        else if (const Nested* nested = std::get_if<Nested>(&field.cell))
            object.set(field.row.name, least_object(nested->type.blank().fields));
        else
            object.set(field.row.name, write_cell(field.cell));
    }
    return object;
}

TEST(Table, what_a_file_leaves_out_is_what_the_struct_is_made_with) {
    const Source source{.file = "scene.json", .folder = {}, .overrides = {}};
    int structs = 0;
    for (const TypeUse& use : all_types()) {
        const Blank made = use.type.blank();
        const Blank read = use.type.blank();
        if (use.prefix.empty()) {
            Scene scene;  // its list of bodies is empty at first, which a file may not have
            scene.bodies.resize(1);
            const Scene from_file = parse_scene(compact_text(least_object(made.fields)), "scene.json");
            Scene expected = scene;
            expected.bodies[0].name = "body-0";
            EXPECT_EQ(scene_to_json(from_file), scene_to_json(expected));
            continue;
        }
        read_fields(source, least_object(made.fields), "", read.fields);
        EXPECT_EQ(compact_text(write_fields(read.fields)), compact_text(write_fields(made.fields))) << use.type.name;
        ++structs;
    }
    EXPECT_GT(structs, 20);
}

TEST(Table, names_the_stiffness_that_soft_glue_has_when_none_is_given) {
    for (const Parameter& row : parameters()) {
        if (row.path != "glue[].stiffness") continue;
        EXPECT_EQ(row.default_text, "null");
        EXPECT_NE(row.meaning.find("null: " + number_text(soft_glue_stiffness) + " for soft"), std::string::npos);
        return;
    }
    FAIL() << "there is no such row";
}

}  // namespace
}  // namespace pliant::testing

// What a user reads after a mistake.
#include <fmt/format.h>

#include "scene/helpers.hpp"
#include "scene/near.hpp"

namespace pliant::testing {
namespace {

/// A scene with one body of these fields, and more at the top.
std::string with_body(const std::string& fields, const std::string& more = "") {
    return "{\"bodies\": [{" + fields + "}]" + (more.empty() ? "" : ", " + more) + "}";
}
std::string with_shape(const std::string& shape) { return with_body("\"shape\": " + shape); }

void expect_says(const InputProblem& problem, const std::string& path, const std::string& words) {
    EXPECT_EQ(problem.path, path);
    const std::string text = InputError(problem).what();
    EXPECT_NE(text.find(words), std::string::npos) << text;
    EXPECT_TRUE(is_complete(problem)) << text;
}

TEST(Messages, syntax_errors_name_line_and_column) {
    expect_says(problem_of("{\n  \"bodies\": [1,]\n}"), "line 2, column 16", "trailing comma");
    expect_says(problem_of("{\"gravity\":\n [0, NaN, 0]}"), "line 2, column 6", "no NaN");
    expect_says(problem_of("{\"seed\": 1"), "line 1, column 11", "not closed");
    expect_says(problem_of("{\"seed\": 1e999}"), "line 1, column 14", "too large");
    expect_says(problem_of("{'seed': 1}"), "line 1, column 2", "double quotes");
    expect_says(problem_of(""), "line 1, column 1", "too early");
    expect_says(problem_of("/* a comment that is not closed"), "line 1, column 32", "comment");
}

TEST(Messages, comments_are_allowed) {
    EXPECT_NO_THROW(parse_scene("// one\n/* two */" + small + "// three", "scene.json"));
}

TEST(Messages, repeated_keys_are_refused) {
    expect_says(problem_of(with_body("\"shape\": {\"type\": \"box\"}, \"shape\": {\"type\": \"box\"}")), "bodies[0]",
                "\"shape\"");
}

TEST(Messages, deep_nesting_is_refused_not_followed) {
    const InputProblem problem = problem_of(std::string(100000, '['));
    EXPECT_NE(problem.what.find("deep"), std::string::npos);
    EXPECT_TRUE(is_complete(problem));
}

TEST(Messages, a_mistyped_name_gets_the_near_one) {
    expect_says(problem_of(with_body("\"shpae\": 1")), "bodies[0].shpae", "did you mean 'shape'?");
    expect_says(problem_of(with_shape("{\"type\": \"spere\"}")), "bodies[0].shape.type", "did you mean 'sphere'?");
    expect_says(problem_of(with_shape("{\"type\": \"Rounded Box\"}")), "bodies[0].shape.type",
                "did you mean 'rounded_box'?");
    expect_says(problem_of(with_body("\"shape\": {\"type\": \"box\"}, \"material\": \"ruber\"")), "bodies[0].material",
                "did you mean 'rubber'?");
}

TEST(Messages, what_only_soft_or_only_rigid_bodies_have_is_refused_for_the_others) {
    const std::string box = "\"shape\": {\"type\": \"box\"}, ", rigid = box + "\"solver\": \"rigid\", ";
    const std::string keys = "\"motion\": {\"keys\": [{\"time\": 0}, {\"time\": 1, \"angle\": 9}]}";
    expect_says(problem_of(with_body(box + "\"mass\": 2")), "bodies[0].mass", "density");
    expect_says(problem_of(with_body(box + keys)), "bodies[0].motion", "pins");
    expect_says(problem_of(with_body(rigid + "\"pins\": [{\"region\": {\"type\": \"half_space\"}}]")), "bodies[0].pins",
                "motion");
    expect_says(problem_of(with_body(rigid + "\"stretch\": [1, 2, 1]")), "bodies[0].stretch", "scale");
    expect_says(problem_of(with_body(rigid + "\"twist\": {\"angle\": 20}")), "bodies[0].twist", "twisted");
    expect_says(problem_of(with_body(rigid + keys + ", \"velocity\": [1, 0, 0]")), "bodies[0].velocity", "keys");
    expect_says(problem_of(with_body(rigid + keys + ", \"spin\": [1, 0, 0]")), "bodies[0].spin", "keys");
    expect_says(problem_of(with_body(rigid + "\"motion\": {\"keys\": [{\"time\": 1}, {\"time\": 0}]}")),
                "bodies[0].motion.keys[1].time", "order of time");
    expect_says(problem_of(with_body(box + "\"solver\": \"rigit\"")), "bodies[0].solver", "did you mean 'rigid'?");
    expect_says(problem_of(with_body(rigid + "\"mass\": 0")), "bodies[0].mass", "kg");
    expect_says(
        problem_of(with_body(box.substr(0, box.size() - 2), "\"obstacles\": [{\"type\": \"mesh\", \"file\": \"\"}]")),
        "obstacles[0].file", "empty");
    expect_says(problem_of(with_body(box.substr(0, box.size() - 2),
                                     "\"obstacles\": [{\"type\": \"box\", \"file\": \"a.obj\"}]")),
                "obstacles[0].file", "mesh");
}

TEST(Messages, a_field_of_another_type_names_the_types_that_have_it) {
    expect_says(problem_of(with_shape("{\"type\": \"box\", \"tube\": 1}")), "bodies[0].shape.tube", "belongs to torus");
}

TEST(Messages, required_fields_are_asked_for) {
    expect_says(problem_of("{}"), "bodies", "required");
    expect_says(problem_of("{\"bodies\": []}"), "bodies", "at least 1 body");
    expect_says(problem_of(with_body("")), "bodies[0].shape", "required");
    expect_says(problem_of(with_shape("{}")), "bodies[0].shape.type", "type is missing");
    expect_says(problem_of(with_shape("{\"type\": \"mesh\"}")), "bodies[0].shape.file", "required");
    expect_says(problem_of("[]"), "line 1, column 1", "one object");
}

TEST(Messages, fields_that_exclude_each_other_are_refused_together) {
    expect_says(problem_of(R"({"time": {"substeps": 2, "max_step": 0.01}, "bodies": [{"shape": {"type": "box"}}]})"),
                "time.max_step", "exclude");
    EXPECT_NO_THROW(parse_scene(R"({"time": {"substeps": 2, "max_step": 0}, "bodies": [{"shape": {"type": "box"}}]})",
                                "scene.json"));
}

TEST(Messages, files_that_cannot_be_read_are_named) {
    const auto problem = [](const std::string& name) {
        try {
            load_scene(name);
        } catch (const InputError& error) {
            return error.problem();
        }
        return InputProblem{};
    };
    EXPECT_EQ(problem("no/such/scene.json").file, "no/such/scene.json");
    EXPECT_NE(problem("no/such/scene.json").what.find("no such file"), std::string::npos);
    EXPECT_NE(problem(PLIANT_SOURCE_DIR).what.find("folder"), std::string::npos);
    EXPECT_NE(problem("no-such-scene").what.find("bundled"), std::string::npos);
}

struct Cross {
    std::string text, path, words;
};

TEST(Messages, rules_between_fields_are_checked) {
    const std::string box = "\"shape\": {\"type\": \"box\"}";
    const std::string motion =
        ", \"pins\": [{\"region\": {\"type\": \"box\"}, \"motion\": {\"keys\": [{\"time\": 1}, {\"time\": 1}]}}]";
    const std::vector<Cross> cases = {
        {with_body(box + motion), "bodies[0].pins[0].motion.keys[1].time", "order"},
        {with_body(box, R"("forces": [{"type": "wind", "start": 2, "end": 1}])"), "forces[0].end", "after it starts"},
        {with_body(box, R"("forces": [{"type": "wind", "bodies": ["boody-0"]}])"), "forces[0].bodies[0]",
         "did you mean 'body-0'"},
        {"{\"bodies\": [{\"name\": \"a\", " + box + "}, {\"name\": \"a\", " + box + "}]}", "bodies[1].name",
         "same name"},
        {with_body(box, R"("time": {"fps": 1, "max_step": 1e-6})"), "time.max_step", "substeps"},
        {with_body(box + R"(, "clusters": {"count": 50}, "sampling": {"particles": 10})"), "bodies[0].clusters.count",
         "more clusters"},
        {with_shape(R"({"type": "half_space"})"), "bodies[0].shape", "no end"},
        {with_shape(R"({"type": "union", "parts": [{"type": "sheet"}]})"), "bodies[0].shape.parts[0]", "no inside"},
        {with_shape(R"({"type": "sheet", "size": [0, 1, 1]})"), "bodies[0].shape.size", "along x"},
        {with_shape(R"({"type": "strand", "path": [[1, 1, 1], [1, 1, 1]]})"), "bodies[0].shape.path", "two different"},
        {with_shape(R"({"type": "strand", "path": []})"), "bodies[0].shape.path", "two different"},
        {with_shape(R"({"type": "rounded_box", "radius": 0.6})"), "bodies[0].shape.radius", "larger than the box"},
        {with_shape(R"({"ref": "bal"})"), "bodies[0].shape.ref", "no shape of this name"},
        {with_body(R"("shape": {"ref": "a"})",
                   R"("shapes": {"a": {"type": "union", "parts": [{"ref": "b"}]}, "b": {"ref": "a"}})"),
         "shapes.b.ref", "circle"},
        {with_body(box + R"(, "pins": [{"region": {"type": "strand", "path": [[0,0,0],[1,0,0]]}}])"),
         "bodies[0].pins[0].region", "no inside"},
        {with_body(box + R"(, "material": {"stiffness": {"attribute": "a"}})"),
         "bodies[0].material.stiffness.attribute", "mesh"},
        {with_body(box + R"(, "material": {"stiffness": {"attribute": "a", "value": 1}})"),
         "bodies[0].material.stiffness", "exclude"},
        {with_body(
             R"("scale": 1000, "shape": {"type": "union", "scale": 1000, "parts": [{"type": "sphere", "scale": 10}]})"),
         "bodies[0].shape.scale", ""},
        {with_body(box + R"(, "twist": {"axis": [0, 0, 0]})"), "bodies[0].twist.axis", "not be zero"},
    };
    for (const Cross& c : cases) {
        SCOPED_TRACE(c.text);
        if (c.words.empty())
            EXPECT_EQ(problem_of(c.text).path, "bodies[0].scale");
        else
            expect_says(problem_of(c.text), c.path, c.words);
    }
}

TEST(Messages, shapes_that_multiply_through_refs_are_refused_quickly) {
    std::string shapes = R"("s0": {"type": "sphere"})";
    for (int i = 1; i < 60; ++i)
        shapes +=
            fmt::format(R"(, "s{0}": {{"type": "union", "parts": [{{"ref": "s{1}"}}, {{"ref": "s{1}"}}]}})", i, i - 1);
    const InputProblem problem = problem_of(with_body(R"("shape": {"ref": "s59"})", "\"shapes\": {" + shapes + "}"));
    EXPECT_NE(problem.what.find("parts"), std::string::npos) << problem.what;
}

TEST(Messages, half_spaces_cut_bounded_shapes) {
    EXPECT_NO_THROW(parse_scene(
        with_shape(R"({"type": "intersection", "parts": [{"type": "half_space"}, {"type": "sphere"}]})"), "s"));
    EXPECT_NO_THROW(parse_scene(
        with_shape(R"({"type": "difference", "parts": [{"type": "sphere"}, {"type": "half_space"}]})"), "s"));
}

TEST(Near, the_distance_counts_swaps_as_one) {
    EXPECT_EQ(edit_distance("cuont", "count"), 1U);
    EXPECT_EQ(edit_distance("", "abc"), 3U);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
    EXPECT_EQ(edit_distance("same", "same"), 0U);
}

TEST(Near, nothing_near_lists_what_is_known) {
    EXPECT_EQ(did_you_mean("zzzzzz", {"alpha", "beta"}), "known are: alpha, beta");
}

}  // namespace
}  // namespace pliant::testing

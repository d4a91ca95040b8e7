// Fields that a solver does not use are noted by their path.
#include "scene/helpers.hpp"

#include <fmt/format.h>

namespace pliant::testing {
namespace {

std::string notes_of(const std::string& body) {
    const std::string text =
        R"({"time": {"substeps": 20}, "bodies": [{"shape": {"type": "box"}}, {"shape": {"type": "box"}, )" + body +
        "}]}";
    return fmt::format("{}", fmt::join(scene_notes(parse_scene(text, "s")), "\n"));
}

TEST(Unused, fields_of_another_solver_are_named_with_the_solver) {
    const std::string points =
        notes_of(R"("solver": "point_based", "material": {"stiffness": 9, "young": 1e5}, "clusters": {"count": 9})");
    for (const char* part : {"body-1", "point_based", "bodies[1].material.stiffness", "bodies[1].clusters"})
        EXPECT_NE(points.find(part), std::string::npos) << points;
    EXPECT_EQ(points.find("young"), std::string::npos) << points;
    const std::string soft = notes_of(
        R"("material": {"stiffness": 9, "poisson": 0.2, "viscosity": {"value": 3}}, "point_based": {"split": 2})");
    for (const char* part : {"shape_matching", "material.poisson", "material.viscosity", "bodies[1].point_based"})
        EXPECT_NE(soft.find(part), std::string::npos) << soft;
    EXPECT_EQ(soft.find("stiffness"), std::string::npos) << soft;
    const std::string rigid = notes_of(R"("solver": "rigid", "material": {"flow": 3, "friction": 0.1, "density": 7})");
    EXPECT_NE(rigid.find("bodies[1].material.flow"), std::string::npos) << rigid;
    EXPECT_EQ(rigid.find("friction"), std::string::npos) << rigid;
    EXPECT_EQ(rigid.find("density"), std::string::npos) << rigid;
}

TEST(Unused, what_nobody_set_is_not_named) {
    for (const char* body : {R"("solver": "rigid")", R"("solver": "point_based")", R"("solver": "shape_matching")",
                             R"("solver": "rigid", "material": "lead")", R"("material": "jelly")",
                             R"("material": {"preset": "jelly", "stiffness": 3}, "clusters": {"count": 3})"})
        EXPECT_EQ(notes_of(body), "") << body;
}

TEST(Unused, a_preset_without_values_for_a_point_based_body_says_what_is_missing) {
    const std::string cloth = notes_of(R"("solver": "point_based", "material": "cloth")");
    EXPECT_NE(cloth.find("preset cloth"), std::string::npos) << cloth;
    EXPECT_NE(cloth.find("yield_stress"), std::string::npos) << cloth;
    EXPECT_EQ(notes_of(R"("solver": "point_based", "material": {"preset": "cloth", "young": 1e6})"), "");
    EXPECT_EQ(notes_of(R"("solver": "point_based", "material": "lead")"), "");
}

}  // namespace
}  // namespace pliant::testing

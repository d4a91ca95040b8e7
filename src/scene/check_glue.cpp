#include "scene/check_glue.hpp"

#include "scene/limits.hpp"
#include "scene/near.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pliant {
namespace {

void check_ends(const Checked& checked, const Glue& glue, const std::string& path) {
    std::vector<std::string> bodies, all;
    for (const Body& body : checked.scene.bodies) bodies.push_back(body.name);
    all = bodies;
    for (const Obstacle& obstacle : checked.scene.obstacles) all.push_back(obstacle.name);
    const auto is_in = [](const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (!is_in(all, glue.a))
        checked.fail(path + ".a", {.what = "no body and no obstacle has this name",
                                   .allowed = "the name of a body or an obstacle",
                                   .hint = did_you_mean(glue.a, all)});
    if (!is_in(bodies, glue.b))
        checked.fail(path + ".b", {.what = is_in(all, glue.b) ? "an obstacle cannot be held" : "no body has this name",
                                   .allowed = "the name of a body",
                                   .hint = is_in(all, glue.b) ? "exchange a and b" : did_you_mean(glue.b, bodies)});
    if (glue.a == glue.b)
        checked.fail(path + ".b", {.what = "a body cannot be glued to itself",
                                   .allowed = "the name of another body",
                                   .hint = "make the two parts two bodies"});
}

void check_selection(const Checked& checked, ShapeChecker& shapes, const Glue& glue, const std::string& path) {
    if (glue.where) shapes.check_selector(*glue.where, path + ".where");
    if (glue.where && !glue.particles.empty())
        checked.fail(path + ".particles", {.what = "'where' and 'particles' exclude each other",
                                           .allowed = "one of the two",
                                           .hint = "remove 'where' or 'particles'"});
    if (!glue.where && glue.particles.empty())
        checked.fail(path + ".where", {.what = "the glue does not say which particles of b it holds",
                                       .allowed = "a shape here, or a list of numbers in 'particles'",
                                       .hint = "try a sphere about the place where the two meet"});
}

void check_keys(const Checked& checked, const Glue& glue, const std::string& path) {
    if (glue.stiffness && !glue.keys.empty())
        checked.fail(path + ".keys", {.what = "'stiffness' and 'keys' exclude each other",
                                      .allowed = "one of the two",
                                      .hint = "remove 'stiffness', or the keys"});
    for (std::size_t i = 1; i < glue.keys.size(); ++i)
        if (glue.keys[i].time - glue.keys[i - 1].time < limits::key_gap)
            checked.fail(
                fmt::format("{}.keys[{}].time", path, i),
                {.what = fmt::format("the keys of glue stand in order of time, {} s apart or more", limits::key_gap),
                 .allowed = fmt::format("a number from {} s", glue.keys[i - 1].time + limits::key_gap),
                 .hint = "sort the keys by time, and leave out those that are too close"});
}

}  // namespace

void check_glue(const Checked& checked, ShapeChecker& shapes, const Glue& glue, const std::string& path) {
    check_ends(checked, glue, path);
    check_selection(checked, shapes, glue, path);
    check_keys(checked, glue, path);
}

}  // namespace pliant

// Random damage to a scene's text: an InputError or a scene, never a crash.
#include <rapidcheck.h>

#include "scene/helpers.hpp"

namespace pliant::testing {
namespace {

/// Loads the text; anything but an InputError gets out.
void load_or_refuse(const std::string& text) {
    try {
        const Scene scene = parse_scene(text, "scene.json");
        parse_scene(scene_to_json(scene), "scene.json");  // what is accepted can be written and read again
    } catch (const InputError& error) {
        RC_ASSERT(!error.problem().what.empty());
        RC_ASSERT(!error.problem().file.empty());
    }
}

/// Digits and JSON's own characters reach deeper into the reader than arbitrary bytes.
rc::Gen<char> damage() {
    return rc::gen::oneOf(rc::gen::arbitrary<char>(), rc::gen::elementOf(std::string("0123456789.-e\"{}[],: ntf/")));
}

TEST(Mutations, changed_bytes_never_crash) {
    const std::string original = everything_text();
    EXPECT_TRUE(rc::check([&] {
        for (int round = 0; round < 30; ++round) {
            std::string text = original;
            const int changes = *rc::gen::inRange(1, 5);
            for (int i = 0; i < changes; ++i) text[*rc::gen::inRange<std::size_t>(0, text.size())] = *damage();
            load_or_refuse(text);
        }
    }));
}

TEST(Mutations, missing_and_repeated_pieces_never_crash) {
    const std::string original = everything_text();
    EXPECT_TRUE(rc::check([&] {
        for (int round = 0; round < 10; ++round) {
            const std::size_t begin = *rc::gen::inRange<std::size_t>(0, original.size());
            const std::size_t length = *rc::gen::inRange<std::size_t>(0, 200);
            const std::string piece = original.substr(begin, length);
            load_or_refuse(original.substr(0, begin) + original.substr(begin + piece.size()));
            load_or_refuse(original.substr(0, begin) + piece + piece + original.substr(begin + piece.size()));
            load_or_refuse(original.substr(0, begin));
        }
    }));
}

TEST(Mutations, arbitrary_overrides_never_crash) {
    const std::vector<std::string> paths = {"bodies.0.clusters.count",
                                            "bodies[0].shape",
                                            "gravity",
                                            "gravity.2",
                                            "time",
                                            "bodies",
                                            "",
                                            "bodies.0.material.stiffness.regions.0.value",
                                            "shapes.new.type",
                                            "obstacles.0.motion.keys"};
    EXPECT_TRUE(rc::check([&] {
        const Override override{*rc::gen::elementOf(paths), *rc::gen::container<std::string>(damage())};
        try {
            parse_scene(small, "scene.json", {override});
        } catch (const InputError& error) {
            RC_ASSERT(!error.problem().file.empty());
        }
    }));
}

}  // namespace
}  // namespace pliant::testing

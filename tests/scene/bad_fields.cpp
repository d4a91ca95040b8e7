// Every number of a scene that uses every field, broken in every way of the contract: accepted, or refused with a
// complete message. New rows of the table come along by themselves (table.cpp checks that the scene uses them all).
#include "scene/helpers.hpp"

#include "scene/path.hpp"

namespace pliant::testing {
namespace {

/// Runs `change` on a fresh copy of the document for each number, and `check` on what loading it gives.
void sweep(const std::function<void(Value& number)>& change,
           const std::function<void(const std::string& path, const InputProblem*)>& check) {
    Value root = everything_document();
    for_each_number(root, "", [&](const std::string& path, Value& number) {
        const Value original = number;
        change(number);
        try {
            parse_scene(compact_text(root), "scene.json");
            check(path, nullptr);
        } catch (const InputError& error) {
            check(path, &error.problem());
        }
        number = original;
    });
}

void expect_refused_there(const Value& bad) {
    int cases = 0;
    sweep([&](Value& number) { number = bad; },
          [&](const std::string& path, const InputProblem* problem) {
              ++cases;
              ASSERT_TRUE(problem) << path << " accepted " << compact_text(bad);
              EXPECT_EQ(problem->path, path);
              EXPECT_EQ(problem->value, compact_text(bad));
              EXPECT_EQ(problem->file, "scene.json");
              EXPECT_TRUE(is_complete(*problem)) << InputError(*problem).what();
          });
    EXPECT_GT(cases, 300);
}

void expect_complete_if_refused(const Value& value) {
    sweep([&](Value& number) { number = value; },
          [&](const std::string& path, const InputProblem* problem) {
              if (problem) {
                  EXPECT_TRUE(is_complete(*problem)) << path << ": " << InputError(*problem).what();
              }
          });
}

TEST(BadFields, not_a_number_as_text_is_refused_at_its_place) { expect_refused_there(make_value("NaN")); }
TEST(BadFields, infinity_as_text_is_refused_at_its_place) { expect_refused_there(make_value("-Infinity")); }
TEST(BadFields, numbers_beyond_every_range_are_refused_at_their_place) { expect_refused_there(make_value(1e30)); }
TEST(BadFields, truth_values_for_numbers_are_refused_at_their_place) { expect_refused_there(make_value(true)); }
TEST(BadFields, minus_one_is_legal_or_explained) { expect_complete_if_refused(make_value(-1.0)); }
TEST(BadFields, zero_is_legal_or_explained) { expect_complete_if_refused(make_value(0.0)); }
TEST(BadFields, a_list_for_a_number_is_legal_or_explained) { expect_complete_if_refused(make_value(Value::List{})); }
TEST(BadFields, null_is_legal_or_explained) { expect_complete_if_refused(Value{}); }

/// The object or list that holds the value at the path.
std::string parent_of(const std::string& path) {
    const std::size_t end = path.find_last_of(".[");
    return end == std::string::npos ? "" : path.substr(0, end);
}

std::vector<std::string> number_paths(Value document) {
    std::vector<std::string> paths;
    for_each_number(document, "", [&](const std::string& path, Value&) { paths.push_back(path); });
    return paths;
}

TEST(BadFields, missing_numbers_take_their_default_or_are_explained) {
    const Value complete = everything_document();
    for (const std::string& path : number_paths(complete)) {
        Value root = complete;
        Value& parent = const_cast<Value&>(deepest(root, parent_of(path)));
        if (Value::List* list = parent.list())
            list->pop_back();
        else
            parent.erase(parse_path(path).back().key);
        try {
            parse_scene(compact_text(root), "scene.json");
            const bool any_length = parent_of(path).ends_with(".values") || parent_of(path).ends_with(".particles");
            EXPECT_TRUE(parent.object() || any_length) << path << ": a vector of two components was accepted";
        } catch (const InputError& error) {
            EXPECT_TRUE(is_complete(error.problem())) << error.what();
        }
    }
}

TEST(BadFields, unknown_keys_are_refused_with_the_name_that_was_meant) {
    const Value complete = everything_document();
    for (const std::string& path : number_paths(complete)) {
        Value root = complete;
        Value& parent = const_cast<Value&>(deepest(root, parent_of(path)));
        if (!parent.object()) continue;
        const std::string key = parse_path(path).back().key;
        parent.set(key + "x", make_value(1.0));
        const InputProblem problem = problem_of(compact_text(root));
        EXPECT_EQ(problem.path, path + "x");
        EXPECT_NE(problem.hint.find("'" + key + "'"), std::string::npos) << path << ": " << problem.hint;
        EXPECT_TRUE(is_complete(problem));
    }
}

}  // namespace
}  // namespace pliant::testing

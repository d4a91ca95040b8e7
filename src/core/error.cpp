#include <pliant/error.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

namespace pliant {
namespace {

std::string text_of(const InputProblem& p) {
    std::string text = p.file.empty() ? "" : p.file + ": ";
    if (!p.path.empty()) text += p.path + ": ";
    text += p.what;
    if (!p.value.empty()) text += fmt::format("\n  found:   {}", p.value);
    if (!p.allowed.empty()) text += fmt::format("\n  allowed: {}", p.allowed);
    if (!p.hint.empty()) text += fmt::format("\n  hint:    {}", p.hint);
    return text;
}

}  // namespace

InputError::InputError(InputProblem problem) : std::runtime_error(text_of(problem)), problem_(std::move(problem)) {}

InputError InputError::at(const std::string& file, const std::string& path) const {
    InputProblem p = problem_;
    if (p.file.empty()) p.file = file;
    if (p.path.empty()) p.path = path;
    return InputError(std::move(p));
}

namespace {

void print_and_abort(const char* condition, const char* file, int line) {
    std::fprintf(stderr, "pliant: this should have held, and is a bug of ours: %s (%s:%d)\n", condition, file, line);
    std::abort();
}

std::atomic<AssertHandler> assert_handler = print_and_abort;

}  // namespace

AssertHandler set_assert_handler(AssertHandler handler) {
    return assert_handler.exchange(handler ? handler : print_and_abort);
}

void assertion_failed(const char* condition, const char* file, int line) {
    assert_handler.load()(condition, file, line);
}

}  // namespace pliant

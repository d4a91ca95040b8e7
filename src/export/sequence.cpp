// A run's folder as a sequence of frames, and the ranges people write.
#include <pliant/error.hpp>
#include <pliant/export.hpp>
#include <pliant/output.hpp>

#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <optional>

namespace pliant {
namespace {

struct Range {
    int first = 0;
    int last = 0;
};

[[noreturn]] void bad_range(const std::string& what, const std::string& range, const std::vector<int>& numbers) {
    throw InputError(
        {.what = what,
         .path = "--frames",
         .value = range,
         .allowed = fmt::format("N, A:B, A: or :B with frames from {} to {}", numbers.front(), numbers.back())});
}

/// "2nd", "5th".
std::string ordinal(int number) {
    const int tens = number / 10 % 10, ones = number % 10;
    const char* ending = tens == 1 ? "th" : ones == 1 ? "st" : ones == 2 ? "nd" : ones == 3 ? "rd" : "th";
    return fmt::format("{}{}", number, ending);
}

std::optional<int> whole_number(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// `numbers` are those of the run, ascending and at least one.
Range parse_range(const std::string& text, const std::vector<int>& numbers) {
    Range range = {numbers.front(), numbers.back()};
    if (text.empty()) return range;
    const std::size_t colon = text.find(':');
    const std::string first = text.substr(0, colon), last = colon == std::string::npos ? first : text.substr(colon + 1);
    for (const auto& [part, value] : {std::pair(&first, &range.first), std::pair(&last, &range.last)}) {
        if (part->empty() && colon != std::string::npos) continue;
        const std::optional<int> number = whole_number(*part);
        if (!number) bad_range("this is not a range of frames", text, numbers);
        if (*number < numbers.front() || *number > numbers.back())
            bad_range("the run has no such frame", text, numbers);
        *value = *number;
    }
    if (range.first > range.last) bad_range("the range ends before it starts", text, numbers);
    return range;
}

}  // namespace

FrameSequence run_sequence(const std::filesystem::path& folder, const std::string& range) {
    const auto reader = std::make_shared<const RunReader>(folder);
    const std::vector<int>& numbers = reader->frame_numbers();
    if (numbers.empty())
        throw InputError({.what = "the run has no frames yet",
                          .file = folder.string(),
                          .hint = "let pliant run write some; scenes with output.frames = false write none"});
    const Range chosen = parse_range(range, numbers);
    FrameSequence sequence;
    sequence.name = reader->info().name;
    sequence.scene = std::make_shared<const Scene>(reader->scene());
    sequence.fps = sequence.scene->time.fps;
    for (const int number : numbers)
        if (number >= chosen.first && number <= chosen.last) sequence.numbers.push_back(number);
    if (sequence.numbers.empty())
        bad_range(fmt::format("no frame in this range was written, only every {} frame", ordinal(reader->info().every)),
                  range, numbers);
    sequence.read = [reader](int number) { return reader->read_frame(number).frame; };
    return sequence;
}

}  // namespace pliant

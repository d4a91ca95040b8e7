#include "live/saved.hpp"

namespace pliant {
namespace {

template <class T>
std::size_t array_bytes(const std::vector<T>& array) {
    return array.size() * sizeof(T);
}
template <std::size_t K>
std::size_t array_bytes(const Columns<K>& array) {
    return array_bytes(array.data());
}

}  // namespace

SavedMoment::SavedMoment() = default;
SavedMoment::~SavedMoment() = default;
SavedMoment::SavedMoment(const SavedMoment&) = default;
SavedMoment& SavedMoment::operator=(const SavedMoment&) = default;
SavedMoment::SavedMoment(SavedMoment&&) noexcept = default;
SavedMoment& SavedMoment::operator=(SavedMoment&&) noexcept = default;

std::size_t SavedMoment::bytes() const {
    if (!content_) return 0;
    std::size_t sum = sizeof(Content);
    for_each_part(
        [&](const std::string&, const auto& part) {
            for_each_array([&](const ArrayTraits&, const auto&, const auto& array) { sum += array_bytes(array); },
                           part);
        },
        content_->state);
    return sum;
}

}  // namespace pliant

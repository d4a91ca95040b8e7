#include "view/history.hpp"

#include <iterator>
#include <utility>

namespace pliant {

void History::clear() {
    frames_.clear();
    moments_.clear();
    frame_bytes_ = moment_bytes_ = 0;
    newest_ = -1;
}

void History::keep_frame(int frame, PacketPtr packet) {
    PacketPtr& place = frames_[frame];
    if (place) frame_bytes_ -= place->bytes.size();
    frame_bytes_ += packet->bytes.size();
    place = std::move(packet);
    newest_ = frame;
    while (frame_bytes_ > budget_ && frames_.size() > 1) {
        const auto oldest = frames_.begin()->first == frame ? std::prev(frames_.end()) : frames_.begin();
        frame_bytes_ -= oldest->second->bytes.size();
        frames_.erase(oldest);
    }
}

PacketPtr History::frame(int frame) const {
    const auto at = frames_.find(frame);
    return at == frames_.end() ? nullptr : at->second;
}

bool History::wants_moment(int frame) const { return frame % moment_every == 0 && !moments_.contains(frame); }

void History::keep_moment(int frame, SavedMoment moment) {
    moment_bytes_ += moment.bytes();
    moments_[frame] = std::move(moment);
    // The start stays: one can always go back to it.
    while (moment_bytes_ > budget_ && moments_.size() > 2) {
        const auto oldest = std::next(moments_.begin());
        moment_bytes_ -= oldest->second.bytes();
        moments_.erase(oldest);
    }
}

const std::pair<const int, SavedMoment>* History::moment_before(int frame) const {
    const auto after = moments_.upper_bound(frame);
    return after == moments_.begin() ? nullptr : &*std::prev(after);
}

void History::go_back_to(int frame) {
    newest_ = frame;
    for (auto at = moments_.upper_bound(frame); at != moments_.end();) {
        moment_bytes_ -= at->second.bytes();
        at = moments_.erase(at);
    }
}

std::optional<int> History::first_frame() const {
    return frames_.empty() ? std::nullopt : std::optional(frames_.begin()->first);
}
std::optional<int> History::last_frame() const {
    return frames_.empty() ? std::nullopt : std::optional(frames_.rbegin()->first);
}
std::optional<int> History::first_stale() const {
    const auto after = frames_.upper_bound(newest_);
    return after == frames_.end() ? std::nullopt : std::optional(after->first);
}
std::optional<int> History::first_moment() const {
    return moments_.empty() ? std::nullopt : std::optional(moments_.begin()->first);
}

}  // namespace pliant

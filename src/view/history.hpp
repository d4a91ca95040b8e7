// Frames and moments of a live run that are kept within a budget, oldest dropped first.
#pragma once

#include "view/packet.hpp"

#include <pliant/live.hpp>

#include <map>
#include <optional>

namespace pliant {

class History {
  public:
    explicit History(std::size_t bytes) : budget_(bytes) {}

    void clear();
    /// A frame as it was sent. Frames after it were of another future: they are stale from now on.
    void keep_frame(int frame, PacketPtr packet);
    PacketPtr frame(int frame) const;
    bool wants_moment(int frame) const;
    void keep_moment(int frame, SavedMoment moment);
    /// The last moment at or before a frame.
    const std::pair<const int, SavedMoment>* moment_before(int frame) const;
    /// The run goes on from here: what comes later is stale until it has been simulated again.
    void go_back_to(int frame);

    std::optional<int> first_frame() const;
    std::optional<int> last_frame() const;   ///< stale ones too
    std::optional<int> first_stale() const;  ///< none: all are of the run as it is
    std::optional<int> first_moment() const;

  private:
    static constexpr int moment_every = 10;  ///< frames

    std::size_t budget_;
    std::size_t frame_bytes_ = 0, moment_bytes_ = 0;
    std::map<int, PacketPtr> frames_;
    std::map<int, SavedMoment> moments_;
    int newest_ = -1;  ///< of the run as it is
};

}  // namespace pliant

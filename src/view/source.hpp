// What a viewer shows: a live simulation, or the folder of a run.
#pragma once

#include "view/command.hpp"
#include "view/packet.hpp"

#include <pliant/view.hpp>

#include <memory>
#include <vector>

namespace pliant {

/// ms that the last frame took.
struct SourceTimes {
    double simulated = 0;
    double packed = 0;  ///< its packet, with measures and moments
};

class ViewSource {
  public:
    virtual ~ViewSource() = default;

    /// What a page needs to know first, in this order.
    virtual std::vector<PacketPtr> greeting() = 0;
    /// The frame that is shown now.
    virtual PacketPtr current() = 0;
    /// Goes on by one frame; false when there is none yet.
    virtual bool advance() = 0;
    /// A frame that is kept; none: it is not.
    virtual PacketPtr kept(int frame) = 0;
    /// Frames for each second of simulated time.
    virtual double fps() const = 0;
    virtual SourceTimes times() const { return {}; }
    /// Which frames are kept, for the timeline: members of the status.
    virtual void add_status(Value& status) const = 0;

    /// Does a command of a page; returns what is to be sent to all pages. Throws InputError.
    virtual std::vector<PacketPtr> act(const Command& command) = 0;
};

std::unique_ptr<ViewSource> live_source(const Scene& scene, const ViewOptions& options);
std::unique_ptr<ViewSource> folder_source(const std::filesystem::path& folder);

}  // namespace pliant

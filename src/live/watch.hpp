// Contacts and events, read off the work space that a step leaves behind.
#pragma once

#include "sim/model.hpp"
#include "sim/scratch.hpp"
#include "sim/state.hpp"

#include <pliant/live.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace pliant {

class Watch {
  public:
    /// Remembers what the step that comes is compared with.
    void before_step(const Model& model, const State& state, const Scratch& scratch);
    /// Finds the step's contacts and events.
    void after_step(const Model& model, const State& state, const Scratch& scratch, const StepReport& report);

    const std::vector<Contact>& contacts() const { return contacts_; }
    std::vector<Event> take_events();
    void forget();

  private:
    using Key = std::array<std::uint32_t, 3>;  ///< body, kind of the other, other
    struct Sum {
        Vec3 impulse = Vec3::Zero(), weighted = Vec3::Zero(), plain = Vec3::Zero();
        double weight = 0;
        std::size_t points = 0;
    };
    void add(std::uint32_t body, Hit::Kind kind, std::uint32_t other, const Vec3& point, const Vec3& impulse);
    void add_obstacles(const Model& model, const State& state, const Scratch& scratch);
    void add_clusters(const Model& model, const State& state, const Scratch& scratch);
    void add_rigid(const Model& model, const Scratch& scratch);
    void add_balls(const Scratch& scratch);
    void see_touches(const State& state);
    void see_glue(const State& state);
    void see_breaks(const Model& model, const State& state);
    void see_rest(const Model& model, const State& state);

    std::vector<Vector4> impulse_before_;  ///< per particle of shape matching
    std::size_t fragments_before_ = 0;
    std::vector<GlueStatus> glue_before_;  ///< per binding
    std::map<Key, Sum> sums_;
    std::vector<Key> touching_;  ///< sorted
    std::vector<Contact> contacts_;
    std::vector<Event> events_;
    std::vector<int> quiet_frames_;  ///< per body
};

}  // namespace pliant

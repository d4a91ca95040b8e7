#include "build/glue.hpp"

#include "build/glue_side.hpp"
#include "glue/frame.hpp"
#include "glue/order.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace pliant {
namespace {

/// The least that a joint's frame is made of, where nothing else is asked for: one frame carries a whole body.
constexpr int joint_parents = 12;

/// A welded joint turns one body by a few particles of the other: of the smaller body's size, those have this much at
/// least. Smaller frames would carry its weight at so short a lever that they give way within their body.
constexpr double welded_size = 0.25;

class GlueBuilder {
  public:
    GlueBuilder(ShapeBuilder& shapes, const Scene& scene, double time, Model& model, State& state)
        : shapes_(shapes), scene_(scene), time_(time), model_(model), state_(state) {
        for (std::uint32_t k = 0; k < state.glue.particles.size(); ++k)
            slots_[{state.glue.particles[k].body, state.glue.particles[k].particle}] = k;
    }

    void add(std::size_t index) {
        const Glue& glue = scene_.glue[index];
        path_ = fmt::format("glue[{}]", index);
        const GlueSide a = side_of(glue.a), b = side_of(glue.b);
        const std::vector<std::size_t> held = selected(glue, b);
        GlueSummary summary{glue.name, glue.a, glue.b, 0, 0, 0, 0, 0, 0, {}};
        const auto rule = static_cast<std::uint32_t>(model_.glue.size());
        const std::size_t first = state_.glue.size();
        levers_ = Mat3::Zero();
        welded_ = glue.mode == GlueMode::joint && glue.kind == JointKind::welded;
        if (glue.mode == GlueMode::joint) {
            Vec3 center = Vec3::Zero();
            for (const std::size_t k : held) center += b.particles[k].position / static_cast<double>(held.size());
            size_ = welded_ ? welded_size * std::min(size_about(a, center), size_about(b, center)) : 0;
            const Held held_b = !welded_ && glue.parents == 0 && held.size() >= std::size_t{joint_parents}
                                    ? frame_of(b, selection(b, held), center, summary)
                                    : frame_end(glue, b, center, summary);
            bind(rule, frame_end(glue, a, center, summary), held_b);
            size_ = 0;
        } else if (held.size() > 1 && a.is_rigid() && b.is_rigid()) {
            bind_rigid(rule, a, b, selection(b, held));
        } else {
            for (const std::size_t k : held)
                bind(rule, frame_end(glue, a, b.particles[k].position, summary), particle_end(b, k));
        }
        summary.points = glue.mode == GlueMode::joint ? 1 : held.size();
        summary.bindings = state_.glue.size() - first;
        model_.glue.push_back(rule_of(glue, a, b, summary.bindings));
        add_notes(summary);
        model_.glue_summaries.push_back(std::move(summary));
    }

  private:
    GlueSide side_of(const std::string& name) const {
        try {
            return glue_side(scene_, model_, state_, time_, name);
        } catch (const InputError& error) {
            throw shapes_.located(error, path_);
        }
    }

    struct Held {
        GlueEnd end;
        GlueGrip grip;
    };

    /// Numbers of b's particles that are held.
    std::vector<std::size_t> selected(const Glue& glue, const GlueSide& b) {
        std::vector<std::size_t> held;
        for (std::size_t k = 0; k < glue.particles.size(); ++k) {
            const auto number = static_cast<std::size_t>(glue.particles[k]);
            if (number >= b.particles.size())
                throw shapes_.located(
                    InputError({.what = fmt::format("{} has no particle with this number", glue.b),
                                .value = fmt::format("{}", number),
                                .allowed = fmt::format("numbers from 0 to {}", b.particles.size() - 1),
                                .hint = "frames and exports list a body's particles in the order of their numbers"}),
                    fmt::format("{}.particles[{}]", path_, k));
            if (std::find(held.begin(), held.end(), number) == held.end()) held.push_back(number);
        }
        if (!glue.where) return held;
        const SolidPtr region = shapes_.solid(*glue.where, path_ + ".where");
        const Similarity place = similarity_of(scene_.bodies[b.body].place);
        for (std::size_t k = 0; k < b.particles.size(); ++k) {
            const Vec3 world = b.particles[k].position;
            const Vec3 own = place.rotation.transpose() * (world - place.translate) / place.scale;
            if (region->distance(glue.space == Space::world ? world : own) <= 0) held.push_back(k);
        }
        if (held.empty())
            throw shapes_.located(
                InputError({.what = "this glue holds no particle",
                            .value = fmt::format("none of the {} particles of {}", b.particles.size(), glue.b),
                            .allowed = "a shape that contains at least one particle of b",
                            .hint = fmt::format("its particles are {:.3g} m apart; the shape is in {} coordinates",
                                                model_.summaries[b.body].spacing,
                                                glue.space == Space::body ? "the body's own" : "world")}),
                path_ + ".where");
        return held;
    }

    static std::vector<GlueCandidate> selection(const GlueSide& side, const std::vector<std::size_t>& numbers) {
        std::vector<GlueCandidate> particles;
        for (const std::size_t k : numbers) particles.push_back(side.particles[k]);
        return particles;
    }

    std::uint32_t slot_of(std::uint32_t body, std::uint32_t particle) {
        const auto [it, is_new] = slots_.try_emplace({body, particle}, static_cast<std::uint32_t>(slots_.size()));
        if (is_new) state_.glue.particles.push_back({body, particle});
        return it->second;
    }

    /// A particle of b; of something rigid, a point of it.
    Held particle_end(const GlueSide& side, std::size_t number) {
        if (side.kind != GlueEndKind::frame) return rigid_end(side, side.particles[number].position);
        return {{GlueEndKind::particle, slot_of(side.body, side.particles[number].number), 1}, {}};
    }

    Held rigid_end(const GlueSide& side, const Vec3& point) {
        Held held{{side.kind, side.index, 0}, {}};
        held.grip.point = side.pose.rotation.transpose() * (point - side.pose.translation);
        const Eigen::Quaterniond q = Eigen::Quaterniond(side.pose.rotation).normalized();
        held.grip.turn = {q.w(), q.x(), q.y(), q.z()};
        widen(held.grip.point.norm());
        return held;
    }

    /// The frame that holds a point; of something rigid, the point itself.
    Held frame_end(const Glue& glue, const GlueSide& side, const Vec3& point, GlueSummary& summary) {
        if (side.kind != GlueEndKind::frame) return rigid_end(side, point);
        const int least = glue.mode == GlueMode::joint ? joint_parents : 0;
        const ChosenParents chosen = choose_parents(side.particles, point, {glue.parents, glue.radius, least, size_});
        if (chosen.numbers.size() < 2)
            throw shapes_.located(
                InputError(
                    {.what = fmt::format("a frame needs at least two particles of {}", scene_.bodies[side.body].name),
                     .value = fmt::format("{} of its {}", chosen.numbers.size(), side.particles.size()),
                     .allowed = "parents from 2, within a radius that holds as many; 0 chooses both",
                     .hint = fmt::format("its particles are {:.3g} m apart", model_.summaries[side.body].spacing)}),
                path_ + (glue.parents == 1 ? ".parents" : ".radius"));
        if (glue.parents > 0 || glue.radius > 0) check_reach(glue, side, point, chosen);
        return hold_by(side, chosen, summary);
    }

    /// The least motion of parents that are close together throws a point that is far from them about, and what pulls
    /// at the point throws them.
    void check_reach(const Glue& glue, const GlueSide& side, const Vec3& point, const ChosenParents& chosen) const {
        constexpr double most = 5;
        if (!(chosen.reach > most)) return;
        const ChosenParents better = choose_parents(side.particles, point, {});
        throw shapes_.located(
            InputError(
                {.what = fmt::format("these parents in {} are too close together for a point so far away: they "
                                     "would be thrown about",
                                     scene_.bodies[side.body].name),
                 .value = fmt::format("{} parents, and a point {:.3g} times as far from their center as they are",
                                      chosen.numbers.size(), chosen.reach),
                 .allowed = fmt::format("at most {:.0f} times as far", most),
                 .hint = fmt::format("0 chooses {} here ({:.3g} times as far)", better.numbers.size(), better.reach)}),
            path_ + (glue.parents > 0 ? ".parents" : ".radius"));
    }

    /// The frame of particles that were chosen for it.
    Held frame_of(const GlueSide& side, const std::vector<GlueCandidate>& particles, const Vec3& point,
                  GlueSummary& summary) {
        if (side.kind != GlueEndKind::frame) return rigid_end(side, point);
        return hold_by(side, choose_parents(particles, point, {static_cast<int>(particles.size()), 0, 0, 0}), summary);
    }

    Held hold_by(const GlueSide& side, const ChosenParents& chosen, GlueSummary& summary) {
        Held held{{GlueEndKind::frame, static_cast<std::uint32_t>(state_.glue.parents.size()),
                   static_cast<std::uint32_t>(chosen.numbers.size())},
                  {}};
        held.grip.point = chosen.point;
        double extent = 0;
        for (std::size_t i = 0; i < chosen.numbers.size(); ++i) {
            state_.glue.parents.push_back(chosen.parents[i]);
            state_.glue.parent_particles.push_back(slot_of(side.body, chosen.numbers[i]));
            extent += chosen.parents[i].weight * chosen.parents[i].rest.squaredNorm();
        }
        widen(std::sqrt(extent));
        const bool first = summary.fewest_parents == 0;
        summary.fewest_parents =
            first ? chosen.numbers.size() : std::min(summary.fewest_parents, chosen.numbers.size());
        summary.most_parents = std::max(summary.most_parents, chosen.numbers.size());
        summary.conditioning = first ? chosen.conditioning : std::min(summary.conditioning, chosen.conditioning);
        summary.reach = std::max(summary.reach, chosen.reach);
        return held;
    }

    /// The lever is at least this, m, about every axis.
    void widen(double lever) {
        if (lever * lever > levers_(0, 0)) levers_ = lever * lever * Mat3::Identity();
    }

    /// Many points between two rigid things hold no more than one joint does, but would hide from each other what each
    /// of them carries. So they are one weld at their center, with the stiffness against turning that springs at all of
    /// them have together; or, where they lie on a line, two at the same distance from their center as they are on the
    /// mean.
    void bind_rigid(std::uint32_t rule, const GlueSide& a, const GlueSide& b,
                    const std::vector<GlueCandidate>& points) {
        constexpr double thin = 1e-3;  // times as wide as long: a line
        Vec3 center = Vec3::Zero();
        Mat3 spread = Mat3::Zero();
        for (const GlueCandidate& point : points) center += point.position / static_cast<double>(points.size());
        for (const GlueCandidate& point : points)
            spread +=
                (point.position - center) * (point.position - center).transpose() / static_cast<double>(points.size());
        const Eigen::SelfAdjointEigenSolver<Mat3> axes(spread);
        const Vec3 along = std::sqrt(axes.eigenvalues()[2]) * axes.eigenvectors().col(2);
        const bool on_a_line = axes.eigenvalues()[1] <= thin * thin * axes.eigenvalues()[2];
        std::vector<Vec3> held = {center};
        if (on_a_line) held = {center - along, center + along};
        for (const Vec3& point : held) bind(rule, rigid_end(a, point), rigid_end(b, point));
        welded_ = !on_a_line;
        if (welded_) levers_ = spread.trace() * Mat3::Identity() - spread;
    }

    void bind(std::uint32_t rule, const Held& a, const Held& b) {
        state_.glue.links.push_back({rule, GlueStatus::holds, a.end, b.end});
        state_.glue.motions.push_back({a.grip, b.grip, Vec3::Zero(), Vec3::Zero()});
    }

    GlueRule rule_of(const Glue& glue, const GlueSide& a, const GlueSide& b, std::size_t bindings) const {
        GlueRule rule;
        rule.name = glue.name;
        rule.mode = glue.mode;
        rule.welded = welded_;
        rule.shared = glue.mode != GlueMode::joint && !(a.is_rigid() && b.is_rigid());
        rule.bindings = static_cast<std::uint32_t>(bindings);
        const double inverse = 1 / a.mass + 1 / b.mass;
        rule.mass = inverse > 0 ? 1 / inverse : 0;
        rule.levers = levers_;
        if (glue.mode == GlueMode::soft) rule.stiffness = glue.stiffness.value_or(soft_glue_stiffness);
        if (glue.mode == GlueMode::joint) rule.stiffness = glue.stiffness;
        rule.damping = glue.damping;
        rule.keys = glue.keys;
        rule.release = glue.release;
        rule.break_force = glue.break_force;
        rule.collides = glue.collides;
        return rule;
    }

    static void add_notes(GlueSummary& summary) {
        if (summary.most_parents > 0 && summary.conditioning < fixed_conditioning)
            summary.notes.emplace_back(
                "the parents lie on a line: they hold the point like a hinge, free to turn about the line");
        else if (summary.most_parents > 0 && summary.conditioning < good_conditioning)
            summary.notes.push_back(
                fmt::format("the parents hardly fix a frame (conditioning {:.2g}); more of them, or "
                            "a larger radius, would",
                            summary.conditioning));
    }

    ShapeBuilder& shapes_;
    const Scene& scene_;
    double time_;
    Model& model_;
    State& state_;
    std::string path_;
    double size_ = 0;             ///< of the frames of the joint that is being built, m; 0: any
    bool welded_ = false;         ///< the entry that is being built
    Mat3 levers_ = Mat3::Zero();  ///< of the entry that is being built (GlueRule::levers)
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> slots_;
};

/// Puts the bindings into the order in which they are solved.
void order_glue(const ShapeBuilder& shapes, const Scene& scene, const Model& model, State& state) {
    const std::optional<GlueCycle> cycle = sort_bindings(state.glue, model.glue);
    if (!cycle) return;
    std::string names;
    for (const std::uint32_t g : cycle->glue)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", scene.glue[g].name);
    throw shapes.located(InputError({.what = "hard glue goes in a circle: particles would be placed by themselves",
                                     .value = names,
                                     .allowed = "chains of hard glue that end at a body which is not held",
                                     .hint = "make one of them soft, or a joint"}),
                         fmt::format("glue[{}]", cycle->glue.front()));
}

}  // namespace

void build_glue(ShapeBuilder& shapes, const Scene& scene, Model& model, State& state) {
    GlueBuilder builder(shapes, scene, 0, model, state);
    for (std::size_t k = 0; k < scene.glue.size(); ++k) builder.add(k);
    order_glue(shapes, scene, model, state);
}

void add_last_glue(ShapeBuilder& shapes, const Scene& scene, double time, Model& model, State& state) {
    GlueBuilder(shapes, scene, time, model, state).add(scene.glue.size() - 1);
    order_glue(shapes, scene, model, state);
}

}  // namespace pliant

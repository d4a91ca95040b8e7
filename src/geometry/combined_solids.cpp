// Booleans, blends and placements of solids.
#include <pliant/error.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/shape.hpp"

namespace pliant {
namespace {

void require_parts(const std::vector<SolidPtr>& parts) {
    if (!parts.empty() && std::find(parts.begin(), parts.end(), nullptr) == parts.end()) return;
    InputProblem problem;
    problem.what = "a union, intersection or difference has no parts";
    problem.allowed = "one part or more";
    throw InputError(problem);
}

Box joined(const Box& a, const Box& b) { return {a.lower.cwiseMin(b.lower), a.upper.cwiseMax(b.upper)}; }
Box common(const Box& a, const Box& b) { return {a.lower.cwiseMax(b.lower), a.upper.cwiseMin(b.upper)}; }

Box joined_bounds(const std::vector<SolidPtr>& parts) {
    Box box;
    for (const SolidPtr& part : parts) box = joined(box, part->bounds());
    return box;
}

class Union final : public Solid {
  public:
    explicit Union(std::vector<SolidPtr> parts) : parts_(std::move(parts)) {}
    double distance(const Vec3& p) const override {
        double d = parts_.front()->distance(p);
        for (std::size_t i = 1; i < parts_.size(); ++i) d = std::min(d, parts_[i]->distance(p));
        return d;
    }
    bool contains(const Vec3& p) const override {
        return std::any_of(parts_.begin(), parts_.end(), [&](const SolidPtr& part) { return part->contains(p); });
    }
    Box bounds() const override { return joined_bounds(parts_); }

  private:
    std::vector<SolidPtr> parts_;
};

class SmoothUnion final : public Solid {
  public:
    SmoothUnion(std::vector<SolidPtr> parts, double blend) : parts_(std::move(parts)), blend_(blend) {}
    double distance(const Vec3& p) const override {
        double d = parts_.front()->distance(p);
        for (std::size_t i = 1; i < parts_.size(); ++i) {
            const double e = parts_[i]->distance(p);
            const double overlap = std::max(blend_ - std::abs(d - e), 0.0);
            d = std::min(d, e) - 0.25 * overlap * overlap / blend_;
        }
        return d;
    }
    Box bounds() const override {
        const Box box = joined_bounds(parts_);
        const Vec3 bulge = Vec3::Constant(0.25 * blend_ * static_cast<double>(parts_.size() - 1));
        return {box.lower - bulge, box.upper + bulge};
    }

  private:
    std::vector<SolidPtr> parts_;
    double blend_;
};

class Intersection final : public Solid {
  public:
    explicit Intersection(std::vector<SolidPtr> parts) : parts_(std::move(parts)) {}
    double distance(const Vec3& p) const override {
        double d = parts_.front()->distance(p);
        for (std::size_t i = 1; i < parts_.size(); ++i) d = std::max(d, parts_[i]->distance(p));
        return d;
    }
    bool contains(const Vec3& p) const override {
        return std::all_of(parts_.begin(), parts_.end(), [&](const SolidPtr& part) { return part->contains(p); });
    }
    Box bounds() const override {
        Box box = parts_.front()->bounds();
        for (std::size_t i = 1; i < parts_.size(); ++i) box = common(box, parts_[i]->bounds());
        return box;
    }

  private:
    std::vector<SolidPtr> parts_;
};

class Difference final : public Solid {
  public:
    explicit Difference(std::vector<SolidPtr> parts) : parts_(std::move(parts)) {}
    double distance(const Vec3& p) const override {
        double d = parts_.front()->distance(p);
        for (std::size_t i = 1; i < parts_.size(); ++i) d = std::max(d, -parts_[i]->distance(p));
        return d;
    }
    Box bounds() const override { return parts_.front()->bounds(); }

  private:
    std::vector<SolidPtr> parts_;
};

class Placed final : public Solid {
  public:
    Placed(SolidPtr part, const Mat3& rotation, double scale, const Vec3& translate)
        : part_(std::move(part)), rotation_(rotation), scale_(scale), translate_(translate) {}
    double distance(const Vec3& p) const override { return scale_ * part_->distance(to_part(p)); }
    bool contains(const Vec3& p) const override { return part_->contains(to_part(p)); }
    Box bounds() const override {
        const Box box = part_->bounds();
        if (box.empty() || !is_bounded(box)) return box;
        const Vec3 center = translate_ + scale_ * (rotation_ * box.center());
        const Vec3 half = 0.5 * scale_ * (rotation_.cwiseAbs() * box.size());
        return {center - half, center + half};
    }

  private:
    Vec3 to_part(const Vec3& p) const { return rotation_.transpose() * (p - translate_) / scale_; }

    SolidPtr part_;
    Mat3 rotation_;
    double scale_;
    Vec3 translate_;
};

}  // namespace

namespace solid {

SolidPtr union_of(std::vector<SolidPtr> parts) {
    require_parts(parts);
    return std::make_shared<Union>(std::move(parts));
}

SolidPtr smooth_union(std::vector<SolidPtr> parts, double blend) {
    require_parts(parts);
    if (!(std::isfinite(blend) && blend >= 0)) {
        InputProblem problem;
        problem.what = "the blend distance of a smooth union is negative";
        problem.value = std::to_string(blend);
        problem.allowed = "a number from 0 up, in metres";
        throw InputError(problem);
    }
    if (blend == 0) return union_of(std::move(parts));
    return std::make_shared<SmoothUnion>(std::move(parts), blend);
}

SolidPtr intersection(std::vector<SolidPtr> parts) {
    require_parts(parts);
    return std::make_shared<Intersection>(std::move(parts));
}

SolidPtr difference(std::vector<SolidPtr> parts) {
    require_parts(parts);
    return std::make_shared<Difference>(std::move(parts));
}

SolidPtr placed(SolidPtr part, const Mat3& rotation, double scale, const Vec3& translate) {
    require_parts({part});
    if (!(std::isfinite(scale) && scale > 0)) {
        InputProblem problem;
        problem.what = "the scale of a shape must be positive";
        problem.value = std::to_string(scale);
        problem.allowed = "a number above 0";
        throw InputError(problem);
    }
    return std::make_shared<Placed>(std::move(part), rotation, scale, translate);
}

}  // namespace solid
}  // namespace pliant

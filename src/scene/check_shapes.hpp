// Checks of shapes that need more than one field: refs, what may be combined, sizes, scales.
#pragma once

#include <map>

#include "scene/checked.hpp"

namespace pliant {

class ShapeChecker {
  public:
    explicit ShapeChecker(const Checked& checked) : checked_(checked) {}

    /// A shape of Scene::shapes, used or not.
    void check_named(const std::string& name);
    /// A body's shape must be bounded; its material's regions are selectors, and attributes need a file.
    void check_body(const Body& body, const std::string& path);
    /// A region: any shape with an inside, half-spaces too.
    void check_selector(const Shape& shape, const std::string& path);
    /// Whether the shape is a point cloud, through refs. For shapes that were checked.
    bool is_points(const Shape& shape) const;

  private:
    /// What is known of a shape with its refs written out.
    struct Summary {
        double parts = 1;
        double smallest_scale = 1, largest_scale = 1;  ///< products along the nesting
        bool bounded = true;
        bool has_inside = true;  ///< not a sheet, a strand or a cloud of points
        bool has_file = false;
    };
    Summary summarize(const Shape& shape, const std::string& path);
    Summary summarize_ref(const Shape& shape, const std::string& path);
    Summary combine(const Shape& shape, const std::string& path);
    void check_sizes(const Shape& shape, const std::string& path) const;
    void check_varying(const Varying& varying, bool has_file, const std::string& path);

    const Checked& checked_;
    std::map<std::string, Summary> named_;
    std::vector<std::string> open_;  ///< names whose summary is under way: meeting one again is a cycle
};

}  // namespace pliant

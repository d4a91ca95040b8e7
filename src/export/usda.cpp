// USD as text: one Points prim whose attributes are sampled at every frame.
//
// A layer lists all samples of one attribute before the next attribute, while a run has all attributes of one frame
// together. So that memory stays flat the frames are read once for the points and once for the velocities. Widths, ids
// and colours of most runs never change: the first reading finds out, and they are then written once, without samples;
// each that does change costs one more reading. Time codes are frame numbers and timeCodesPerSecond is the frame rate,
// so that frame n stands at n / fps seconds without rounding.
#include <pliant/output.hpp>

#include <algorithm>
#include <cctype>
#include <limits>

#include "export/columns.hpp"
#include "export/formats.hpp"
#include "export/text_file.hpp"

namespace pliant {
namespace {

using Vec3f = Eigen::Vector3f;

/// "[a, b, c]", each printed by write(i).
template <class Write>
void print_list(TextFile& out, std::size_t count, const Write& write) {
    out.print("[");
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0) out.print(", ");
        write(i);
    }
    out.print("]");
}

void print_tuple(TextFile& out, const Vec3f& v) { out.print("({}, {}, {})", v.x(), v.y(), v.z()); }

void print_vectors(TextFile& out, const std::vector<Vec3>& vectors) {
    print_list(out, vectors.size(), [&](std::size_t i) { print_tuple(out, vectors[i].cast<float>()); });
}

void print_points(TextFile& out, const Frame& frame) { print_vectors(out, frame.positions); }

void print_velocities(TextFile& out, const Frame& frame) { print_vectors(out, frame.velocities); }

/// Diameters: USD's widths.
void print_widths(TextFile& out, const Frame& frame) {
    print_list(out, frame.radii.size(), [&](std::size_t i) { out.print("{}", 2 * frame.radii[i]); });
}

void print_ids(TextFile& out, const Frame& frame) {
    print_list(out, frame.positions.size(), [&](std::size_t i) { out.print("{}", frame.id_of(i)); });
}

/// In linear light, as USD has it.
void print_colors(TextFile& out, const Frame& frame) {
    print_list(out, frame.bodies.size(),
               [&](std::size_t i) { print_tuple(out, render::to_linear(body_color(frame.bodies[i]))); });
}

/// The box of a frame's spheres; upside down, as USD wants it, when there are none.
struct Extent {
    Vec3f lower = Vec3f::Constant(std::numeric_limits<float>::max());
    Vec3f upper = -lower;
};

Extent extent_of(const Frame& frame) {
    Extent extent;
    for (std::size_t i = 0; i < frame.positions.size(); ++i) {
        const Vec3f p = frame.positions[i].cast<float>(), r = Vec3f::Constant(frame.radii[i]);
        extent.lower = extent.lower.cwiseMin(p - r);
        extent.upper = extent.upper.cwiseMax(p + r);
    }
    return extent;
}

/// A prim's name may hold letters, digits and underscores only.
std::string identifier(const std::string& name) {
    const bool digit_first = name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0;
    std::string out = digit_first ? "_" + name : name;
    for (char& c : out)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return out;
}

void print_head(TextFile& out, const FrameSequence& frames) {
    const std::string name = identifier(frames.name);
    out.print(
        "#usda 1.0\n(\n    customLayerData = {{\n        string creator = \"Pliant {}\"\n    }}\n"
        "    defaultPrim = \"{}\"\n    endTimeCode = {}\n    framesPerSecond = {}\n    metersPerUnit = 1\n"
        "    startTimeCode = {}\n    timeCodesPerSecond = {}\n    upAxis = \"Y\"\n)\n\n",
        version(), name, frames.numbers.back(), frames.fps, frames.numbers.front(), frames.fps);
    out.print("def Xform \"{}\" (\n    kind = \"component\"\n)\n{{\n    def Points \"particles\"\n    {{\n", name);
}

/// An attribute with a value for each particle.
struct Attribute {
    std::string declaration;  ///< "float[] widths"
    std::string stage;        ///< its name in the progress bar
    std::string metadata;     ///< in parentheses, or empty
    void (*print)(TextFile& out, const Frame& frame) = nullptr;
    bool varies = true;
};

/// One reading of the frames; `look` sees each of them too.
void print_sampled(TextFile& out, const ExportJob& job, const Attribute& attribute,
                   const std::function<void(const Frame&, std::size_t)>& look = {}) {
    out.print("        {}.timeSamples = {{\n", attribute.declaration);
    job.for_each_frame(attribute.stage, [&](const Frame& frame, std::size_t k) {
        if (look) look(frame, k);
        out.print("            {}: ", frame.number);
        attribute.print(out, frame);
        out.print(",\n");
    });
    out.print("        }}\n");
}

/// Once when it does not vary: `any` is any frame.
void print_attribute(TextFile& out, const ExportJob& job, const Attribute& attribute, const Frame& any) {
    if (attribute.varies) {
        if (!attribute.metadata.empty()) out.print("        {} {}\n", attribute.declaration, attribute.metadata);
        print_sampled(out, job, attribute);
        return;
    }
    out.print("        {} = ", attribute.declaration);
    attribute.print(out, any);
    out.print(" {}\n", attribute.metadata);
}

void print_extents(TextFile& out, const std::vector<int>& numbers, const std::vector<Extent>& extents) {
    out.print("        float3[] extent.timeSamples = {{\n");
    for (std::size_t k = 0; k < extents.size(); ++k) {
        out.print("            {}: [", numbers[k]);
        print_tuple(out, extents[k].lower);
        out.print(", ");
        print_tuple(out, extents[k].upper);
        out.print("],\n");
    }
    out.print("        }}\n");
}

}  // namespace

void write_usda(const ExportJob& job) {
    if (job.skins) return write_usda_skins(job);
    const std::string per_particle = "(\n            interpolation = \"vertex\"\n        )";
    const Attribute points = {"point3f[] points", "points", "", print_points};
    const Attribute velocities = {"vector3f[] velocities", "velocities", "", print_velocities};
    Attribute widths = {"float[] widths", "widths", per_particle, print_widths, false};
    Attribute ids = {"int64[] ids", "ids", "", print_ids, false};
    Attribute colors = {"color3f[] primvars:displayColor", "colours", per_particle, print_colors, false};

    TextFile out(job.files.front());
    print_head(out, job.frames);
    Frame first;
    std::vector<Extent> extents;  // 24 bytes a frame
    print_sampled(out, job, points, [&](const Frame& frame, std::size_t k) {
        if (k == 0) first = frame;
        widths.varies |= frame.radii != first.radii;
        ids.varies |= frame.positions.size() != first.positions.size() || frame.ids != first.ids;
        colors.varies |= frame.bodies != first.bodies;
        extents.push_back(extent_of(frame));
    });
    print_extents(out, job.frames.numbers, extents);
    print_attribute(out, job, velocities, first);
    print_attribute(out, job, widths, first);
    print_attribute(out, job, ids, first);
    print_attribute(out, job, colors, first);
    out.print("    }}\n}}\n");
    out.commit();
}

}  // namespace pliant

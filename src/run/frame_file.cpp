#include "run/frame_file.hpp"

#include <pliant/error.hpp>

#include <algorithm>
#include <limits>

namespace pliant {
namespace {

std::vector<double> flat(std::span<const Vec3> vectors) {
    std::vector<double> values;
    values.reserve(3 * vectors.size());
    for (const Vec3& v : vectors) values.insert(values.end(), v.data(), v.data() + 3);
    return values;
}

/// Bits, not values: a NaN is itself, and −0 is not 0.
bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

/// Adds vectors minus their origins, in 32 bits when the sum of both gives the same bits again.
template <class Origin>
void add_vectors(ChunkWriter& writer, const std::string& name, std::span<const Vec3> vectors, const Origin& origin) {
    std::vector<float> narrow(3 * vectors.size());
    bool exact = true;
    for (std::size_t i = 0; i < vectors.size() && exact; ++i) {
        const Vec3 o = origin(i);
        for (int k = 0; k < 3; ++k) {
            const float difference = static_cast<float>(vectors[i][k] - o[k]);
            narrow[3 * i + static_cast<std::size_t>(k)] = difference;
            exact = exact && same_bits(o[k] + static_cast<double>(difference), vectors[i][k]);
        }
    }
    if (exact)
        writer.add<float>(name, narrow, 3);
    else
        writer.add<double>(name, flat(vectors), 3);
}

template <class Origin>
std::vector<Vec3> vectors_of(const ChunkFile& file, const std::string& name, const Origin& origin) {
    const auto join = [&](const auto& values, bool relative) {
        std::vector<Vec3> vectors(values.size() / 3);
        for (std::size_t i = 0; i < vectors.size(); ++i) {
            const Vec3 v(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
            vectors[i] = relative ? Vec3(origin(i) + v) : v;
        }
        return vectors;
    };
    return file.chunk(name).type == ElementType::f32 ? join(file.get<float>(name, 3), true)
                                                     : join(file.get<double>(name, 3), false);
}

/// −0 + 0 would be +0: the origin of velocities that changes no bit of any of them.
const Vec3 no_origin = Vec3::Constant(-0.0);

std::vector<Vec3> whole_vectors(const ChunkFile& file, const char* name, std::size_t count) {
    std::vector<Vec3> vectors;
    const std::vector<double> values = file.get<double>(name, 3);
    if (values.size() != 3 * count) file.refuse("has another length than it should", name);
    for (std::size_t i = 0; i < count; ++i) vectors.emplace_back(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
    return vectors;
}

int number_of(const ChunkFile& file) {
    const auto number = file.get_value<std::uint64_t>("number");
    if (number > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) file.refuse("is out of range", "number");
    return static_cast<int>(number);
}

/// Per rigid body its number, rotation by columns and the two places: sixteen numbers, and none where there are none.
void add_rigid_places(ChunkWriter& writer, const std::vector<RigidPlace>& places) {
    std::vector<double> values;
    for (const RigidPlace& place : places) {
        values.push_back(place.body);
        values.insert(values.end(), place.turn.data(), place.turn.data() + 9);
        values.insert(values.end(), place.from.data(), place.from.data() + 3);
        values.insert(values.end(), place.to.data(), place.to.data() + 3);
    }
    if (!values.empty()) writer.add<double>("rigid", values, 16);
}

std::vector<RigidPlace> rigid_places_of(const ChunkFile& file, std::size_t bodies) {
    std::vector<RigidPlace> places;
    if (!file.has("rigid")) return places;
    const std::vector<double> values = file.get<double>("rigid", 16);
    for (std::size_t k = 0; k + 16 <= values.size(); k += 16) {
        if (!(values[k] >= 0 && values[k] < static_cast<double>(bodies)))
            file.refuse("names a body that is not there", "rigid");
        RigidPlace& place = places.emplace_back();
        place.body = static_cast<std::uint32_t>(values[k]);
        place.turn = Eigen::Map<const Mat3>(&values[k + 1]);
        place.from = Eigen::Map<const Vec3>(&values[k + 10]);
        place.to = Eigen::Map<const Vec3>(&values[k + 13]);
    }
    return places;
}

/// Forces of all bindings in one array, and per entry how many those are and how many hold.
void add_glue_stats(ChunkWriter& writer, const std::vector<GlueStats>& glue) {
    std::vector<std::uint64_t> counts;
    std::vector<double> forces;
    for (const GlueStats& entry : glue) {
        counts.insert(counts.end(), {entry.forces.size(), entry.holding});
        forces.insert(forces.end(), entry.forces.begin(), entry.forces.end());
    }
    writer.add<std::uint64_t>("stats.glue_counts", counts, 2);
    writer.add<double>("stats.glue_forces", forces);
}

std::vector<GlueStats> glue_stats_of(const ChunkFile& file) {
    std::vector<GlueStats> glue;
    const auto counts = file.get<std::uint64_t>("stats.glue_counts", 2);
    const auto forces = file.get<double>("stats.glue_forces");
    std::size_t used = 0;
    for (std::size_t k = 0; k < counts.size(); k += 2) {
        if (counts[k] > forces.size() - used) file.refuse("has another length than it should", "stats.glue_forces");
        GlueStats& entry = glue.emplace_back();
        entry.holding = counts[k + 1];
        for (const std::size_t end = used + counts[k]; used < end; ++used) {
            entry.forces.push_back(forces[used]);
            entry.force += forces[used];
        }
    }
    return glue;
}

void add_stats(ChunkWriter& writer, const Stats& s) {
    const std::vector<std::uint64_t> clusters(s.clusters.begin(), s.clusters.end());
    writer.add<std::uint64_t>("stats.clusters", clusters);
    writer.add_value("stats.memberships", std::uint64_t{s.memberships});
    writer.add_value("stats.mass", s.mass);
    writer.add<double>("stats.momentum", flat({&s.momentum, 1}), 3);
    writer.add<double>("stats.angular_momentum", flat({&s.angular_momentum, 1}), 3);
    writer.add<double>("stats.center_of_mass", flat({&s.center_of_mass, 1}), 3);
    writer.add_value("stats.kinetic_energy", s.kinetic_energy);
    writer.add_value("stats.gravity_energy", s.gravity_energy);
    writer.add_value("stats.elastic_energy", s.elastic_energy);
    const Vec3 box[2] = {s.bbox.lower, s.bbox.upper};
    writer.add<double>("stats.bbox", flat(box), 3);
    writer.add_value("stats.max_speed", s.max_speed);
    writer.add_value("stats.max_stretch", s.max_stretch);
    writer.add<double>("stats.contact_impulses", flat(s.contact_impulses), 3);
    writer.add_value("stats.fragments", std::uint64_t{s.fragments});
    const std::uint64_t broken[] = {s.crumbs, s.duplicates};
    writer.add<std::uint64_t>("stats.broken", broken);
    const double plastic[] = {s.plastic_strain_max, s.plastic_strain_mean, s.det_fp_error, s.weight_error};
    writer.add<double>("stats.plastic", plastic);
    writer.add_value("stats.estimated_volume", s.estimated_volume);
    writer.add_value("stats.clusters_fading", std::uint64_t{s.clusters_fading});
    add_glue_stats(writer, s.glue);
}

Stats stats_of(const ChunkFile& file) {
    Stats s;
    s.frame = number_of(file);
    s.time = file.get_value<double>("time");
    s.hash = file.get_value<std::uint64_t>("hash");
    s.particles = file.chunk("position").count;
    const auto clusters = file.get<std::uint64_t>("stats.clusters");
    s.clusters.assign(clusters.begin(), clusters.end());
    s.memberships = file.get_value<std::uint64_t>("stats.memberships");
    s.mass = file.get_value<double>("stats.mass");
    s.momentum = whole_vectors(file, "stats.momentum", 1).front();
    s.angular_momentum = whole_vectors(file, "stats.angular_momentum", 1).front();
    s.center_of_mass = whole_vectors(file, "stats.center_of_mass", 1).front();
    s.kinetic_energy = file.get_value<double>("stats.kinetic_energy");
    s.gravity_energy = file.get_value<double>("stats.gravity_energy");
    s.elastic_energy = file.get_value<double>("stats.elastic_energy");
    const std::vector<Vec3> box = whole_vectors(file, "stats.bbox", 2);
    s.bbox.lower = box[0];
    s.bbox.upper = box[1];
    s.max_speed = file.get_value<double>("stats.max_speed");
    s.max_stretch = file.get_value<double>("stats.max_stretch");
    s.contact_impulses = whole_vectors(file, "stats.contact_impulses", file.chunk("stats.contact_impulses").count);
    s.fragments = file.get_value<std::uint64_t>("stats.fragments");
    if (file.has("stats.broken")) {
        const auto broken = file.get<std::uint64_t>("stats.broken");
        if (broken.size() != 2) file.refuse("has another length than it should", "stats.broken");
        s.crumbs = broken[0];
        s.duplicates = broken[1];
    }
    const auto plastic = file.get<double>("stats.plastic");
    if (plastic.size() != 4) file.refuse("has another length than it should", "stats.plastic");
    s.plastic_strain_max = plastic[0];
    s.plastic_strain_mean = plastic[1];
    s.det_fp_error = plastic[2];
    s.estimated_volume = file.get_value<double>("stats.estimated_volume");
    s.weight_error = plastic[3];
    s.clusters_fading = file.get_value<std::uint64_t>("stats.clusters_fading");
    s.glue = glue_stats_of(file);
    return s;
}

/// Names, each ended by a line: files stay readable when one is added to the list.
template <class NameOf>
void add_names(ChunkWriter& writer, const std::string& chunk, std::size_t count, const NameOf& name_of) {
    std::vector<std::uint8_t> text;
    for (std::size_t k = 0; k < count; ++k) {
        const std::string_view name = name_of(k);
        text.insert(text.end(), name.begin(), name.end());
        text.push_back('\n');
    }
    writer.add<std::uint8_t>(chunk, text);
}

/// Per name in the file: its number in this program's list; `count` for one that it does not know.
template <class NameOf>
std::vector<std::size_t> numbers_of(const ChunkFile& file, const std::string& chunk, std::size_t count,
                                    const NameOf& name_of) {
    std::vector<std::size_t> numbers;
    std::string name;
    for (const std::uint8_t letter : file.get<std::uint8_t>(chunk)) {
        if (letter != '\n') {
            name.push_back(static_cast<char>(letter));
            continue;
        }
        std::size_t k = 0;
        while (k < count && name_of(k) != name) ++k;
        numbers.push_back(k);
        name.clear();
    }
    return numbers;
}

void get_warnings(const ChunkFile& file, const std::string& prefix, StepReport& report) {
    const auto numbers = numbers_of(file, prefix + "warning_names", warning_count,
                                    [](std::size_t k) { return warning_name(static_cast<Warning>(k)); });
    const auto warnings = file.get<std::uint64_t>(prefix + "warnings");
    const auto culprits = file.get<std::uint32_t>(prefix + "culprits", 4);
    if (warnings.size() != numbers.size()) file.refuse("has another length than it should", prefix + "warnings");
    if (culprits.size() != 4 * numbers.size()) file.refuse("has another length than it should", prefix + "culprits");
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        if (numbers[k] == warning_count) continue;
        if (culprits[4 * k] > static_cast<std::uint32_t>(Culprit::Kind::glue))
            file.refuse("is out of range", prefix + "culprits");
        report.warnings[numbers[k]] = warnings[k];
        report.culprits[numbers[k]] = {static_cast<Culprit::Kind>(culprits[4 * k]), culprits[4 * k + 1],
                                       culprits[4 * k + 2], static_cast<int>(culprits[4 * k + 3])};
    }
}

void get_energy(const ChunkFile& file, const std::string& prefix, StepReport& report) {
    const auto numbers = numbers_of(file, prefix + "stage_names", stage_count,
                                    [](std::size_t k) { return stage_name(static_cast<Stage>(k)); });
    const auto energy = file.get<double>(prefix + "energy", 3);
    if (energy.size() != 3 * numbers.size()) file.refuse("has another length than it should", prefix + "energy");
    report.energy_measured = true;
    for (std::size_t k = 0; k < numbers.size(); ++k)
        if (numbers[k] < stage_count) report.energy[numbers[k]] = {energy[3 * k], energy[3 * k + 1], energy[3 * k + 2]};
}

}  // namespace

void add_report(ChunkWriter& writer, const std::string& prefix, const StepReport& report) {
    writer.add_value(prefix + "steps", report.steps);
    add_names(writer, prefix + "warning_names", warning_count,
              [](std::size_t k) { return warning_name(static_cast<Warning>(k)); });
    writer.add<std::uint64_t>(prefix + "warnings", report.warnings);
    std::vector<std::uint32_t> culprits;
    for (const Culprit& c : report.culprits)
        culprits.insert(culprits.end(),
                        {static_cast<std::uint32_t>(c.kind), c.body, c.number, static_cast<std::uint32_t>(c.frame)});
    writer.add<std::uint32_t>(prefix + "culprits", culprits, 4);
    if (report.energy_measured) {
        std::vector<double> energy;
        for (const Energy& e : report.energy) energy.insert(energy.end(), {e.kinetic, e.elastic, e.gravity});
        add_names(writer, prefix + "stage_names", stage_count,
                  [](std::size_t k) { return stage_name(static_cast<Stage>(k)); });
        writer.add<double>(prefix + "energy", energy, 3);
    }
    writer.add_value(prefix + "contacts", report.contacts);
    writer.add_value(prefix + "max_penetration", report.max_penetration);
    writer.add_value(prefix + "left_penetration", report.left_penetration);
    writer.add_value(prefix + "collision_pieces", report.collision_pieces);
    const std::uint64_t points[] = {report.point_steps, report.splits, report.merges};
    writer.add<std::uint64_t>(prefix + "points", points);
    writer.add_value(prefix + "clusters_added", report.clusters_added);
    writer.add_value(prefix + "clusters_removed", report.clusters_removed);
    writer.add_value(prefix + "embedding_sweeps", report.embedding_sweeps);
    writer.add_value(prefix + "embedding_residual", report.embedding_residual);
    writer.add_value(prefix + "glue_released", report.glue_released);
    writer.add_value(prefix + "glue_broken", report.glue_broken);
    const std::uint64_t broken[] = {report.cluster_splits, report.duplicated_particles};
    writer.add<std::uint64_t>(prefix + "broken", broken);
    writer.add_value(prefix + "breaking_force", report.breaking_force);
}

StepReport report_of(const ChunkFile& file, const std::string& prefix) {
    StepReport report;
    report.steps = file.get_value<std::uint64_t>(prefix + "steps");
    get_warnings(file, prefix, report);
    if (file.has(prefix + "energy")) get_energy(file, prefix, report);
    report.contacts = file.get_value<std::uint64_t>(prefix + "contacts");
    report.max_penetration = file.get_value<double>(prefix + "max_penetration");
    report.left_penetration = file.get_value<double>(prefix + "left_penetration");
    report.collision_pieces = file.get_value<std::uint64_t>(prefix + "collision_pieces");
    const auto points = file.get<std::uint64_t>(prefix + "points");
    if (points.size() != 3) file.refuse("has another length than it should", prefix + "points");
    report.point_steps = points[0];
    report.splits = points[1];
    report.merges = points[2];
    report.clusters_added = file.get_value<std::uint64_t>(prefix + "clusters_added");
    report.clusters_removed = file.get_value<std::uint64_t>(prefix + "clusters_removed");
    report.embedding_sweeps = file.get_value<std::uint64_t>(prefix + "embedding_sweeps");
    report.embedding_residual = file.get_value<double>(prefix + "embedding_residual");
    report.glue_released = file.get_value<std::uint64_t>(prefix + "glue_released");
    report.glue_broken = file.get_value<std::uint64_t>(prefix + "glue_broken");
    if (file.has(prefix + "broken")) {
        const auto broken = file.get<std::uint64_t>(prefix + "broken");
        if (broken.size() != 2) file.refuse("has another length than it should", prefix + "broken");
        report.cluster_splits = broken[0];
        report.duplicated_particles = broken[1];
        report.breaking_force = file.get_value<double>(prefix + "breaking_force");
    }
    return report;
}

void check_run(const ChunkFile& file, std::uint64_t run_key) {
    if (file.get_value<std::uint64_t>("run") == run_key) return;
    throw InputError({.what = "the file belongs to another run than the folder's manifest",
                      .file = file.path().string(),
                      .hint = "it was copied here, or the manifest was; move it away and resume the run"});
}

std::vector<std::byte> frame_bytes(const CachedFrame& cached, std::span<const Vec3> origins, std::uint64_t run_key) {
    const Frame& frame = cached.frame;
    ChunkWriter writer(FileKind::frame);
    writer.add_value("run", run_key);
    writer.add_value("number", static_cast<std::uint64_t>(frame.number));
    writer.add_value("time", frame.time);
    writer.add_value("hash", cached.stats.hash);
    writer.add<double>("origin", flat(origins), 3);
    add_vectors(writer, "position", frame.positions, [&](std::size_t i) { return origins[frame.bodies[i]]; });
    add_vectors(writer, "velocity", frame.velocities, [](std::size_t) { return no_origin; });
    if (!frame.ids.empty()) writer.add<std::uint32_t>("id", frame.ids);
    writer.add<float>("radius", frame.radii);
    writer.add<std::uint32_t>("body", frame.bodies);
    writer.add<std::uint32_t>("cluster", frame.clusters);
    writer.add<float>("strain", frame.strains);
    writer.add<float>("plastic", frame.plastics);
    writer.add<std::uint32_t>("fragment", frame.fragments);
    if (!frame.fragment_parents.empty()) writer.add<std::uint32_t>("fragment_parent", frame.fragment_parents);
    if (!frame.embedded.empty()) writer.add<double>("embedded", flat(frame.embedded), 3);
    if (!frame.torn.empty()) {
        std::vector<std::uint32_t> pairs;
        for (const auto& pair : frame.torn) pairs.insert(pairs.end(), pair.begin(), pair.end());
        writer.add<std::uint32_t>("torn", pairs, 2);
    }
    writer.add<std::uint32_t>("parent", frame.parents);
    writer.add<std::uint32_t>("cluster_id", frame.cluster_ids);
    writer.add_value("built_clusters", std::uint64_t{frame.built_clusters});
    add_rigid_places(writer, frame.rigid);
    add_stats(writer, cached.stats);
    add_report(writer, "report.", cached.report);
    return writer.finish();
}

FrameEntry frame_entry_of(const ChunkFile& file, std::uint64_t run_key) {
    check_run(file, run_key);
    return {number_of(file), file.get_value<double>("time"), file.get_value<std::uint64_t>("hash")};
}

FrameStats frame_stats_of(const ChunkFile& file, std::uint64_t run_key) {
    check_run(file, run_key);
    return {stats_of(file), report_of(file, "report.")};
}

CachedFrame frame_of(const ChunkFile& file, std::uint64_t run_key) {
    CachedFrame cached;
    static_cast<FrameStats&>(cached) = frame_stats_of(file, run_key);
    Frame& frame = cached.frame;
    frame.number = cached.stats.frame;
    frame.time = cached.stats.time;
    if (file.has("id")) frame.ids = file.get<std::uint32_t>("id");
    frame.radii = file.get<float>("radius");
    frame.bodies = file.get<std::uint32_t>("body");
    frame.clusters = file.get<std::uint32_t>("cluster");
    frame.strains = file.get<float>("strain");
    frame.plastics = file.get<float>("plastic");
    frame.fragments = file.get<std::uint32_t>("fragment");
    if (file.has("fragment_parent")) frame.fragment_parents = file.get<std::uint32_t>("fragment_parent");
    for (const std::uint32_t parent : frame.fragment_parents)
        if (parent >= frame.fragment_parents.size())
            file.refuse("names a fragment that is not there", "fragment_parent");
    if (file.has("torn")) {
        const std::vector<std::uint32_t> pairs = file.get<std::uint32_t>("torn", 2);
        for (std::size_t k = 0; k + 1 < pairs.size(); k += 2) frame.torn.push_back({pairs[k], pairs[k + 1]});
    }
    for (const auto& [a, b] : frame.torn)
        if (std::max(a, b) >= frame.fragments.size()) file.refuse("names a particle that is not there", "torn");
    frame.parents = file.get<std::uint32_t>("parent");
    frame.cluster_ids = file.get<std::uint32_t>("cluster_id");
    if (!frame.cluster_ids.empty() && frame.cluster_ids.size() != frame.parents.size())
        file.refuse("has another length than it should", "cluster_id");
    frame.built_clusters = static_cast<std::uint32_t>(file.get_value<std::uint64_t>("built_clusters"));
    const std::size_t count = file.chunk("position").count;
    if (file.has("embedded")) frame.embedded = whole_vectors(file, "embedded", count);
    for (const char* name : {"velocity", "radius", "body", "cluster", "strain", "plastic", "fragment"})
        if (file.chunk(name).count != count) file.refuse("has another length than it should", name);
    if (!frame.ids.empty() && frame.ids.size() != count) file.refuse("has another length than it should", "id");
    const std::vector<Vec3> origins = whole_vectors(file, "origin", file.chunk("origin").count);
    if (std::any_of(frame.bodies.begin(), frame.bodies.end(), [&](std::uint32_t b) { return b >= origins.size(); }))
        file.refuse("names a body that is not there", "body");
    const auto unknown = [&](std::uint32_t c) { return c >= frame.parents.size(); };
    if (std::any_of(frame.clusters.begin(), frame.clusters.end(), unknown))
        file.refuse("names a cluster that is not there", "cluster");
    if (std::any_of(frame.parents.begin(), frame.parents.end(), unknown))
        file.refuse("names a cluster that is not there", "parent");
    frame.rigid = rigid_places_of(file, origins.size());
    frame.positions = vectors_of(file, "position", [&](std::size_t i) { return origins[frame.bodies[i]]; });
    frame.velocities = vectors_of(file, "velocity", [](std::size_t) { return no_origin; });
    return cached;
}

}  // namespace pliant

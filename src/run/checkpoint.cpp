#include "run/checkpoint.hpp"

#include "run/frame_file.hpp"
#include "contacts/follow_clusters.hpp"
#include "sim/parts.hpp"

#include <pliant/error.hpp>

#include <cstring>

namespace pliant {
namespace {

// How the records of SoftBodies lie in a file: as rows of numbers.
static_assert(sizeof(Particle) == 8 * sizeof(Real) && sizeof(Member) == 4 * sizeof(Real) &&
              sizeof(Vector4) == 4 * sizeof(Real));

std::string chunk_name(const char* array) { return std::string("soft.") + array; }
std::string point_chunk_name(std::size_t body, const char* array) {
    return "points." + std::to_string(body) + "." + array;
}

template <class T>
void add_array(ChunkWriter& writer, const std::string& name, const std::vector<T>& array) {
    writer.add<T>(name, array);
}
template <class Record>
void add_records(ChunkWriter& writer, const std::string& name, const std::vector<Record>& array) {
    constexpr std::size_t numbers = sizeof(Record) / sizeof(Real);
    std::vector<Real> values(numbers * array.size());
    if (!array.empty()) std::memcpy(values.data(), array.data(), array.size() * sizeof(Record));
    writer.add<Real>(name, values, numbers);
}
void add_array(ChunkWriter& writer, const std::string& name, const std::vector<Particle>& array) {
    add_records(writer, name, array);
}
void add_array(ChunkWriter& writer, const std::string& name, const std::vector<Member>& array) {
    add_records(writer, name, array);
}
void add_array(ChunkWriter& writer, const std::string& name, const std::vector<Vector4>& array) {
    add_records(writer, name, array);
}
void add_array(ChunkWriter& writer, const std::string& name, const std::vector<ClusterMode>& array) {
    std::vector<std::uint8_t> values;
    for (const ClusterMode& mode : array)
        values.insert(values.end(),
                      {mode.level, mode.strain_sweeps, mode.deformation_rotation, mode.plastic, mode.rigid_damping});
    writer.add<std::uint8_t>(name, values, 5);
}
void add_array(ChunkWriter& writer, const std::string& name, const std::vector<Fading>& array) {
    std::vector<std::uint8_t> values;
    for (const Fading fading : array) values.push_back(static_cast<std::uint8_t>(fading));
    writer.add<std::uint8_t>(name, values);
}
// The padding of columns goes along: kernels write to it, and the state's hash covers it.
template <std::size_t K>
void add_array(ChunkWriter& writer, const std::string& name, const Columns<K>& array) {
    const std::size_t rows = array.data().size() / K;
    std::vector<Real> values;
    values.reserve(K * rows);
    for (std::size_t r = 0; r < rows; ++r)
        for (const Real x : array.row(r)) values.push_back(x);
    writer.add<Real>(name, values, K);
}

template <class T>
void get_array(const ChunkFile& file, const std::string& name, std::vector<T>& array) {
    array = file.get<T>(name);
}
template <class Record>
void get_records(const ChunkFile& file, const std::string& name, std::vector<Record>& array) {
    constexpr std::size_t numbers = sizeof(Record) / sizeof(Real);
    const std::vector<Real> values = file.get<Real>(name, numbers);
    array.resize(values.size() / numbers);
    if (!array.empty()) std::memcpy(static_cast<void*>(array.data()), values.data(), array.size() * sizeof(Record));
}
void get_array(const ChunkFile& file, const std::string& name, std::vector<Particle>& array) {
    get_records(file, name, array);
}
void get_array(const ChunkFile& file, const std::string& name, std::vector<Member>& array) {
    get_records(file, name, array);
}
void get_array(const ChunkFile& file, const std::string& name, std::vector<Vector4>& array) {
    get_records(file, name, array);
}
void get_array(const ChunkFile& file, const std::string& name, std::vector<ClusterMode>& array) {
    const std::vector<std::uint8_t> values = file.get<std::uint8_t>(name, 5);
    array.clear();
    for (std::size_t k = 0; k < values.size(); k += 5)
        array.push_back({values[k], values[k + 1], values[k + 2] != 0, values[k + 3] != 0, values[k + 4] != 0});
}
void get_array(const ChunkFile& file, const std::string& name, std::vector<Fading>& array) {
    array.clear();
    for (const std::uint8_t value : file.get<std::uint8_t>(name)) {
        if (value > static_cast<std::uint8_t>(Fading::out)) file.refuse("is out of range", name);
        array.push_back(static_cast<Fading>(value));
    }
}
/// `rows` without the padding.
template <std::size_t K>
void get_columns(const ChunkFile& file, const std::string& name, std::size_t rows, Columns<K>& array) {
    const std::vector<Real> values = file.get<Real>(name, K);
    array.resize(rows);
    if (array.data().size() != values.size()) file.refuse("has another length than it should", name);
    for (std::size_t r = 0; r < values.size() / K; ++r)
        for (std::size_t k = 0; k < K; ++k) array.at(r, k) = values[r * K + k];
}

template <std::size_t K>
void get_array(const ChunkFile& file, const std::string& name, Columns<K>& array) {
    get_columns(file, name, file.chunk(chunk_name("mode")).count, array);
}

PointBody point_body_of(const ChunkFile& file, std::size_t k) {
    PointBody body;
    const std::size_t count = file.chunk(point_chunk_name(k, "particles")).count;
    for_each_point_array(
        [&](const char* name, auto& array) {
            if constexpr (requires { array.column(0); })
                get_columns(file, point_chunk_name(k, name), count, array);
            else
                get_array(file, point_chunk_name(k, name), array);
        },
        body);
    if (!is_consistent(body)) file.refuse("does not agree with the rest of the file", point_chunk_name(k, "rest"));
    return body;
}

void add_rigid(ChunkWriter& writer, const RigidBodies& rigid) {
    std::vector<double> motions(13 * rigid.motions.size()), forces;
    if (!motions.empty()) std::memcpy(motions.data(), rigid.motions.data(), rigid.motions.size() * sizeof(RigidMotion));
    std::vector<std::uint64_t> keys;
    for (const ContactMemory& memory : rigid.memory) {
        keys.push_back(memory.key);
        forces.insert(forces.end(), {memory.push, memory.grip.x(), memory.grip.y(), memory.grip.z()});
    }
    writer.add<double>("rigid.motion", motions, 13);
    writer.add<std::uint64_t>("rigid.shape", rigid.shapes);
    writer.add<std::uint64_t>("rigid.contact_key", keys);
    writer.add<double>("rigid.contact_force", forces, 4);
}

RigidBodies rigid_of(const ChunkFile& file) {
    RigidBodies rigid;
    const std::vector<double> motions = file.get<double>("rigid.motion", 13);
    rigid.motions.resize(motions.size() / 13);
    if (!motions.empty())
        std::memcpy(static_cast<void*>(rigid.motions.data()), motions.data(), motions.size() * sizeof(double));
    rigid.shapes = file.get<std::uint64_t>("rigid.shape");
    if (rigid.shapes.size() != rigid.motions.size()) file.refuse("has another length than it should", "rigid.shape");
    const auto keys = file.get<std::uint64_t>("rigid.contact_key");
    const auto forces = file.get<double>("rigid.contact_force", 4);
    if (forces.size() != 4 * keys.size()) file.refuse("has another length than it should", "rigid.contact_force");
    for (std::size_t k = 0; k < keys.size(); ++k)
        rigid.memory.push_back({keys[k], forces[4 * k], Vec3(forces[4 * k + 1], forces[4 * k + 2], forces[4 * k + 3])});
    return rigid;
}

template <class Number, class Record>
void add_rows(ChunkWriter& writer, const std::string& name, const std::vector<Record>& array) {
    constexpr std::size_t numbers = sizeof(Record) / sizeof(Number);
    std::vector<Number> values(numbers * array.size());
    if (!array.empty()) std::memcpy(values.data(), array.data(), array.size() * sizeof(Record));
    writer.add<Number>(name, values, numbers);
}
template <class Number, class Record>
void get_rows(const ChunkFile& file, const std::string& name, std::vector<Record>& array) {
    constexpr std::size_t numbers = sizeof(Record) / sizeof(Number);
    const std::vector<Number> values = file.get<Number>(name, numbers);
    array.resize(values.size() / numbers);
    if (!array.empty()) std::memcpy(static_cast<void*>(array.data()), values.data(), array.size() * sizeof(Record));
}

void add_glue(ChunkWriter& writer, const GlueState& glue) {
    add_rows<std::uint32_t>(writer, "glue.place", glue.places);
    writer.add<std::uint32_t>("glue.parent_place", glue.parent_places);
    add_rows<double>(writer, "glue.parent", glue.parents);
    add_rows<std::uint32_t>(writer, "glue.link", glue.links);
    add_rows<double>(writer, "glue.motion", glue.motions);
}

GlueState glue_of(const ChunkFile& file) {
    GlueState glue;
    get_rows<std::uint32_t>(file, "glue.place", glue.places);
    glue.parent_places = file.get<std::uint32_t>("glue.parent_place");
    get_rows<double>(file, "glue.parent", glue.parents);
    get_rows<std::uint32_t>(file, "glue.link", glue.links);
    get_rows<double>(file, "glue.motion", glue.motions);
    return glue;
}

State state_of(const ChunkFile& file, const Model& model) {
    const std::size_t point_bodies = model.points.size();
    State state;
    state.step = file.get_value<std::uint64_t>("step");
    for_each_array([&](const char* name, ArrayRole, auto& array) { get_array(file, chunk_name(name), array); },
                   state.soft);
    for (std::size_t k = 0; k < point_bodies; ++k) state.points.push_back(point_body_of(file, k));
    state.rigid = rigid_of(file);
    state.glue = glue_of(file);
    if (!is_consistent(state.glue, model.glue.size(), model.rigid.size(), model.obstacles.size()))
        file.refuse("does not agree with the rest of the file", "glue.link");
    if (!is_consistent(state.soft) || hash_state(state) != file.get_value<std::uint64_t>("hash"))
        file.refuse("does not agree with the rest of the file", "hash");
    return state;
}

}  // namespace

std::vector<std::byte> checkpoint_bytes(const Simulation& simulation, const StepReport& pending,
                                        std::uint64_t run_key) {
    const State& state = simulation.parts().state;
    ChunkWriter writer(FileKind::checkpoint);
    writer.add_value("run", run_key);
    writer.add_value("bodies", simulation.parts().model.built_bodies);
    writer.add_value("hash", hash_state(state));
    writer.add_value("step", state.step);
    add_report(writer, "pending.", pending);
    for_each_array([&](const char* name, ArrayRole, const auto& array) { add_array(writer, chunk_name(name), array); },
                   state.soft);
    for (std::size_t k = 0; k < state.points.size(); ++k)
        for_each_point_array(
            [&](const char* name, const auto& array) { add_array(writer, point_chunk_name(k, name), array); },
            state.points[k]);
    add_rigid(writer, state.rigid);
    add_glue(writer, state.glue);
    return writer.finish();
}

StepReport load_checkpoint(const ChunkFile& file, std::uint64_t run_key, Simulation& simulation) {
    check_run(file, run_key);
    Simulation::Parts& parts = simulation.parts();
    if (file.get_value<std::uint64_t>("bodies") != parts.model.built_bodies)
        throw InputError({.what = "the scene no longer builds the bodies that the run was made with",
                          .file = file.path().string(),
                          .hint = "a mesh, point or preset file of the scene has changed since; put it back, or start "
                                  "the run again with --force"});
    State state = state_of(file, parts.model);
    const StepReport pending = report_of(file, "pending.");
    parts.state = std::move(state);
    follow_state(parts.model, parts.state, parts.scratch);
    return pending;
}

}  // namespace pliant

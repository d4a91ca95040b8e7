// Arrays of the state in chunk files: each as rows of plain numbers.
#pragma once

#include "glue/glue.hpp"
#include "particles/arrays.hpp"
#include "point_based/point_body.hpp"
#include "rigid/rigid_bodies.hpp"
#include "run/chunk_file.hpp"
#include "shape_matching/soft_bodies.hpp"

#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace pliant {

/// The kind of number that a record consists of, as it lies in memory. Declared only, for NumberOf.
template <class Number>
requires std::is_arithmetic_v<Number> Number number_of(const Number&);
Real number_of(const Particle&);
Real number_of(const Member&);
Real number_of(const Vector4&);
double number_of(const Vec3&);
double number_of(const RigidMotion&);
std::uint64_t number_of(const ContactMemory&);  // a key, and the bits of four numbers
std::uint32_t number_of(const GluedParticle&);
double number_of(const GlueParent&);
std::uint32_t number_of(const GlueLink&);
double number_of(const GlueMotion&);
template <class Record>
using NumberOf = decltype(number_of(std::declval<const Record&>()));

template <class Record>
void add_array(ChunkWriter& writer, const std::string& name, const std::vector<Record>& array) {
    using Number = NumberOf<Record>;
    static_assert(sizeof(Record) % sizeof(Number) == 0);
    constexpr std::size_t numbers = sizeof(Record) / sizeof(Number);
    std::vector<Number> values(numbers * array.size());
    if (!array.empty()) std::memcpy(values.data(), array.data(), array.size() * sizeof(Record));
    writer.add<Number>(name, values, numbers);
}
inline void add_array(ChunkWriter& writer, const std::string& name, const std::vector<ClusterMode>& array) {
    std::vector<std::uint8_t> values;
    for (const ClusterMode& mode : array)
        values.insert(values.end(),
                      {mode.level, mode.strain_sweeps, mode.deformation_rotation, mode.plastic, mode.rigid_damping});
    writer.add<std::uint8_t>(name, values, 5);
}
inline void add_array(ChunkWriter& writer, const std::string& name, const std::vector<Fading>& array) {
    std::vector<std::uint8_t> values;
    for (const Fading fading : array) values.push_back(static_cast<std::uint8_t>(fading));
    writer.add<std::uint8_t>(name, values);
}
/// The padding of columns goes along: kernels write to it, and the state's hash covers it.
template <std::size_t K>
void add_array(ChunkWriter& writer, const std::string& name, const Columns<K>& array) {
    const std::size_t rows = array.data().size() / K;
    std::vector<Real> values;
    values.reserve(K * rows);
    for (std::size_t r = 0; r < rows; ++r)
        for (const Real x : array.row(r)) values.push_back(x);
    writer.add<Real>(name, values, K);
}

/// `rows`: of columns, without the padding; of other arrays it does not matter.
template <class Record>
void get_array(const ChunkFile& file, const std::string& name, std::size_t, std::vector<Record>& array) {
    using Number = NumberOf<Record>;
    constexpr std::size_t numbers = sizeof(Record) / sizeof(Number);
    const std::vector<Number> values = file.get<Number>(name, numbers);
    array.resize(values.size() / numbers);
    if (!array.empty()) std::memcpy(static_cast<void*>(array.data()), values.data(), array.size() * sizeof(Record));
}
inline void get_array(const ChunkFile& file, const std::string& name, std::size_t, std::vector<ClusterMode>& array) {
    const std::vector<std::uint8_t> values = file.get<std::uint8_t>(name, 5);
    array.clear();
    for (std::size_t k = 0; k < values.size(); k += 5)
        array.push_back({values[k], values[k + 1], values[k + 2] != 0, values[k + 3] != 0, values[k + 4] != 0});
}
inline void get_array(const ChunkFile& file, const std::string& name, std::size_t, std::vector<Fading>& array) {
    array.clear();
    for (const std::uint8_t value : file.get<std::uint8_t>(name)) {
        if (value > static_cast<std::uint8_t>(Fading::out)) file.refuse("is out of range", name);
        array.push_back(static_cast<Fading>(value));
    }
}
template <std::size_t K>
void get_array(const ChunkFile& file, const std::string& name, std::size_t rows, Columns<K>& array) {
    const std::vector<Real> values = file.get<Real>(name, K);
    array.resize(rows);
    if (array.data().size() != values.size()) file.refuse("has another length than it should", name);
    for (std::size_t r = 0; r < values.size() / K; ++r)
        for (std::size_t k = 0; k < K; ++k) array.at(r, k) = values[r * K + k];
}

/// The chunk whose rows are those of a part's columns.
inline const char* counted_by(const SoftBodies&) { return "mode"; }
inline const char* counted_by(const PointBody&) { return "particles"; }
template <class Part>
const char* counted_by(const Part&) {
    return nullptr;  // has no columns
}

}  // namespace pliant

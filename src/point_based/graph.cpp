#include "point_based/graph.hpp"

#include "core/assert.hpp"
#include "core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant {
namespace {

/// Slots of (k → i) for every i, by rising k.
void find_incoming(const PointBody& body, PointGraph& graph) {
    const std::size_t count = body.size();
    graph.incoming_rows.assign(count + 1, 0);
    std::size_t total = 0;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t s = 0; s < body.count[i]; ++s)
            ++graph.incoming_rows[body.neighbor[i * most_neighbors + s] + 1];
        total += body.count[i];
    }
    for (std::size_t i = 0; i < count; ++i) graph.incoming_rows[i + 1] += graph.incoming_rows[i];
    graph.incoming.resize(total);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t s = 0; s < body.count[i]; ++s) {
            const std::size_t slot = i * most_neighbors + s;
            graph.incoming[graph.incoming_rows[body.neighbor[slot]]++] = static_cast<std::uint32_t>(slot);
        }
    }
    // Each row's start has moved to its end: the start of the next one.
    for (std::size_t i = count; i > 0; --i) graph.incoming_rows[i] = graph.incoming_rows[i - 1];
    graph.incoming_rows[0] = 0;
}

/// Calls visit(partner, forward slot, backward slot) for the partners of a particle by rising index.
template <class Visit>
void merge_row(const PointBody& body, const PointGraph& graph, std::size_t i, const Visit& visit) {
    const auto none = static_cast<std::uint32_t>(body.rest.size() - 1);
    auto out = static_cast<std::uint32_t>(i * most_neighbors);
    const std::uint32_t out_end = out + body.count[i];
    std::uint32_t in = graph.incoming_rows[i];
    const std::uint32_t in_end = graph.incoming_rows[i + 1];
    while (out < out_end || in < in_end) {
        const std::uint32_t to = out < out_end ? body.neighbor[out] : none;
        const std::uint32_t from = in < in_end ? graph.incoming[in] / static_cast<std::uint32_t>(most_neighbors) : none;
        if (to == from)
            visit(to, out++, graph.incoming[in++]);
        else if (to < from)
            visit(to, out++, none);
        else
            visit(from, none, graph.incoming[in++]);
    }
}

Real length(const Member& u) {
    return std::sqrt(u.vector[0] * u.vector[0] + u.vector[1] * u.vector[1] + u.vector[2] * u.vector[2]);
}

/// Fills scratch.one_way by value(particle, rest vector), zero for the last one.
template <class Value>
void for_slots(const PointBody& body, PointScratch& scratch, bool parallel, const Value& value) {
    for_chunks(body.size(), point_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            for (std::size_t s = i * most_neighbors; s < (i + 1) * most_neighbors; ++s)
                scratch.one_way[s] = value(i, body.rest[s]);
    });
    scratch.one_way[body.size() * most_neighbors] = 0;
}

}  // namespace

void build_graph(const PointBody& body, PointGraph& graph, bool parallel) {
    const std::size_t count = body.size();
    PLIANT_ASSERT(body.rest.size() == count * most_neighbors + 1);
    find_incoming(body, graph);
    PLIANT_ASSERT(graph.incoming_rows.back() == graph.incoming.size());
    graph.rows.assign(count + 1, 0);
    for_chunks(count, point_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            merge_row(body, graph, i, [&](std::uint32_t, std::uint32_t, std::uint32_t) { ++graph.rows[i + 1]; });
    });
    for (std::size_t i = 0; i < count; ++i) graph.rows[i + 1] += graph.rows[i];
    for (auto* entries : {&graph.column, &graph.forward, &graph.backward}) entries->resize(graph.rows[count]);
    for_chunks(count, point_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            std::uint32_t n = graph.rows[i];
            merge_row(body, graph, i, [&](std::uint32_t column, std::uint32_t forward, std::uint32_t backward) {
                graph.column[n] = column;
                graph.forward[n] = forward;
                graph.backward[n] = backward;
                ++n;
            });
        }
    });
}

void weigh_drag(const PointBody& body, PointScratch& scratch, bool parallel) {
    const PointGraph& graph = scratch.graph;
    PLIANT_ASSERT(graph.rows.size() == body.size() + 1 && graph.rows.back() == graph.column.size());
    scratch.drag.resize(graph.column.size());
    // η V_i 22.5/(π h⁶) (h − r): half of eq. 15; grouped so that no power of a small length stands alone.
    for_slots(body, scratch, parallel, [&](std::size_t i, const Member& u) {
        const Real h = body.radius[i], share = body.volume[i] / (h * h * h);
        const Real closeness = std::max(1 - length(u) / h, Real(0));
        const Real constant = Real(22.5 / std::numbers::pi) * body.property(i, PointProperty::viscosity);
        return constant * share * closeness / (h * h);
    });
    for_chunks(body.size(), point_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Real volume = body.volume[i];
            for (std::uint32_t n = graph.rows[i]; n < graph.rows[i + 1]; ++n)
                scratch.drag[n] = scratch.one_way[graph.forward[n]] * body.volume[graph.column[n]] +
                                  scratch.one_way[graph.backward[n]] * volume;
        }
    });
}

void weigh_embedding(const PointBody& body, PointScratch& scratch, bool parallel) {
    const PointGraph& graph = scratch.graph;
    PLIANT_ASSERT(graph.rows.size() == body.size() + 1 && graph.rows.back() == graph.column.size());
    scratch.stiffness.resize(graph.column.size());
    for_slots(body, scratch, parallel, [](std::size_t, const Member& u) { return u.weight * u.weight; });
    for_chunks(body.size(), point_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Real total = 0;
            for (std::uint32_t n = graph.rows[i]; n < graph.rows[i + 1]; ++n)
                total += scratch.stiffness[n] = scratch.one_way[graph.forward[n]] + scratch.one_way[graph.backward[n]];
            scratch.diagonal[i] = total;
            scratch.preconditioner[i] = total > 0 ? 1 / total : Real(0);
        }
    });
}

}  // namespace pliant

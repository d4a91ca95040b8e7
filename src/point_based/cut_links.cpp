#include "point_based/cut_links.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace pliant {
namespace {

std::vector<IdLink> links_of(const PointBody& body) {
    std::vector<IdLink> links;
    for (std::size_t k = 0; k < body.cuts.size(); k += 2) links.emplace_back(body.cuts[k], body.cuts[k + 1]);
    return links;
}

/// The lower id first, rising, each once.
void tidy(std::vector<IdLink>& links) {
    for (auto& [a, b] : links)
        if (b < a) std::swap(a, b);
    std::erase_if(links, [](const IdLink& link) { return link.first == link.second; });
    std::sort(links.begin(), links.end());
    links.erase(std::unique(links.begin(), links.end()), links.end());
}

void set_cuts(PointBody& body, const std::vector<IdLink>& links) {
    body.cuts.clear();
    for (const auto& [a, b] : links) {
        body.cuts.push_back(a);
        body.cuts.push_back(b);
    }
}

}  // namespace

void CutLinks::refresh(const PointBody& body) {
    if (valid) return;
    valid = true;
    std::vector<std::uint32_t> slot(body.next_id[0], no_slot);
    for (std::uint32_t i = 0; i < body.size(); ++i) slot[body.id[i]] = i;
    rows.assign(body.size() + 1, 0);
    std::vector<IdLink> links;
    for (std::size_t k = 0; k < body.cuts.size(); k += 2) {
        const std::uint32_t a = slot[body.cuts[k]], b = slot[body.cuts[k + 1]];
        if (a == no_slot || b == no_slot) continue;
        links.emplace_back(a, b);
        ++rows[a + 1];
        ++rows[b + 1];
    }
    for (std::size_t i = 0; i < body.size(); ++i) rows[i + 1] += rows[i];
    other.resize(rows.back());
    std::vector<std::uint32_t> next(rows.begin(), rows.end() - 1);
    for (const auto& [a, b] : links) {
        other[next[a]++] = b;
        other[next[b]++] = a;
    }
    for (std::size_t i = 0; i < body.size(); ++i) std::sort(other.begin() + rows[i], other.begin() + rows[i + 1]);
}

bool CutLinks::holds(std::uint32_t i, std::uint32_t j) const {
    return !rows.empty() && std::binary_search(other.begin() + rows[i], other.begin() + rows[i + 1], j);
}

void add_cuts(PointBody& body, std::span<const IdLink> links) {
    std::vector<IdLink> added(links.begin(), links.end()), all;
    tidy(added);
    const std::vector<IdLink> known = links_of(body);
    std::set_union(known.begin(), known.end(), added.begin(), added.end(), std::back_inserter(all));
    set_cuts(body, all);
}

void share_cuts(PointBody& body, std::span<const IdLink> halves) {
    if (body.cuts.empty() || halves.empty()) return;
    const std::map<std::uint32_t, std::uint32_t> half(halves.begin(), halves.end());
    const auto second = [&](std::uint32_t id) {
        const auto found = half.find(id);
        return found == half.end() ? id : found->second;
    };
    std::vector<IdLink> links = links_of(body);
    for (const auto& [a, b] : links_of(body))
        for (const IdLink& link : {IdLink(second(a), b), IdLink(a, second(b)), IdLink(second(a), second(b))})
            links.push_back(link);
    tidy(links);
    set_cuts(body, links);
}

void join_cuts(PointBody& body, std::span<const IdLink> merged) {
    if (body.cuts.empty() || merged.empty()) return;
    std::map<std::uint32_t, std::uint32_t> into;
    for (const auto& [kept, gone] : merged) into[gone] = kept;
    std::vector<IdLink> links = links_of(body);
    for (auto& [a, b] : links) {
        if (const auto found = into.find(a); found != into.end()) a = found->second;
        if (const auto found = into.find(b); found != into.end()) b = found->second;
    }
    tidy(links);
    set_cuts(body, links);
}

}  // namespace pliant

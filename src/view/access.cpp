#include "view/access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>

namespace pliant {
namespace {

constexpr std::array<std::string_view, 3> loopback = {"127.0.0.1", "localhost", "[::1]"};

}  // namespace

std::string random_token() {
    std::random_device random;  // the system's own, not a seeded one
    std::string token;
    for (int k = 0; k < 4; ++k) token += fmt::format("{:08x}", random());
    return token;
}

bool same_token(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
        difference |= static_cast<unsigned>(static_cast<unsigned char>(a[k]) ^ static_cast<unsigned char>(b[k]));
    return difference == 0;
}

std::string_view query_value(std::string_view target, std::string_view key) {
    const std::size_t question = target.find('?');
    if (question == std::string_view::npos) return {};
    std::string_view rest = target.substr(question + 1);
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('&'), rest.size());
        const std::string_view pair = rest.substr(0, end);
        if (pair.size() > key.size() && pair.starts_with(key) && pair[key.size()] == '=')
            return pair.substr(key.size() + 1);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {};
}

bool is_own_host(std::string_view header, std::string_view host, int port) {
    const auto matches = [&](std::string_view name) { return header == fmt::format("{}:{}", name, port); };
    for (const std::string_view name : loopback)
        if (matches(name)) return true;
    if (matches(host)) return true;
    // Listening on every address there is no one name to ask for.
    return host == "0.0.0.0" || host == "::";
}

bool is_own_origin(std::string_view header, std::string_view host, int port) {
    constexpr std::string_view scheme = "http://";
    return header.starts_with(scheme) && is_own_host(header.substr(scheme.size()), host, port);
}

}  // namespace pliant

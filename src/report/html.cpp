#include "report/html.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace pliant {

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto byte = [&](std::size_t k) -> std::uint32_t {
            return i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0;
        };
        const std::uint32_t group = byte(0) << 16 | byte(1) << 8 | byte(2);
        for (std::size_t k = 0; k < 4; ++k) out += i + k <= bytes.size() ? digits[group >> (18 - 6 * k) & 63] : '=';
    }
    return out;
}

std::string facts_table(const std::vector<std::pair<std::string, std::string>>& facts) {
    std::string out = "<div class=\"facts\"><table>\n";
    for (const auto& [name, value] : facts)
        out += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escaped(name), escaped(value));
    return out + "</table></div>\n";
}

std::string plain_table(const std::vector<std::string>& heads, const std::vector<std::vector<std::string>>& rows) {
    std::string out = "<div class=\"wide\"><table>\n<thead><tr>";
    for (const std::string& head : heads) out += fmt::format("<th scope=\"col\">{}</th>", escaped(head));
    out += "</tr></thead>\n<tbody>\n";
    for (const std::vector<std::string>& row : rows) {
        out += "<tr>";
        for (const std::string& cell : row) out += fmt::format("<td>{}</td>", escaped(cell));
        out += "</tr>\n";
    }
    return out + "</tbody></table></div>\n";
}

}  // namespace pliant

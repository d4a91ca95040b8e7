#include "render/font.hpp"

#include <array>
#include <string_view>

namespace pliant::render {
namespace {

// One line per character from ' ' to '~': the width, then strokes. A point is two digits, x and y (A is 10). A stroke
// that starts with ~ is rounded: its corners only pull at the pen, which passes through the middle of each side; when
// it ends where it started it is a closed loop.
constexpr std::array<std::string_view, 95> alphabet = {
    "3",                               // space
    "2 1015 1818",                     // !
    "2 0002 2022",                     // "
    "6 2018 5048 0262 0666",           // #
    "6 ~6160000464680807 3038",        // $
    "6 6008 ~0020220200 ~4666684846",  // %
    "6 ~681210404205084865",           // &
    "2 1012",                          // '
    "3 ~30010839",                     // (
    "3 ~00313809",                     // )
    "4 2125 0244 0442",                // *
    "4 2337 0545",                     // +
    "2 180A",                          // ,
    "4 0545",                          // -
    "2 1818",                          // .
    "4 4008",                          // /
    "5 ~0050580800",                   // 0
    "5 123038",                        // 1
    "5 ~0200505308 0858",              // 2
    "5 ~0100505424 ~2454580807",       // 3
    "5 48400656",                      // 4
    "5 500003 ~0353580807",            // 5
    "5 ~0353580803 ~400006",           // 6
    "5 005028",                        // 7
    "5 ~0050540400 ~0454580804",       // 8
    "5 ~0050550500 ~525818",           // 9
    "2 1414 1818",                     // :
    "2 1414 180A",                     // ;
    "4 420548",                        // <
    "4 0444 0646",                     // =
    "4 024508",                        // >
    "5 ~020050542426 2828",            // ?
    "7 ~2353562623 ~53567670000868",   // @
    "6 083068 1555",                   // A
    "6 0800 ~00505404 ~04646808",      // B
    "6 ~626000086866",                 // C
    "6 0800 ~00606808",                // D
    "5 50000858 0444",                 // E
    "5 500008 0444",                   // F
    "6 ~626000086864 6434",            // G
    "6 0008 6068 0464",                // H
    "2 1018",                          // I
    "5 ~50580806",                     // J
    "6 0008 6005 2368",                // K
    "5 000858",                        // L
    "6 0800356068",                    // M
    "6 08006860",                      // N
    "6 ~0060680800",                   // O
    "6 0800 ~00606404",                // P
    "6 ~0060680800 4668",              // Q
    "6 0800 ~00606404 3468",           // R
    "6 ~6160000464680807",             // S
    "6 0060 3038",                     // T
    "6 ~00086860",                     // U
    "6 003860",                        // V
    "8 0028426880",                    // W
    "6 0068 6008",                     // X
    "6 003460 3438",                   // Y
    "6 00600868",                      // Z
    "2 20000929",                      // [
    "4 0048",                          // backslash
    "2 00202909",                      // ]
    "4 022042",                        // ^
    "5 0959",                          // _
    "2 0011",                          // `
    "5 ~0353580803 5358",              // a
    "5 0008 ~0353580803",              // b
    "5 ~545303085857",                 // c
    "5 5058 ~0353580803",              // d
    "5 ~555303085857 0555",            // e
    "4 ~401018 0333",                  // f
    "5 ~0353580803 ~535A0A09",         // g
    "5 0008 ~06035358",                // h
    "2 1318 1010",                     // i
    "3 ~232A0A 2020",                  // j
    "4 0008 4306 1548",                // k
    "2 ~101828",                       // l
    "8 0308 ~06034348 ~46438388",      // m
    "5 0308 ~06035358",                // n
    "5 ~0353580803",                   // o
    "5 030A ~0353580803",              // p
    "5 535A ~0353580803",              // q
    "4 0308 ~060343",                  // r
    "5 ~5453030655580807",             // s
    "4 ~111848 0333",                  // t
    "5 ~03085855 5358",                // u
    "4 032843",                        // v
    "8 0328446883",                    // w
    "4 0348 4308",                     // x
    "4 0328 431A",                     // y
    "4 03430848",                      // z
    "3 ~30101404 ~04141939",           // {
    "2 1019",                          // |
    "3 ~00202434 ~34242909",           // }
    "5 ~06144654",                     // ~
};

float unit(char digit) { return static_cast<float>(digit == 'A' ? 10 : digit - '0'); }

/// One round of corner cutting (Chaikin 1974); repeated, it tends to the quadratic spline of the corners.
Stroke cut_corners(const Stroke& corners) {
    const bool closed = corners.front() == corners.back();
    Stroke cut;
    if (!closed) cut.push_back(corners.front());
    for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
        const bool starts = !closed && i == 0;
        const bool ends = !closed && i + 2 == corners.size();
        if (!starts) cut.push_back(0.75f * corners[i] + 0.25f * corners[i + 1]);
        if (!ends) cut.push_back(0.25f * corners[i] + 0.75f * corners[i + 1]);
    }
    cut.push_back(closed ? cut.front() : corners.back());
    return cut;
}

Glyph parse(std::string_view text) {
    Glyph glyph;
    glyph.width = unit(text[0]);
    std::size_t at = 1;
    while (at < text.size()) {
        ++at;  // the space before each stroke
        const bool round = text[at] == '~';
        if (round) ++at;
        Stroke stroke;
        for (; at < text.size() && text[at] != ' '; at += 2) stroke.emplace_back(unit(text[at]), unit(text[at + 1]));
        constexpr int rounds = 4;
        for (int i = 0; round && i < rounds; ++i) stroke = cut_corners(stroke);
        glyph.strokes.push_back(std::move(stroke));
    }
    return glyph;
}

}  // namespace

const Glyph& glyph_of(char character) {
    static const std::array<Glyph, alphabet.size()> glyphs = [] {
        std::array<Glyph, alphabet.size()> parsed;
        for (std::size_t i = 0; i < alphabet.size(); ++i) parsed[i] = parse(alphabet[i]);
        return parsed;
    }();
    const bool printable = character >= ' ' && character <= '~';
    return glyphs[static_cast<std::size_t>((printable ? character : '?') - ' ')];
}

}  // namespace pliant::render

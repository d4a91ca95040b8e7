// The path that all pairs take: found, cut into pieces, gathered, solved, scattered, in this order.
#include "contacts/contact_input.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pliant {
namespace {

/// Notes what is asked of it.
struct Notes {
    bool meets = true, touches = true;
    std::uint32_t pieces = 1;
    std::string asked = {};
    double covered = 0;  ///< s
    double last_left = 0;

    bool find() {
        asked += "f";
        return meets;
    }
    std::uint32_t pieces_needed() const { return pieces; }
    Culprit fastest() const { return Culprit::of_body(4); }
    static double left(double, double length, std::uint32_t pieces, std::uint32_t p) { return (pieces - p) * length; }
    bool gather(const StepPiece& piece) {
        asked += "g";
        EXPECT_NEAR(piece.start, covered, 1e-15);
        covered += piece.length;
        last_left = piece.left - piece.length;
        return touches;
    }
    void solve(const StepPiece&) { asked += "s"; }
    bool scatter(const StepPiece&) {
        asked += "c";
        return true;
    }
};

TEST(PairPath, ends_where_nothing_may_meet) {
    Notes notes{.meets = false};
    StepReport report;
    EXPECT_FALSE(resolve_pairs(notes, 0.01, report));
    EXPECT_EQ(notes.asked, "f");
    EXPECT_EQ(report.collision_pieces, 0u);
}

TEST(PairPath, gathers_solves_and_scatters_each_piece_and_covers_the_step) {
    Notes notes{.pieces = 3};
    StepReport report;
    EXPECT_TRUE(resolve_pairs(notes, 0.03, report));
    EXPECT_EQ(notes.asked, "fgscgscgsc");
    EXPECT_NEAR(notes.covered, 0.03, 1e-15);
    EXPECT_NEAR(notes.last_left, 0, 1e-15);
    EXPECT_EQ(report.collision_pieces, 3u);
    EXPECT_EQ(report.warning(Warning::fast_contact), 0u);
}

TEST(PairPath, solves_nothing_where_nothing_touches) {
    Notes notes{.touches = false, .pieces = 2};
    StepReport report;
    EXPECT_FALSE(resolve_pairs(notes, 0.01, report));
    EXPECT_EQ(notes.asked, "fgg");
}

TEST(PairPath, cuts_no_finer_than_it_may_and_names_who_was_too_fast) {
    Notes notes{.pieces = 10 * most_pieces};
    StepReport report;
    EXPECT_TRUE(resolve_pairs(notes, 0.01, report));
    EXPECT_EQ(report.collision_pieces, most_pieces);
    EXPECT_EQ(report.warning(Warning::fast_contact), 1u);
    EXPECT_EQ(report.culprit(Warning::fast_contact), Culprit::of_body(4));
}

}  // namespace
}  // namespace pliant

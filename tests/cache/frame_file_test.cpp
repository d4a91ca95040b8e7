// Frames come back bit for bit, wherever they are and whatever they hold.
#include "run/frame_file.hpp"
#include "cache/helpers.hpp"
#include "core/random.hpp"

#include <rapidcheck/gtest.h>

#include <bit>

namespace pliant::testing {
namespace {

constexpr std::uint64_t frame_key = 99;

bool same_bits(const Vec3& a, const Vec3& b) {
    for (int k = 0; k < 3; ++k)
        if (std::bit_cast<std::uint64_t>(a[k]) != std::bit_cast<std::uint64_t>(b[k])) return false;
    return true;
}

bool same_bits(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Vec3& x, const Vec3& y) { return same_bits(x, y); });
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](float x, float y) {
        return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
    });
}

void expect_same(const CachedFrame& a, const CachedFrame& b) {
    EXPECT_EQ(a.frame.number, b.frame.number);
    EXPECT_EQ(a.frame.time, b.frame.time);
    EXPECT_TRUE(same_bits(a.frame.positions, b.frame.positions));
    EXPECT_TRUE(same_bits(a.frame.velocities, b.frame.velocities));
    EXPECT_TRUE(same_bits(a.frame.radii, b.frame.radii));
    EXPECT_TRUE(same_bits(a.frame.strains, b.frame.strains));
    EXPECT_TRUE(same_bits(a.frame.plastics, b.frame.plastics));
    EXPECT_EQ(a.frame.fragments, b.frame.fragments);
    EXPECT_EQ(a.frame.parents, b.frame.parents);
    EXPECT_EQ(a.frame.cluster_ids, b.frame.cluster_ids);
    EXPECT_EQ(a.frame.built_clusters, b.frame.built_clusters);
    EXPECT_EQ(a.frame.bodies, b.frame.bodies);
    EXPECT_EQ(a.frame.clusters, b.frame.clusters);
    // Everything in the statistics is in their line of JSON, in digits that stand for one number only.
    EXPECT_EQ(stats_json(a.stats, a.report), stats_json(b.stats, b.report));
}

CachedFrame round_trip(const CachedFrame& frame, const std::vector<Vec3>& origins) {
    return frame_of(ChunkFile::parse(frame_bytes(frame, origins, frame_key), "frame", FileKind::frame), frame_key);
}

CachedFrame look_at(const Simulation& simulation, const StepReport& report = {}) {
    CachedFrame cached;
    cached.frame = simulation.snapshot();
    cached.stats = simulation.stats();
    cached.report = report;
    cached.report.milliseconds = {};
    return cached;
}

class FramesOf : public ::testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(FrameFiles, FramesOf, ::testing::Range(std::uint64_t{100}, std::uint64_t{130}));

TEST_P(FramesOf, any_scene_come_back_bit_for_bit) {
    Simulation simulation(random_scene(GetParam()));
    for (int n = 0; n < 3; ++n) {
        const StepReport report = simulation.advance_frame();
        const CachedFrame frame = look_at(simulation, report);
        expect_same(frame, round_trip(frame, {Vec3::Zero(), Vec3(1e3, -7, 0.1)}));
    }
}

/// A double made of any bits, often one of the odd ones.
double odd_number(Random& random) {
    constexpr double odd[] = {0.0, -0.0, 1e-310, 1e300, std::numeric_limits<double>::infinity(), std::nan("")};
    return random.below(3) == 0 ? odd[random.below(6)] : random.uniform(-1e3, 1e3);
}

RC_GTEST_PROP(FrameFiles, give_back_any_numbers_whatever_the_origins, ()) {
    Random random(*rc::gen::arbitrary<std::uint32_t>());
    const bool all_floats = random.below(2) == 0;
    const auto number = [&] {
        const double x = odd_number(random);
        return all_floats ? static_cast<double>(static_cast<float>(x)) : x;
    };
    CachedFrame frame;
    const std::size_t count = random.below(40);
    for (std::size_t i = 0; i < count; ++i) {
        frame.frame.positions.emplace_back(number(), number(), number());
        frame.frame.velocities.emplace_back(number(), number(), number());
        frame.frame.radii.push_back(static_cast<float>(number()));
        frame.frame.strains.push_back(static_cast<float>(number()));
        frame.frame.bodies.push_back(random.below(2));
        frame.frame.clusters.push_back(random.below(1000));
        frame.frame.plastics.push_back(static_cast<float>(number()));
        frame.frame.fragments.push_back(random.below(5));
    }
    for (std::uint32_t c = 0; c < 1000; ++c) {
        frame.frame.parents.push_back(random.below(1000));
        frame.frame.cluster_ids.push_back(3 * c);
    }
    frame.frame.built_clusters = 900;
    frame.stats.particles = count;
    frame.stats.clusters = {3, 1};
    expect_same(frame, round_trip(frame, {Vec3(number(), 0, 1), Vec3::Zero()}));
}

TEST(FrameFiles, far_from_the_origin_need_no_more_room_than_near_it) {
    // The same body here and nine hundred kilometres away: each keeps 32-bit numbers relative to its own origin.
    const auto size_at = [](const char* x) {
        Simulation simulation(small_scene({{"bodies.1.translate", x}}));
        for (int n = 0; n < 3; ++n) simulation.advance_frame();
        const TemporaryFolder folder;
        RunWriter writer = RunWriter::begin(folder / "run", describe_run(small_scene()), simulation);
        writer.write(simulation, {});
        return std::filesystem::file_size(RunReader(folder / "run").frame_path(3));
    };
    EXPECT_LT(static_cast<double>(size_at("[900000,0.4,0]")) / static_cast<double>(size_at("[0,0.4,0]")), 1.1);
}

TEST(FrameFiles, of_another_run_are_refused) {
    const Simulation simulation(small_scene());
    const auto bytes = frame_bytes(look_at(simulation), std::vector<Vec3>(2, Vec3::Zero()), frame_key);
    const ChunkFile file = ChunkFile::parse(bytes, "frame", FileKind::frame);
    const std::string said = refusal_of([&] { frame_of(file, frame_key + 1); });
    EXPECT_NE(said.find("another run"), std::string::npos) << said;
}

TEST(FrameFiles, whose_arrays_do_not_fit_together_are_refused) {
    CachedFrame frame = look_at(Simulation(small_scene()));
    const std::vector<Vec3> origins(2, Vec3::Zero());
    const auto refused = [&](const CachedFrame& f) {
        const std::vector<std::byte> bytes = frame_bytes(f, origins, frame_key);
        return !refusal_of([&] { frame_of(ChunkFile::parse(bytes, "frame", FileKind::frame), frame_key); }).empty();
    };
    EXPECT_FALSE(refused(frame));
    CachedFrame fewer = frame;
    fewer.frame.strains.pop_back();
    EXPECT_TRUE(refused(fewer));
    CachedFrame no_pieces = frame;
    no_pieces.frame.fragments.clear();
    EXPECT_TRUE(refused(no_pieces));
    CachedFrame orphan = frame;
    orphan.frame.parents.front() = static_cast<std::uint32_t>(orphan.frame.parents.size());
    EXPECT_TRUE(refused(orphan));
    // A third body without an origin, seen by who reads.
    ChunkWriter writer(FileKind::frame);
    writer.add_value("run", frame_key);
    const ChunkFile hollow = ChunkFile::parse(writer.finish(), "frame", FileKind::frame);
    EXPECT_FALSE(refusal_of([&] { frame_of(hollow, frame_key); }).empty());
}

}  // namespace
}  // namespace pliant::testing

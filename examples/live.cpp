// Touches a simulation while it runs, goes back, and repeats from the log what was done, bit for bit.
#include <pliant/live.hpp>

#include <cstdio>

int main() {
    const pliant::Scene scene = pliant::load_scene("falling-ball", {{"bodies.0.sampling.particles", "400"}});
    pliant::Simulation simulation(scene);
    pliant::Live live(scene, simulation);
    live.watch(true);

    // What is under the pointer? Take hold of it there, and lift it.
    const auto hit = live.cast_ray({0, 20, 0}, {0, -1, 0});
    if (!hit || hit->kind != pliant::Hit::Kind::body) return 1;
    const int hand = live.grab(live.scene().bodies[hit->index].name, hit->point);
    live.drag(hand, hit->point + pliant::Vec3(0.5, 0.5, 0));
    for (int k = 0; k < 30; ++k) live.advance_frame();
    const double lifted = live.positions(hit->index)[hit->particle].y();

    // Let go; come back to this moment, and let it float instead.
    const pliant::SavedMoment moment = live.save();
    live.release(hand);
    for (int k = 0; k < 30; ++k) live.advance_frame();
    const double fallen = live.positions(hit->index)[hit->particle].y();
    live.restore(moment);
    live.release(hand);
    live.set("gravity", "[0, 0, 0]");
    for (int k = 0; k < 30; ++k) live.advance_frame();
    std::printf("lifted to %.2f m, fell to %.2f m, floats at %.2f m\n", lifted, fallen,
                live.positions(hit->index)[hit->particle].y());

    // The log repeats it: the same bits.
    pliant::write_inputs("inputs.jsonl", live.log());
    pliant::Simulation again(scene);
    pliant::Live repeated(scene, again);
    pliant::Replay replay(pliant::read_inputs("inputs.jsonl"), repeated);
    while (again.frame() < simulation.frame()) replay.advance_frame();
    std::printf("hashes %016llx and %016llx\n", static_cast<unsigned long long>(simulation.hash()),
                static_cast<unsigned long long>(again.hash()));
    return fallen < lifted - 0.5 && again.hash() == simulation.hash() ? 0 : 1;
}

#include "sim/step.hpp"

#include <functional>

namespace pliant {

StepReport step(CpuBackend& backend) {
    StepReport report;
    backend.forget_measures();
    const StageClock stage(
        report, backend.model().energy_account ? [&] { return backend.energy(); } : std::function<Energy()>{});
    stage(Stage::forces, [&] {
        backend.wake();
        backend.forces(report);
    });
    // Shape matching: match → flow → integrate → limit strain. Then points, in shorter steps. Rigid bodies move
    // while they collide.
    backend.move(stage, report);
    stage(Stage::glue, [&] { backend.hold_glue(report); });
    stage(Stage::collide, [&] { backend.collide(report); });
    stage(Stage::glue, [&] { backend.place_glued(report); });
    // What is strained too far, or cut, comes apart.
    stage(Stage::fracture, [&] { backend.fracture(report); });
    // Clusters that flowed too far are replaced, from the next step on.
    stage(Stage::recluster, [&] { backend.recluster(report); });
    stage(Stage::finish, [&] { backend.finish(report); });
    return report;
}

}  // namespace pliant

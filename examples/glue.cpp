// Glue: a ball hangs on a hook that it does not touch, by springs. The force is read back, and later the glue lets go.
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <cmath>
#include <iostream>

int main() {
    pliant::Body ball;
    ball.name = "ball";
    ball.shape.radius = 0.2;
    ball.sampling.particles = 300;
    ball.material = pliant::material_preset("rubber");

    pliant::Obstacle hook;
    hook.name = "hook";
    hook.kind = pliant::ObstacleKind::box;
    hook.size = {0.1, 0.1, 0.1};
    hook.place.translate = {0, 0.6, 0};

    pliant::Glue glue;
    glue.mode = pliant::GlueMode::soft;
    glue.a = "hook";
    glue.b = "ball";
    glue.where.emplace().radius = 0.1;          // the ball's particles in a sphere …
    glue.where->place.translate = {0, 0.2, 0};  // … at its top
    glue.damping = 20;
    glue.release = 2;  // s

    pliant::Scene scene;
    scene.bodies = {ball};
    scene.obstacles = {hook};
    scene.glue = {glue};
    scene.time.frames = 150;
    pliant::Simulation simulation(scene);
    const double weight = 9.81 * simulation.stats().mass;
    double force = 0;  // N, the mean over the second second: the ball bounces a little
    while (simulation.frame() < 119) {
        simulation.advance_frame();
        if (simulation.frame() >= 60) force += simulation.stats().glue[0].force / 60;
    }
    const pliant::Stats held = simulation.stats();
    std::cout << "it pulls with " << force << " N and weighs " << weight << " N\n";
    while (simulation.frame() < simulation.frame_count()) simulation.advance_frame();
    const pliant::Stats let_go = simulation.stats();
    std::cout << let_go.glue[0].holding << " bindings hold after 2 s\n";
    const bool carried = std::abs(force - weight) < 0.1 * weight && held.bbox.center().y() > -0.3;
    return carried && let_go.glue[0].holding == 0 && let_go.bbox.center().y() < held.bbox.center().y() - 0.5 ? 0 : 1;
}

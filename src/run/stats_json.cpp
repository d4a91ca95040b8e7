#include <pliant/output.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace pliant {
namespace {

/// JSON has no word for infinity and NaN.
std::string number(double v) { return std::isfinite(v) ? fmt::format("{}", v) : "null"; }
std::string vector(const Vec3& v) { return fmt::format("[{},{},{}]", number(v.x()), number(v.y()), number(v.z())); }

/// Per entry of the scene's glue: its name, how many bindings hold, and the forces.
std::string glue_text(const std::vector<GlueStats>& glue, const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t k = 0; k < glue.size(); ++k) {
        std::string forces;
        for (const double force : glue[k].forces)
            forces += fmt::format("{}{}", forces.empty() ? "" : ",", number(force));
        const std::string name = k < names.size() ? fmt::format("\"name\":{},", nlohmann::json(names[k]).dump()) : "";
        text += fmt::format("{}{{{}\"holding\":{},\"force\":{},\"forces\":[{}]}}", text.empty() ? "" : ",", name,
                            glue[k].holding, number(glue[k].force), forces);
    }
    return text;
}

}  // namespace

std::string stats_json(const Stats& s, const StepReport& report, const std::vector<std::string>& glue_names) {
    std::string warnings, culprits, milliseconds, impulses;
    for (const Vec3& impulse : s.contact_impulses)
        impulses += fmt::format("{}{}", impulses.empty() ? "" : ",", vector(impulse));
    for (std::size_t k = 0; k < warning_count; ++k)
        if (report.warnings[k] > 0)
            warnings += fmt::format("{}\"{}\":{}", warnings.empty() ? "" : ",", warning_name(static_cast<Warning>(k)),
                                    report.warnings[k]);
    for (std::size_t k = 0; k < warning_count; ++k)
        if (const Culprit& c = report.culprits[k]; c.kind != Culprit::Kind::none)
            culprits += fmt::format(R"({}"{}":{{"kind":"{}","body":{},"number":{},"frame":{}}})",
                                    culprits.empty() ? "" : ",", warning_name(static_cast<Warning>(k)),
                                    culprit_kind_name(c.kind), c.body, c.number, c.frame);
    for (std::size_t k = 0; k < stage_count; ++k)
        milliseconds += fmt::format("{}\"{}\":{:.4f}", k == 0 ? "" : ",", stage_name(static_cast<Stage>(k)),
                                    report.milliseconds[k]);
    std::string account;  // only where it was asked for
    for (std::size_t k = 0; report.energy_measured && k < stage_count; ++k) {
        const Energy& e = report.energy[k];
        account += fmt::format("{}\"{}\":[{},{},{}]", k == 0 ? "\"energy\":{" : ",", stage_name(static_cast<Stage>(k)),
                               number(e.kinetic), number(e.elastic), number(e.gravity));
    }
    if (!account.empty()) account += "},";
    const std::string points =
        s.estimated_volume > 0
            ? fmt::format("\"estimated_volume\":{},\"point_steps\":{},\"splits\":{},\"merges\":{},",
                          number(s.estimated_volume), report.point_steps, report.splits, report.merges)
            : "";
    const std::string broken =
        fmt::format("\"crumbs\":{},\"cluster_splits\":{},\"duplicated_particles\":{},\"breaking_force\":{},", s.crumbs,
                    report.cluster_splits, s.duplicates, number(report.breaking_force));
    return fmt::format(
        "{{\"frame\":{},\"time\":{},\"particles\":{},\"clusters\":[{}],\"memberships\":{},\"mass\":{},"
        "\"momentum\":{},\"angular_momentum\":{},\"center_of_mass\":{},\"kinetic_energy\":{},\"elastic_energy\":{},"
        "\"gravity_energy\":{},{}"
        "\"bbox\":[{},{}],\"max_speed\":{},\"max_stretch\":{},\"fragments\":{},{}\"plastic_strain_max\":{},\"plastic_"
        "strain_mean\":{},\"det_fp_error\":{},\"clusters_added\":{},\"clusters_removed\":{},\"clusters_fading\":{},"
        "\"embedding_sweeps\":{},\"embedding_residual\":{},\"weight_error\":{},\"contacts\":{},\"max_penetration\":{},"
        "\"left_penetration\":{},\"collision_pieces\":{},\"contact_impulses\":[{}],{}"
        "\"glue\":[{}],\"glue_released\":{},\"glue_broken\":{},"
        "\"warnings\":{{{}}},\"culprits\":{{{}}},\"ms\":{{{}}},\"hash\":\"{:016x}\"}}",
        s.frame, number(s.time), s.particles, fmt::join(s.clusters, ","), s.memberships, number(s.mass),
        vector(s.momentum), vector(s.angular_momentum), vector(s.center_of_mass), number(s.kinetic_energy),
        number(s.elastic_energy), number(s.gravity_energy), account, vector(s.bbox.lower), vector(s.bbox.upper),
        number(s.max_speed), number(s.max_stretch), s.fragments, broken, number(s.plastic_strain_max),
        number(s.plastic_strain_mean), number(s.det_fp_error), report.clusters_added, report.clusters_removed,
        s.clusters_fading, report.embedding_sweeps, number(report.embedding_residual), number(s.weight_error),
        report.contacts, number(report.max_penetration), number(report.left_penetration), report.collision_pieces,
        impulses, points, glue_text(s.glue, glue_names), report.glue_released, report.glue_broken, warnings, culprits,
        milliseconds, s.hash);
}

}  // namespace pliant

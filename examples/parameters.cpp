// The table of parameters: what can be set, in which unit and range, and what a default is.
#include <pliant/parameters.hpp>
#include <pliant/scene.hpp>

#include <algorithm>
#include <iostream>

int main() {
    const std::vector<pliant::Parameter> all = pliant::parameters();
    const auto row =
        std::find_if(all.begin(), all.end(), [](const auto& p) { return p.path == "bodies[].material.stiffness"; });
    if (row == all.end()) return 1;
    std::cout << all.size() << " parameters, among them\n  " << row->path << ": " << row->meaning
              << "\n  allowed: " << row->range_text << "\n  default: " << row->default_text
              << "\n  extremes: " << row->extremes << "\n";
    for (const std::string& name : pliant::material_presets())
        std::cout << "  " << name << ": " << pliant::material_preset(name).stiffness.value << " Hz, "
                  << pliant::material_preset_summary(name) << "\n";
    return row->unit == "Hz" && std::stod(row->default_text) == pliant::Material{}.stiffness.value ? 0 : 1;
}

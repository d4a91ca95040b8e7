// One long table, as data frames want it: frame, time, id, then the attributes.
#include "export/formats.hpp"
#include "export/text_file.hpp"

namespace pliant {

void write_csv(const ExportJob& job) {
    TextFile out(job.files.front());
    out.print("frame,time,id,x,y,z,vx,vy,vz,pscale,body,cluster,strain\n");
    job.for_each_frame("rows", [&](const Frame& frame, std::size_t) {
        for (std::size_t i = 0; i < frame.positions.size(); ++i) {
            const Eigen::Vector3f p = frame.positions[i].cast<float>(), v = frame.velocities[i].cast<float>();
            out.print("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", frame.number, frame.time, frame.id_of(i), p.x(),
                      p.y(), p.z(), v.x(), v.y(), v.z(), frame.radii[i], frame.bodies[i], frame.clusters[i],
                      frame.strains[i]);
        }
    });
    out.commit();
}

}  // namespace pliant

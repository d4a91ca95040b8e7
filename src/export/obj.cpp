// Wavefront OBJ: a vertex for each particle, in order of id; the format has no place for anything else.
#include "export/formats.hpp"
#include "export/text_file.hpp"

namespace pliant {

void write_obj(const ExportJob& job) {
    if (job.skins) return write_obj_skins(job);
    job.for_each_frame("frames", [&](const Frame& frame, std::size_t k) {
        TextFile out(job.files[k]);
        out.print("# frame {}, time {} s, in metres, y up\no {}\n", frame.number, frame.time, job.frames.name);
        for (const Vec3& position : frame.positions) {
            const Eigen::Vector3f p = position.cast<float>();
            out.print("v {} {} {}\n", p.x(), p.y(), p.z());
        }
        out.commit();
    });
}

}  // namespace pliant

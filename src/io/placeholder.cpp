#include <stdexcept>

#include "io/mesh_reader.hpp"
#include "io/point_cloud.hpp"
namespace pliant {
TriangleMesh read_mesh(const std::filesystem::path&) { throw std::runtime_error("readers are being written"); }
PointCloud read_points(const std::filesystem::path&) { throw std::runtime_error("readers are being written"); }
}  // namespace pliant

#include "core/write_file.hpp"
#include "io/frame_ply.hpp"
#include <string>
#include <cstring>
namespace pliant { void write_frame_ply(const std::filesystem::path& path, const Frame& f) {
 std::string o="ply\nformat binary_little_endian 1.0\nelement vertex "+std::to_string(f.positions.size())+"\nproperty float x\nproperty float y\nproperty float z\nproperty float vx\nproperty float vy\nproperty float vz\nproperty float pscale\nproperty float strain\nproperty int id\nproperty int body\nproperty int cluster\nend_header\n";
 for(size_t i=0;i<f.positions.size();++i){ float v[8]={(float)f.positions[i].x(),(float)f.positions[i].y(),(float)f.positions[i].z(),(float)f.velocities[i].x(),(float)f.velocities[i].y(),(float)f.velocities[i].z(),f.radii[i],f.strains[i]}; int n[3]={(int)i,(int)f.bodies[i],(int)f.clusters[i]}; o.append((char*)v,32); o.append((char*)n,12);} write_file(path,o.data(),o.size()); } }

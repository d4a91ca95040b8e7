// VTK XML PolyData: points, each with a vertex cell so that it is drawn, and all attributes; binary after the XML. The
// .pvd beside them lists the files with their times.
#include <fmt/format.h>

#include <numeric>
#include <optional>

#include "core/file_writer.hpp"
#include "export/columns.hpp"
#include "export/flat_skin.hpp"
#include "export/formats.hpp"
#include "export/text_file.hpp"
#include "export/vtk_array.hpp"

namespace pliant {
namespace {

/// Text for an XML attribute.
std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += c;
    }
    return out;
}

/// The XML element of an array whose data starts `offset` bytes into the appended data; moves the offset past it.
std::string element(const VtkArray& array, std::size_t& offset) {
    const std::string text = fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"/>\n",
        array.type, array.name, array.components, offset);
    offset += array.data.size();
    return text;
}

void write_vtp(const Frame& frame, const std::filesystem::path& file) {
    const std::size_t count = frame.positions.size();
    std::vector<std::uint32_t> id(count);
    for (std::size_t i = 0; i < count; ++i) id[i] = frame.id_of(i);
    std::vector<std::int64_t> connectivity(count), offsets(count);
    std::iota(connectivity.begin(), connectivity.end(), 0);
    std::iota(offsets.begin(), offsets.end(), 1);
    const VtkArray points = vtk_array("Points", 3, interleaved(frame.positions));
    std::vector<VtkArray> attributes = {vtk_array("velocity", 3, interleaved(frame.velocities)),
                                        vtk_array("pscale", 1, frame.radii),
                                        vtk_array("id", id),
                                        vtk_array("body", frame.bodies),
                                        vtk_array("cluster", frame.clusters),
                                        vtk_array("strain", 1, frame.strains),
                                        vtk_array("plastic", 1, frame.plastics),
                                        vtk_array("fragment", frame.fragments)};
    if (!frame.embedded.empty()) attributes.push_back(vtk_array("embedded", 3, interleaved(frame.embedded)));
    const VtkArray cells[] = {vtk_array("connectivity", connectivity), vtk_array("offsets", offsets)};

    std::size_t offset = 0;
    std::string xml = fmt::format(
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\" "
        "compressor=\"vtkZLibDataCompressor\">\n<PolyData>\n"
        "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">{}"
        "</DataArray>\n</FieldData>\n"
        "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
        "NumberOfPolys=\"0\">\n",
        frame.time, count, count);
    xml += "<Points>\n" + element(points, offset) + "</Points>\n<PointData Scalars=\"body\" Vectors=\"velocity\">\n";
    for (const VtkArray& array : attributes) xml += element(array, offset);
    xml += "</PointData>\n<Verts>\n";
    for (const VtkArray& array : cells) xml += element(array, offset);
    xml += "</Verts>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";

    FileWriter out(file);
    out.write(xml);
    out.write(points.data);
    for (const VtkArray& array : attributes) out.write(array.data);
    for (const VtkArray& array : cells) out.write(array.data);
    out.write("\n</AppendedData>\n</VTKFile>\n");
    out.commit();
}

/// Surfaces: triangles of vertices with normals, UVs, colours and the number of their thing.
void write_vtp_skin(const FlatSkin& flat, double time, const std::filesystem::path& file) {
    std::vector<std::int64_t> connectivity, offsets;
    for (const auto& triangle : flat.triangles) {
        connectivity.insert(connectivity.end(), triangle.begin(), triangle.end());
        offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
    }
    std::vector<float> colors;
    for (const std::uint8_t channel : flat.colors) colors.push_back(static_cast<float>(channel) / 255);
    const VtkArray points = vtk_array("Points", 3, flat.positions);
    const VtkArray attributes[] = {vtk_array("Normals", 3, flat.normals),
                                   vtk_array("st", 2, flat.uvs),
                                   vtk_array("velocity", 3, flat.velocities),
                                   vtk_array("color", 3, colors),
                                   vtk_array("thing", flat.thing),
                                   vtk_array("fragment", flat.fragment)};
    const VtkArray cells[] = {vtk_array("connectivity", connectivity), vtk_array("offsets", offsets)};
    std::size_t offset = 0;
    std::string xml = fmt::format(
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\" "
        "compressor=\"vtkZLibDataCompressor\">\n<PolyData>\n"
        "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">{}"
        "</DataArray>\n</FieldData>\n"
        "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
        "NumberOfPolys=\"{}\">\n",
        time, flat.vertex_count(), flat.triangles.size());
    xml += "<Points>\n" + element(points, offset) +
           "</Points>\n<PointData Normals=\"Normals\" TCoords=\"st\" Vectors=\"velocity\">\n";
    for (const VtkArray& array : attributes) xml += element(array, offset);
    xml += "</PointData>\n<Polys>\n";
    for (const VtkArray& array : cells) xml += element(array, offset);
    xml += "</Polys>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";
    FileWriter out(file);
    out.write(xml);
    out.write(points.data);
    for (const VtkArray& array : attributes) out.write(array.data);
    for (const VtkArray& array : cells) out.write(array.data);
    out.write("\n</AppendedData>\n</VTKFile>\n");
    out.commit();
}

}  // namespace

void write_vtp(const ExportJob& job) {
    // A single frame asked for by name comes alone.
    std::optional<TextFile> times;
    if (job.files.size() > job.frames.numbers.size()) times.emplace(job.files.back());
    if (times)
        times->print(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
            "<Collection>\n");
    job.for_each_frame("frames", [&](const Frame& frame, std::size_t k) {
        if (job.skins)
            write_vtp_skin(flat_skin(*job.skins, job.skins->evaluate(frame, true)), frame.time, job.files[k]);
        else
            write_vtp(frame, job.files[k]);
        if (times)
            times->print("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", frame.time,
                         escaped(job.files[k].filename().string()));
    });
    if (!times) return;
    times->print("</Collection>\n</VTKFile>\n");
    times->commit();
}

}  // namespace pliant

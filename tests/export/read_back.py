"""Reads what the exporters wrote with readers that are not Pliant's and compares it with what should be there.

usage: read_back.py EXPECTED FORMAT PATH
EXPECTED is JSON: name, fps, and frames with number, time (as float.hex() writes it) and the attributes, floats as the
integers of their 32 bits. Every float must come back bit for bit, every time exactly. Exits with 1 and the reason if not.
Needs Debian's python3-numpy, and python3-meshio for PLY.
"""

import csv
import json
import math
import os
import struct
import sys
import xml.etree.ElementTree as ElementTree
import zlib

import numpy as np

import usda_parser


def bits(values):
    return np.asarray(values, dtype=np.float32).reshape(-1).view(np.uint32)


def expect_floats(what, found, expected):
    found, expected = bits(found), np.asarray(expected, dtype=np.uint32).reshape(-1)
    assert found.shape == expected.shape, f"{what}: {found.size} numbers, not {expected.size}"
    wrong = np.nonzero(found != expected)[0]
    assert wrong.size == 0, f"{what}[{wrong[0]}]: {found.view(np.float32)[wrong[0]]!r}, " \
                            f"not {expected.view(np.float32)[wrong[0]]!r}"


def expect_equal(what, found, expected):
    assert list(found) == list(expected), f"{what}: {list(found)[:8]} …, not {list(expected)[:8]} …"


def frame_file(path, expected, frame, extension):
    return os.path.join(path, f"{expected['name']}_{frame['number']:05}.{extension}")



def check_ply(path, expected):
    import meshio

    for frame in expected["frames"]:
        mesh = meshio.read(frame_file(path, expected, frame, "ply"))
        data = mesh.point_data
        expect_floats("positions", mesh.points, frame["positions"])
        expect_floats("velocities", np.stack([data["vx"], data["vy"], data["vz"]], axis=1), frame["velocities"])
        expect_floats("pscale", data["pscale"], frame["radii"])
        expect_floats("strain", data["strain"], frame["strains"])
        expect_floats("plastic", data["plastic"], frame["plastics"])
        expect_equal("fragment", data["fragment"], frame["fragments"])
        expect_equal("id", data["id"], range(len(frame["radii"])))
        expect_equal("body", data["body"], frame["bodies"])
        expect_equal("cluster", data["cluster"], frame["clusters"])
        colors = {}
        for body, *color in zip(frame["bodies"], data["red"], data["green"], data["blue"]):
            assert colors.setdefault(body, color) == color, "two colours for one body"
        assert len({tuple(c) for c in colors.values()}) == len(colors), "one colour for two bodies"


def vtp_array(element, appended):
    """Decodes one array as VTK's file format description has it, and says where it ends."""
    types = {"Float32": np.float32, "UInt32": np.uint32, "Int64": np.int64}
    assert element.get("format") == "appended"
    start = int(element.get("offset"))
    blocks, block_bytes, last_bytes = struct.unpack_from("<3Q", appended, start)
    sizes = struct.unpack_from(f"<{blocks}Q", appended, start + 24)
    at, data = start + 24 + 8 * blocks, b""
    for k, size in enumerate(sizes):
        block = zlib.decompress(appended[at:at + size])
        whole = k + 1 < blocks or last_bytes == 0
        assert len(block) == (block_bytes if whole else last_bytes), "a block of another size than its header says"
        data += block
        at += size
    return np.frombuffer(data, dtype=types[element.get("type")]), at


def read_vtp(path):
    content = open(path, "rb").read()
    opening, closing = b'<AppendedData encoding="raw">\n_', b"\n</AppendedData>\n</VTKFile>\n"
    start = content.index(opening) + len(opening)
    assert content.endswith(closing)
    appended = content[start:-len(closing)]
    root = ElementTree.fromstring(content[:start - 1] + b"</AppendedData></VTKFile>")
    assert root.attrib == {"type": "PolyData", "version": "1.0", "byte_order": "LittleEndian",
                           "header_type": "UInt64", "compressor": "vtkZLibDataCompressor"}, root.attrib
    arrays, ends = {}, 0
    for element in root.iter("DataArray"):
        if element.get("Name") == "TimeValue":
            arrays["TimeValue"] = float(element.text)
            continue
        assert int(element.get("offset")) == ends, "arrays do not follow each other"
        arrays[element.get("Name")], ends = vtp_array(element, appended)
        arrays[element.get("Name") + ".components"] = int(element.get("NumberOfComponents"))
    assert ends == len(appended), "bytes after the last array"
    return root.find("PolyData/Piece").attrib, arrays


def check_vtp_frame(path, frame):
    piece, arrays = read_vtp(path)
    count = len(frame["radii"])
    assert piece == {"NumberOfPoints": str(count), "NumberOfVerts": str(count), "NumberOfLines": "0",
                     "NumberOfStrips": "0", "NumberOfPolys": "0"}, piece
    assert arrays["TimeValue"] == frame["time"]
    assert arrays["Points.components"] == 3 and arrays["velocity.components"] == 3
    expect_floats("Points", arrays["Points"], frame["positions"])
    expect_floats("velocity", arrays["velocity"], frame["velocities"])
    expect_floats("pscale", arrays["pscale"], frame["radii"])
    expect_floats("strain", arrays["strain"], frame["strains"])
    expect_floats("plastic", arrays["plastic"], frame["plastics"])
    expect_equal("fragment", arrays["fragment"], frame["fragments"])
    expect_equal("id", arrays["id"], range(count))
    expect_equal("body", arrays["body"], frame["bodies"])
    expect_equal("cluster", arrays["cluster"], frame["clusters"])
    expect_equal("connectivity", arrays["connectivity"], range(count))
    expect_equal("offsets", arrays["offsets"], range(1, count + 1))


def check_vtp(path, expected):
    collection = ElementTree.parse(os.path.join(path, expected["name"] + ".pvd")).getroot()
    assert collection.get("type") == "Collection"
    sets = collection.findall("Collection/DataSet")
    assert len(sets) == len(expected["frames"])
    for entry, frame in zip(sets, expected["frames"]):
        assert float(entry.get("timestep")) == frame["time"], "a time that is not exact"
        check_vtp_frame(os.path.join(path, entry.get("file")), frame)


def check_obj(path, expected):
    for frame in expected["frames"]:
        lines = open(frame_file(path, expected, frame, "obj"), encoding="utf-8").read().splitlines()
        assert {line.split(" ", 1)[0] for line in lines} <= {"#", "o", "v"}
        vertices = [[float(x) for x in line.split()[1:]] for line in lines if line.startswith("v ")]
        expect_floats("v", vertices, frame["positions"])


def check_csv(path, expected):
    rows = list(csv.DictReader(open(path, newline="", encoding="utf-8")))
    at = 0
    for frame in expected["frames"]:
        mine, at = rows[at:at + len(frame["radii"])], at + len(frame["radii"])
        assert all(float(row["time"]) == frame["time"] for row in mine), "a time that is not exact"
        expect_equal("frame", [int(row["frame"]) for row in mine], [frame["number"]] * len(mine))
        expect_equal("id", [int(row["id"]) for row in mine], range(len(mine)))
        for name, attribute in (("body", "bodies"), ("cluster", "clusters")):
            expect_equal(name, [int(row[name]) for row in mine], frame[attribute])
        for names, attribute in (("x y z", "positions"), ("vx vy vz", "velocities"), ("pscale", "radii"),
                                 ("strain", "strains")):
            expect_floats(names, [[float(row[n]) for n in names.split()] for row in mine], frame[attribute])
    assert at == len(rows), "rows after the last frame"


def check_npy(path, expected):
    load = lambda name: np.load(os.path.join(path, name + ".npy"), allow_pickle=False)
    frames = expected["frames"]
    shape = (len(frames), len(frames[0]["radii"]), 3)
    for name in ("positions", "velocities"):
        array = load(name)
        assert array.shape == shape and array.dtype == np.float32, (array.shape, array.dtype)
        expect_floats(name, array, [frame[name] for frame in frames])
    assert load("times").dtype == np.float64
    expect_equal("times", load("times"), [frame["time"] for frame in frames])
    expect_equal("frames", load("frames"), [frame["number"] for frame in frames])


def check_pc2(path, expected):
    content, frames = open(path, "rb").read(), expected["frames"]
    signature, version, points, start, rate, samples = struct.unpack_from("<12siiffi", content)
    assert (signature, version) == (b"POINTCACHE2\0", 1)
    assert (points, samples) == (len(frames[0]["radii"]), len(frames))
    assert start == frames[0]["number"]
    assert rate == (frames[1]["number"] - frames[0]["number"] if samples > 1 else 1)
    expect_floats("samples", np.frombuffer(content, np.float32, offset=32), [f["positions"] for f in frames])


def check_extent(sample, frame):
    """The box of the spheres, to the rounding of one addition."""
    positions = np.array(frame["positions"], np.uint32).view(np.float32).reshape(-1, 3)
    radii = np.array(frame["radii"], np.uint32).view(np.float32)[:, None]
    lower, upper = np.array(sample, np.float32)
    if not len(positions):
        assert (lower > upper).all()
        return
    np.testing.assert_array_equal(lower, (positions - radii).min(axis=0))
    np.testing.assert_array_equal(upper, (positions + radii).max(axis=0))


def at_frame(attribute, number):
    """The value that USD finds at this time code: the sample, else the value that does not change."""
    return attribute["samples"][number] if "samples" in attribute else attribute["value"]


def check_usda(path, expected):
    layer, prims = usda_parser.parse(open(path, encoding="utf-8").read())
    frames, (root_name, root), = expected["frames"], *prims.items()
    assert layer["defaultPrim"] == root_name and root["type"] == "Xform"
    assert layer["metersPerUnit"] == 1 and layer["upAxis"] == "Y"
    assert layer["timeCodesPerSecond"] == layer["framesPerSecond"] == expected["fps"]
    assert (layer["startTimeCode"], layer["endTimeCode"]) == (frames[0]["number"], frames[-1]["number"])
    assert root["children"]["particles"]["type"] == "Points"
    found = root["children"]["particles"]["attributes"]
    types = {"points": "point3f", "velocities": "vector3f", "widths": "float", "ids": "int64", "extent": "float3",
             "primvars:displayColor": "color3f"}
    assert {name: a["type"] for name, a in found.items()} == types, found.keys()
    for name in ("widths", "primvars:displayColor"):
        assert found[name]["metadata"] == {"interpolation": "vertex"}
    for attribute in found.values():
        if "samples" in attribute:
            expect_equal("time codes", attribute["samples"], [frame["number"] for frame in frames])
    for frame in frames:
        number = frame["number"]
        assert math.isclose(number / layer["timeCodesPerSecond"], frame["time"], rel_tol=4e-16)
        expect_floats("points", [[float(x) for x in p] for p in found["points"]["samples"][number]], frame["positions"])
        expect_floats("velocities", [[float(x) for x in v] for v in found["velocities"]["samples"][number]],
                      frame["velocities"])
        radii = np.array(frame["radii"], np.uint32).view(np.float32)
        expect_floats("widths", [float(w) for w in at_frame(found["widths"], number)], bits(2 * radii))
        expect_equal("ids", [int(i) for i in at_frame(found["ids"], number)], range(len(radii)))
        check_extent(found["extent"]["samples"][number], frame)
        colors = at_frame(found["primvars:displayColor"], number)
        assert len(colors) == len(radii) and all(0 <= float(c) <= 1 for color in colors for c in color)
        assert len(set(zip(frame["bodies"], colors))) == len(set(frame["bodies"])) == len(set(colors))


def main():
    expected = json.load(open(sys.argv[1], encoding="utf-8"))
    for frame in expected["frames"]:
        frame["time"] = float.fromhex(frame["time"])
    try:
        globals()["check_" + sys.argv[2]](sys.argv[3], expected)
    except (AssertionError, SyntaxError) as problem:
        print(f"{sys.argv[3]}: {problem or 'not as expected'}", file=sys.stderr)
        if not str(problem):
            raise
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

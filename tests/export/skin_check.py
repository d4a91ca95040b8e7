#!/usr/bin/env python3
"""Reads skins that were exported with readers that are not Pliant's, and checks that they agree.

    skin_check.py FOLDER NAME     FOLDER holds obj/ ply/ vtp/ glb/ vat/ and run.pc2 run.mdd run.morph.glb run.usda of a run

meshio (Debian: python3-meshio) reads ply; the other formats are read by their specifications, here.
Prints what was checked, and exits with 1 where two disagree.
"""
import json
import re
import struct
import sys
import zlib
from pathlib import Path

import numpy

import read_back

folder, name = Path(sys.argv[1]), sys.argv[2]
numbers = sorted(int(p.stem.rsplit("_", 1)[1]) for p in (folder / "obj").glob("*.obj"))


def check(good, what):
    if not good:
        print(f"wrong: {what}")
        sys.exit(1)


def read_obj(path):
    points, uvs, normals, faces = [], [], [], []
    for line in path.read_text().splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] in ("v", "vt", "vn"):
            {"v": points, "vt": uvs, "vn": normals}[words[0]].append([float(w) for w in words[1:]])
        elif words[0] == "f":
            faces.append([[int(i) - 1 if i else -1 for i in w.split("/")] for w in words[1:]])
    return numpy.array(points), numpy.array(uvs), numpy.array(normals), numpy.array(faces)


def read_glb(path):
    """The JSON, and a function that gives an accessor's numbers."""
    data = path.read_bytes()
    magic, version, length = struct.unpack("<4sII", data[:12])
    check(magic == b"glTF" and version == 2 and length == len(data), f"{path}: head")
    size, kind = struct.unpack("<I4s", data[12:20])
    check(kind == b"JSON" and size % 4 == 0, f"{path}: JSON")
    document = json.loads(data[20:20 + size])
    binary = data[20 + size + 8:]
    check(len(binary) == document["buffers"][0]["byteLength"], f"{path}: buffer")

    def accessor(k):
        a = document["accessors"][k]
        view = document["bufferViews"][a["bufferView"]]
        width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}[a["type"]]
        kind = {5126: "<f4", 5125: "<u4"}[a["componentType"]]
        check(view["byteLength"] == 4 * width * a["count"], f"{path}: accessor {k}")
        values = numpy.frombuffer(binary, kind, a["count"] * width, view["byteOffset"]).reshape(-1, width)
        if "min" in a and len(values):
            check(numpy.allclose(values.min(0), a["min"]) and numpy.allclose(values.max(0), a["max"]), f"{path}: bounds")
        return values
    return document, accessor


def rotated(q, v):
    x, y, z, w = q
    matrix = numpy.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                          [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                          [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])
    return v @ matrix.T


def world(node, positions):
    return rotated(node.get("rotation", [0, 0, 0, 1]), positions) + numpy.array(node.get("translation", [0, 0, 0]))


def corners_of_glb(path):
    """The corners of all triangles in the world, in order."""
    document, accessor = read_glb(path)
    out = []
    for node in document["nodes"]:
        for primitive in document["meshes"][node["mesh"]]["primitives"]:
            positions = world(node, accessor(primitive["attributes"]["POSITION"]))
            normals = accessor(primitive["attributes"]["NORMAL"])
            check(numpy.allclose(numpy.linalg.norm(normals, axis=1), 1, atol=1e-4), f"{path}: normals")
            out.append(positions[accessor(primitive["indices"])[:, 0]])
    return numpy.concatenate(out)


def read_png16(path):
    """Only what libpng writes here: RGB, 16 bits, no interlace."""
    data, at, idat = path.read_bytes(), 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        chunk = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", chunk[:10])
        if kind == b"IDAT":
            idat += chunk
        at += 12 + size
    check(depth == 16 and color == 2, f"{path}: kind")
    raw, rows, stride = zlib.decompress(idat), [], 6 * width
    before = numpy.zeros(stride, numpy.uint8)
    for y in range(height):
        kind = raw[y * (stride + 1)]
        line = numpy.frombuffer(raw, numpy.uint8, stride, y * (stride + 1) + 1).astype(int)
        now = numpy.zeros(stride, int)
        for i in range(stride):
            a = now[i - 6] if i >= 6 else 0
            b = int(before[i])
            c = int(before[i - 6]) if i >= 6 else 0
            p = a + b - c
            paeth = a if abs(p - a) <= abs(p - b) and abs(p - a) <= abs(p - c) else b if abs(p - b) <= abs(p - c) else c
            now[i] = (line[i] + [0, a, b, (a + b) // 2, paeth][kind]) % 256
        before = now.astype(numpy.uint8)
        rows.append(before[0::2].astype(int) * 256 + before[1::2])
    return numpy.array(rows).reshape(height, width, 3)


frames = {n: read_obj(folder / "obj" / f"{name}_{n:05}.obj") for n in numbers}
first_points, first_uvs, _, first_faces = frames[numbers[0]]
corner_points = {n: f[0][f[3][:, :, 0].ravel()] for n, f in frames.items()}
scale = numpy.ptp(first_points, axis=0).max()
for n, (points, uvs, normals, faces) in frames.items():
    check(faces[:, :, 0].max() < len(points) and faces[:, :, 2].max() < len(normals), f"obj {n}: indices")
    check(numpy.allclose(numpy.linalg.norm(normals, axis=1), 1, atol=1e-4), f"obj {n}: normals")
    check(len(faces) == len(first_faces), f"obj {n}: topology")
said = ["obj by its specification"]

for n in numbers:
    check(numpy.allclose(corners_of_glb(folder / "glb" / f"{name}_{n:05}.glb"), corner_points[n], atol=1e-5 * scale), f"glb {n}")
said.append("glb")

document, accessor = read_glb(folder / "run.morph.glb")
channels = document["animations"][0]["channels"]
samplers = document["animations"][0]["samplers"]
for k, n in enumerate(numbers):
    corners = []
    for index, node in enumerate(document["nodes"]):
        moved = dict(node)
        weights = []
        for channel in channels:
            if channel["target"]["node"] != index:
                continue
            values = accessor(samplers[channel["sampler"]]["output"])
            if channel["target"]["path"] == "weights":
                weights = values[:, 0].reshape(len(numbers), -1)[k]
            else:
                moved[channel["target"]["path"]] = values[k]
        primitive = document["meshes"][node["mesh"]]["primitives"][0]
        positions = accessor(primitive["attributes"]["POSITION"]).astype(float)
        for weight, target in zip(weights, primitive.get("targets", [])):
            positions = positions + weight * accessor(target["POSITION"])
        corners.append(world(moved, positions)[accessor(primitive["indices"])[:, 0]])
    check(numpy.allclose(numpy.concatenate(corners), corner_points[n], atol=2e-5 * scale), f"morph {n}")
said.append("morph targets")

data = (folder / "run.pc2").read_bytes()
magic, version, count, start, rate, samples = struct.unpack("<12siiffi", data[:32])
check(magic == b"POINTCACHE2\0" and version == 1 and count == len(first_points) and samples == len(numbers), "pc2: head")
pc2 = numpy.frombuffer(data, "<f4", -1, 32).reshape(samples, count, 3)
data = (folder / "run.mdd").read_bytes()
samples, count = struct.unpack(">ii", data[:8])
check(samples == len(numbers) and count == len(first_points), "mdd: head")
mdd = numpy.frombuffer(data, ">f4", -1, 8 + 4 * samples).reshape(samples, count, 3)
for k, n in enumerate(numbers):
    check(numpy.array_equal(pc2[k], frames[n][0].astype("<f4")), f"pc2 {n}")
    check(numpy.array_equal(mdd[k], frames[n][0].astype(">f4")), f"mdd {n}")
said.append("pc2, mdd")

about = json.loads((folder / "vat" / f"{name}.json").read_text())
picture = read_png16(folder / "vat" / f"{name}_positions.png")
low, high = numpy.array(about["low"]), numpy.array(about["high"])
document, accessor = read_glb(folder / "vat" / f"{name}.glb")
indices = accessor(document["meshes"][0]["primitives"][0]["indices"])[:, 0]
rows = about["rows_per_frame"]
for k, n in enumerate(numbers):
    pixels = picture[k * rows:(k + 1) * rows].reshape(-1, 3)[:about["vertices"]]
    positions = low + pixels / 65535 * (high - low)
    check(numpy.abs(positions[indices] - corner_points[n]).max() < 1e-4 * scale, f"vat {n}")
said.append("vertex-animation textures")



def tuples(text, width):
    return numpy.array([float(n) for n in re.findall(r"[-+0-9.eE]+", text)]).reshape(-1, width)


usda = (folder / "run.usda").read_text()
check(usda.count("{") == usda.count("}") and usda.count("[") == usda.count("]"), "usda: brackets")
prims = usda.split("    def Mesh ")[1:]
corners = {n: [] for n in numbers}
for prim in prims:
    indices = tuples(re.search(r"int\[\] faceVertexIndices = \[(.*?)\]", prim)[1], 1).astype(int)[:, 0]
    check(prim.count("interpolation = \"faceVarying\"") >= 1 and "primvars:st:indices" in prim, "usda: st and normals")
    for n in numbers:
        if "xformOp:transform.timeSamples" in prim:
            points = tuples(re.search(r"point3f\[\] points = \[(.*?)\]", prim)[1], 3)
            matrix = tuples(re.search(rf"\n            {n}: \((.*)\),", prim)[1], 4)
            points = points @ matrix[:3, :3] + matrix[3, :3]
        else:
            samples = prim[prim.index("points.timeSamples"):prim.index("extent.timeSamples")]
            points = tuples(re.search(rf"\n            {n}: \[(.*?)\]", samples)[1], 3)
        corners[n].append(points[indices])
for n in numbers:
    check(numpy.allclose(numpy.concatenate(corners[n]), corner_points[n], atol=1e-5 * scale), f"usda {n}")
said.append("usda")

for n in numbers:
    piece, arrays = read_back.read_vtp(folder / "vtp" / f"{name}_{n:05}.vtp")
    points = numpy.array(arrays["Points"]).reshape(-1, 3)
    connectivity = numpy.array(arrays["connectivity"])
    check(int(piece["NumberOfPolys"]) * 3 == len(connectivity), f"vtp {n}: triangles")
    check(numpy.allclose(points[connectivity], corner_points[n], atol=1e-6 * scale), f"vtp {n}")
said.append("vtp")

try:
    import meshio
    for n in numbers:
        mesh = meshio.read(folder / "ply" / f"{name}_{n:05}.ply")
        corners = mesh.points[mesh.cells_dict["triangle"].ravel()]
        check(numpy.allclose(corners, corner_points[n], atol=1e-6 * scale), f"ply {n}")
        for key in ("nx", "s", "t", "vx"):
            check(key in mesh.point_data, f"ply {n}: {key}")
    said.append("ply by meshio")
except ImportError:
    said.append("(meshio is not installed)")
print("fine: " + ", ".join(said))

"""Run by outside_readers.sh inside Blender: imports PLY, OBJ and PC2 and compares them with the positions in npy.

usage: blender … --python blender_check.py -- FOLDER NAME
FOLDER has npy/, ply/, obj/ and run.pc2 of the same frames of a run called NAME.
"""

import os
import sys

import bpy
import numpy as np


def vertices_of(mesh):
    values = np.empty(3 * len(mesh.vertices), dtype=np.float32)
    mesh.vertices.foreach_get("co", values)
    return values.reshape(-1, 3)


def imported(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    if path.endswith(".obj"):
        bpy.ops.wm.obj_import(filepath=path, forward_axis="Y", up_axis="Z")
    elif "ply_import" in dir(bpy.ops.wm):  # Blender 4
        bpy.ops.wm.ply_import(filepath=path, forward_axis="Y", up_axis="Z")
    else:
        bpy.ops.import_mesh.ply(filepath=path)
    (thing,) = bpy.context.scene.objects
    return vertices_of(thing.data)


def cached(path, count, frame):
    """The vertices that the mesh cache modifier gives a mesh of `count` vertices at a frame."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    mesh = bpy.data.meshes.new("points")
    mesh.from_pydata([(0, 0, 0)] * count, [], [])
    thing = bpy.data.objects.new("points", mesh)
    bpy.context.scene.collection.objects.link(thing)
    modifier = thing.modifiers.new("cache", "MESH_CACHE")
    modifier.cache_format = "PC2"
    modifier.filepath = path
    modifier.forward_axis, modifier.up_axis = "POS_Y", "POS_Z"
    modifier.frame_start = 0
    bpy.context.scene.frame_set(frame)
    evaluated = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return vertices_of(evaluated.to_mesh())


def main():
    folder, name = sys.argv[sys.argv.index("--") + 1:]
    positions = np.load(os.path.join(folder, "npy", "positions.npy"))
    for frame, expected in enumerate(positions):
        for extension in ("ply", "obj"):
            found = imported(os.path.join(folder, extension, f"{name}_{frame:05}.{extension}"))
            np.testing.assert_array_equal(found, expected, err_msg=extension)
        found = cached(os.path.join(folder, "run.pc2"), len(expected), frame)
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6 * np.abs(positions).max(), err_msg="pc2")
    print(f"Blender {bpy.app.version_string} read {len(positions)} frames of {len(positions[0])} particles: fine")


main()

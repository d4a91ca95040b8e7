"""Run by outside_readers.sh: VTK's own reader, the one in ParaView, against what npy holds.

usage: vtk_check.py FOLDER NAME
FOLDER has npy/ and vtp/ of the same frames of a run called NAME.
"""

import os
import sys

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader


def main():
    folder, name = sys.argv[1:]
    load = lambda array: np.load(os.path.join(folder, "npy", array + ".npy"))
    positions, velocities, times = load("positions"), load("velocities"), load("times")
    for frame, expected in enumerate(positions):
        reader = vtkXMLPolyDataReader()
        reader.SetFileName(os.path.join(folder, "vtp", f"{name}_{frame:05}.vtp"))
        reader.Update()
        data = reader.GetOutput()
        attributes = data.GetPointData()
        names = {attributes.GetArrayName(k) for k in range(attributes.GetNumberOfArrays())}
        assert names == {"velocity", "pscale", "id", "body", "cluster", "strain", "plastic", "fragment"}, names
        assert data.GetNumberOfVerts() == len(expected)
        np.testing.assert_array_equal(vtk_to_numpy(data.GetPoints().GetData()), expected)
        np.testing.assert_array_equal(vtk_to_numpy(attributes.GetArray("velocity")), velocities[frame])
        np.testing.assert_array_equal(vtk_to_numpy(attributes.GetArray("id")), np.arange(len(expected)))
        assert data.GetFieldData().GetArray("TimeValue").GetValue(0) == times[frame]
    print(f"VTK read {len(positions)} frames of {len(positions[0])} particles: fine")


main()

// Several frames of a run in one picture.
#pragma once

#include "render/picture.hpp"

#include <string>
#include <vector>

namespace pliant::render {

/// The pictures in rows of `columns` (at least 1), on white with thin gaps, each with its label in a corner. Without
/// labels they are numbered from 1. A cell is as large as the largest picture; smaller ones are centred. No pictures:
/// no pixels.
Picture sheet(const std::vector<Picture>& pictures, int columns, const std::vector<std::string>& labels = {});

}  // namespace pliant::render

#pragma once

/// All formats of Go. `Game::formats` lists them for those who choose one by name.
#include "core/go/formats/grid.hpp"
#include "core/go/formats/rows.hpp"
#include "core/go/formats/sgf.hpp"
#include "core/go/formats/sgn.hpp"

#pragma once

/// All formats of backgammon. `Game::formats` lists them for those who choose one by name.
#include "core/backgammon/formats/gitgammon.hpp"
#include "core/backgammon/formats/gnubg_id.hpp"
#include "core/backgammon/formats/mat.hpp"
#include "core/backgammon/formats/position_id.hpp"
#include "core/backgammon/formats/sgf.hpp"
#include "core/backgammon/formats/xgid.hpp"

#pragma once

/// All formats of chess. `Game::formats` lists them for those who choose one by name.
#include "core/chess/formats/epd.hpp"
#include "core/chess/formats/fen.hpp"
#include "core/chess/formats/pgn.hpp"
#include "core/chess/formats/squares.hpp"
#include "core/chess/formats/uci.hpp"

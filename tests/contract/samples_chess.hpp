#pragma once

#include <array>

#include "core/chess/game.hpp"
#include "tests/contract/samples.hpp"

namespace arbiter {

template <>
struct Samples<chess::Game> {
    static std::vector<chess::Game> starts() {
        std::vector<chess::Game> games;
        for (const std::string fen : {
                 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                 "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                 "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                 "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
                 "8/8/8/8/5k2/8/2p5/R3K3 b Q - 12 60",
             }) {
            games.push_back(*chess::Game::create({{"start", fen}}).value);
        }
        for (const std::string number : {"0", "356", "959"}) {
            games.push_back(
                *chess::Game::create({{"start", number}, {"variant", "chess960"}}).value);
        }
        return games;
    }

    static std::vector<chess::Event> everything(const chess::Game&) {
        using namespace chess;
        std::vector<Event> events;
        for (int from = 0; from < 64; ++from) {
            for (int to = 0; to < 64; ++to) {
                const Square a = square_at(from);
                const Square b = square_at(to);
                events.emplace_back(Move::normal(a, b));
                events.emplace_back(Move::en_passant(a, b));
                events.emplace_back(Move::castling(a, b));
                for (const PieceType type : promotion_types) {
                    events.emplace_back(Move::promotion(a, b, type));
                }
            }
        }
        return events;
    }

    static Options reading_options(const chess::Game&) { return {}; }

    static bool carries_events(std::string_view format) {
        return format == "record" || format == "pgn" || format == "uci";
    }
};

}  // namespace arbiter

#pragma once

// The chess piece drawings: the inner SVG of each of the six kinds, shared by both colours.
//
// The drawings are original: drawn for Arbiter from scratch, point by point, not traced from nor
// derived from any existing piece set. They are under the licence of the project.
//
// The box: a square of 0..100 by 0..100 units, origin top-left (viewBox="0 0 100 100"). Every piece
// stands on the same plinth profile, y 81..91; the pawn's plinth is narrower (26..74, not 22..78).
// The strokes stay in the box up to an outline of 8 units; 3.5 is the width they are drawn for.
//
// The classes:
//   b  body: filled and outlined, seams included (where the head, collar and plinth meet);
//   d  detail line: never filled; lies on the seams or inside the body, so that a dark body gets
//      thin light lines while on a light body the lines on the seams simply merge with them;
//   e  solid detail: filled, never stroked (the knight's eye and nostril).
//
// The colour comes by inheritance, since a selector such as ".white .b" does not reach through a
// <use>: the <use> (class w or k here) sets fill (body), stroke (outline), color (details) and
// stroke-width (detail lines), and the classes only pick from these:
//
//   .b{stroke-width:3.5}
//   .d{fill:none;stroke:currentColor}
//   .e{fill:currentColor;stroke:none}
//   .w,.k{stroke-linejoin:round;stroke-linecap:round}
//   .w{fill:#fffdf8;stroke:#2b2622;color:#2b2622;stroke-width:3.5}
//   .k{fill:#3a3430;stroke:#1a1613;color:#f0e4cd;stroke-width:2.2}
//
//   <defs><symbol id="N" viewBox="0 0 100 100">...</symbol></defs>
//   <use href="#N" class="k" x="45" y="0" width="45" height="45"/>

#include <array>
#include <string_view>

namespace arbiter::chess {

// In the order pawn, knight, bishop, rook, queen, king.
inline constexpr std::array<std::string_view, 6> piece_art{
    // pawn
    R"(<path class="b" d="M50 21A14 14 0 0 1 59.5 45.5H62A4 4 0 0 1 62 53.5H58C58 66 67 70 68 81)"
    R"(H71Q74 81 74 84V91H26V84Q26 81 29 81H32C33 70 42 66 42 53.5H38A4 4 0 0 1 38 45.5H40.5)"
    R"(A14 14 0 0 1 50 21ZM40 45.5H60M42 53.5H58M32 81H68"/>)"
    R"(<path class="d" d="M42.5 45.5H57.5M44.5 53.5H55.5M34.5 81H65.5"/>)",
    // knight
    R"(<path class="b" d="M22 91V84Q22 81 25 81H28C26.5 69 34 63.5 41 57.5)"
    R"(C45 54 47.5 51 48.5 46.5C45 50.5 40 52 36.5 53.5C33.5 55 32.5 57.5 31 60.5)"
    R"(C29 64.5 23.5 65 20.5 62L17.5 59C15 56.5 15 53 17 49.5C21 42.5 25 36 28.5 28)"
    R"(C30.5 23 34 19.5 38 17.5L38.5 7C44 8.5 48 11.5 50 15.5C58.5 14.5 66 18.5 70.5 26.5L66.8 28)"
    R"(C71.5 31.5 75.5 37.5 77 44.5L73.2 45C76.5 50 78.2 55.5 78 61.5L74.3 62.2)"
    R"(C75.3 68 74.5 75 72 81H75Q78 81 78 84V91ZM28 81H72"/>)"
    R"(<path class="d" d="M50.6 16.8C57.5 25 64.8 35 64 50C63.7 55 62.5 60 60.5 64M21.2 58.5)"
    R"(L26.5 56.5M48.5 46.5C52 42.7 53.5 39 52.5 35M30.5 81H69.5"/>)"
    R"(<path class="e" d="M33 32.2Q36.5 26.8 41.3 28.6Q40 34 33 32.2Z"/>)"
    R"(<circle class="e" cx="22" cy="51.5" r="1.9"/>)",
    // bishop
    R"(<circle class="b" cx="50" cy="11.5" r="4.5"/>)"
    R"(<path class="b" d="M50 16C61 24 67.5 33 67.5 41Q67.5 47.5 61 51H64A4 4 0 0 1 64 59H59)"
    R"(C59 71 70 72 71 81H75Q78 81 78 84V91H22V84Q22 81 25 81H29C30 72 41 71 41 59H36)"
    R"(A4 4 0 0 1 36 51H39Q32.5 47.5 32.5 41C32.5 33 39 24 50 16ZM39 51H61M41 59H59M29 81H71"/>)"
    R"(<path class="d" d="M50 41L61.5 26.5M41.5 51H58.5M43.5 59H56.5M31.5 81H68.5"/>)",
    // rook
    R"(<path class="b" d="M50 17.5H55V25.5H63V17.5H72V32.5Q72 36.5 68 39Q64 41.5 64 47)"
    R"(C64 63 70 70 71 81H75Q78 81 78 84V91H22V84Q22 81 25 81H29C30 70 36 63 36 47Q36 41.5 32 39)"
    R"(Q28 36.5 28 32.5V17.5H37V25.5H45V17.5H50ZM32 39H68M29 81H71"/>)"
    R"(<path class="d" d="M34.5 39H65.5M31.5 81H68.5"/>)",
    // queen
    R"(<path class="b" d="M50 20L58 36L65.5 22L70 36.5L80 27L66.5 51A4 4 0 0 1 66.5 59H59)"
    R"(C59 71 70 72 71 81H75Q78 81 78 84V91H22V84Q22 81 25 81H29C30 72 41 71 41 59H33.5)"
    R"(A4 4 0 0 1 33.5 51L20 27L30 36.5L34.5 22L42 36L50 20ZM33.5 51H66.5M41 59H59M29 81H71"/>)"
    R"(<circle class="b" cx="18" cy="26" r="4.8"/><circle class="b" cx="34" cy="18.5" r="4.8"/>)"
    R"(<circle class="b" cx="50" cy="15" r="4.8"/><circle class="b" cx="66" cy="18.5" r="4.8"/>)"
    R"(<circle class="b" cx="82" cy="26" r="4.8"/>)"
    R"(<path class="d" d="M36 51H64M43.5 59H56.5M31.5 81H68.5"/>)",
    // king
    R"(<path class="b" d="M50 4H56L54.5 10.5L62 9.5V19.5L54.5 18.5L55 26C68 26 75.5 31.5 72 39.5)"
    R"(L65.5 51A4 4 0 0 1 65.5 59H59C59 71 70 72 71 81H75Q78 81 78 84V91H22V84Q22 81 25 81H29)"
    R"(C30 72 41 71 41 59H34.5A4 4 0 0 1 34.5 51L28 39.5C24.5 31.5 32 26 45 26L45.5 18.5L38 19.5)"
    R"(V9.5L45.5 10.5L44 4H50ZM34.5 51H65.5M41 59H59M29 81H71"/>)"
    R"(<path class="d" d="M29.5 37.5Q50 31 70.5 37.5M37 51H63M43.5 59H56.5M31.5 81H68.5"/>)",
};

}  // namespace arbiter::chess

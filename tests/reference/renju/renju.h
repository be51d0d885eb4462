// ForbiddenPoints, OpeningName: what the reference Renju knows, for tests.
//
// Boards are strings of 225 characters, `X` (Black), `O` (White) or `.`, with index
// 15 * row + column; row 0 = rank `1`, column 0 = `a`.
#pragma once

#include <string>
#include <vector>

namespace kvintet::reference {

// Every point forbidden to Black, who is to move, ascending. REQUIRES: 225 characters of `XO.`.
std::vector<int> ForbiddenPoints(const std::string& board225);

// The name of the opening of the first three stones, such as `D4 Kagetsu`; the stones are given as
// points such as `h8`. It is the same under all eight symmetries of the board; empty if the stones
// are not a named opening.
std::string OpeningName(const std::string& first, const std::string& second,
                        const std::string& third);

}  // namespace kvintet::reference

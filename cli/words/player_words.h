// PlayerWords: the players of a study of balance as a designer reads them.
#pragma once

#include <cstddef>
#include <string>

#include "arena/balance/study/study_settings.h"

namespace kvintet::cli {

// A short name: "random", "one move ahead", "look-ahead 32", "trained 16"; of several models also
// which. Different for different rungs.
std::string PlayerName(const arena::StudySettings& settings, size_t rung);

// What that player does: "looks ahead: 32 random playouts for each move".
std::string PlayerWords(const arena::StudySettings& settings, size_t rung);

}  // namespace kvintet::cli

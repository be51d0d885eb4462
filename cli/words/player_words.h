// PlayerWords: names and descriptions, for game designers, of the players of a study of balance.
#pragma once

#include <cstddef>
#include <string>

#include "arena/balance/study/study_settings.h"

namespace kvintet::cli {

// A short name: "random", "one move ahead", "look-ahead 32", "trained 16"; with several models also
// which model. Distinct for distinct levels.
std::string PlayerName(const arena::StudySettings& settings, size_t level);

// What the player does: "looks ahead with 32 random playouts for each move".
std::string PlayerWords(const arena::StudySettings& settings, size_t level);

}  // namespace kvintet::cli

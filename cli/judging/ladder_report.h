// The output of `kvintet ladder`: the table as text and as JSON lines.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "arena/ladder.h"
#include "training/run/published_models.h"

namespace kvintet::cli {

// A table of ratings and the models that it rates.
struct LadderReport {
  std::string game = {};
  double confidence = 0.95;
  arena::LadderTable table = {};
  std::vector<arena::LadderPlayer> players = {};
  // The players that are models, by player name.
  std::map<std::string, training::PublishedModel> models = {};
};

std::string LadderText(const LadderReport& report);
// A line {"kind": "ladder", ...}, then a line {"kind": "player", ...} for each player, the best
// first.
std::string LadderLines(const LadderReport& report);

}  // namespace kvintet::cli

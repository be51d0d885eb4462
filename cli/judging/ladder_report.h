// What `kvintet ladder` prints and writes: the table as text and as JSON lines.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "arena/ladder.h"
#include "training/run/published_models.h"

namespace kvintet::cli {

// A table with what its reader wants to know besides.
struct LadderReport {
  std::string game = {};
  double confidence = 0.95;
  arena::LadderTable table = {};
  std::vector<arena::LadderPlayer> players = {};
  // By the name of the player, of those that are models.
  std::map<std::string, training::PublishedModel> models = {};
};

std::string LadderText(const LadderReport& report);
// A line {"kind": "ladder", ...} and one {"kind": "player", ...} for each, the best first.
std::string LadderLines(const LadderReport& report);

}  // namespace kvintet::cli

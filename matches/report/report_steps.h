// ReportSteps: the steps of a finished game, with a picture of each.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "envs/scene.h"
#include "matches/report/match_report.h"

namespace kvintet::matches {

// What was played, and the position that everyone could see afterwards. The choices of a
// simultaneous stage form one step; outcomes of chance belong to the step before them.
struct ReportStep {
  // "12. player 0: h8": one line for each move and each outcome of chance.
  std::vector<std::string> lines = {};
  envs::Scene scene = {};
  // Time used on the clocks by player, in microseconds, since the last reset.
  std::array<int64_t, kPlayers> spent = {};
};

// The steps from the start of the game, at most `most`. In a longer game each returned step
// combines several and shows the picture of the last one. REQUIRES: most > 0.
std::vector<ReportStep> StepsOf(const MatchReport& report, size_t most);

}  // namespace kvintet::matches

// ReportSteps: the steps of a game that has ended, with a picture of each.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "envs/scene.h"
#include "matches/report/match_report.h"

namespace kvintet::serving {

// What was done, and what all could see then. The choices of a simultaneous stage are one step;
// what chance does belongs to the step before it.
struct ReportStep {
  // "12. player 0: h8", a line for each move and for all that chance did.
  std::vector<std::string> lines = {};
  envs::Scene scene = {};
  // Of the clocks, by player, in microseconds; since the last reset.
  std::array<int64_t, kPlayers> spent = {};
};

// From the start of the game on; at most `most`, of which each then stands for several steps and
// shows the last one's picture. REQUIRES: most > 0.
std::vector<ReportStep> StepsOf(const MatchReport& report, size_t most);

}  // namespace kvintet::serving

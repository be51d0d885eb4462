// RunPage: the history of a run as text for a terminal and as a self-contained HTML page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "training/run/progress.h"
#include "training/run/run_comparison.h"

namespace kvintet::cli {

// What the page shows of a run.
struct RunPage {
  std::string title;
  // The game with every option written out.
  std::string game = {};
  // Oldest first; empty if no round has ended.
  std::vector<training::Progress> rounds;
  // The latest progress of the run.
  training::Progress now;
  // The bottleneck of the run, in one sentence.
  std::string bottleneck;
  // Warnings about its learning.
  std::vector<training::LearningWarning> warnings = {};
  // The run with the strengths of its models, if `kvintet ladder` has rated any.
  std::optional<training::MeasuredRun> measured = {};
};

// The totals, the games in play, and a line for each figure with its name, its last value and its
// history as a row of blocks; then how games end, and the warnings. A figure that has no value yet
// has no line.
std::string ToText(const RunPage& page);
// The page's bytes: the bottleneck, the strength with its intervals over working time, and each
// figure's history over games.
std::string ToHtml(const RunPage& page);

}  // namespace kvintet::cli

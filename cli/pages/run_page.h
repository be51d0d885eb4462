// RunPage: how a run went, as text for a terminal and as a page of HTML that needs nothing else.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "training/run/progress.h"
#include "training/run/run_comparison.h"

namespace kvintet::cli {

// A run as it is shown.
struct RunPage {
  std::string title;
  // Oldest first; none where no round has ended.
  std::vector<training::Progress> rounds;
  // How the run stands, or stood when it was left.
  training::Progress now;
  // What holds the run back, one sentence.
  std::string bottleneck;
  // What is wrong with its learning.
  std::vector<training::LearningWarning> warnings = {};
  // With the strengths of its models, where `kvintet ladder` has rated any.
  std::optional<training::MeasuredRun> measured = {};
};

// The sums, the games in play, and a line for each figure: its name, its last value, its course as
// a row of blocks; and how games end, and warnings. Figures that nothing has been measured of yet
// have no line.
std::string ToText(const RunPage& page);
// The page's bytes: the sentence, the strength with its intervals over the time of work, and each
// figure's course over games.
std::string ToHtml(const RunPage& page);

}  // namespace kvintet::cli

// ReadRunPage: see the header.
#include "cli/pages/read_run.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "envs/registry.h"
#include "training/learning/learning_warnings.h"
#include "training/run/run_directory.h"
#include "training/run/run_history.h"

namespace kvintet::cli {
namespace {

// Number of latest rounds from which the bottleneck is determined.
constexpr size_t kJudged = 10;

}  // namespace

absl::StatusOr<RunPage> ReadRunPage(const std::string& directory) {
  KVINTET_ASSIGN_OR_RETURN(std::optional<training::Progress> now,
                           training::ReadProgress(directory));
  absl::StatusOr<std::vector<training::Progress>> rounds = training::ReadHistory(directory);
  if (now && absl::IsNotFound(rounds.status())) {
    rounds = std::vector<training::Progress>();
  }
  KVINTET_RETURN_IF_ERROR(rounds.status());
  // An older program may have continued the run without updating the file.
  if (!rounds->empty() && (!now || now->seconds < rounds->back().seconds)) {
    now = rounds->back();
  }
  KVINTET_ASSIGN_OR_RETURN(const Config config, training::ReadRunConfig(directory));
  const size_t judged = std::min(kJudged, rounds->size());
  std::vector<training::Progress> last(rounds->end() - static_cast<ptrdiff_t>(judged),
                                       rounds->end());
  if (last.empty() || last.back().steps == 0) {
    last.push_back(*now);
  }
  RunPage page = {.title = absl::StrCat(directory, ": ", config.game()),
                  .game = config.game(),
                  .rounds = *std::move(rounds),
                  .now = *now,
                  .bottleneck = training::NameBottleneck(last, config)};
  if (!page.rounds.empty()) {
    KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(config.game()));
    page.warnings = training::JudgeLearning(page.rounds, config, game->Spec());
    KVINTET_ASSIGN_OR_RETURN(page.measured, training::MeasureRun(directory));
  }
  return page;
}

}  // namespace kvintet::cli

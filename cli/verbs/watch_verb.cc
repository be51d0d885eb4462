// kvintet watch: shows the state of a run and its bottleneck, in the terminal or as a page.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"

#include "base/files/file.h"
#include "base/status_macros.h"
#include "cli/pages/run_page.h"
#include "cli/verb.h"
#include "envs/registry.h"
#include "training/learning/learning_warnings.h"
#include "training/run/run_directory.h"
#include "training/run/run_history.h"

namespace kvintet::cli {
namespace {

// Number of latest rounds from which the bottleneck is determined.
constexpr size_t kJudged = 10;

struct WatchArguments {
  std::string run;
  std::string html;
  std::optional<double> every;
};

absl::StatusOr<RunPage> ReadPage(const std::string& run) {
  KVINTET_ASSIGN_OR_RETURN(std::optional<training::Progress> now, training::ReadProgress(run));
  absl::StatusOr<std::vector<training::Progress>> rounds = training::ReadHistory(run);
  if (now && absl::IsNotFound(rounds.status())) {
    rounds = std::vector<training::Progress>();
  }
  KVINTET_RETURN_IF_ERROR(rounds.status());
  // An older program may have continued the run without updating the file.
  if (!rounds->empty() && (!now || now->seconds < rounds->back().seconds)) {
    now = rounds->back();
  }
  KVINTET_ASSIGN_OR_RETURN(const Config config, training::ReadRunConfig(run));
  const size_t judged = std::min(kJudged, rounds->size());
  std::vector<training::Progress> last(rounds->end() - static_cast<ptrdiff_t>(judged),
                                       rounds->end());
  if (last.empty() || last.back().steps == 0) {
    last.push_back(*now);
  }
  RunPage page = {.title = absl::StrCat(run, ": ", config.game()),
                  .rounds = *std::move(rounds),
                  .now = *now,
                  .bottleneck = training::NameBottleneck(last, config)};
  if (!page.rounds.empty()) {
    KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(config.game()));
    page.warnings = training::JudgeLearning(page.rounds, config, game->Spec());
    KVINTET_ASSIGN_OR_RETURN(page.measured, training::MeasureRun(run));
  }
  return page;
}

absl::Status ShowOnce(const WatchArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const RunPage page, ReadPage(arguments.run));
  if (!arguments.html.empty()) {
    KVINTET_RETURN_IF_ERROR(WriteFileAtomically(arguments.html, ToHtml(page)));
  }
  // With --every, the terminal is cleared first.
  std::printf("%s%s", arguments.every ? "\033[H\033[2J" : "", ToText(page).c_str());
  std::fflush(stdout);
  return absl::OkStatus();
}

absl::Status Run(const WatchArguments& arguments) {
  KVINTET_RETURN_IF_ERROR(ShowOnce(arguments));
  while (arguments.every) {
    std::this_thread::sleep_for(std::chrono::duration<double>(*arguments.every));
    KVINTET_RETURN_IF_ERROR(ShowOnce(arguments));
  }
  return absl::OkStatus();
}

}  // namespace

void AddWatchVerb(Verb program) {
  const Verb verb = program.AddVerb("watch", "show the state of a run and its bottleneck");
  const auto arguments = std::make_shared<WatchArguments>();
  verb.Add("run", &arguments->run, "the run directory").Required();
  verb.Add("--html", &arguments->html, "also write a self-contained HTML page to this file");
  verb.Add("--every", &arguments->every, "show it again at this interval in seconds, until Ctrl-C")
      .Range(0.1, 86400.0);
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli

// kvintet rate: rates the models of a run over its link, while the run goes on elsewhere.
#include <chrono>
#include <cstdio>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "cli/judging/ladder_climb.h"
#include "cli/judging/ladder_options.h"
#include "cli/judging/ladder_report.h"
#include "cli/play/stop_on_signal.h"
#include "cli/verb.h"
#include "training/fleet/model_mirror.h"
#include "training/link/link_troubles.h"
#include "training/link/open_link.h"

namespace kvintet::cli {
namespace {

constexpr std::chrono::seconds kPause(1);

struct RateArguments {
  std::string link;
  std::string folder = "ratings";
  bool once = false;
  LadderArguments ladder;
};

class Rater {
 public:
  Rater(const RateArguments& arguments, std::stop_token stop,
        std::unique_ptr<training::RunLink> link)
      : arguments_(arguments), stop_(std::move(stop)), link_(std::move(link)) {}

  // Until the user, a limit or the end of the run's news ends it.
  absl::Status Run() {
    while (!stop_.stop_requested()) {
      KVINTET_RETURN_IF_ERROR(FindRun());
      if (mirror_ == nullptr) {
        break;
      }
      const absl::StatusOr<LadderReport> report = ClimbLadder(Arguments());
      if (absl::IsAborted(report.status())) {
        LogInfo("arena", "the run has another configuration, whose models are rated from now on");
        continue;
      }
      KVINTET_RETURN_IF_ERROR(report.status());
      std::printf("%s", LadderText(*report).c_str());
      break;
    }
    return absl::OkStatus();
  }

 private:
  // Waits for the run's learner.
  absl::Status FindRun() {
    mirror_.reset();
    bool told = false;
    while (!stop_.stop_requested()) {
      absl::StatusOr<std::unique_ptr<training::RunLink>> link = training::FindLink(arguments_.link);
      auto mirror = link.ok() ? training::ModelMirror::Open(*std::move(link), arguments_.folder)
                              : link.status();
      if (mirror.ok()) {
        mirror_ = *std::move(mirror);
        LogInfo("arena", "the run's models are rated",
                {{"run", training::ShownUrl(arguments_.link)}, {"folder", mirror_->Folder()}});
        return absl::OkStatus();
      }
      if (!absl::IsNotFound(mirror.status()) && !absl::IsUnavailable(mirror.status())) {
        return mirror.status();
      }
      if (!std::exchange(told, true)) {
        LogInfo("arena", "waiting for the learner", {{"why", mirror.status().message()}});
      }
      std::this_thread::sleep_for(kPause);
    }
    return absl::OkStatus();
  }

  LadderArguments Arguments() {
    LadderArguments ladder = arguments_.ladder;
    ladder.run = mirror_->Folder();
    ladder.follow = !arguments_.once;
    ladder.published = [this] { return mirror_->Models(); };
    ladder.rated = [this](const LadderReport& report) { return Tell(report); };
    ladder.stop = stop_;
    return ladder;
  }

  absl::Status Tell(const LadderReport& report) {
    mirror_->ShowGames(2 * report.table.pairs);
    // If this table is not told, the next one is.
    return troubles_.Unless(link_->PutRatings(LadderLines(report)));
  }

  const RateArguments& arguments_;
  const std::stop_token stop_;
  const std::unique_ptr<training::RunLink> link_;
  std::unique_ptr<training::ModelMirror> mirror_;
  training::LinkTroubles troubles_{"the link is in trouble, rating goes on",
                                   training::LinkTroubles::Missing::kFails};
};

absl::Status Run(const RateArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<training::RunLink> link,
                           training::FindLink(arguments.link));
  const StopOnSignal signals("stopping after these games");
  return Rater(arguments, signals.Token(), std::move(link)).Run();
}

}  // namespace

void AddRateVerb(Verb program) {
  const Verb verb = program.AddVerb(
      "rate", "rate the models of a run that learns elsewhere, as they come, until Ctrl-C");
  const auto arguments = std::make_shared<RateArguments>();
  verb.Add("--link", &arguments->link, "the run's link: dir:PATH or redis://HOST[:PORT]/RUN")
      .Required();
  verb.Add("--folder", &arguments->folder,
           "where models and results are kept; the same folder continues");
  verb.AddFlag("--once", &arguments->once, "end when there is nothing left to find out");
  AddLadderOptions(verb, &arguments->ladder);
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli

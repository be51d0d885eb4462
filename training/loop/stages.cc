// TrainStages: see the header.
#include "training/loop/stages.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <absl/strings/str_cat.h>

#include "base/files/file.h"
#include "base/files/file_lock.h"
#include "base/reports/log.h"
#include "base/status_macros.h"
#include "training/data/train_bucket.h"
#include "training/learning/given_games.h"
#include "training/learning/given_models.h"
#include "training/loop/single_run.h"
#include "training/loop/stage_plan.h"
#include "training/run/kept_config.h"
#include "training/run/link.h"
#include "training/run/run_directory.h"
#include "training/run/run_history.h"

namespace kvintet::training {
namespace {

namespace fs = std::filesystem;

constexpr char kNewest[] = "newest";

// The names that readers of a run look for.
constexpr const char* kViews[] = {
    "config.textproto", "manifest.jsonl", "metrics.jsonl", "progress.json", "run.json",
    "ratings.jsonl",    "latest.model",   "models",        "shards",        "learner"};

std::string StagesPath(const std::string& directory) { return directory + "/stages.textproto"; }

// What Progress::stage says of stage number `index` of `count`.
std::string StageText(size_t index, size_t count, const std::string& name) {
  return absl::StrCat(index + 1, "/", count, " ", name);
}

// Work that stages have done or may do.
struct Work {
  double seconds = 0;
  // Games that the stages have played themselves.
  int64_t games = 0;
  // Whether a stage that was stopped while it learnt has steps to take.
  bool steps_left = false;
};

absl::StatusOr<Work> WorkOf(const Stage& stage) {
  Work work;
  const absl::StatusOr<RunState> state = ReadRunState(stage.directory);
  if (absl::IsNotFound(state.status())) {
    return work;
  }
  KVINTET_RETURN_IF_ERROR(state.status());
  work.seconds = state->commit ? state->commit->seconds : 0;
  int64_t rows = 0;
  for (const selfplay::Shard& shard : state->shards) {
    rows += shard.rows;
  }
  work.steps_left = BucketOf(stage.config.learner(), *state).AllowsStep(rows);
  for (size_t i = state->given; i < state->shards.size(); ++i) {
    work.games += state->shards[i].games;
  }
  return work;
}

class Stages {
 public:
  Stages(const TrainOptions& options, std::vector<Stage> plan)
      : options_(options), plan_(std::move(plan)) {}

  absl::StatusOr<Progress> Run() {
    Progress last;
    for (size_t i = 0; i < plan_.size(); ++i) {
      KVINTET_ASSIGN_OR_RETURN(const Work there, WorkOf(plan_[i]));
      Work done = there;
      if (!IsOver(i, there)) {
        if (UsedUp() || (i > 0 && options_.stop.stop_requested())) {
          break;
        }
        KVINTET_ASSIGN_OR_RETURN(last, Train(i));
        done = {.seconds = last.seconds, .games = last.games - last.given_games};
        last = OfWholeRun(i, last);
        if (!HasReachedEnd(plan_[i], done)) {
          return last;
        }
        // Counted as the next session will count it, so that the later stages then have the same
        // limits left.
        KVINTET_ASSIGN_OR_RETURN(done, WorkOf(plan_[i]));
      }
      before_.seconds += done.seconds;
      before_.games += done.games;
    }
    return last.stage.empty() ? Standing() : last;
  }

 private:
  // The end of the stage, not of the run.
  bool HasReachedEnd(const Stage& stage, const Work& done) const {
    if (stage.games > 0) {
      return done.games >= stage.games;
    }
    return stage.share > 0 &&
           ((options_.minutes && done.seconds >= 60 * stage.share * *options_.minutes) ||
            (options_.games && done.games >= GamesOfShare(stage)));
  }

  int64_t GamesOfShare(const Stage& stage) const {
    return std::max<int64_t>(1, std::llround(stage.share * static_cast<double>(*options_.games)));
  }

  bool IsOver(size_t index, const Work& done) const {
    std::error_code error;
    const bool followed = index + 1 < plan_.size() &&
                          fs::exists(plan_[index + 1].directory + "/config.textproto", error);
    return followed || (HasReachedEnd(plan_[index], done) && !done.steps_left);
  }

  // Whether the earlier stages have used up the limits.
  bool UsedUp() const {
    return (options_.minutes && before_.seconds >= 60 * *options_.minutes) ||
           (options_.games && before_.games >= *options_.games);
  }

  // Sets a stage's limits: what the earlier stages have left, and its own end.
  void Limit(const Stage& stage, TrainOptions* options) const {
    if (options_.minutes) {
      const double left = *options_.minutes - before_.seconds / 60;
      options->minutes = stage.share > 0 ? std::min(left, stage.share * *options_.minutes) : left;
    }
    if (options_.games) {
      const int64_t left = *options_.games - before_.games;
      options->games = stage.share > 0 ? std::min(left, GamesOfShare(stage)) : left;
    }
    if (stage.games > 0) {
      options->games = std::min(stage.games, options->games.value_or(stage.games));
    }
  }

  Progress OfWholeRun(size_t index, Progress progress) const {
    progress.stage = StageText(index, plan_.size(), plan_[index].name);
    progress.seconds += before_.seconds;
    if (options_.minutes) {
      progress.seconds_left = std::max(0.0, 60 * *options_.minutes - progress.seconds);
    }
    progress.done_share = DoneShare(progress);
    return progress;
  }

  // Share of the whole run's limit, or of the games of all stages. `stage`: figures of the current
  // stage, with the seconds of the whole run.
  double DoneShare(const Progress& stage) const {
    if (options_.minutes) {
      return std::min(1.0, stage.seconds / (60 * *options_.minutes));
    }
    int64_t wanted = options_.games.value_or(0);
    for (size_t i = 0; !options_.games && i < plan_.size(); ++i) {
      if (plan_[i].games == 0) {
        return -1;
      }
      wanted += plan_[i].games;
    }
    const int64_t games = before_.games + stage.games - stage.given_games;
    return static_cast<double>(games) / static_cast<double>(wanted);
  }

  absl::StatusOr<Progress> Train(size_t index) const {
    const Stage& stage = plan_[index];
    TrainOptions options = options_;
    options.directory = stage.directory;
    options.config = stage.config;
    TakeSums(stage.directory, &options.config);
    Limit(stage, &options);
    if (options_.progress) {
      options.progress = [&](const Progress& p) { options_.progress(OfWholeRun(index, p)); };
    }
    LogInfo("training", "stage", {{"number", index + 1}, {"name", stage.name}});
    const std::string folder = fs::path(stage.directory).filename();
    const auto point = [&] { return PointTo(folder, options_.directory + "/" + kNewest); };
    if (index == 0) {
      KVINTET_RETURN_IF_ERROR(point());
    }
    return TrainSingle(options, point);
  }

  // A stage that has begun keeps the SHA-256 of what it began with, even if the run was moved
  // since.
  static void TakeSums(const std::string& directory, Config* config) {
    const absl::StatusOr<Config> own = ReadRunConfig(directory);
    if (!own.ok()) {
      return;
    }
    if (!config->network().initial_model().empty()) {
      config->mutable_network()->set_initial_model_sha256(own->network().initial_model_sha256());
    }
    if (!config->learner().games_from().empty()) {
      config->mutable_learner()->set_games_from_sha256(own->learner().games_from_sha256());
    }
  }

  // The progress to return if there was nothing to do: that of the newest stage.
  absl::StatusOr<Progress> Standing() {
    KVINTET_ASSIGN_OR_RETURN(const std::optional<Progress> told, ReadProgress(options_.directory));
    std::error_code error;
    const fs::path newest = fs::read_symlink(options_.directory + "/" + kNewest, error);
    size_t index = 0;
    before_ = {};
    while (index + 1 < plan_.size() && fs::path(plan_[index].directory).filename() != newest) {
      KVINTET_ASSIGN_OR_RETURN(const Work done, WorkOf(plan_[index++]));
      before_.seconds += done.seconds;
      before_.games += done.games;
    }
    return OfWholeRun(index, told.value_or(Progress()));
  }

  const TrainOptions& options_;
  const std::vector<Stage> plan_;
  // Work of the stages before the current one.
  Work before_;
};

absl::Status CheckLimits(const TrainOptions& options, const std::vector<Stage>& plan) {
  for (size_t i = 0; i < plan.size(); ++i) {
    if (plan[i].share > 0 && !options.minutes && !options.games) {
      return absl::InvalidArgumentError(
          absl::StrCat("stage[", i,
                       "].share: wanted a limit that the share applies to, "
                       "--minutes or --games, found none"));
    }
  }
  return absl::OkStatus();
}

// Checks what the first stage begins with, before anything is created.
absl::Status CheckBeginning(const TrainOptions& options, const Stage& first) {
  Config config = first.config;
  KVINTET_RETURN_IF_ERROR(LoadGivenModels(*options.game, first.directory, &config).status());
  return FindGivenGames(*options.game, first.directory, &config).status();
}

absl::Status MakeViews(const std::string& directory) {
  for (const char* const view : kViews) {
    const std::string link = directory + "/" + view;
    std::error_code error;
    if (!fs::is_symlink(link, error)) {
      KVINTET_RETURN_IF_ERROR(PointTo(absl::StrCat(kNewest, "/", view), link));
    }
  }
  return absl::OkStatus();
}

}  // namespace

bool HasStages(const std::string& directory) {
  std::error_code error;
  return fs::exists(StagesPath(directory), error);
}

absl::StatusOr<Progress> TrainStages(const TrainOptions& options) {
  const std::string& directory = options.directory;
  Config config = options.config;
  config.set_game(options.game->Spec().text);
  if (config.self_play().threads() == 0) {
    config.mutable_self_play()->set_threads(
        static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
  }
  if (config.stage_size() == 0) {
    return absl::FailedPreconditionError(absl::StrCat(
        directory, " is a run of several stages; continue it with its own configuration (",
        StagesPath(directory), ") or choose another folder"));
  }
  KVINTET_ASSIGN_OR_RETURN(std::vector<Stage> plan, PlanStages(*options.game, config, directory));
  KVINTET_RETURN_IF_ERROR(CheckLimits(options, plan));
  KVINTET_RETURN_IF_ERROR(CheckBeginning(options, plan.front()));
  std::error_code error;
  if (!HasStages(directory) && fs::exists(directory + "/config.textproto", error)) {
    return absl::FailedPreconditionError(
        absl::StrCat(directory, " is a run without stages; choose another folder"));
  }
  KVINTET_RETURN_IF_ERROR(MakeDirectories(directory));
  KVINTET_ASSIGN_OR_RETURN(const FileLock lock, FileLock::Acquire(directory + "/lock"));
  KVINTET_RETURN_IF_ERROR(KeepConfig(StagesPath(directory), config));
  KVINTET_RETURN_IF_ERROR(MakeViews(directory));
  return Stages(options, std::move(plan)).Run();
}

absl::StatusOr<Config> ReadWholeConfig(const std::string& directory) {
  return HasStages(directory) ? ReadKeptConfig(StagesPath(directory)) : ReadRunConfig(directory);
}

absl::StatusOr<std::vector<StageRun>> StageRuns(const std::string& directory) {
  if (!HasStages(directory)) {
    return std::vector<StageRun>{{.directory = directory}};
  }
  KVINTET_ASSIGN_OR_RETURN(const Config config, ReadWholeConfig(directory));
  const auto count = static_cast<size_t>(config.stage_size());
  std::vector<StageRun> runs;
  for (size_t i = 0; i < count; ++i) {
    const std::string& name = config.stage(static_cast<int>(i)).name();
    StageRun run = {.directory = StageDirectory(directory, i, name),
                    .stage = StageText(i, count, name)};
    std::error_code error;
    if (fs::exists(run.directory + "/config.textproto", error)) {
      runs.push_back(std::move(run));
    }
  }
  return runs;
}

std::string NewestStage(const std::string& directory) {
  return HasStages(directory) ? directory + "/" + kNewest : directory;
}

}  // namespace kvintet::training

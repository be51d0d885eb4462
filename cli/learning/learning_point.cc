// LearningPoint: see the header.
#include "cli/learning/learning_point.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <utility>

#include "base/files/file.h"
#include "base/reports/json_lines.h"
#include "base/status_macros.h"
#include "selfplay/records/run_manifest.h"
#include "training/loop/stages.h"
#include "training/run/published_models.h"
#include "training/run/run_history.h"

namespace kvintet::cli {
namespace {

// Processor time of this process, all threads together.
double ProcessorSeconds() {
  timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double ShareUsed(const LearningPoint& point, const LearningBudget& budget) {
  return budget.games > 0 ? static_cast<double>(point.games) / static_cast<double>(budget.games)
                          : point.seconds / budget.seconds;
}

// The games that a run has played itself.
int64_t OwnGames(const training::Progress& round) { return round.games - round.given_games; }

// The evaluations behind the games that a run was given.
absl::StatusOr<int64_t> GivenEvaluations(const std::string& directory) {
  KVINTET_ASSIGN_OR_RETURN(const selfplay::RunState state, selfplay::ReadRunState(directory));
  int64_t evaluations = 0;
  for (size_t i = 0; i < state.given; ++i) {
    evaluations += state.shards[i].evaluations;
  }
  return evaluations;
}

// Adds the models that a stage has published, without its initial model, and adds its costs to
// those of the stages before.
absl::Status AddStage(const training::StageRun& stage, const CostFile& costs, LearningPoint* before,
                      std::vector<LearningPoint>* published) {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<training::PublishedModel> models,
                           training::PublishedModels(stage.directory));
  KVINTET_ASSIGN_OR_RETURN(const std::vector<training::Progress> rounds,
                           training::ReadHistory(stage.directory));
  KVINTET_ASSIGN_OR_RETURN(const int64_t given, GivenEvaluations(stage.directory));
  for (const training::PublishedModel& model : models) {
    const auto round = std::ranges::find(rounds, model.steps, &training::Progress::steps);
    if (round != rounds.end() && model.steps > 0) {
      published->push_back({.model = model.name,
                            .run = stage.directory,
                            .steps = model.steps,
                            .games = before->games + OwnGames(*round),
                            .evaluations = before->evaluations + round->evaluations - given,
                            .seconds = before->seconds + round->seconds,
                            .core_seconds = costs.SecondsAt(stage.stage, model.steps)});
    }
  }
  before->games += OwnGames(rounds.back());
  before->evaluations += rounds.back().evaluations - given;
  before->seconds += rounds.back().seconds;
  return absl::OkStatus();
}

// The models of all stages.
absl::StatusOr<std::vector<LearningPoint>> Published(const std::string& path,
                                                     const CostFile& costs) {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<training::StageRun> stages, training::StageRuns(path));
  LearningPoint before;
  std::vector<LearningPoint> published;
  for (const training::StageRun& stage : stages) {
    const absl::Status added = AddStage(stage, costs, &before, &published);
    // No round of a later stage may have ended yet.
    if (!added.ok() && !(absl::IsNotFound(added) && !published.empty())) {
      return added;
    }
  }
  return published;
}

}  // namespace

Json ToJson(const LearningPoint& point) {
  Json json = {{"seed", point.seed},       {"place", point.place},
               {"model", point.model},     {"steps", point.steps},
               {"games", point.games},     {"evaluations", point.evaluations},
               {"seconds", point.seconds}, {"core_seconds", point.core_seconds}};
  Json measured = Json::object();
  for (const auto& [name, value] : point.measured) {
    measured[name] = value;
  }
  json["measured"] = measured;
  return json;
}

absl::StatusOr<LearningPoint> LearningPointFromJson(const Json& json) {
  LearningPoint point;
  KVINTET_ASSIGN_OR_RETURN(point.seed, JsonMember<uint64_t>(json, "seed"));
  KVINTET_ASSIGN_OR_RETURN(const int64_t place, JsonMember<int64_t>(json, "place"));
  point.place = static_cast<int>(place);
  KVINTET_ASSIGN_OR_RETURN(point.model, JsonMember<std::string>(json, "model"));
  KVINTET_ASSIGN_OR_RETURN(point.steps, JsonMember<int64_t>(json, "steps"));
  KVINTET_ASSIGN_OR_RETURN(point.games, JsonMember<int64_t>(json, "games"));
  KVINTET_ASSIGN_OR_RETURN(point.evaluations, JsonMember<int64_t>(json, "evaluations"));
  KVINTET_ASSIGN_OR_RETURN(point.seconds, JsonMember<double>(json, "seconds"));
  KVINTET_ASSIGN_OR_RETURN(point.core_seconds, JsonMember<double>(json, "core_seconds"));
  KVINTET_ASSIGN_OR_RETURN(const Json measured, JsonMember<Json>(json, "measured"));
  for (const auto& [name, value] : measured.items()) {
    KVINTET_ASSIGN_OR_RETURN(const double figure, JsonMember<double>(measured, name));
    point.measured.emplace_back(name, figure);
  }
  return point;
}

absl::StatusOr<std::vector<LearningPoint>> LearningPlaces(const std::string& path,
                                                          const std::string& costs_path,
                                                          const LearningBudget& budget,
                                                          int places) {
  KVINTET_ASSIGN_OR_RETURN(const CostFile costs, CostFile::Open(costs_path));
  KVINTET_ASSIGN_OR_RETURN(const std::vector<LearningPoint> published, Published(path, costs));
  std::vector<LearningPoint> points;
  for (int place = 0; place < places; ++place) {
    const double wanted = std::exp2(place - places + 1);
    const bool last = place + 1 == places;
    auto at = std::ranges::find_if(
        published, [&](const LearningPoint& point) { return ShareUsed(point, budget) >= wanted; });
    if (last && at == published.end() && !published.empty()) {
      at = published.end() - 1;
    }
    if (at == published.end() || (!points.empty() && points.back().model == at->model)) {
      continue;
    }
    points.push_back(*at);
    points.back().place = place;
  }
  return points;
}

CostFile::CostFile(std::string path) : path_(std::move(path)), begun_(ProcessorSeconds()) {}

absl::StatusOr<CostFile> CostFile::Open(const std::string& path) {
  CostFile file(path);
  KVINTET_RETURN_IF_ERROR(CutTornLine(path));
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFileIfAny(path));
  KVINTET_RETURN_IF_ERROR(ReadJsonLines(text, path, [&](const Json& line) -> absl::Status {
    Cost cost = {};
    if (line.contains("stage")) {
      KVINTET_ASSIGN_OR_RETURN(cost.stage, JsonMember<std::string>(line, "stage"));
    }
    KVINTET_ASSIGN_OR_RETURN(cost.steps, JsonMember<int64_t>(line, "steps"));
    KVINTET_ASSIGN_OR_RETURN(cost.seconds, JsonMember<double>(line, "core_seconds"));
    file.before_ = cost.seconds;
    file.notes_.push_back(std::move(cost));
    return absl::OkStatus();
  }));
  return file;
}

absl::Status CostFile::Note(const std::string& stage, int64_t steps) {
  if (!notes_.empty() && notes_.back().stage == stage && notes_.back().steps == steps) {
    return absl::OkStatus();
  }
  notes_.push_back({stage, steps, before_ + ProcessorSeconds() - begun_});
  Json line = {{"steps", steps}, {"core_seconds", notes_.back().seconds}};
  if (!stage.empty()) {
    line["stage"] = stage;
  }
  return AppendLine(path_, ToJsonLine(line));
}

double CostFile::SecondsAt(const std::string& stage, int64_t steps) const {
  double seconds = 0;
  for (const Cost& cost : notes_) {
    if (cost.stage == stage) {
      seconds = cost.seconds;
      if (cost.steps >= steps) {
        break;
      }
    }
  }
  return seconds;
}

}  // namespace kvintet::cli

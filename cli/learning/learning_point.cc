// LearningPoint: see the header.
#include "cli/learning/learning_point.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "base/files/file.h"
#include "base/reports/json_lines.h"
#include "base/status_macros.h"
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

// The share of the budget that was used up at the end of a round.
double ShareUsed(const training::Progress& round, const LearningBudget& budget) {
  return budget.games > 0 ? static_cast<double>(round.games) / static_cast<double>(budget.games)
                          : round.seconds / budget.seconds;
}

// The published models with the rounds that produced them, without the run's initial model.
std::vector<std::pair<training::PublishedModel, training::Progress>> ModelsWithRounds(
    const std::vector<training::PublishedModel>& models,
    const std::vector<training::Progress>& rounds) {
  std::vector<std::pair<training::PublishedModel, training::Progress>> found;
  for (const training::PublishedModel& model : models) {
    const auto round = std::ranges::find(rounds, model.steps, &training::Progress::steps);
    if (round != rounds.end() && model.steps > 0) {
      found.emplace_back(model, *round);
    }
  }
  return found;
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
  KVINTET_ASSIGN_OR_RETURN(const std::vector<training::PublishedModel> models,
                           training::PublishedModels(path));
  KVINTET_ASSIGN_OR_RETURN(const std::vector<training::Progress> rounds,
                           training::ReadHistory(path));
  KVINTET_ASSIGN_OR_RETURN(const CostFile costs, CostFile::Open(costs_path));
  const auto published = ModelsWithRounds(models, rounds);
  std::vector<LearningPoint> points;
  for (int place = 0; place < places; ++place) {
    const double wanted = std::exp2(place - places + 1);
    const bool last = place + 1 == places;
    auto at = std::ranges::find_if(
        published, [&](const auto& one) { return ShareUsed(one.second, budget) >= wanted; });
    if (last && at == published.end() && !published.empty()) {
      at = published.end() - 1;
    }
    if (at == published.end() || (!points.empty() && points.back().steps == at->first.steps)) {
      continue;
    }
    points.push_back({.place = place,
                      .model = at->first.name,
                      .steps = at->first.steps,
                      .games = at->second.games,
                      .evaluations = at->second.evaluations,
                      .seconds = at->second.seconds,
                      .core_seconds = costs.SecondsAt(at->first.steps)});
  }
  return points;
}

CostFile::CostFile(std::string path) : path_(std::move(path)), begun_(ProcessorSeconds()) {}

absl::StatusOr<CostFile> CostFile::Open(const std::string& path) {
  CostFile file(path);
  KVINTET_RETURN_IF_ERROR(CutTornLine(path));
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFileIfAny(path));
  KVINTET_RETURN_IF_ERROR(ReadJsonLines(text, path, [&](const Json& line) -> absl::Status {
    KVINTET_ASSIGN_OR_RETURN(const int64_t steps, JsonMember<int64_t>(line, "steps"));
    KVINTET_ASSIGN_OR_RETURN(file.before_, JsonMember<double>(line, "core_seconds"));
    file.notes_.emplace_back(steps, file.before_);
    return absl::OkStatus();
  }));
  return file;
}

absl::Status CostFile::Note(int64_t steps) {
  if (!notes_.empty() && notes_.back().first == steps) {
    return absl::OkStatus();
  }
  notes_.emplace_back(steps, before_ + ProcessorSeconds() - begun_);
  const Json line = {{"steps", steps}, {"core_seconds", notes_.back().second}};
  return AppendLine(path_, ToJsonLine(line));
}

double CostFile::SecondsAt(int64_t steps) const {
  const auto note =
      std::ranges::find_if(notes_, [&](const auto& one) { return one.first >= steps; });
  return note != notes_.end() ? note->second : notes_.empty() ? 0 : notes_.back().second;
}

}  // namespace kvintet::cli

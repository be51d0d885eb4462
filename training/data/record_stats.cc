// RecordStats: see the header.
#include "training/data/record_stats.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include "base/status_macros.h"

namespace kvintet::training {
namespace {

using selfplay::GameRecord;

double Mean(int64_t sum, int64_t count) {
  return count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : 0;
}

ModelStats& OfModel(const std::string& model, std::vector<ModelStats>* models) {
  // Searches backwards: the newest model is last and the most frequent.
  const auto found = std::find_if(models->rbegin(), models->rend(),
                                  [&](const ModelStats& known) { return known.model == model; });
  return found != models->rend() ? *found : models->emplace_back(ModelStats{.model = model});
}

}  // namespace

void RecordStats::Add(const GameRecord& record) {
  const auto actions = std::ranges::count_if(record.events, [](const selfplay::RecordedEvent& e) {
    return e.actor != envs::Actor::kChance;
  });
  shortest = games == 0 ? actions : std::min<int64_t>(shortest, actions);
  longest = std::max<int64_t>(longest, actions);
  plies += actions;
  ++games;
  rows += std::ssize(record.rows);
  evaluations += record.evaluations;
  if (record.truncated) {
    ++truncated;
  } else {
    ++results[record.result > 0 ? 0 : record.result < 0 ? 2 : 1];
  }
  ++reasons[record.reason];
  std::vector<int64_t> by_model(record.models.size());
  for (const selfplay::RecordRow& row : record.rows) {
    surprise += selfplay::SurpriseUnits(row.surprise);
    ++by_model[row.model];
  }
  for (size_t i = 0; i < by_model.size(); ++i) {
    ModelStats& model = OfModel(record.models[i], &models);
    ++model.games;
    model.rows += by_model[i];
  }
}

absl::StatusOr<RecordStats> CollectStats(const RecordSource& source) {
  RecordStats stats;
  KVINTET_RETURN_IF_ERROR(source.ForEach([&](const GameRecord& record) {
    stats.Add(record);
    return absl::OkStatus();
  }));
  for (const RecordSourceFile& file : source.Files()) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file.path, error);
    stats.bytes += error ? 0 : static_cast<int64_t>(size);
    ++stats.files;
  }
  return stats;
}

Json ToJson(const RecordStats& stats) {
  Json models = Json::array();
  for (const ModelStats& model : stats.models) {
    models.push_back({{"model", model.model}, {"games", model.games}, {"rows", model.rows}});
  }
  return {{"files", stats.files},
          {"games", stats.games},
          {"rows", stats.rows},
          {"evaluations", stats.evaluations},
          {"bytes", stats.bytes},
          {"bytes_per_row", Mean(stats.bytes, stats.rows)},
          {"mean_surprise", Mean(stats.surprise, stats.rows) / 4096},
          {"results",
           {{"0", stats.results[0]},
            {"draw", stats.results[1]},
            {"1", stats.results[2]},
            {"truncated", stats.truncated}}},
          {"reasons", stats.reasons},
          {"plies",
           {{"mean", Mean(stats.plies, stats.games)},
            {"shortest", stats.shortest},
            {"longest", stats.longest}}},
          {"models", models}};
}

std::string ToText(const RecordStats& stats) {
  std::string text = absl::StrFormat(
      "%d games with %d rows in %d files of %d bytes: %.1f bytes a row\n"
      "%d evaluations, %.1f a row; searches moved policies by %.3f nats\n"
      "plies a game: %.1f, from %d to %d\n"
      "seat 0 won %d, draws %d, seat 1 won %d, cut %d\n",
      stats.games, stats.rows, stats.files, stats.bytes, Mean(stats.bytes, stats.rows),
      stats.evaluations, Mean(stats.evaluations, stats.rows),
      Mean(stats.surprise, stats.rows) / 4096, Mean(stats.plies, stats.games), stats.shortest,
      stats.longest, stats.results[0], stats.results[1], stats.results[2], stats.truncated);
  for (const auto& [reason, games] : stats.reasons) {
    absl::StrAppendFormat(&text, "end %-20s %d games\n", reason, games);
  }
  for (const ModelStats& model : stats.models) {
    absl::StrAppendFormat(&text, "model %s  %d games, %d rows\n", model.model, model.games,
                          model.rows);
  }
  return text;
}

}  // namespace kvintet::training

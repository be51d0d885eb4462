// RecordCensus: see the header.
#include "training/data/record_census.h"

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

ModelCensus& OfModel(const std::string& model, std::vector<ModelCensus>* models) {
  // The newest comes last and most often.
  const auto found = std::find_if(models->rbegin(), models->rend(),
                                  [&](const ModelCensus& known) { return known.model == model; });
  return found != models->rend() ? *found : models->emplace_back(ModelCensus{.model = model});
}

}  // namespace

void RecordCensus::Add(const GameRecord& record) {
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
    ModelCensus& model = OfModel(record.models[i], &models);
    ++model.games;
    model.rows += by_model[i];
  }
}

absl::StatusOr<RecordCensus> TakeCensus(const RecordSource& source) {
  RecordCensus census;
  KVINTET_RETURN_IF_ERROR(source.ForEach([&](const GameRecord& record) {
    census.Add(record);
    return absl::OkStatus();
  }));
  for (const RecordSourceFile& file : source.Files()) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file.path, error);
    census.bytes += error ? 0 : static_cast<int64_t>(size);
    ++census.files;
  }
  return census;
}

Json ToJson(const RecordCensus& census) {
  Json models = Json::array();
  for (const ModelCensus& model : census.models) {
    models.push_back({{"model", model.model}, {"games", model.games}, {"rows", model.rows}});
  }
  return {{"files", census.files},
          {"games", census.games},
          {"rows", census.rows},
          {"evaluations", census.evaluations},
          {"bytes", census.bytes},
          {"bytes_per_row", Mean(census.bytes, census.rows)},
          {"mean_surprise", Mean(census.surprise, census.rows) / 4096},
          {"results",
           {{"0", census.results[0]},
            {"draw", census.results[1]},
            {"1", census.results[2]},
            {"truncated", census.truncated}}},
          {"reasons", census.reasons},
          {"plies",
           {{"mean", Mean(census.plies, census.games)},
            {"shortest", census.shortest},
            {"longest", census.longest}}},
          {"models", models}};
}

std::string ToText(const RecordCensus& census) {
  std::string text = absl::StrFormat(
      "%d games with %d rows in %d files of %d bytes: %.1f bytes a row\n"
      "%d evaluations, %.1f a row; searches moved policies by %.3f nats\n"
      "plies a game: %.1f, from %d to %d\n"
      "seat 0 won %d, draws %d, seat 1 won %d, cut %d\n",
      census.games, census.rows, census.files, census.bytes, Mean(census.bytes, census.rows),
      census.evaluations, Mean(census.evaluations, census.rows),
      Mean(census.surprise, census.rows) / 4096, Mean(census.plies, census.games), census.shortest,
      census.longest, census.results[0], census.results[1], census.results[2], census.truncated);
  for (const auto& [reason, games] : census.reasons) {
    absl::StrAppendFormat(&text, "end %-20s %d games\n", reason, games);
  }
  for (const ModelCensus& model : census.models) {
    absl::StrAppendFormat(&text, "model %s  %d games, %d rows\n", model.model, model.games,
                          model.rows);
  }
  return text;
}

}  // namespace kvintet::training

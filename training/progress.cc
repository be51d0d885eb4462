// Progress: see the header.
#include "training/progress.h"

#include <initializer_list>
#include <utility>

#include <absl/strings/str_format.h>

#include "base/status_macros.h"

namespace kvintet::training {

std::string ToText(const Progress& p) {
  std::string left;
  if (p.seconds_left >= 0) {
    left = absl::StrFormat("  %d:%02d left", static_cast<int>(p.seconds_left) / 60,
                           static_cast<int>(p.seconds_left) % 60);
  }
  return absl::StrFormat(
      "games %d  rows %d  steps %d  loss policy %.3f value %.3f  %.0f evals/s  %.0f rows/s  "
      "fill %.0f%%%s",
      p.games, p.rows, p.steps, p.policy_loss, p.value_loss, p.evaluations_per_second,
      p.rows_per_second, 100 * p.batch_fill, left);
}

std::vector<Scalar> ToScalars(const Progress& p) {
  return {{"run/games", static_cast<double>(p.games)},
          {"run/rows", static_cast<double>(p.rows)},
          {"run/evaluations", static_cast<double>(p.evaluations)},
          {"run/window", static_cast<double>(p.window)},
          {"run/seconds", p.seconds},
          {"loss/policy", p.policy_loss},
          {"loss/value", p.value_loss},
          {"speed/evaluations_per_second", p.evaluations_per_second},
          {"speed/rows_per_second", p.rows_per_second},
          {"speed/batch_fill", p.batch_fill},
          {"speed/tree_share", p.tree_share},
          {"speed/learn_share", p.learn_share},
          {"speed/learn_idle_share", p.learn_idle_share},
          {"speed/play_idle_share", p.play_idle_share},
          {"game/mean_plies", p.mean_plies}};
}

Json ToJson(const Progress& p) {
  Json json = {{"steps", p.steps}};
  for (const auto& [tag, value] : ToScalars(p)) {
    json[tag] = value;
  }
  return json;
}

absl::StatusOr<Progress> ProgressFromJson(const Json& json) {
  Progress p;
  KVINTET_ASSIGN_OR_RETURN(p.steps, JsonMember<int64_t>(json, "steps"));
  const std::initializer_list<std::pair<const char*, int64_t*>> counts = {
      {"run/games", &p.games},
      {"run/rows", &p.rows},
      {"run/evaluations", &p.evaluations},
      {"run/window", &p.window}};
  for (const auto& [tag, count] : counts) {
    KVINTET_ASSIGN_OR_RETURN(const double value, JsonMember<double>(json, tag));
    *count = static_cast<int64_t>(value);
  }
  const std::initializer_list<std::pair<const char*, double*>> figures = {
      {"run/seconds", &p.seconds},
      {"loss/policy", &p.policy_loss},
      {"loss/value", &p.value_loss},
      {"speed/evaluations_per_second", &p.evaluations_per_second},
      {"speed/rows_per_second", &p.rows_per_second},
      {"speed/batch_fill", &p.batch_fill},
      {"speed/tree_share", &p.tree_share},
      {"speed/learn_share", &p.learn_share},
      {"speed/learn_idle_share", &p.learn_idle_share},
      {"speed/play_idle_share", &p.play_idle_share},
      {"game/mean_plies", &p.mean_plies}};
  for (const auto& [tag, figure] : figures) {
    KVINTET_ASSIGN_OR_RETURN(*figure, JsonMember<double>(json, tag));
  }
  return p;
}

}  // namespace kvintet::training

// Progress: see the header.
#include "training/run/progress.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <absl/strings/match.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include "base/status_macros.h"

namespace kvintet::training {
namespace {

// A figure that is reported besides the steps, under its tag.
template <typename T>
struct Told {
  const char* tag;
  T Progress::*member;
};

constexpr Told<int64_t> kCounts[] = {{"run/games", &Progress::games},
                                     {"run/rows", &Progress::rows},
                                     {"run/evaluations", &Progress::evaluations},
                                     {"run/window", &Progress::window}};
constexpr Told<double> kFigures[] = {
    {"run/seconds", &Progress::seconds},
    {"loss/policy", &Progress::policy_loss},
    {"loss/value", &Progress::value_loss},
    {"speed/evaluations_per_second", &Progress::evaluations_per_second},
    {"speed/rows_per_second", &Progress::rows_per_second},
    {"speed/batch_fill", &Progress::batch_fill},
    {"speed/tree_share", &Progress::tree_share},
    {"speed/learn_share", &Progress::learn_share},
    {"speed/learn_idle_share", &Progress::learn_idle_share},
    {"speed/play_idle_share", &Progress::play_idle_share},
    {"game/mean_plies", &Progress::mean_plies}};
// Older runs lack these.
constexpr Told<double> kNewFigures[] = {
    {"speed/cache_hit_share", &Progress::cache_hit_share},
    {"speed/queue_seconds", &Progress::queue_seconds},
    {"game/wrong_resign_share", &Progress::wrong_resign_share},
    {"game/adjudicated_share", &Progress::adjudicated_share},
    {"game/wrong_adjudication_share", &Progress::wrong_adjudication_share},
    {"play/mean_ply", &Progress::ply_in_play}};
constexpr Told<int64_t> kNewCounts[] = {{"play/games", &Progress::games_in_play},
                                        {"run/given_games", &Progress::given_games}};
// Reported only if not 0.
constexpr Told<double> kCritic[] = {{"loss/critic", &Progress::critic_loss},
                                    {"advantage/explained", &Progress::explained_variance}};
// Only in progress.json, and only if not negative.
constexpr Told<double> kLimits[] = {{"limit/seconds_left", &Progress::seconds_left},
                                    {"limit/done_share", &Progress::done_share}};
// Before the name of a training head.
constexpr char kLoss[] = "loss/";
constexpr char kEnds[] = "ends/";
constexpr char kStrength[] = "strength/";
constexpr std::pair<const char*, double EloFigures::*> kElo[] = {{"pairs", &EloFigures::pairs},
                                                                 {"elo", &EloFigures::elo},
                                                                 {"low", &EloFigures::low},
                                                                 {"high", &EloFigures::high}};

void AddLearning(const LearningFigures& learning, std::vector<Scalar>* scalars) {
  ForEachFigure(learning, [&](const std::string& tag, const Figure& figure) {
    if (figure) {
      scalars->push_back({tag, *figure});
    }
  });
  for (const auto& [reason, share] : learning.ends) {
    scalars->push_back({kEnds + reason, share});
  }
  for (const auto& [opponent, elo] : learning.strength) {
    for (const auto& [name, member] : kElo) {
      scalars->push_back({absl::StrCat(kStrength, opponent, "/", name), elo.*member});
    }
  }
}

// For "strength/greedy/low" a pointer to that number, else null.
double* PlaceOfElo(const std::string& tag, LearningFigures* learning) {
  const size_t name = tag.rfind('/');
  for (const auto& [last, member] : kElo) {
    const size_t begin = std::string_view(kStrength).size();
    if (absl::StartsWith(tag, kStrength) && name > begin && tag.substr(name + 1) == last) {
      return &(learning->strength[tag.substr(begin, name - begin)].*member);
    }
  }
  return nullptr;
}

// Reads the losses that no other field has.
absl::Status ReadHeads(const Json& json, Progress* p) {
  const auto is = [](const std::string& tag) {
    return [&tag](const auto& told) { return tag == told.tag; };
  };
  for (const auto& [tag, unread] : json.items()) {
    if (absl::StartsWith(tag, kLoss) && std::ranges::none_of(kFigures, is(tag)) &&
        std::ranges::none_of(kCritic, is(tag))) {
      KVINTET_ASSIGN_OR_RETURN(const double loss, JsonMember<double>(json, tag));
      p->head_losses.emplace_back(tag.substr(std::string_view(kLoss).size()), loss);
    }
  }
  return absl::OkStatus();
}

absl::Status ReadLearning(const Json& json, Progress* p) {
  absl::Status status;
  ForEachFigure(p->learning, [&](const std::string& tag, Figure& figure) {
    if (status.ok() && json.contains(tag)) {
      const absl::StatusOr<double> value = JsonMember<double>(json, tag);
      status = value.status();
      figure = value.ok() ? Figure(*value) : std::nullopt;
    }
  });
  KVINTET_RETURN_IF_ERROR(status);
  for (const auto& [tag, unread] : json.items()) {
    double* const elo = PlaceOfElo(tag, &p->learning);
    if (elo != nullptr) {
      KVINTET_ASSIGN_OR_RETURN(*elo, JsonMember<double>(json, tag));
    } else if (absl::StartsWith(tag, kEnds)) {
      KVINTET_ASSIGN_OR_RETURN(p->learning.ends[tag.substr(std::string_view(kEnds).size())],
                               JsonMember<double>(json, tag));
    }
  }
  if (!json.contains("warnings")) {
    return absl::OkStatus();
  }
  if (!json["warnings"].is_array()) {
    return absl::InvalidArgumentError("warnings: wanted a list");
  }
  for (const Json& warning : json["warnings"]) {
    LearningWarning read;
    KVINTET_ASSIGN_OR_RETURN(read.kind, JsonMember<std::string>(warning, "kind"));
    KVINTET_ASSIGN_OR_RETURN(read.text, JsonMember<std::string>(warning, "text"));
    p->warnings.push_back(std::move(read));
  }
  return absl::OkStatus();
}

}  // namespace

std::string InPlayText(const Progress& p) {
  if (p.games_in_play == 0) {
    return "";
  }
  return absl::StrFormat("%d game%s in play, at ply %.0f%s", p.games_in_play,
                         p.games_in_play == 1 ? "" : "s", p.ply_in_play,
                         p.games_in_play == 1 ? "" : " on average");
}

std::string ToText(const Progress& p) {
  std::string left;
  if (p.seconds_left >= 0) {
    left = absl::StrFormat("  %d:%02d left", static_cast<int>(p.seconds_left) / 60,
                           static_cast<int>(p.seconds_left) % 60);
  }
  std::string held_out;
  if (p.learning.held_out.policy_kl) {
    held_out = absl::StrFormat("  held out policy +%.3f value %.3f", *p.learning.held_out.policy_kl,
                               p.learning.held_out.value_loss.value_or(0));
  }
  return absl::StrCat(FiguresText(p), held_out, left);
}

std::string FiguresText(const Progress& p) {
  std::string in_play;
  if (p.games_in_play > 0) {
    in_play = absl::StrFormat("  in play %d at ply %.0f", p.games_in_play, p.ply_in_play);
  }
  if (p.actors > 0) {
    absl::StrAppend(&in_play, "  actors ", p.actors);
  }
  if (p.paused_actors > 0) {
    absl::StrAppend(&in_play, " (", p.paused_actors, " paused)");
  }
  if (p.full_spools > 0) {
    absl::StrAppend(&in_play, " (", p.full_spools, " with full spools)");
  }
  std::string losses;
  if (p.steps > 0) {
    losses = absl::StrFormat("  loss policy %.3f value %.3f", p.policy_loss, p.value_loss);
  }
  const std::string stage = p.stage.empty() ? "" : absl::StrFormat("stage %s  ", p.stage);
  const std::string given = p.given_games == 0 ? "" : absl::StrFormat(" (%d given)", p.given_games);
  return absl::StrFormat(
      "%sgames %d%s%s  rows %d  steps %d%s  evaluations %d  %.0f evals/s  %.0f rows/s", stage,
      p.games, given, in_play, p.rows, p.steps, losses, p.evaluations, p.evaluations_per_second,
      p.rows_per_second);
}

std::vector<Scalar> ToScalars(const Progress& p) {
  std::vector<Scalar> scalars;
  for (const auto& [tag, count] : kCounts) {
    scalars.push_back({tag, static_cast<double>(p.*count)});
  }
  for (const auto& [tag, figure] : kFigures) {
    scalars.push_back({tag, p.*figure});
  }
  for (const auto& [tag, figure] : kNewFigures) {
    scalars.push_back({tag, p.*figure});
  }
  for (const auto& [tag, count] : kNewCounts) {
    scalars.push_back({tag, static_cast<double>(p.*count)});
  }
  for (const auto& [head, loss] : p.head_losses) {
    if (loss != 0) {
      scalars.push_back({kLoss + head, loss});
    }
  }
  for (const auto& [tag, loss] : kCritic) {
    if (p.*loss != 0) {
      scalars.push_back({tag, p.*loss});
    }
  }
  AddLearning(p.learning, &scalars);
  for (const LearningWarning& warning : p.warnings) {
    scalars.push_back({"warning/" + warning.kind, 1});
  }
  return scalars;
}

Json ToJson(const Progress& p) {
  Json json = {{"steps", p.steps}};
  for (const auto& [tag, value] : ToScalars(p)) {
    json[tag] = value;
  }
  for (const LearningWarning& warning : p.warnings) {
    json["warnings"].push_back({{"kind", warning.kind}, {"text", warning.text}});
  }
  return json;
}

Json ToStateJson(const Progress& p) {
  Json json = ToJson(p);
  for (const auto& [tag, limit] : kLimits) {
    if (p.*limit >= 0) {
      json[tag] = p.*limit;
    }
  }
  return json;
}

absl::StatusOr<Progress> ProgressFromJson(const Json& json) {
  Progress p;
  KVINTET_ASSIGN_OR_RETURN(p.steps, JsonMember<int64_t>(json, "steps"));
  for (const auto& [tag, count] : kCounts) {
    KVINTET_ASSIGN_OR_RETURN(const double value, JsonMember<double>(json, tag));
    p.*count = static_cast<int64_t>(value);
  }
  for (const auto& [tag, figure] : kFigures) {
    KVINTET_ASSIGN_OR_RETURN(p.*figure, JsonMember<double>(json, tag));
  }
  for (const auto& [tag, figure] : kNewFigures) {
    if (json.contains(tag)) {
      KVINTET_ASSIGN_OR_RETURN(p.*figure, JsonMember<double>(json, tag));
    }
  }
  for (const auto& [tag, count] : kNewCounts) {
    if (json.contains(tag)) {
      KVINTET_ASSIGN_OR_RETURN(const double value, JsonMember<double>(json, tag));
      p.*count = static_cast<int64_t>(value);
    }
  }
  for (const auto& [tag, loss] : kCritic) {
    if (json.contains(tag)) {
      KVINTET_ASSIGN_OR_RETURN(p.*loss, JsonMember<double>(json, tag));
    }
  }
  for (const auto& [tag, limit] : kLimits) {
    if (json.contains(tag)) {
      KVINTET_ASSIGN_OR_RETURN(p.*limit, JsonMember<double>(json, tag));
    }
  }
  KVINTET_RETURN_IF_ERROR(ReadHeads(json, &p));
  KVINTET_RETURN_IF_ERROR(ReadLearning(json, &p));
  return p;
}

}  // namespace kvintet::training

// The sentences of a study of balance: see balance_report.h.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

#include "cli/balance/balance_report.h"
#include "cli/balance/balance_tables.h"
#include "cli/words/number_text.h"
#include "cli/words/player_words.h"

namespace kvintet::cli {
namespace {

arena::MeanInterval Opposite(const arena::MeanInterval& mean) {
  return {.mean = -mean.mean, .low = -mean.high, .high = -mean.low, .samples = mean.samples};
}

// Whether a measure is a share of one, which the report gives in percentage points.
bool IsShare(const arena::Difference& difference) {
  return difference.of_score || difference.measure == "draws" ||
         difference.measure == "broken off" || difference.measure == "decided at" ||
         difference.measure == "share of forced decisions";
}

// Whether a level certainly wins its duel with another in the first game.
bool Beats(const BalanceReport& report, size_t winner, size_t loser) {
  return std::ranges::any_of(report.results.duels, [&](const arena::DuelResults& duel) {
    const bool wins = duel.a == winner && duel.b == loser && duel.score.low > 0.5;
    const bool loses = duel.a == loser && duel.b == winner && duel.score.high < 0.5;
    return duel.variant == 0 && (wins || loses);
  });
}

// A sentence for the case that a player without look-ahead beats the strongest with it, so that
// those play poorly.
std::string BeatenSentence(const BalanceReport& report) {
  const size_t headline = report.results.headline;
  if (arena::IsBaseline(report.settings.levels[headline])) {
    return "";
  }
  for (size_t level = 0; level < report.settings.levels.size(); ++level) {
    if (arena::IsBaseline(report.settings.levels[level]) && Beats(report, level, headline)) {
      return absl::StrCat("In duels ", PlayerName(report.settings, level), " beats ",
                          PlayerName(report.settings, headline),
                          ", so those that look ahead are weak players of this game. ");
    }
  }
  return "";
}

}  // namespace

std::string PlayersSentence(const BalanceReport& report) {
  std::vector<std::string> names;
  bool searched = false;
  bool trained = false;
  for (const size_t level : report.results.weakest_first) {
    const std::string& spec = report.settings.levels[level].specs[0];
    names.push_back(PlayerName(report.settings, level));
    trained |= absl::StartsWith(spec, "model:");
    searched |= absl::StartsWith(spec, "mcts:") || absl::StartsWith(spec, "rollouts:");
  }
  std::string text = absl::StrCat(
      "Played by ", absl::StrJoin(names, ", "), ", each against itself",
      report.settings.games.size() > 1 ? ", with the same budget in every variant. " : ". ");
  if (trained) {
    absl::StrAppend(&text, "The trained players learnt exactly these rules",
                    report.settings.training.empty() ? "" : ", for this study: ",
                    report.settings.training, ". ");
  } else if (searched) {
    absl::StrAppend(&text,
                    "No trained player took part. The strongest look ahead with random playouts, "
                    "which is far from best play. ");
  } else {
    absl::StrAppend(&text,
                    "No player that is trained or looks ahead took part. These players are weak, "
                    "and no verdict is based on them. ");
  }
  return absl::StrCat(text, BeatenSentence(report));
}

std::vector<std::string> ChangeSentences(const BalanceReport& report, size_t variant) {
  std::vector<std::string> sentences;
  for (const arena::Difference& one : report.results.differences) {
    if (one.variant != variant || one.level != report.results.headline || !one.stands) {
      continue;
    }
    const bool more = one.difference.mean > 0;
    const arena::MeanInterval by = more ? one.difference : Opposite(one.difference);
    sentences.push_back(absl::StrCat(
        one.measure, ": ", more ? "more" : "less", " by ",
        IsShare(one) ? MeanText(InPercent(by), 1) + " points." : MeanText(by, 2) + "."));
  }
  if (sentences.empty()) {
    sentences.push_back(absl::StrFormat("With %s no difference is certain.",
                                        PlayerName(report.settings, report.results.headline)));
  }
  return sentences;
}

std::string PercentText(const arena::Interval& interval) {
  return IntervalText(100 * interval.score, 100 * interval.low, 100 * interval.high, 1, " %");
}

std::string MeanText(const arena::MeanInterval& mean, int digits) {
  return mean.samples == 0   ? "-"
         : mean.samples == 1 ? NumberText(mean.mean, digits)
                             : IntervalText(mean.mean, mean.low, mean.high, digits);
}

}  // namespace kvintet::cli

// LadderResults: see the header.
#include "arena/balance/ladder_results.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "arena/balance/study/counted_games.h"
#include "arena/balance/study/roles.h"
#include "arena/balance/study_results.h"

namespace kvintet::arena {
namespace {

// One question about a game, answered by all players.
struct Question {
  std::vector<Testimony> players = {};
  std::vector<Contrast> contrasts = {};
  double gap = 0;
};

// Returns the games of a level from which its share is computed, from the first player's point of
// view.
using SharedGames = std::function<std::vector<StudyGame>(size_t level)>;

// Fills the contrasts with the witness, over as many games as both players have.
void FindContrasts(const SharedGames& games, Question* question) {
  question->contrasts.resize(question->players.size());
  const std::optional<size_t> witness = WitnessOf(question->players);
  if (!witness || !question->players[*witness].enough) {
    return;
  }
  const std::vector<StudyGame> its_games = games(question->players[*witness].level);
  for (size_t i = 0; i < question->players.size(); ++i) {
    if (i == *witness || !question->players[i].enough) {
      continue;
    }
    const std::vector<StudyGame> own = games(question->players[i].level);
    const size_t both = std::min(own.size(), its_games.size());
    const std::span<const StudyGame> a(its_games.data(), both);
    const std::span<const StudyGame> b(own.data(), both);
    question->contrasts[i] = {
        .asked = true,
        .difference = question->players[i].share.score - question->players[*witness].share.score,
        .log_evidence = LogEvidenceOfDifference(a, b)};
  }
}

// Selects the contrasts that are significant among all of them.
void JudgeContrasts(double false_share, std::vector<Question>* questions) {
  std::vector<Contrast*> asked;
  std::vector<double> evidence;
  for (Question& question : *questions) {
    for (Contrast& contrast : question.contrasts) {
      if (contrast.asked) {
        asked.push_back(&contrast);
        evidence.push_back(contrast.log_evidence);
      }
    }
  }
  const std::vector<bool> stands = RejectByEvidence(evidence, false_share);
  for (size_t i = 0; i < asked.size(); ++i) {
    asked[i]->stands = stands[i];
  }
}

// The three questions about one game, with its players' answers.
class Asking {
 public:
  Asking(const StudySettings& settings, const StudyGames& played, const envs::Game& game,
         const std::vector<LevelResults>& levels, const std::vector<size_t>& weakest_first)
      : settings_(settings),
        played_(played),
        game_(game),
        levels_(levels),
        weakest_first_(weakest_first) {}

  Question BySeat() const {
    return Ask(
        settings_.margin,
        [](const LevelResults& level) { return std::pair(level.score, PlaceOf(level.fairness)); },
        [this](size_t level) {
          const std::span<const StudyGame> counted = Counted(level);
          return std::vector<StudyGame>(counted.begin(), counted.end());
        });
  }
  // Without players if the rules assign no roles.
  Question ByRole() const {
    if (!HasRole()) {
      return {};
    }
    return Ask(
        settings_.margin,
        [](const LevelResults& level) {
          return level.role ? std::pair(level.role->score, PlaceOf(level.role->fairness))
                            : std::pair(level.score, Place::kOpen);
        },
        [this](size_t level) {
          std::optional<RoleGames> role = GamesByRole(game_, Counted(level));
          return role ? std::move(role->games) : std::vector<StudyGame>();
        });
  }
  bool HasRole() const {
    return std::ranges::any_of(levels_,
                               [](const LevelResults& level) { return level.role.has_value(); });
  }
  Question Draws() const {
    return Ask(
        kDrawGap,
        [](const LevelResults& level) { return std::pair(level.draws, PlaceOfDraws(level.draws)); },
        [this](size_t level) {
          std::vector<StudyGame> drawn;
          for (const StudyGame& one : Counted(level)) {
            drawn.push_back({.first_return = one.first_return == 0 ? 1.0 : -1.0});
          }
          return drawn;
        });
  }

 private:
  std::span<const StudyGame> Counted(size_t level) const {
    return std::span(played_.At(levels_[level].place))
        .first(static_cast<size_t>(levels_[level].games));
  }

  Question Ask(double gap,
               const std::function<std::pair<Interval, Place>(const LevelResults&)>& say,
               const SharedGames& games) const {
    Question question = {.gap = gap};
    for (const size_t level : weakest_first_) {
      if (levels_[level].games > 0) {
        const auto [share, place] = say(levels_[level]);
        question.players.push_back({.level = level,
                                    .baseline = IsBaseline(settings_.levels[level]),
                                    .games = levels_[level].games,
                                    .complete = levels_[level].complete,
                                    .enough = PlayedEnough(settings_, levels_[level]),
                                    .share = share,
                                    .place = place});
      }
    }
    FindContrasts(games, &question);
    return question;
  }

  const StudySettings& settings_;
  const StudyGames& played_;
  const envs::Game& game_;
  const std::vector<LevelResults>& levels_;
  const std::vector<size_t>& weakest_first_;
};

// Whether the study has a judge, even if it has not played yet.
bool HasJudge(const StudySettings& settings) {
  return !std::ranges::all_of(settings.levels, IsBaseline);
}

StrengthVerdict VerdictOf(const StudySettings& settings, const Question& question) {
  StrengthVerdict verdict = Weigh(question.players, question.contrasts, question.gap);
  if (verdict.finding == Finding::kNoJudge && HasJudge(settings)) {
    verdict.finding = Finding::kTooFew;
  }
  return verdict;
}

}  // namespace

bool PlayedEnough(const StudySettings& settings, const LevelResults& level) {
  return level.games > 0 && (level.complete || 2 * level.games >= settings.min_games);
}

std::vector<size_t> LadderOrder(const StudySettings& settings, const RatingFit* fit) {
  const double z = NormalQuantile(settings.confidence);
  std::vector<size_t> order;
  for (const bool baselines : {true, false}) {
    const size_t first = order.size();
    for (size_t level = 0; level < settings.levels.size(); ++level) {
      if (IsBaseline(settings.levels[level]) != baselines) {
        continue;
      }
      order.push_back(level);
      const auto certainly_stronger = [&](size_t other) {
        return fit != nullptr && fit->ratings[other] - fit->ratings[level] >
                                     z * fit->DifferenceDeviation(other, level);
      };
      for (size_t at = order.size() - 1; at > first && certainly_stronger(order[at - 1]); --at) {
        std::swap(order[at - 1], order[at]);
      }
    }
  }
  return order;
}

std::vector<LadderResults> FindLadders(const StudySettings& settings, const StudyGames& played,
                                       const std::vector<const envs::Game*>& games,
                                       const std::vector<std::vector<LevelResults>>& levels,
                                       const std::vector<size_t>& weakest_first,
                                       double false_share) {
  std::vector<Question> questions;
  for (size_t variant = 0; variant < games.size(); ++variant) {
    const Asking asking(settings, played, *games[variant], levels[variant], weakest_first);
    questions.push_back(asking.BySeat());
    questions.push_back(asking.ByRole());
    questions.push_back(asking.Draws());
  }
  JudgeContrasts(false_share, &questions);
  std::vector<LadderResults> ladders;
  for (size_t variant = 0; variant < games.size(); ++variant) {
    const Question* const three = &questions[3 * variant];
    LadderResults ladder = {.by_seat = VerdictOf(settings, three[0]),
                            .draws = VerdictOf(settings, three[2])};
    if (!three[1].players.empty()) {
      ladder.by_role = VerdictOf(settings, three[1]);
    }
    ladders.push_back(std::move(ladder));
  }
  return ladders;
}

}  // namespace kvintet::arena

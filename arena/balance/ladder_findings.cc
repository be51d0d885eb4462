// LadderFindings: see the header.
#include "arena/balance/ladder_findings.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "arena/balance/findings.h"
#include "arena/balance/study/counted_games.h"
#include "arena/balance/study/roles.h"

namespace kvintet::arena {
namespace {

// One question to all players of one game.
struct Question {
  std::vector<Testimony> players = {};
  std::vector<Contrast> contrasts = {};
  double gap = 0;
};

// Of a player's games those that its share is counted from, as games of a first player.
using SharedGames = std::function<std::vector<StudyGame>(size_t rung)>;

// What differs from the witness, over as many games as both have.
void FindContrasts(const SharedGames& games, Question* question) {
  question->contrasts.resize(question->players.size());
  const std::optional<size_t> witness = WitnessOf(question->players);
  if (!witness || !question->players[*witness].enough) {
    return;
  }
  const std::vector<StudyGame> its_games = games(question->players[*witness].rung);
  for (size_t i = 0; i < question->players.size(); ++i) {
    if (i == *witness || !question->players[i].enough) {
      continue;
    }
    const std::vector<StudyGame> own = games(question->players[i].rung);
    const size_t both = std::min(own.size(), its_games.size());
    const std::span<const StudyGame> a(its_games.data(), both);
    const std::span<const StudyGame> b(own.data(), both);
    question->contrasts[i] = {
        .asked = true,
        .difference = question->players[i].share.score - question->players[*witness].share.score,
        .log_evidence = LogEvidenceOfDifference(a, b)};
  }
}

// Which of all contrasts stand.
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

// The three questions of one game, asked of its players.
class Asking {
 public:
  Asking(const StudySettings& settings, const StudyGames& played, const envs::Game& game,
         const std::vector<RungFindings>& rungs, const std::vector<size_t>& weakest_first)
      : settings_(settings),
        played_(played),
        game_(game),
        rungs_(rungs),
        weakest_first_(weakest_first) {}

  Question BySeat() const {
    return Ask(
        settings_.margin,
        [](const RungFindings& rung) { return std::pair(rung.score, PlaceOf(rung.fairness)); },
        [this](size_t rung) {
          const std::span<const StudyGame> counted = Counted(rung);
          return std::vector<StudyGame>(counted.begin(), counted.end());
        });
  }
  // Without players where the rules give no seat a role.
  Question ByRole() const {
    if (!HasRole()) {
      return {};
    }
    return Ask(
        settings_.margin,
        [](const RungFindings& rung) {
          return rung.role ? std::pair(rung.role->score, PlaceOf(rung.role->fairness))
                           : std::pair(rung.score, Place::kOpen);
        },
        [this](size_t rung) {
          std::optional<RoleGames> role = GamesByRole(game_, Counted(rung));
          return role ? std::move(role->games) : std::vector<StudyGame>();
        });
  }
  bool HasRole() const {
    return std::ranges::any_of(rungs_,
                               [](const RungFindings& rung) { return rung.role.has_value(); });
  }
  Question Draws() const {
    return Ask(
        kDrawGap,
        [](const RungFindings& rung) { return std::pair(rung.draws, PlaceOfDraws(rung.draws)); },
        [this](size_t rung) {
          std::vector<StudyGame> drawn;
          for (const StudyGame& one : Counted(rung)) {
            drawn.push_back({.first_return = one.first_return == 0 ? 1.0 : -1.0});
          }
          return drawn;
        });
  }

 private:
  std::span<const StudyGame> Counted(size_t rung) const {
    return std::span(played_.At(rungs_[rung].place)).first(static_cast<size_t>(rungs_[rung].games));
  }

  Question Ask(double gap,
               const std::function<std::pair<Interval, Place>(const RungFindings&)>& say,
               const SharedGames& games) const {
    Question question = {.gap = gap};
    for (const size_t rung : weakest_first_) {
      if (rungs_[rung].games > 0) {
        const auto [share, place] = say(rungs_[rung]);
        question.players.push_back({.rung = rung,
                                    .yardstick = IsYardstick(settings_.rungs[rung]),
                                    .games = rungs_[rung].games,
                                    .complete = rungs_[rung].complete,
                                    .enough = PlayedEnough(settings_, rungs_[rung]),
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
  const std::vector<RungFindings>& rungs_;
  const std::vector<size_t>& weakest_first_;
};

// A judge takes part in the study, whether it has played yet or not.
bool HasJudge(const StudySettings& settings) {
  return !std::ranges::all_of(settings.rungs, IsYardstick);
}

StrengthVerdict VerdictOf(const StudySettings& settings, const Question& question) {
  StrengthVerdict verdict = Weigh(question.players, question.contrasts, question.gap);
  if (verdict.finding == Finding::kNoJudge && HasJudge(settings)) {
    verdict.finding = Finding::kTooFew;
  }
  return verdict;
}

}  // namespace

bool PlayedEnough(const StudySettings& settings, const RungFindings& rung) {
  return rung.games > 0 && (rung.complete || 2 * rung.games >= settings.min_games);
}

std::vector<size_t> LadderOrder(const StudySettings& settings, const RatingFit* fit) {
  const double z = NormalQuantile(settings.confidence);
  std::vector<size_t> order;
  for (const bool yardsticks : {true, false}) {
    const size_t first = order.size();
    for (size_t rung = 0; rung < settings.rungs.size(); ++rung) {
      if (IsYardstick(settings.rungs[rung]) != yardsticks) {
        continue;
      }
      order.push_back(rung);
      const auto certainly_stronger = [&](size_t other) {
        return fit != nullptr &&
               fit->ratings[other] - fit->ratings[rung] > z * fit->DifferenceDeviation(other, rung);
      };
      for (size_t at = order.size() - 1; at > first && certainly_stronger(order[at - 1]); --at) {
        std::swap(order[at - 1], order[at]);
      }
    }
  }
  return order;
}

std::vector<LadderFindings> FindLadders(const StudySettings& settings, const StudyGames& played,
                                        const std::vector<const envs::Game*>& games,
                                        const std::vector<std::vector<RungFindings>>& rungs,
                                        const std::vector<size_t>& weakest_first,
                                        double false_share) {
  std::vector<Question> questions;
  for (size_t variant = 0; variant < games.size(); ++variant) {
    const Asking asking(settings, played, *games[variant], rungs[variant], weakest_first);
    questions.push_back(asking.BySeat());
    questions.push_back(asking.ByRole());
    questions.push_back(asking.Draws());
  }
  JudgeContrasts(false_share, &questions);
  std::vector<LadderFindings> ladders;
  for (size_t variant = 0; variant < games.size(); ++variant) {
    const Question* const three = &questions[3 * variant];
    LadderFindings ladder = {.by_seat = VerdictOf(settings, three[0]),
                             .draws = VerdictOf(settings, three[2])};
    if (!three[1].players.empty()) {
      ladder.by_role = VerdictOf(settings, three[1]);
    }
    ladders.push_back(std::move(ladder));
  }
  return ladders;
}

}  // namespace kvintet::arena

// CountedGames: see the header.
#include "arena/balance/study/counted_games.h"

#include <algorithm>
#include <cstddef>

#include "arena/balance/study/roles.h"
#include "arena/statistics/anytime_interval.h"
#include "arena/statistics/verdict.h"
#include "base/check.h"

namespace kvintet::arena {
namespace {

// A single game counts as a pair of two equal games, so that its score is one of the five of a
// pair.
void AddGame(const StudyGame& game, PairScores* scores) {
  scores->Add(game.first_return, game.first_return);
}

// (1 + difference of the scores) / 2 counts as the score of a pair.
void AddDifference(const StudyGame& a, const StudyGame& b, PairScores* scores) {
  scores->Add(b.first_return, -a.first_return);
}

Interval Doubled(const Interval& interval) {
  return {
      .score = 2 * interval.score - 1, .low = 2 * interval.low - 1, .high = 2 * interval.high - 1};
}

PairScores DifferencesOf(std::span<const StudyGame> a, std::span<const StudyGame> b) {
  KVINTET_CHECK_EQ(a.size(), b.size());
  PairScores scores;
  for (size_t i = 0; i < a.size(); ++i) {
    AddDifference(a[i], b[i], &scores);
  }
  return scores;
}

// The running counts of one level.
class Count {
 public:
  Count(const StudySettings& settings, const StudyGames& games, size_t level)
      : settings_(settings) {
    for (size_t variant = 0; variant < settings.games.size(); ++variant) {
      games_.push_back(&games.At({.variant = variant, .level = level}));
      finders_.emplace_back(settings.games[variant]);
    }
    seats_.resize(games_.size());
    roles_.resize(games_.size());
    has_role_.resize(games_.size());
    result_.tracks.resize(games_.size());
  }

  CountedGames Run() {
    int64_t played = settings_.max_games;
    for (const std::vector<StudyGame>* one : games_) {
      played = std::min(played, std::ssize(*one));
    }
    Look(true);
    while (result_.games < played && !result_.complete) {
      AddNext();
      const bool last = result_.games == settings_.max_games;
      const bool look = IsLook(result_.games);
      if (look || last || result_.games == played) {
        Look(false);
        // An answer counts only at the fixed looks, which are the same in every run of the study.
        result_.complete = last || (look && result_.games >= settings_.min_games && Decided());
        Track();
      }
    }
    return std::move(result_);
  }

 private:
  // Scores of one variant's first side, by seat or by role.
  struct Side {
    PairScores score = {};
    // Difference from the first variant.
    PairScores difference = {};
  };

  void AddNext() {
    const auto next = static_cast<size_t>(result_.games);
    StudyGame first_role;
    for (size_t variant = 0; variant < games_.size(); ++variant) {
      const StudyGame& game = (*games_[variant])[next];
      AddGame(game, &seats_[variant].score);
      AddDifference((*games_[0])[next], game, &seats_[variant].difference);
      const RoleGame role = finders_[variant].Find(game);
      first_role = variant == 0 ? role.game : first_role;
      AddGame(role.game, &roles_[variant].score);
      AddDifference(first_role, role.game, &roles_[variant].difference);
      has_role_[variant] = has_role_[variant] || role.shows;
    }
    ++result_.games;
  }

  void Look(bool first) {
    result_.scores.clear();
    result_.differences.clear();
    for (size_t variant = 0; variant < games_.size(); ++variant) {
      result_.scores.push_back(Score(seats_[variant]));
      result_.differences.push_back(
          variant == 0 || first ? std::nullopt : std::optional(Difference(seats_[variant])));
    }
  }

  Interval Score(const Side& side) const { return AnytimeScore(side.score, settings_.confidence); }
  Interval Difference(const Side& side) const {
    return Doubled(AnytimeScore(side.difference, settings_.confidence));
  }

  // Whether everything that is reported is decided, by seats and by roles.
  bool Decided() const {
    for (size_t variant = 0; variant < games_.size(); ++variant) {
      if (!FairnessDecided(result_.scores[variant]) ||
          !DifferenceDecided(result_.differences[variant]) || !RoleDecided(variant)) {
        return false;
      }
    }
    return true;
  }
  bool RoleDecided(size_t variant) const {
    const Side& role = roles_[variant];
    return !has_role_[variant] ||
           (FairnessDecided(Score(role)) &&
            (variant == 0 || !has_role_[0] || DifferenceDecided(Difference(role))));
  }
  bool FairnessDecided(const Interval& score) const {
    return IsDecided(JudgeFairness(score, settings_.margin));
  }

  // Whether there is certainly no difference beyond the margin, or certainly a difference.
  bool DifferenceDecided(const std::optional<Interval>& difference) const {
    return !difference || difference->low > 0 || difference->high < 0 ||
           (difference->low >= -settings_.margin && difference->high <= settings_.margin);
  }

  void Track() {
    for (size_t variant = 0; variant < games_.size(); ++variant) {
      result_.tracks[variant].push_back({result_.games, result_.scores[variant]});
    }
  }

  const StudySettings& settings_;
  std::vector<const std::vector<StudyGame>*> games_;
  std::vector<RoleFinder> finders_;
  // [variant]
  std::vector<Side> seats_;
  std::vector<Side> roles_;
  // Whether the games so far have roles that the report shows.
  std::vector<bool> has_role_;
  CountedGames result_;
};

}  // namespace

bool IsLook(int64_t games) {
  int64_t step = 8;
  while (games >= 128 * step) {
    step *= 2;
  }
  return games % step == 0;
}

CountedGames CountGames(const StudySettings& settings, const StudyGames& games, size_t level) {
  return Count(settings, games, level).Run();
}

Interval ScoreOf(std::span<const StudyGame> games, double confidence) {
  PairScores scores;
  for (const StudyGame& game : games) {
    AddGame(game, &scores);
  }
  return AnytimeScore(scores, confidence);
}

Interval DifferenceOf(std::span<const StudyGame> a, std::span<const StudyGame> b,
                      double confidence) {
  return Doubled(AnytimeScore(DifferencesOf(a, b), confidence));
}

double LogEvidenceOfDifference(std::span<const StudyGame> a, std::span<const StudyGame> b) {
  return MeanBets(0.5).LogCapital(DifferencesOf(a, b));
}

}  // namespace kvintet::arena

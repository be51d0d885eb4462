// ReplayedGames: see the header.
#include "arena/balance/study/replayed_games.h"

#include <algorithm>
#include <map>
#include <utility>

#include "arena/statistics/anytime_mean.h"
#include "base/status_macros.h"
#include "envs/one_row.h"
#include "envs/text/moves.h"
#include "envs/text/playthrough.h"
#include "envs/text/record_text.h"

namespace kvintet::arena {
namespace {

using envs::Action;
using envs::Actor;

class Replay {
 public:
  explicit Replay(const envs::Game& game) : game_(game) {}

  absl::Status Add(const std::string& record) {
    KVINTET_ASSIGN_OR_RETURN(const std::vector<envs::RecordEvent> events,
                             envs::ParseRecord(game_, record));
    KVINTET_ASSIGN_OR_RETURN(const envs::Playthrough whole,
                             envs::Playthrough::FromRecord(game_, record));
    envs::Playthrough play(game_);
    size_t decision = 0;
    for (size_t i = 0; i < events.size(); ++i) {
      if (events[i].actor == Actor::kChance) {
        KVINTET_RETURN_IF_ERROR(play.ApplyMove(Actor::kChance, events[i].text));
        continue;
      }
      for (const Action action : whole.Events()[i].actions) {
        Count(play.View(envs::SeatOf(events[i].actor)).Span(), action, decision++);
        KVINTET_RETURN_IF_ERROR(play.Apply(events[i].actor, action));
      }
    }
    ++result_.games;
    return absl::OkStatus();
  }

  ReplayedGames Take() {
    for (size_t i = 0; i < choices_.size(); ++i) {
      result_.choices.push_back({.decision = static_cast<int>(i) + 1,
                                 .games = std::ssize(choices_[i]),
                                 .low = Quantile(choices_[i], 0.1),
                                 .median = Quantile(choices_[i], 0.5),
                                 .high = Quantile(choices_[i], 0.9)});
    }
    for (auto& [place, use] : uses_) {
      if (use.taken == 0 && use.expected >= kDeadExpected) {
        result_.dead.push_back(use);
      }
      result_.options.push_back(std::move(use));
    }
    std::ranges::stable_sort(result_.dead, std::ranges::greater(), &OptionUse::expected);
    return std::move(result_);
  }

 private:
  void Count(envs::ConstViews view, Action taken, size_t decision) {
    const std::vector<Action> legal = envs::LegalList(game_, view);
    std::vector<int32_t> places(legal.size());
    game_.PolicyIndices(view, legal, places);
    for (size_t i = 0; i < legal.size(); ++i) {
      OptionUse& use = uses_[places[i]];
      if (use.legal == 0) {
        use.example = game_.ActionName(view, legal[i]);
      }
      ++use.legal;
      use.expected += 1.0 / static_cast<double>(legal.size());
      use.taken += legal[i] == taken ? 1 : 0;
    }
    choices_.resize(std::max(choices_.size(), decision + 1));
    choices_[decision].push_back(static_cast<double>(legal.size()));
  }

  const envs::Game& game_;
  // By place in the policy.
  std::map<int32_t, OptionUse> uses_;
  // [decision][game]
  std::vector<std::vector<double>> choices_;
  ReplayedGames result_;
};

}  // namespace

absl::StatusOr<ReplayedGames> ReplayGames(const envs::Game& game,
                                          std::span<const StudyGame> games) {
  Replay replay(game);
  for (const StudyGame& one : games) {
    KVINTET_RETURN_IF_ERROR(replay.Add(one.record));
  }
  return replay.Take();
}

}  // namespace kvintet::arena

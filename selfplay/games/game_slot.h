// GameSlot: one game in play, as a state machine that stops wherever it needs an evaluation.
#pragma once

#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "base/rng.h"
#include "envs/game.h"
#include "selfplay/games/early_end.h"
#include "selfplay/games/game_plan.h"
#include "selfplay/records/game_record.h"
#include "selfplay/search/search.h"
#include "selfplay/settings/search_settings.h"
#include "selfplay/settings/self_play_settings.h"

namespace kvintet::selfplay {

// Plays and records one game after another. Both seats use the same search, except for a seat that
// the baseline or the sparring model plays. All randomness of a game is keyed by (seed, number), so
// a game does not depend on its slot or on other games. One thread at a time.
class GameSlot {
 public:
  // `game` must outlive the slot; `search` and `opponent` come from MakeSlotSearch and
  // MakeOpponentSearch (slot_search.h) with the same settings.
  GameSlot(const envs::Game& game, const SearchSettings& search_settings,
           const SelfPlaySettings& settings, std::unique_ptr<Search> search,
           std::unique_ptr<Search> opponent);

  // Starts game `number` and drops the game in play.
  void Start(uint64_t seed, uint32_t number);
  // Resumes a game from a record that CurrentDecision returned. DataLoss, with no game in play, if
  // this slot cannot have played that record.
  absl::Status Resume(GameRecord so_far);
  // Whether a game is in play.
  bool Busy() const { return busy_; }
  // Rows of the game in play; 0 without one.
  int64_t RowsInPlay() const { return busy_ ? std::ssize(record_.rows) : 0; }
  // The game in play up to the last action: a record without a result. REQUIRES: Busy.
  const GameRecord& CurrentDecision() const { return record_; }
  // Plays until an evaluation is needed (true) or the game has ended (false). REQUIRES: Busy.
  bool Advance();
  // The view to evaluate, its symmetry, and whether the sparring model evaluates it. REQUIRES:
  // Advance returned true.
  envs::ConstViews View() const { return Decider().View(); }
  std::span<const envs::Action> Legal() const { return Decider().Legal(); }
  int Symmetry() const { return symmetry_; }
  bool OpponentDecides() const { return deciding_ == Deciding::kOpponent; }
  // Passes in the answer and the Evaluator::Id of the evaluator.
  void Resume(const Evaluation& evaluation, const std::string& model);
  // The finished game. REQUIRES: Advance returned false; called once.
  GameRecord TakeRecord();
  // The seat that would have resigned, in a game played to its end to check resignation. Valid
  // until Start.
  std::optional<envs::Seat> WouldHaveResigned() const { return resignation_.WouldHaveResigned(); }
  // The winner known by the rules, in a game played on to check adjudication. Valid until Start.
  std::optional<envs::Seat> WouldHaveWon() const { return adjudication_.WouldHaveWon(); }

 private:
  // Applies the next event that needs no decision; false if a decision is needed or the game has
  // ended.
  bool PlayOn();
  // Acts in the opening, where only one action is legal, and for the baseline. These actions do not
  // become rows, except those that the baseline demonstrates.
  bool PlayWithoutSearch(envs::Seat seat);
  void PlayAsBaseline(envs::Seat seat);
  void BeginDecision(envs::Seat seat);
  void BeginDecisionOfOpponent(envs::Seat seat);
  // The search that takes the current decision.
  const Search& Decider() const { return OpponentDecides() ? *opponent_ : *search_; }
  Search& Decider() { return OpponentDecides() ? *opponent_ : *search_; }
  // The seat's record of the game in play.
  std::string SeatRecord(envs::Seat seat) const;
  // Replays one event of a resumed game. An event that needs no decision must equal `event`; a
  // decision is taken from it, and deciding_ says whose it was.
  absl::Status Repeat(const RecordedEvent& event);
  void CommitDecision();
  void Apply(envs::Actor actor, envs::Action action);
  void End(bool cut);
  void EndResigned(envs::Seat seat);
  // Checks whether the rules know the winner where `seat` decides. True if the game ends there.
  bool Adjudicate(envs::Seat seat);
  // Whether the decision is a win known by the rules.
  bool WonByRules(const Decision& decision) const;
  // Index of this name in the record's models, added if necessary.
  uint16_t ModelIndex(const std::string& model);

  const envs::Game& game_;
  const SelfPlaySettings settings_;
  const SearchSettings search_settings_;
  const std::unique_ptr<Search> search_;
  // The sparring model's search; null if there is none.
  const std::unique_ptr<Search> opponent_;
  // Whether the search plays wins known by the rules.
  const bool plays_wins_;
  GameRecord record_;
  bool busy_ = false;
  // Who takes the current decision; the opponent is the sparring model.
  enum class Deciding : uint8_t { kNobody, kSelf, kOpponent };
  Deciding deciding_ = Deciding::kNobody;
  // Whether the decision is searched in full and becomes a row.
  bool full_ = true;
  envs::PositionBuffer position_;
  envs::RepetitionHistory history_;
  // Of the game in play: outcomes of chance, actions of the opening, symmetries of views, and
  // whether decisions are searched in full.
  struct {
    RandomStream chance;
    RandomStream opening;
    RandomStream symmetries;
    RandomStream caps;
  } random_;
  int symmetry_ = 0;
  GamePlan plan_;
  Resignation resignation_;
  Adjudication adjudication_;
  // Actions of the seats so far.
  int plies_ = 0;
  envs::Actor decider_ = envs::Actor::kSeat0;
  uint16_t model_ = 0;
  // Scratch space.
  envs::ViewBuffer view_;
  std::vector<uint64_t> mask_;
  std::vector<envs::ChanceOutcome> outcomes_;
  std::vector<envs::Action> greedy_;
};

}  // namespace kvintet::selfplay

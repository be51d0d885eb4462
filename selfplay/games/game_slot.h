// GameSlot: one game in play, as a state machine that stops wherever it needs an evaluation.
#pragma once

#include <array>
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
#include "proto/search_config.pb.h"
#include "proto/self_play_config.pb.h"
#include "selfplay/records/game_record.h"
#include "selfplay/search/search.h"

namespace kvintet::selfplay {

// Plays one game after the other with the same search for both seats, but for those that the
// yardstick or the sparring model plays, and records them. All randomness of a game is keyed by
// (seed, number), so a game is the same wherever and beside whatever it is played. One thread at a
// time.
class GameSlot {
 public:
  // `game` must outlive the slot; `search` and `opponent` are what MakeSlotSearch and
  // MakeOpponentSearch (slot_search.h) make of the same settings.
  GameSlot(const envs::Game& game, const SearchConfig& search_config, const SelfPlayConfig& config,
           std::unique_ptr<Search> search, std::unique_ptr<Search> opponent);

  // Starts game `number`, dropping what was in play.
  void Start(uint64_t seed, uint32_t number);
  // Goes on with a game that was in play, as SoFar told of it. DataLoss, and no game in play, if it
  // is none that this slot can have played.
  absl::Status GoOn(GameRecord so_far);
  // There is a game in play.
  bool Busy() const { return busy_; }
  // Rows of the game in play; 0 without one.
  int64_t RowsInPlay() const { return busy_ ? std::ssize(record_.rows) : 0; }
  // The game in play up to the last action: a record without a result. REQUIRES: Busy.
  const GameRecord& SoFar() const { return record_; }
  // Plays on until an evaluation is needed (true) or the game has ended (false). REQUIRES: Busy.
  bool Advance();
  // What to evaluate, under which symmetry, and whether the sparring model is to do it. REQUIRES:
  // Advance returned true.
  envs::ConstViews View() const { return Decider().View(); }
  std::span<const envs::Action> Legal() const { return Decider().Legal(); }
  int Symmetry() const { return symmetry_; }
  bool OpponentDecides() const { return opponent_decides_; }
  // The answer, and the Evaluator::Id of who gave it.
  void Resume(const Evaluation& evaluation, const std::string& model);
  // The game that has ended. REQUIRES: Advance returned false; once.
  GameRecord TakeRecord();
  // Who would have given up a game that was played to its end to see how it ends. Valid until
  // Start.
  std::optional<envs::Seat> WouldHaveResigned() const {
    return plays_out_ ? resigning_ : std::nullopt;
  }
  // Whom the rules knew to win in a game that went on all the same, to see how it ends. Valid until
  // Start.
  std::optional<envs::Seat> WouldHaveWon() const {
    return adjudicates_ ? std::nullopt : sure_winner_;
  }

 private:
  // Decides what happens next in the game: false if it needs a decision or has ended.
  bool PlayOn();
  // In the opening, where there is nothing to decide, and for the yardstick: such actions are no
  // rows, but those that the yardstick demonstrates.
  bool PlayWithoutSearch(envs::Seat seat);
  void PlayAsYardstick(envs::Seat seat);
  void BeginDecision(envs::Seat seat);
  void BeginDecisionOfOpponent(envs::Seat seat);
  // Who takes the decision in hand.
  const Search& Decider() const { return opponent_decides_ ? *opponent_ : *search_; }
  Search& Decider() { return opponent_decides_ ? *opponent_ : *search_; }
  // What the seat has seen of the game in play.
  std::string SeatRecord(envs::Seat seat) const;
  // One step of a game that goes on: what happens by itself must be `event`, what is decided is it.
  absl::Status Repeat(const RecordedEvent& event);
  void CommitDecision();
  void Apply(envs::Actor actor, envs::Action action);
  void End(bool cut);
  void EndResigned(envs::Seat seat);
  // Looks whether the rules know who wins where `seat` decides. True if the game ends there.
  bool Adjudicate(envs::Seat seat);
  // Whether the decision in hand is a win that the rules know.
  bool WonByRules(const Decision& decision) const;
  // The index of this name in the record, where it is put if need be.
  uint16_t ModelIndex(const std::string& model);
  // Counts the seat's bad decisions in a row: enough of them, and it gives up.
  void Judge(envs::Seat seat, double value);

  const envs::Game& game_;
  const SelfPlayConfig config_;
  const SearchConfig search_config_;
  const std::unique_ptr<Search> search_;
  // The sparring model's; null where there is none.
  const std::unique_ptr<Search> opponent_;
  // The search plays wins that the rules know.
  const bool plays_wins_;
  GameRecord record_;
  bool busy_ = false;
  bool deciding_ = false;
  // By the sparring model.
  bool opponent_decides_ = false;
  // The decision is searched in full, and becomes a row.
  bool full_ = true;
  envs::PositionBuffer position_;
  envs::Trail trail_;
  RandomStream chance_;
  RandomStream opening_;
  RandomStream symmetries_;
  RandomStream caps_;
  int symmetry_ = 0;
  // Actions of the seats so far, and how many of them are random.
  int plies_ = 0;
  int random_plies_ = 0;
  // Whom the yardstick or the sparring model plays. Where the yardstick demonstrates it plays both
  // seats, and its decisions are rows.
  std::optional<envs::Seat> sparring_;
  bool demonstration_ = false;
  // By seat: how often the yardstick takes any action.
  std::array<double, envs::kNumSeats> yardstick_noise_ = {0, 0};
  envs::Actor decider_ = envs::Actor::kSeat0;
  uint16_t model_ = 0;
  // By seat: its last decisions whose value was below resign_value. Who gives up first, and whether
  // the game goes on all the same.
  std::array<int, envs::kNumSeats> bad_decisions_ = {0, 0};
  std::optional<envs::Seat> resigning_;
  bool plays_out_ = false;
  // Whom the rules first knew to win, and whether that ends the game.
  std::optional<envs::Seat> sure_winner_;
  bool adjudicates_ = false;
  // Room.
  envs::ViewBuffer view_;
  std::vector<uint64_t> mask_;
  std::vector<envs::ChanceOutcome> outcomes_;
  std::vector<envs::Action> greedy_;
};

}  // namespace kvintet::selfplay

// GameSlot: one game in play, as a state machine that stops wherever it needs an evaluation.
#pragma once

#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "base/rng.h"
#include "envs/game.h"
#include "proto/config.pb.h"
#include "selfplay/game_record.h"
#include "selfplay/search.h"

namespace kvintet::selfplay {

// What a slot decides with.
struct SlotSearches {
  std::unique_ptr<Search> full;
  // For the decisions that are not searched in full; without: there are none.
  std::unique_ptr<Search> quick;
};

// Errors: see MakeSearch; InvalidArgument for quick searches of an algorithm that has none.
absl::StatusOr<SlotSearches> MakeSearches(const envs::Game& game, const SearchConfig& search,
                                          const SelfPlayConfig& self_play);

// Plays one game after the other with the same searches for both seats, and records them. All
// randomness of a game is keyed by (seed, number), so a game is the same wherever and beside
// whatever it is played. One thread at a time.
class GameSlot {
 public:
  // `game` must outlive the slot; its own searches, see MakeSearches.
  GameSlot(const envs::Game& game, const SelfPlayConfig& config, SlotSearches searches);

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
  // What to evaluate, and under which symmetry. REQUIRES: Advance returned true.
  envs::ConstViews View() const { return searching_->View(); }
  std::span<const envs::Action> Legal() const { return searching_->Legal(); }
  int Symmetry() const { return symmetry_; }
  // The answer, and the Evaluator::Id of who gave it.
  void Resume(const Evaluation& evaluation, const std::string& model);
  // The game that has ended. REQUIRES: Advance returned false; once.
  GameRecord TakeRecord();

 private:
  // Decides what happens next in the game: false if it needs a decision or has ended.
  bool PlayOn();
  // In the opening, and where there is nothing to decide: such actions are no rows.
  bool PlayWithoutSearch(envs::Seat seat);
  void BeginDecision(envs::Seat seat);
  // One step of a game that goes on: what happens by itself must be `event`, what is decided is it.
  absl::Status Repeat(const RecordedEvent& event);
  void CommitDecision();
  void Apply(envs::Actor actor, envs::Action action);
  void End(bool cut);

  const envs::Game& game_;
  const SelfPlayConfig config_;
  const SlotSearches searches_;
  // The one of them that decides now.
  Search* searching_ = nullptr;
  GameRecord record_;
  bool busy_ = false;
  bool deciding_ = false;
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
  envs::Actor decider_ = envs::Actor::kSeat0;
  uint16_t model_ = 0;
  // Room.
  envs::ViewBuffer view_;
  std::vector<uint64_t> mask_;
  std::vector<envs::ChanceOutcome> outcomes_;
};

}  // namespace kvintet::selfplay

// VersusPool: games in which the caller plays one seat of each row, and an opponent the other.
//
// The opponent plays at random inside the pool. Or the caller answers for it: while AskedRows is
// not empty after Begin, Step or Answer, the opponent must decide in these rows, and Answer goes
// on. A row's games are a function of its seed and of the actions in it, whatever the other rows do
// and however many there are. Only one thread at a time may use a pool.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/pool/env_pool.h"

namespace kvintet::envs {

// The options of a VersusPool; constant during its lifetime.
struct VersusOptions {
  int num_envs = 1;
  int num_threads = 1;
  // The caller's seat; without one, each row draws it for each game.
  std::optional<Seat> seat = Seat::k0;
  // Whether the opponent takes uniformly random legal actions; otherwise the caller answers.
  bool random_opponent = true;
  // What an illegal action of the caller does. False: the caller loses with -1, the game is over
  // and shows the position before. True: Step refuses and steps nothing.
  bool refuse_illegal = false;
};

// What the last Step did to B rows, for the caller's seat; zeros in rows that it did not step.
struct VersusOutcome {
  std::vector<double> rewards;
  // Whether the game ended by its rules or by an illegal action; whether it was cut short.
  std::vector<uint8_t> terminated;
  std::vector<uint8_t> truncated;
  // Whether the caller's action was illegal.
  std::vector<uint8_t> illegal;
};

class VersusPool {
 public:
  // `game` must outlive the pool. Errors are those of EnvPool::Make. All rows are over; call Begin.
  static absl::StatusOr<std::unique_ptr<VersusPool>> Make(const Game& game,
                                                          const VersusOptions& options);

  const VersusOptions& Options() const { return options_; }
  // The number of elements of what Observe writes, with one slot per row.
  const EnvSizes& Sizes() const { return pool_->SeatSizes(); }

  // From the next game on, games of these rows are functions of these seeds, `seeds` [rows].
  void SetSeeds(std::span<const int> rows, std::span<const uint64_t> seeds);

  // As EnvPool::SetStarts.
  absl::Status SetStarts(std::span<const int> rows, const std::string& text) {
    return pool_->SetStarts(rows, text);
  }

  // Starts games in these rows, given in ascending order, each at most once, and plays on until the
  // caller must act in each. Games that end before are skipped. FailedPrecondition if that happens
  // a thousand times in a row.
  absl::Status Begin(std::span<const int> rows);
  // Plays the caller's actions in the rows that are live, [B] each, then the opponent's until the
  // caller must act again. Any integer may stand for an action. InvalidArgument, with nothing
  // stepped, for an illegal one under refuse_illegal. REQUIRES: no live row is over.
  absl::Status Step(std::span<const int64_t> actions, std::span<const bool> live);

  // The rows where the opponent must decide now, ascending, and a random number for each decision.
  // A Begin or Step that comes before Answer drops the question.
  std::span<const int> AskedRows() const { return asked_; }
  std::span<const uint64_t> Draws() const { return draws_; }
  // Plays the opponent's actions [AskedRows] and goes on. InvalidArgument, with nothing stepped,
  // for an illegal one.
  absl::Status Answer(std::span<const Action> actions);

  const VersusOutcome& Outcome() const { return outcome_; }
  // The caller's seat in each row [B], and whether its game is over [B].
  std::span<const Seat> Seats() const { return seats_; }
  std::span<const uint8_t> Over() const { return over_; }
  ConstActionMask LegalActions(int row, Seat seat) const { return pool_->LegalActions(row, seat); }
  ConstPositions Position(int row) const { return pool_->Position(row); }
  const RepetitionHistory& HistoryOf(int row) const { return pool_->HistoryOf(row); }

  // Writes what the caller sees and may do in each row, or in these rows, ascending: see
  // EnvPool::Observe. The masks of games that are over are empty.
  void Observe(const EnvBuffers& out);
  void Observe(std::span<const int> rows, const EnvBuffers& out);

 private:
  VersusPool(const VersusOptions& options, std::unique_ptr<EnvPool> pool);

  // Lets the rows take the seeds that wait for their next game.
  void TakeSeeds(std::span<const int> rows);
  // Starts the games of begun_.
  void BeginOnce();
  // Plays on in rows_, and in the games that begin after them, until the opponent is asked or the
  // caller must act everywhere.
  absl::Status Proceed();
  // Finds where in rows_ the opponent must decide, and draws a number for each decision.
  void Ask();
  void ChooseAtRandom();
  // Steps rows_ with chosen_; keeps the rows that wait for the opponent or for chance.
  void Advance();
  void KeepWaiting();
  // Drops a question that nobody has answered.
  void Forget();
  // The next number of a row's stream.
  uint64_t Draw(int row);
  void HideMask(int row, const EnvBuffers& out) const;
  bool IsOver(int row) const { return over_[static_cast<size_t>(row)] != 0; }
  bool MustAct(int row, Seat seat) const { return pool_->State(row).actors.Has(seat); }
  Seat SeatOf(int row) const { return seats_[static_cast<size_t>(row)]; }
  Action& Chosen(int row, Seat seat) {
    return chosen_[static_cast<size_t>(row * kNumSeats + Index(seat))];
  }

  const VersusOptions options_;
  const std::unique_ptr<EnvPool> pool_;
  // [B]: the states of the streams (SplitMix64) of seats and of the opponent's decisions, and the
  // seeds that wait for the next game.
  std::vector<uint64_t> streams_;
  std::vector<std::optional<uint64_t>> next_seeds_;
  std::vector<Seat> seats_;
  std::vector<uint8_t> over_;
  VersusOutcome outcome_;
  // The rows in play now; those of Begin, none during Step; those where the opponent decides.
  std::vector<int> rows_, begun_, asked_;
  std::vector<uint64_t> draws_;  // [asked_]
  std::vector<Action> chosen_;   // [B, 2]
  // The results of one step of the pool.
  std::vector<float> rewards_;  // [B, 2]
  std::vector<uint8_t> terminal_, truncated_;
  // How often Begin has started a game again.
  int skipped_ = 0;
};

}  // namespace kvintet::envs

// EnvPool: a batch of games that are stepped together and write into the caller's buffers.
//
// Rows are assigned to threads once, when the pool is made; the results do not depend on the
// assignment. Only one thread at a time may use a pool. Its worker threads run only during calls.
// No call allocates except Make, SetStarts, and Gather when its target grows.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/action_mask.h"
#include "envs/env_buffers.h"
#include "envs/game.h"
#include "envs/pool/chunk_threads.h"
#include "envs/pool_rows.h"

namespace kvintet::envs {

// Rows copied out of a pool, with their complete state including the random streams.
struct StoredRows {
  PositionBuffer positions;
  std::vector<RepetitionHistory> histories;
  std::vector<RowState> states;
};

class EnvPool {
 public:
  // `game` must outlive the pool. InvalidArgument if the options are invalid, for example kToAct
  // for a game with simultaneous stages; ResourceExhausted if the system does not start so many
  // threads. Starts no episode; call Reset first.
  static absl::StatusOr<std::unique_ptr<EnvPool>> Make(const Game& game,
                                                       const EnvPoolOptions& options);

  const Game& TheGame() const { return game_; }
  const EnvPoolOptions& Options() const { return options_; }
  // The number of elements of each buffer, and of `actions`.
  const EnvSizes& Sizes() const { return sizes_; }
  // The same for Observe, which has one slot per row.
  const EnvSizes& SeatSizes() const { return seat_sizes_; }

  // Starts a new episode in every row, or in the given rows, and writes their observations.
  void Reset(const EnvBuffers& out);
  void Reset(std::span<const int> rows, const EnvBuffers& out);

  // Steps every row. `actions` [B, S] has the action of each slot whose seat must act; other slots
  // are not read (by convention kNoAction). With exposed chance, the outcome is in slot 0. Under
  // IllegalAction::kRefuse, an illegal action gives InvalidArgument, which names the first such row
  // and seat, and nothing is stepped or written. REQUIRES: Reset has been called.
  absl::Status Step(std::span<const Action> actions, const EnvBuffers& out);

  // Steps these rows alone, given in ascending order, each at most once. REQUIRES: under kRefuse,
  // the actions of these rows are legal, which is not checked.
  void StepRows(std::span<const int> rows, std::span<const Action> actions, const EnvBuffers& out);

  // Writes what one seat of each row sees and may do now, `seats` [B], to planes, globals and masks
  // with one slot per row: in all rows, or in these rows, in ascending order, each at most once.
  // Other buffers must be empty. REQUIRES: the layout is kPerSeat.
  void Observe(std::span<const Seat> seats, const EnvBuffers& out);
  void Observe(std::span<const int> rows, std::span<const Seat> seats, const EnvBuffers& out);

  // Writes the current state (planes, globals, masks, to_act) without a step.
  void Show(const EnvBuffers& out);

  // Samples a uniformly random legal action for each slot that must act, and kNoAction for the
  // others: `actions` [B, S]. Uses the rows' own random streams. Does not sample outcomes of
  // exposed chance.
  void SampleActions(std::span<Action> actions);

  // From now on the rows draw from streams named by these seeds, `seeds` [rows], and their next
  // episode counts as their first. Starts no episode.
  void SetSeeds(std::span<const int> rows, std::span<const uint64_t> seeds);
  // From now on, episodes of these rows start from `starts` [rows]. InvalidArgument, with nothing
  // changed, if the game has ended in one of them.
  absl::Status SetStarts(std::span<const int> rows, ConstPositions starts);
  // The same, with one position text for all of these rows.
  absl::Status SetStarts(std::span<const int> rows, const std::string& text);

  // Copies rows out and back in. Gather allocates only when `to` must grow; Scatter writes the
  // observations of the rows to `out`. A restored row continues exactly as the original would have,
  // in whichever row it is placed, except that later episodes start where those of its new row do
  // (SetStarts).
  void Gather(std::span<const int> rows, StoredRows* to) const;
  void Scatter(const StoredRows& from, std::span<const int> rows, const EnvBuffers& out);
  // Copies the game of row `from` to these rows, which keep their own random streams.
  void CloneRow(int from, std::span<const int> to, const EnvBuffers& out);

  ConstPositions Position(int row) const {
    return {rows_.Span().Row(row), 1, game_.Spec().position_bytes};
  }
  // The legal actions of a seat; none if it need not act. REQUIRES: the layout is kPerSeat.
  ConstActionMask LegalActions(int row, Seat seat) const {
    const size_t slot = static_cast<size_t>(row * kNumSeats + Index(seat));
    return ConstActionMask(std::span(masks_).subspan(slot * words_, words_));
  }
  const RepetitionHistory& HistoryOf(int row) const { return histories_[static_cast<size_t>(row)]; }
  const RowState& State(int row) const { return states_[static_cast<size_t>(row)]; }

 private:
  EnvPool(const Game& game, const EnvPoolOptions& options);

  Positions MutablePosition(int row) {
    return {rows_.Span().Row(row), 1, game_.Spec().position_bytes};
  }

  // Lets the game execute `verb` on all rows, chunk by chunk.
  void RunAll(PoolVerb verb, std::span<const Action> actions, const EnvBuffers& out);
  void RunSome(PoolVerb verb, std::span<const int> rows, const EnvBuffers& out);
  // Lets the game execute what `like` says on these ascending rows, each on the thread it has.
  void RunAscending(std::span<const int> rows, const PoolRows& like);
  PoolRows Chunk(size_t chunk, PoolVerb verb, std::span<const Action> actions,
                 const EnvBuffers& out);
  size_t ChunkBegin(size_t chunk) const;
  // The first row that the last check refused, or the number of rows if there is none.
  size_t FirstOffence() const;
  absl::Status Refusal(size_t row, std::span<const Action> actions) const;

  const Game& game_;
  const EnvPoolOptions options_;
  const EnvSizes sizes_;
  const EnvSizes seat_sizes_;
  const size_t words_;
  PositionBuffer rows_;    // [B] of RowBytes
  PositionBuffer starts_;  // [B]; empty while all rows start from the game's initial position
  std::vector<RepetitionHistory> histories_;
  std::vector<RowState> states_;
  std::vector<uint64_t> masks_;  // [B, S, W]
  // One element per thread.
  std::vector<PoolScratch> scratch_;
  std::vector<size_t> offences_;
  // The last member, so that its threads end before what they use.
  ChunkThreads threads_;
};

}  // namespace kvintet::envs

// EnvPool: many games side by side, stepped together into the caller's buffers.
//
// Rows are divided among threads once and for all; results do not depend on how. One thread at a
// time may use a pool; its own threads live only inside the calls. No call but Make and the setters
// of starts allocates.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/env_buffers.h"
#include "envs/game.h"
#include "envs/pool_rows.h"

namespace kvintet::envs {

// Rows taken out of a pool: all that they are, random streams included.
struct StoredRows {
  PositionBuffer positions;
  std::vector<Trail> trails;
  std::vector<RowState> states;
};

class EnvPool {
 public:
  // `game` must outlive the pool. InvalidArgument for options that make no sense, kToAct for a game
  // with simultaneous stages among them. Begins no episode: Reset does.
  static absl::StatusOr<std::unique_ptr<EnvPool>> Make(const Game& game,
                                                       const EnvPoolOptions& options);

  const Game& TheGame() const { return game_; }
  const EnvPoolOptions& Options() const { return options_; }
  // Elements of each buffer, and of `actions`.
  const EnvSizes& Sizes() const { return sizes_; }

  // Begins a new episode in every row, or in these rows, and shows them.
  void Reset(const EnvBuffers& out);
  void Reset(std::span<const int> rows, const EnvBuffers& out);

  // Steps every row. `actions` [B, S]: of each slot whose seat must act; the others are not read
  // (kNoAction by custom). An outcome of exposed chance stands in slot 0. Under
  // IllegalAction::kRefuse InvalidArgument names the first row and seat at fault, and nothing is
  // stepped or written.
  // REQUIRES: Reset, once.
  absl::Status Step(std::span<const Action> actions, const EnvBuffers& out);

  // Writes what the rows are (planes, globals, masks, to_act) without a step.
  void Show(const EnvBuffers& out);

  // A uniformly random legal action for each slot that must act, kNoAction for the others:
  // `actions` [B, S]. Drawn from the rows' own streams. Outcomes of exposed chance are not drawn.
  void SampleActions(std::span<Action> actions);

  // From now on the rows draw from streams named by these seeds, `seeds` [rows], and their next
  // episode is their first. Begins nothing.
  void SetSeeds(std::span<const int> rows, std::span<const uint64_t> seeds);
  // Episodes of these rows begin there from now on, `starts` [rows]. InvalidArgument, with nothing
  // changed, if a game has ended there.
  absl::Status SetStarts(std::span<const int> rows, ConstPositions starts);
  // The same from one text for all of them.
  absl::Status SetStarts(std::span<const int> rows, const std::string& text);

  // Copies rows out (allocates at first and where `to` grows) and back in; `out` gets what they
  // show. A row put back goes on exactly as it would have, wherever it is put.
  void Gather(std::span<const int> rows, StoredRows* to) const;
  void Scatter(const StoredRows& from, std::span<const int> rows, const EnvBuffers& out);
  // Copies the game of row `from` to these rows, which go on with their own random streams.
  void CloneRow(int from, std::span<const int> to, const EnvBuffers& out);

  ConstPositions Position(int row) const {
    return {rows_.Span().Row(row), 1, game_.Spec().position_bytes};
  }
  const Trail& TrailOf(int row) const { return trails_[static_cast<size_t>(row)]; }
  const RowState& State(int row) const { return states_[static_cast<size_t>(row)]; }

 private:
  EnvPool(const Game& game, const EnvPoolOptions& options);

  Positions MutablePosition(int row) {
    return {rows_.Span().Row(row), 1, game_.Spec().position_bytes};
  }

  // Lets the game do `verb` to all rows, chunk by chunk.
  void RunAll(PoolVerb verb, std::span<const Action> actions, const EnvBuffers& out);
  void RunSome(PoolVerb verb, std::span<const int> rows, const EnvBuffers& out);
  PoolRows Chunk(size_t chunk, PoolVerb verb, std::span<const Action> actions,
                 const EnvBuffers& out);
  size_t ChunkBegin(size_t chunk) const;
  // The first row the last check refused; the number of rows if there is none.
  size_t FirstOffence() const;
  absl::Status Refusal(size_t row, std::span<const Action> actions) const;

  const Game& game_;
  const EnvPoolOptions options_;
  const EnvSizes sizes_;
  const size_t words_;
  PositionBuffer rows_;    // [B] of RowBytes
  PositionBuffer starts_;  // [B], or none while all rows begin as the game does
  std::vector<Trail> trails_;
  std::vector<RowState> states_;
  std::vector<uint64_t> masks_;  // [B, S, W]
  // One of each for every thread.
  std::vector<PoolScratch> scratch_;
  std::vector<size_t> offences_;
};

}  // namespace kvintet::envs

// PoolRows: the chunk of rows that an EnvPool passes to a game, and the options of the pool.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "envs/actor.h"
#include "envs/env_buffers.h"
#include "envs/game_spec.h"
#include "envs/repetition_history.h"

namespace kvintet::envs {

// Which observations and masks are written: those of both seats, or only those of the seat to act.
// kToAct requires a game in which the seats never act at the same time.
enum class SeatLayout : uint8_t { kPerSeat, kToAct };

// What happens to a row whose game has ended.
enum class AutoReset : uint8_t {
  kSameStep,  // the next game starts in the same step: see EnvBuffers::final_planes
  kNextStep,  // the row shows its end; the next step reads no actions and resets it
  kDisabled   // the row shows its end until Reset; steps skip it
};

// Who resolves chance: the pool, as part of the step, or the caller, with an action in slot 0.
enum class ChanceMode : uint8_t { kResolve, kExpose };

// What happens if an actor who must act gives no legal action.
enum class IllegalAction : uint8_t {
  kRefuse,   // nothing is stepped, and Step returns the reason
  kForfeit,  // the seat loses (both: a draw) and the game ends; for chance, as kIgnore
  kIgnore    // the row stays unchanged
};

// The options of a pool; constant during its lifetime.
struct EnvPoolOptions {
  int num_envs = 1;
  // A pool starts no more threads than it has groups of 64 rows.
  int num_threads = 1;
  // Row i draws from streams named by (seed, first_row + i, episode). Two pools of B / 2 rows, the
  // second with first_row = B / 2, therefore behave like one pool of B rows.
  uint64_t seed = 0;
  uint32_t first_row = 0;
  SeatLayout layout = SeatLayout::kPerSeat;
  AutoReset autoreset = AutoReset::kSameStep;
  ChanceMode chance = ChanceMode::kResolve;
  IllegalAction illegal = IllegalAction::kRefuse;
  // Games are truncated after this many steps; 0 for never.
  int max_plies = 0;

  size_t Slots() const { return layout == SeatLayout::kPerSeat ? kNumSeats : 1; }
  size_t SlotOf(Seat seat) const {
    return layout == SeatLayout::kPerSeat ? static_cast<size_t>(Index(seat)) : 0;
  }
};

// The phase of a row: before its first episode, in an episode, or after one and not yet reset.
enum class RowPhase : uint8_t { kNew, kPlaying, kEnded };

// The state of a row besides its position and history.
struct RowState {
  // The seed of the row's random streams, and how much of each has been drawn: words of the chance
  // stream (`chance_draw`), blocks of the SampleActions stream (`action_draw`).
  uint64_t seed = 0;
  uint32_t row = 0;
  // The first episode increments this to 0.
  uint32_t episode = UINT32_MAX;
  uint32_t chance_draw = 0;
  uint32_t action_draw = 0;
  // The number of steps in this episode.
  int32_t length = 0;
  ActorSet actors = {};
  RowPhase phase = RowPhase::kNew;
};

// The result of a step for one game.
struct StepEvent {
  bool terminal = false;
  bool truncated = false;
  std::array<float, kNumSeats> returns = {0, 0};
  // The actors who gave no legal action.
  ActorSet offenders = {};
};

// Scratch memory of one thread, so that no step allocates.
struct PoolScratch {
  std::vector<ChanceOutcome> outcomes;
  std::vector<uint8_t> planes;
  std::vector<float> globals;
};

// The operation to perform on the rows.
enum class PoolVerb : uint8_t {
  kCheck,   // only finds the first row in which an actor who must act has no legal action
  kStep,    // applies the actions, then writes the observations
  kBegin,   // starts an episode, then writes the observations
  kShow,    // only writes the observations
  kObserve  // only writes the observation of one seat of each row, and its mask as shown last
};

// If nothing is hidden, a row has room for a whole view, so that it can be observed without copying
// the position.
inline int RowBytes(const GameSpec& spec) {
  return spec.perfect_information ? spec.view_bytes : spec.position_bytes;
}

// Rows first .. first + count - 1 of a pool. Pointers refer to row 0 and to memory of the pool.
struct PoolRows {
  PoolVerb verb = PoolVerb::kShow;
  size_t first = 0;
  size_t count = 0;
  const EnvPoolOptions* options = nullptr;
  // [B] rows of RowBytes, each of which begins with the position; [B] start positions side by side,
  // or nullptr for the game's initial position.
  std::byte* positions = nullptr;
  const std::byte* starts = nullptr;
  RepetitionHistory* histories = nullptr;
  RowState* states = nullptr;       // [B]
  uint64_t* masks = nullptr;        // [B, S, W]: the legal actions of each slot now
  const Seat* seats = nullptr;      // [B]; for kObserve
  const Action* actions = nullptr;  // [B, S]; for kCheck and kStep
  const EnvBuffers* out = nullptr;
  PoolScratch* scratch = nullptr;
  // Output of kCheck: the row found, or first + count.
  size_t* offence = nullptr;
};

}  // namespace kvintet::envs

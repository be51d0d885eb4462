// PoolRows: a chunk of an EnvPool's rows, as the pool hands it to a game; and how a pool behaves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "envs/actor.h"
#include "envs/env_buffers.h"
#include "envs/game_spec.h"
#include "envs/trail.h"

namespace kvintet::envs {

// Whose observations and masks are written: both seats', or those of the seat to act alone, which
// needs a game in which the seats never act at once.
enum class SeatLayout : uint8_t { kPerSeat, kToAct };

// What happens to a row whose game has ended.
enum class AutoReset : uint8_t {
  kSameStep,  // the next game begins in the same step: see EnvBuffers::final_planes
  kNextStep,  // the row shows its end; the next step reads no actions and begins anew
  kDisabled   // the row shows its end until Reset; steps pass it by
};

// Who decides for chance: the pool, as part of the step, or the caller, by an action in slot 0.
enum class ChanceMode : uint8_t { kResolve, kExpose };

// What happens where one who must act gives no legal action.
enum class IllegalAction : uint8_t {
  kRefuse,   // nothing is stepped, and Step says why
  kForfeit,  // the seat loses (both: a draw), and the game ends; for chance as kIgnore
  kIgnore    // the row stays as it is
};

// How a pool behaves; constant while it lives.
struct EnvPoolOptions {
  int num_envs = 1;
  int num_threads = 1;
  // Row i draws from streams named by (seed, first_row + i, episode): two pools of B / 2, the
  // second with first_row = B / 2, are one pool of B.
  uint64_t seed = 0;
  uint32_t first_row = 0;
  SeatLayout layout = SeatLayout::kPerSeat;
  AutoReset autoreset = AutoReset::kSameStep;
  ChanceMode chance = ChanceMode::kResolve;
  IllegalAction illegal = IllegalAction::kRefuse;
  // Games that last for so many steps are truncated; 0 for never.
  int max_plies = 0;

  size_t Slots() const { return layout == SeatLayout::kPerSeat ? kNumSeats : 1; }
  size_t SlotOf(Seat seat) const {
    return layout == SeatLayout::kPerSeat ? static_cast<size_t>(Index(seat)) : 0;
  }
};

// Where a row is: before its first episode, in one, or after one that nothing has followed yet.
enum class RowPhase : uint8_t { kNew, kPlaying, kEnded };

// What a pool knows of a row beside its position and trail.
struct RowState {
  // The name of the row's random streams, and how much is drawn of each: words of that of chance,
  // blocks of that of SampleActions.
  uint64_t seed = 0;
  uint32_t row = 0;
  // The first one counts up from here to 0.
  uint32_t episode = UINT32_MAX;
  uint32_t chance_draw = 0;
  uint32_t action_draw = 0;
  // Steps of this episode.
  int32_t length = 0;
  ActorSet actors = {};
  RowPhase phase = RowPhase::kNew;
};

// What a step did to a game.
struct StepEvent {
  bool terminal = false;
  bool truncated = false;
  std::array<float, kNumSeats> returns = {0, 0};
  // Who gave no legal action.
  ActorSet offenders = {};
};

// What one thread needs besides, so that no step allocates.
struct PoolScratch {
  std::vector<ChanceOutcome> outcomes;
  std::vector<uint8_t> planes;
  std::vector<float> globals;
};

// What is to be done with the rows.
enum class PoolVerb : uint8_t {
  kCheck,  // only finds the first row in which one who must act gives no legal action
  kStep,   // takes the actions, then shows
  kBegin,  // begins an episode, then shows
  kShow    // only writes what the rows are
};

// Where nothing is hidden a row has room for a whole view, so that no position is copied to look at
// it.
inline int RowBytes(const GameSpec& spec) {
  return spec.perfect_information ? spec.view_bytes : spec.position_bytes;
}

// Rows first .. first + count - 1 of a pool. Pointers are to row 0, and to the pool's own memory.
struct PoolRows {
  PoolVerb verb = PoolVerb::kShow;
  size_t first = 0;
  size_t count = 0;
  const EnvPoolOptions* options = nullptr;
  // [B] rows of RowBytes that begin with the position; [B] positions to begin at, side by side, or
  // nullptr for the game's own.
  std::byte* positions = nullptr;
  const std::byte* starts = nullptr;
  Trail* trails = nullptr;
  RowState* states = nullptr;       // [B]
  uint64_t* masks = nullptr;        // [B, S, W]: the legal actions of each slot now
  const Action* actions = nullptr;  // [B, S]; for kCheck and kStep
  const EnvBuffers* out = nullptr;
  PoolScratch* scratch = nullptr;
  // Of kCheck: the row found, or first + count.
  size_t* offence = nullptr;
};

}  // namespace kvintet::envs

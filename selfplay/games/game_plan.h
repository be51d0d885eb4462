// GamePlan: what is decided about a self-play game before its first action.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/rng.h"
#include "envs/actor.h"
#include "selfplay/settings/self_play_settings.h"

namespace kvintet::selfplay {

struct GamePlan {
  // Actions at the start that are drawn at random.
  int random_plies = 0;
  // The seat that the baseline or the sparring model plays. If the baseline demonstrates, it plays
  // both seats, and its decisions are rows.
  std::optional<envs::Seat> sparring = {};
  bool demonstration = false;
  // By seat: probability with which the baseline takes a random action.
  std::array<double, envs::kNumSeats> baseline_noise = {0, 0};
  // A game that a seat would resign is played to its end, to check resignation.
  bool plays_out = false;
  // A game whose winner the rules know ends there; otherwise it is played on, to check that.
  bool adjudicates = false;
};

// A pure function of its arguments. Takes a draw of `opening`, the stream of the opening's actions,
// if openings have random plies.
GamePlan PlanGame(const SelfPlaySettings& settings, uint64_t seed, uint32_t number,
                  RandomStream* opening);

}  // namespace kvintet::selfplay

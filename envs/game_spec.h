// GameSpec: sizes, bounds and names of one game under its options.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "envs/actor.h"

namespace kvintet::envs {

struct GameSpec {
  // Filled in by the adapter: `renju`, `renju{forbidden=loses,opening=rif1996}`, row sizes.
  std::string name;
  std::string text;
  int position_bytes = 0;
  int view_bytes = 0;
  // True where a view is the position: nothing is hidden.
  bool perfect_information = false;
  int num_symmetries = 1;

  // The rest is the author's.
  int num_actions = 0;
  // Bound of the outcomes of chance; 0 where there is none.
  int num_outcomes = 0;
  bool simultaneous = false;
  // False where these options leave nothing hidden, though they might.
  bool secrets = true;
  // Whether Outcome::margin says anything.
  bool margins = false;
  // Most actions and chance events a game can take.
  int max_game_length = 0;
  int trail_capacity = 0;

  // Observation: uint8 planes [planes, height, width] and globals [globals].
  int planes = 0;
  int height = 1;
  int width = 1;
  int globals = 0;
  std::vector<std::string> plane_names;
  std::vector<std::string> global_names;

  // A policy is [policy_planes, height, width], then policy_slots numbers without a place.
  int policy_planes = 0;
  int policy_slots = 0;

  int MaskWords() const { return (num_actions + 63) / 64; }
  int PlaneBytes() const { return planes * height * width; }
  int PolicySize() const { return policy_planes * height * width + policy_slots; }
};

// The end of a game. Returns are in [-1, 1] and zero-sum; the margin's meaning is the game's.
struct Outcome {
  std::array<float, kNumSeats> returns = {0, 0};
  std::array<int32_t, kNumSeats> margin = {0, 0};
  // A word of docs/notation.md, e.g. "five"; static storage.
  std::string_view reason = {};
  bool truncated = false;
};

// One outcome of chance with its probability.
struct ChanceOutcome {
  Action outcome = 0;
  double probability = 0;
};

}  // namespace kvintet::envs

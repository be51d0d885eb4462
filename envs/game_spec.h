// GameSpec: sizes, bounds and names of one game under its options.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "envs/actor.h"

namespace kvintet::envs {

// A reason why games end (Outcome::reason), and what it means: {"five", "five in a row"}.
struct EndWords {
  std::string_view reason;
  std::string_view words;
};

struct GameSpec {
  // Set by RulesGame. The name is `renju`, the text `renju{forbidden=loses,opening=rif1996}`; the
  // sizes are those of one row in bytes.
  std::string name;
  std::string text;
  int position_bytes = 0;
  int view_bytes = 0;
  // True if nothing is hidden, so that a view is the position.
  bool perfect_information = false;
  int num_symmetries = 1;

  // Set by the author of the rules.

  // The game's name for people. By default the name in words: "Tic tac toe".
  std::string title;
  // What the reasons of Outcome mean, as in "ended by ...".
  std::vector<EndWords> ends;
  int num_actions = 0;
  // The number of possible chance outcomes; 0 if there is no chance.
  int num_outcomes = 0;
  bool simultaneous = false;
  // False if nothing is hidden under these options, although other options hide something.
  bool secrets = true;
  // Whether Outcome::margin has a meaning.
  bool margins = false;
  // The maximum number of actions and chance events in one game.
  int max_game_length = 0;
  int history_capacity = 0;

  // Observation: uint8 planes [planes, height, width] and globals [globals].
  int planes = 0;
  int height = 1;
  int width = 1;
  int globals = 0;
  std::vector<std::string> plane_names;
  std::vector<std::string> global_names;

  // A policy is [policy_planes, height, width], followed by policy_slots entries without a place on
  // the board.
  int policy_planes = 0;
  int policy_slots = 0;

  int MaskWords() const { return (num_actions + 63) / 64; }
  int PlaneBytes() const { return planes * height * width; }
  int PolicySize() const { return policy_planes * height * width + policy_slots; }
};

// The result of a game. Returns are in [-1, 1] and zero-sum. Each game defines its margin.
struct Outcome {
  std::array<float, kNumSeats> returns = {0, 0};
  std::array<int32_t, kNumSeats> margin = {0, 0};
  // A word from docs/notation.md, e.g. "five". Points to static storage.
  std::string_view reason = {};
  bool truncated = false;
};

// "two words" for `two_words`.
inline std::string InWords(std::string_view name) {
  std::string words(name);
  std::ranges::replace(words, '_', ' ');
  return words;
}

// One outcome of chance with its probability.
struct ChanceOutcome {
  Action outcome = 0;
  double probability = 0;
};

}  // namespace kvintet::envs

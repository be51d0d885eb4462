// TraceGame: writes a random game with all its decisions, so that other programs can check it.
//
// Each line is JSON: first the rules; then one line for every decision or chance event, for
// simultaneous ones seat 0's first; then the result.
//   {"game": 0, "rules": "kuhn", "seats": 2}
//   {"ply": 2, "actor": 0, "legal": ["bet", "pass"], "move": "bet"}
//   {"result": [0.5, -0.5], "margin": [1, -1], "reason": "fold"}
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "envs/game.h"

namespace kvintet::envs {

// How to play and what to write.
struct TraceOptions {
  uint64_t seed = 0;
  // Whether lines have `legal`: all moves or outcomes as text, sorted bytewise.
  bool legal = true;
};

// Game `number` of a seed; each seat chooses every action uniformly at random. Lines have no
// newline. The same arguments give the same lines on every machine.
std::vector<std::string> TraceGame(const Game& game, uint32_t number, const TraceOptions& options);

}  // namespace kvintet::envs

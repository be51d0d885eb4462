// MatchTime, MatchSecrets, MatchDealer: time, secret bytes and chance of matches, so that tests may
// drive them.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "envs/game_spec.h"

namespace kvintet::serving {

class AgentRoster;

// Any thread.
class MatchTime {
 public:
  virtual ~MatchTime() = default;
  // Microseconds of a clock that never jumps and means nothing in another process: every decision
  // about time is made by it.
  virtual int64_t Monotonic() const = 0;
  // Milliseconds since 1970, which may jump: written down for people. Nothing is decided by it but
  // when the hour of a start has come.
  virtual int64_t WallMillis() const = 0;
};

// Bytes that nobody can guess. Any thread.
class MatchSecrets {
 public:
  virtual ~MatchSecrets() = default;
  virtual void Fill(std::span<unsigned char> bytes) = 0;
  // `bytes` of them as lower-case hexadecimal digits.
  std::string Hex(int bytes);
};

// Draws what chance does. Any thread.
class MatchDealer {
 public:
  virtual ~MatchDealer() = default;
  // One of the outcomes by their probabilities. REQUIRES: outcomes.
  virtual envs::Action Draw(std::span<const envs::ChanceOutcome> outcomes) = 0;
};

// What matches are made with; borrowed.
struct MatchSources {
  MatchTime* time = nullptr;
  MatchSecrets* secrets = nullptr;
  MatchDealer* dealer = nullptr;
  // What plays agents' moves; null: anything may, and nobody is told.
  const AgentRoster* agents = nullptr;
};

// Those of the machine: the steady clock, OpenSSL's random bytes, draws seeded from these.
const MatchSources& SystemSources();

}  // namespace kvintet::serving

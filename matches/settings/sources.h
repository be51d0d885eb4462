// MatchTime, MatchSecrets, MatchDealer: sources of time, secret bytes and chance that tests can
// replace.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "envs/game_spec.h"

namespace kvintet::matches {

class AgentRoster;

// Thread-safe.
class MatchTime {
 public:
  virtual ~MatchTime() = default;
  // Microseconds of a clock that never jumps. Values have no meaning in another process. All
  // decisions about time use this clock.
  virtual int64_t Monotonic() const = 0;
  // Milliseconds since 1970. This clock may jump and is recorded for people. It decides only when a
  // scheduled start has come.
  virtual int64_t WallMillis() const = 0;
};

// Unpredictable bytes. Thread-safe.
class MatchSecrets {
 public:
  virtual ~MatchSecrets() = default;
  virtual void Fill(std::span<unsigned char> bytes) = 0;
  // `bytes` random bytes as lower-case hexadecimal digits.
  std::string Hex(int bytes);
};

// Draws the outcomes of chance. Thread-safe.
class MatchDealer {
 public:
  virtual ~MatchDealer() = default;
  // Draws one of the outcomes by their probabilities. REQUIRES: outcomes is not empty.
  virtual envs::Action Draw(std::span<const envs::ChanceOutcome> outcomes) = 0;
};

// The sources that matches use; borrowed.
struct MatchSources {
  MatchTime* time = nullptr;
  MatchSecrets* secrets = nullptr;
  MatchDealer* dealer = nullptr;
  // Tells which model plays for an agent. If null, any agent may play and no model is named.
  const AgentRoster* agents = nullptr;
};

// The system's sources: the steady clock, OpenSSL's random bytes, and draws seeded from them.
const MatchSources& SystemSources();

}  // namespace kvintet::matches

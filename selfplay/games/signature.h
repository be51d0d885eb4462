// SelfPlaySignature: hashes the behaviour of search and records into 64 bits.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"

#include "envs/game.h"
#include "selfplay/settings/search_settings.h"

namespace kvintet::selfplay {

// The games that the signature covers, and how they are computed (threads and batch must not change
// it).
struct SignatureOptions {
  Algorithm algorithm = Algorithm::kGumbel;
  uint32_t games = 16;
  int threads = 1;
  int batch = 16;
};

// Plays fixed games over the hash evaluator and hashes the bytes of their records: every action,
// policy and value. It is the same on every machine and with every compiler. A commit that changes
// it changes the behaviour of self-play.
absl::StatusOr<uint64_t> SelfPlaySignature(const envs::Game& game, const SignatureOptions& options);

}  // namespace kvintet::selfplay

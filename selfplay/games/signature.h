// SelfPlaySignature: what search and records do, folded into 64 bits.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"

#include "envs/game.h"
#include "proto/search_config.pb.h"

namespace kvintet::selfplay {

// What the signature is taken of, and how it is computed (which must not change it).
struct SignatureOptions {
  SearchConfig::Algorithm algorithm = SearchConfig::GUMBEL;
  uint32_t games = 16;
  int threads = 1;
  int batch = 16;
};

// Plays fixed games over the hash evaluator and folds the bytes of their records: every action,
// policy and value. Equal on every machine and for every compiler; a commit that changes it changes
// what self-play does.
absl::StatusOr<uint64_t> SelfPlaySignature(const envs::Game& game, const SignatureOptions& options);

}  // namespace kvintet::selfplay

// CertifySearch: whether anything that a search does depends on what its seat may not know.
//
// At each decision of some games the search is begun twice with the same random numbers: in the
// true position, and in one that differs in what is hidden. Both decisions must be the same, bit
// for bit: the action, every probability, every value.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

#include "envs/game.h"
#include "selfplay/evaluators/evaluator.h"
#include "selfplay/search/search.h"

namespace kvintet::conformance {

// What was compared and what was found.
struct SecrecyReport {
  int64_t views = 0;
  // Those of them in which something hidden differed.
  int64_t secret_views = 0;
  // Decisions that differed, and the first of them.
  int64_t leaks = 0;
  std::string example = {};
};

// What is to be compared: `views` decisions of searches that `make_search` makes, all alike.
struct SecrecyTask {
  const envs::Game* game = nullptr;
  std::function<std::unique_ptr<selfplay::Search>()> make_search = {};
  selfplay::Evaluator* evaluator = nullptr;
  int64_t views = 0;
  uint64_t seed = 0;
};

// In turn games at random and games that the search itself plays; what is hidden is exchanged by
// Game::Resample.
absl::StatusOr<SecrecyReport> CertifySearch(const SecrecyTask& task);

// In random games of the reference rules, which make the other game themselves: another history in
// which the seat has seen the same. Neither views nor Resample have a part in that. NotFound if
// `reference_text` has no reference.
absl::StatusOr<SecrecyReport> CertifySearchByTwins(const SecrecyTask& task,
                                                   const std::string& reference_text);

}  // namespace kvintet::conformance

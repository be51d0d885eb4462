// CertifySearch: checks that a search does not depend on what its seat may not know.
//
// At each decision of some games the search is started twice with the same random numbers: in the
// true position, and in one that differs only in hidden information. Both decisions must be equal
// bit for bit: the action, every probability, every value. So must be what the searches say they
// believe, if they explain themselves.
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

// What was compared, and the result.
struct SecrecyReport {
  int64_t views = 0;
  // How many of them differed in hidden information.
  int64_t secret_views = 0;
  // The number of decisions that differed, and the first of them.
  int64_t leaks = 0;
  std::string example = {};
};

// What to compare: `views` decisions of searches made by `make_search`, which must be alike.
struct SecrecyTask {
  const envs::Game* game = nullptr;
  std::function<std::unique_ptr<selfplay::Search>()> make_search = {};
  selfplay::Evaluator* evaluator = nullptr;
  int64_t views = 0;
  uint64_t seed = 0;
};

// Alternates between random games and games played by the search itself; Game::Resample exchanges
// the hidden information.
absl::StatusOr<SecrecyReport> CertifySearch(const SecrecyTask& task);

// Uses random games of the reference rules. The reference itself makes the other game: another
// history in which the seat has seen the same. Neither views nor Resample take part in that.
// NotFound if `reference_text` has no reference.
absl::StatusOr<SecrecyReport> CertifySearchByTwins(const SecrecyTask& task,
                                                   const std::string& reference_text);

}  // namespace kvintet::conformance

// Decide: see the header.
#include "selfplay/search/search.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"

#include "base/status_macros.h"

namespace kvintet::selfplay {

absl::StatusOr<Decision> Decide(Search* search, Evaluator* evaluator, const SearchRoot& root) {
  std::vector<float> logits;
  Wdl wdl;
  search->Begin(root);
  while (search->Advance()) {
    const std::span<const envs::Action> legal = search->Legal();
    logits.resize(legal.size());
    const std::array<int32_t, 2> offsets = {0, static_cast<int32_t>(legal.size())};
    const EvaluationResult result = {.policy_logits = logits, .wdl = {&wdl, 1}};
    KVINTET_RETURN_IF_ERROR(evaluator->Evaluate({search->View(), legal, offsets}, result));
    search->Resume({logits, wdl});
  }
  return search->Result();
}

}  // namespace kvintet::selfplay

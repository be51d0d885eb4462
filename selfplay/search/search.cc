// Decide: see the header.
#include "selfplay/search/search.h"

#include "absl/status/statusor.h"

#include "base/status_macros.h"
#include "selfplay/search/question_batch.h"

namespace kvintet::selfplay {

absl::StatusOr<Decision> Decide(Search* search, Evaluator* evaluator, const SearchRoot& root) {
  QuestionBatch batch;
  search->Begin(root);
  while (search->Advance()) {
    batch.Begin(evaluator->game());
    batch.Add(search->View(), search->Legal());
    KVINTET_RETURN_IF_ERROR(batch.Evaluate(evaluator));
    search->Resume(batch.Answer(0));
  }
  return search->Result();
}

}  // namespace kvintet::selfplay

// EvaluateTask: see the header.
#include "serving/engine/evaluate_task.h"

#include <utility>

#include "base/check.h"
#include "envs/one_row.h"
#include "selfplay/evaluators/softmax.h"

namespace kvintet::serving {

EvaluateTask::EvaluateTask(PointOfView point)
    : point_(std::move(point)),
      legal_(envs::LegalList(*point_.game->game, point_.view.Span())),
      policy_(legal_.size()) {
  KVINTET_CHECK(!legal_.empty());
}

void EvaluateTask::Resume(const selfplay::Evaluation& evaluation) {
  std::vector<double> powers(legal_.size());
  selfplay::Softmax(evaluation.logits, powers, policy_);
  wdl_ = evaluation.wdl;
  answered_ = true;
}

}  // namespace kvintet::serving

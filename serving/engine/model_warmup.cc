// WarmUp: see the header.
#include "serving/engine/model_warmup.h"

#include <cmath>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/rng.h"
#include "base/status_macros.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "serving/engine/evaluate_task.h"
#include "serving/engine/evaluation_batch.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {
namespace {

constexpr int kBatches = 5;
constexpr float kTolerance = 1e-3f;

// The view of the first seat that makes a decision.
PointOfView FirstDecision(const std::shared_ptr<const ServedGame>& served) {
  RandomStream random(0, 0, 0, Purpose::kChance);
  envs::Playthrough play(*served->game);
  while (play.Actors().Has(envs::Actor::kChance)) {
    play.ApplyChance(&random);
  }
  const envs::Seat seat = envs::SeatOf(play.Actors().First());
  return {served, seat, play.View(seat), play.history()};
}

absl::Status Corrupt(const std::string& id, absl::string_view what) {
  return Refusal(v1::REASON_CORRUPT, absl::StrCat("model ", id, ": ", what), "id");
}

absl::Status CheckAnswer(const EvaluateTask& evaluation, const std::string& id) {
  const selfplay::Wdl& wdl = evaluation.Result();
  const bool proper = wdl.win >= 0 && wdl.draw >= 0 && wdl.loss >= 0 &&
                      std::abs(wdl.win + wdl.draw + wdl.loss - 1) < kTolerance;
  return proper ? absl::OkStatus() : Corrupt(id, "wanted probabilities, found none");
}

absl::Status EvaluateBatch(const PointOfView& point, int size, selfplay::Evaluator* evaluator) {
  std::vector<std::unique_ptr<EvaluateTask>> evaluations;
  std::vector<Task*> tasks;
  for (int i = 0; i < size; ++i) {
    evaluations.push_back(std::make_unique<EvaluateTask>(point));
    tasks.push_back(evaluations.back().get());
  }
  EvaluationBatch batch;
  const std::string& id = point.game->model.id;
  std::vector<absl::Status> each(tasks.size());
  absl::Status evaluated = batch.Run(tasks, evaluator, each);
  for (const absl::Status& one : each) {
    evaluated.Update(one);
  }
  // This includes answers that are not finite.
  if (absl::IsInternal(evaluated)) {
    return Corrupt(id, evaluated.message());
  }
  KVINTET_RETURN_IF_ERROR(evaluated);
  return CheckAnswer(*evaluations.back(), id);
}

absl::Status CheckGolden(const ServedModel& model, selfplay::Evaluator* evaluator) {
  const absl::Status same = selfplay::CheckGoldenAnswers(model.golden, {}, evaluator);
  return absl::IsFailedPrecondition(same) ? Corrupt(model.id, same.message()) : same;
}

}  // namespace

absl::Status WarmUp(const ServedModel& model, int max_batch) {
  auto served = std::make_shared<ServedGame>();
  KVINTET_ASSIGN_OR_RETURN(served->game, envs::MakeGame(model.game));
  served->model = model;
  const PointOfView point = FirstDecision(served);
  const std::unique_ptr<selfplay::Evaluator> evaluator = model.factory(*served->game);
  for (const int size : {1, max_batch}) {
    for (int i = 0; i < kBatches; ++i) {
      KVINTET_RETURN_IF_ERROR(EvaluateBatch(point, size, evaluator.get()));
    }
  }
  return CheckGolden(model, evaluator.get());
}

}  // namespace kvintet::serving

// ReviewCall: a review of a game decision by decision, independent of the transport.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "kvintet_api/v1/analysis.pb.h"
#include "serving/calls/stream_call.h"
#include "serving/engine/evaluate_task.h"
#include "serving/engine/game_review.h"
#include "serving/rpc/services.h"

namespace kvintet::serving {

// Our worker threads read the game and the scheduler searches. A decision waits for the next one if
// the value of the next tells how good it was.
class ReviewCall : public StreamCall<v1::AnalyzeGameResponse> {
 public:
  using Request = v1::AnalyzeGameRequest;
  using Response = v1::AnalyzeGameResponse;

  // Reads the record and starts with the first decision; finishes the call on failure. Called by
  // one of our threads.
  void Begin();

 protected:
  // `deadline` is when the stream must have ended. `context` outlives the call.
  ReviewCall(const ServiceContext& context, Clock::time_point deadline, const Request& request);
  void Resume() override;

 private:
  absl::Status Prepare();
  absl::StatusOr<ReviewRange> RangeOf() const;
  // Continues with the next decision, or ends.
  void Next();
  // LIVE_MATCH if the decision is being made in a match: the end of the record may lead elsewhere.
  absl::Status CheckStep() const;
  void Search(Task* task, int rounds, const std::function<void()>& then);
  // Called when the decision has been searched.
  void Chosen();
  // Called when the decision has its verdict, except for what the next one adds.
  void Judged(Response message);
  // The waiting decision, completed with the value of the next one if that is known.
  std::vector<Response> Waited(std::optional<double> next);
  void Count(const v1::ReviewedDecision& decision);
  Response Summary() const;

  const ServiceContext& context_;
  const Request request_;
  const uint64_t seed_;
  std::shared_ptr<const ServedGame> game_;
  selfplay::SearchSettings search_;
  std::unique_ptr<GameReview> review_;
  // The decision in progress.
  ReviewStep step_;
  std::unique_ptr<MoveChoice> choice_;
  std::unique_ptr<EvaluateTask> task_;
  // The waiting decision, and the factor that converts the next one's value to its seat's view.
  std::optional<Response> held_;
  int sign_ = 1;
  std::array<v1::SeatReview, envs::kNumSeats> seats_;
  int evaluations_ = 0;
};

}  // namespace kvintet::serving

// ReviewCall: a game, decision after decision, but for how its messages travel.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "kvintet_api/v1/analysis.pb.h"
#include "serving/calls/stream_call.h"
#include "serving/engine/game_review.h"
#include "serving/engine/opinion.h"
#include "serving/rpc/services.h"

namespace kvintet::serving {

// Threads of ours read the game, the scheduler's search. A decision waits for the next one where
// that tells how good it was.
class ReviewCall : public StreamCall<v1::AnalyzeGameResponse> {
 public:
  using Request = v1::AnalyzeGameRequest;
  using Response = v1::AnalyzeGameResponse;

  // Reads the record and starts with its first decision; on failure it is finished. A thread of our
  // own.
  void Begin();

 protected:
  // `deadline`: when the stream must have ended. `context` outlives the call.
  ReviewCall(const ServiceContext& context, Clock::time_point deadline, const Request& request);
  void Resume() override;

 private:
  absl::Status Prepare();
  absl::StatusOr<ReviewRange> RangeOf() const;
  // Goes on to the next decision, or ends.
  void Next();
  void Search(Task* task, int rounds, const std::function<void()>& then);
  // The decision has been searched.
  void Chosen();
  // It is judged but for what the next one tells of it.
  void Judged(Response message);
  // The decision that waited, now that the next one's value is known, or will not be.
  std::vector<Response> Waited(std::optional<double> next);
  void Count(const v1::ReviewedDecision& decision);
  Response Summary() const;

  const ServiceContext& context_;
  const Request request_;
  const uint64_t seed_;
  std::shared_ptr<const ServedGame> game_;
  SearchConfig search_;
  std::unique_ptr<GameReview> review_;
  // The decision at work.
  ReviewStep step_;
  std::unique_ptr<MoveChoice> choice_;
  std::unique_ptr<Opinion> opinion_;
  // The one that waits, and the factor that makes the next one's value its seat's.
  std::optional<Response> held_;
  int sign_ = 1;
  std::array<v1::SeatReview, envs::kNumSeats> seats_;
  int evaluations_ = 0;
};

}  // namespace kvintet::serving

// AnalyzeCall: see the header.
#include "serving/rpc/analyze_call.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "serving/calls/stream_watch.h"
#include "serving/errors/catch_as_status.h"
#include "serving/errors/refusal.h"
#include "serving/rpc/analysis_input.h"
#include "serving/rpc/convert.h"

namespace kvintet::serving {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kMinReportEvery(50);
constexpr milliseconds kReportEvery(250);
// Time reserved so that the last message arrives before the client's deadline.
constexpr milliseconds kForTheAnswer(500);
constexpr int kCandidates = 8;
constexpr int kMaxCandidates = 1024;
// Moves of each seat in a payoff table.
constexpr size_t kTableMoves = 12;

// With a time limit for the search, it is as urgent as a call of that length.
Clock::time_point DeadlineFor(const v1::AnalyzeRequest& request, Clock::time_point most) {
  const milliseconds wanted(request.max_ms());
  return wanted > milliseconds(0) ? std::min(most, Clock::now() + wanted + kForTheReader) : most;
}

}  // namespace

AnalyzeCall::AnalyzeCall(const ServiceContext& context, Clock::time_point deadline,
                         const Request& request)
    : StreamCall(Clock::now(), DeadlineFor(request, deadline)),
      context_(context),
      request_(request),
      seed_(request.has_seed() ? request.seed() : RandomSeed()) {}

void AnalyzeCall::Begin() {
  absl::Status status = CatchAsStatus([this] { return Prepare(); });
  if (status.ok()) {
    status = Submit();
  }
  if (!status.ok()) {
    Finish(status);
  }
}

absl::Status AnalyzeCall::CheckRequest() const {
  KVINTET_RETURN_IF_ERROR(CheckSimulations(context_, request_.simulations()));
  const auto most = static_cast<int>(context_.stream_limits.max_deadline.count());
  KVINTET_RETURN_IF_ERROR(CheckField(request_.max_ms() >= 0 && request_.max_ms() <= most, "max_ms",
                                     absl::StrCat("0 to ", most), request_.max_ms()));
  const int every = request_.report_every_ms();
  KVINTET_RETURN_IF_ERROR(
      CheckField(every == 0 || every >= kMinReportEvery.count(), "report_every_ms",
                 absl::StrCat("0, or at least ", kMinReportEvery.count()), every));
  const int candidates = request_.max_candidates();
  return CheckField(candidates >= 0 && candidates <= kMaxCandidates, "max_candidates",
                    absl::StrCat("0 to ", kMaxCandidates), candidates);
}

AnalysisLimits AnalyzeCall::LimitsOf() const {
  const Clock::time_point now = Clock::now();
  const auto left = std::chrono::duration_cast<milliseconds>(Deadline() - now);
  milliseconds time = left - std::min(kForTheAnswer, left / 10);
  if (request_.max_ms() > 0) {
    const auto used = std::chrono::duration_cast<milliseconds>(now - Arrival());
    time = std::min(time, milliseconds(request_.max_ms()) - used);
  }
  const int simulations = request_.simulations();
  const int every = request_.report_every_ms();
  return {.simulations = simulations > 0 ? simulations : context_.config.max_simulations(),
          .until = std::chrono::steady_clock::now() + time,
          .report_every = every > 0 ? milliseconds(every) : kReportEvery,
          .explained_moves = request_.explain() ? kTableMoves : 0};
}

absl::Status AnalyzeCall::Prepare() {
  KVINTET_RETURN_IF_ERROR(CheckRequest());
  absl::StatusOr<PointOfView> point = ReadView(context_, request_.state(), request_.omniscient());
  if (!point.ok()) {
    return Within(point.status(), "state");
  }
  KVINTET_RETURN_IF_ERROR(CheckTrained(*point->game, request_.trained_only()));
  const AnalysisLimits limits = LimitsOf();
  const selfplay::SearchSettings search = SearchForAnalysis(context_.search, limits.simulations);
  KVINTET_ASSIGN_OR_RETURN(
      analysis_, Analysis::Create(*std::move(point), search, limits, seed_,
                                  [this](const Finding& found) { Offer(Message(found)); }));
  return absl::OkStatus();
}

absl::Status AnalyzeCall::Submit() {
  const auto answer = [this] {
    Push({Message(analysis_->Final())});
    return absl::OkStatus();
  };
  std::vector<Job> jobs;
  jobs.push_back({.game = analysis_->Point().game,
                  .call = this,
                  .task = analysis_.get(),
                  .done = [this, answer](const absl::Status& status) {
                    Finish(status.ok() ? CatchAsStatus(answer) : status);
                  }});
  return context_.scheduler->Submit(std::move(jobs));
}

AnalyzeCall::Response AnalyzeCall::Message(const Finding& found) {
  const int candidates = request_.max_candidates();
  Response message = ToMessage(analysis_->Point(), found,
                               static_cast<size_t>(candidates > 0 ? candidates : kCandidates));
  message.set_sequence(++sequence_);
  message.set_seed(seed_);
  message.set_milliseconds(MillisecondsSince(Arrival()));
  return message;
}

}  // namespace kvintet::serving

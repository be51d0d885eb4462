// ReviewCall: see the header.
#include "serving/rpc/review_call.h"

#include <algorithm>
#include <utility>

#include "base/status_macros.h"
#include "serving/engine/analysis.h"
#include "serving/errors/catch_as_status.h"
#include "serving/errors/refusal.h"
#include "serving/rpc/analysis_input.h"
#include "serving/rpc/convert.h"

namespace kvintet::serving {
namespace {

constexpr size_t kReviewCandidates = 8;

}  // namespace

ReviewCall::ReviewCall(const ServiceContext& context, Clock::time_point deadline,
                       const Request& request)
    : StreamCall(Clock::now(), deadline),
      context_(context),
      request_(request),
      seed_(request.has_seed() ? request.seed() : RandomSeed()) {}

void ReviewCall::Begin() {
  if (const absl::Status status = CatchAsStatus([this] { return Prepare(); }); !status.ok()) {
    return Finish(status);
  }
  Next();
}

void ReviewCall::Resume() {
  context_.workers->Submit(this, [this] { Next(); });
}

absl::StatusOr<ReviewRange> ReviewCall::RangeOf() const {
  KVINTET_RETURN_IF_ERROR(
      CheckField(request_.first() >= 0, "first", "0 or more", request_.first()));
  KVINTET_RETURN_IF_ERROR(
      CheckField(request_.count() >= 0, "count", "0 or more", request_.count()));
  KVINTET_ASSIGN_OR_RETURN(const std::optional<envs::Seat> seat, FromMessage(request_.seat()));
  KVINTET_RETURN_IF_ERROR(
      CheckField(seat != envs::Seat::kSpectator, "seat", "a seat that decides", request_.seat()));
  return ReviewRange{.seat = seat, .first = request_.first(), .count = request_.count()};
}

absl::Status ReviewCall::Prepare() {
  KVINTET_RETURN_IF_ERROR(CheckSimulations(context_, request_.simulations()));
  KVINTET_ASSIGN_OR_RETURN(const ReviewRange range, RangeOf());
  const absl::StatusOr<RequestedState> situation =
      ReadForAnalysis(context_, request_.state(), request_.omniscient());
  if (!situation.ok()) {
    return Within(situation.status(), "state");
  }
  game_ = situation->View().game;
  KVINTET_RETURN_IF_ERROR(CheckTrained(*game_, request_.trained_only()));
  const int simulations = request_.simulations();
  search_ = SearchForAnalysis(context_.search,
                              simulations > 0 ? simulations : context_.search.simulations);
  absl::StatusOr<GameReview> review = GameReview::Create(game_, *situation, range);
  if (!review.ok()) {
    return Within(review.status(), "state");
  }
  review_ = std::make_unique<GameReview>(*std::move(review));
  return absl::OkStatus();
}

void ReviewCall::Next() {
  absl::StatusOr<std::optional<ReviewStep>> step = review_->Next();
  if (!step.ok()) {
    return Finish(step.status());
  }
  if (!*step) {
    std::vector<Response> last = Waited(std::nullopt);
    last.push_back(Summary());
    Push(std::move(last));
    return Finish(absl::OkStatus());
  }
  step_ = **std::move(step);
  if (const absl::Status checked = CheckStep(); !checked.ok()) {
    return Finish(checked);
  }
  absl::StatusOr<std::unique_ptr<MoveChoice>> choice =
      MoveChoice::Create(step_.point, search_, 0, seed_);
  if (!choice.ok()) {
    return Finish(choice.status());
  }
  choice_ = *std::move(choice);
  Search(choice_.get(), choice_->Rounds(), [this] { Chosen(); });
}

absl::Status ReviewCall::CheckStep() const {
  return context_.live == nullptr
             ? absl::OkStatus()
             : context_.live->CheckPosition(*game_->game, step_.point.view.Span());
}

void ReviewCall::Search(Task* task, int rounds, const std::function<void()>& then) {
  const auto done = [this, then](const absl::Status& status) {
    if (!status.ok()) {
      return Finish(status);
    }
    then();
  };
  std::vector<Job> jobs;
  jobs.push_back(
      {.game = step_.point.game, .call = this, .task = task, .done = done, .rounds = rounds});
  if (const absl::Status status = context_.scheduler->Submit(std::move(jobs)); !status.ok()) {
    Finish(status);
  }
}

void ReviewCall::Chosen() {
  evaluations_ += choice_->Evaluations();
  Response message;
  v1::ReviewedDecision* decision = message.mutable_decision();
  decision->set_event(step_.event);
  decision->set_decision(step_.decision);
  decision->set_seat(ToMessage(step_.point.seat));
  decision->set_played(step_.played);
  decision->set_best(choice_->Text());
  decision->set_evaluations(choice_->Evaluations());
  if (!choice_->First().forced) {
    const MoveVerdict verdict = VerdictOf(*choice_, step_);
    decision->set_value(verdict.value);
    if (verdict.loss) {
      decision->set_loss(*verdict.loss);
    }
    *decision->mutable_candidates() =
        CandidatesOf(step_.point, choice_->First(), kReviewCandidates);
    return Judged(std::move(message));
  }
  // The first action is forced and not searched, so only the model can say what the decision is
  // worth.
  decision->set_forced(choice_->Forced());
  if (decision->best() == decision->played()) {
    decision->set_loss(0);
  }
  task_ = std::make_unique<EvaluateTask>(step_.point);
  Search(task_.get(), 1, [this, message]() mutable {
    ++evaluations_;
    const selfplay::Wdl& wdl = task_->Result();
    message.mutable_decision()->set_value(static_cast<double>(wdl.win - wdl.loss));
    Judged(std::move(message));
  });
}

void ReviewCall::Judged(Response message) {
  std::vector<Response> ready = Waited(message.decision().value());
  if (step_.wanted && step_.sign_of_next) {
    held_ = std::move(message);
    sign_ = *step_.sign_of_next;
  } else if (step_.wanted) {
    Count(message.decision());
    ready.push_back(std::move(message));
  }
  PushAndResume(std::move(ready));
}

std::vector<ReviewCall::Response> ReviewCall::Waited(std::optional<double> next) {
  std::vector<Response> ready;
  if (held_) {
    v1::ReviewedDecision* decision = held_->mutable_decision();
    if (next && decision->played() != decision->best()) {
      decision->set_loss(std::max(0.0, decision->value() - sign_ * *next));
    }
    Count(*decision);
    ready.push_back(*std::exchange(held_, std::nullopt));
  }
  return ready;
}

void ReviewCall::Count(const v1::ReviewedDecision& decision) {
  v1::SeatReview& seat = seats_[decision.seat() == v1::SEAT_1 ? 1 : 0];
  seat.set_decisions(seat.decisions() + 1);
  seat.set_forced(seat.forced() + (decision.forced() ? 1 : 0));
  seat.set_best(seat.best() + (decision.played() == decision.best() ? 1 : 0));
  if (decision.has_loss()) {
    seat.set_mean_loss((seat.mean_loss() * seat.rated() + decision.loss()) / (seat.rated() + 1));
    seat.set_rated(seat.rated() + 1);
  }
}

ReviewCall::Response ReviewCall::Summary() const {
  Response message;
  v1::ReviewSummary* summary = message.mutable_summary();
  for (const v1::SeatReview& seat : seats_) {
    *summary->add_seats() = seat;
  }
  summary->set_evaluations(evaluations_);
  summary->set_model(game_->model.id);
  summary->set_trained(game_->model.trained);
  summary->set_seed(seed_);
  summary->set_milliseconds(MillisecondsSince(Arrival()));
  return message;
}

}  // namespace kvintet::serving

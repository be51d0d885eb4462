// MatchSeat: see the header.
#include "tests/service/match_seat.h"

#include <algorithm>
#include <utility>

#include "serving/errors/grpc_status.h"
#include "serving/errors/refusal.h"

namespace kvintet::testing {
namespace {

using v1::MatchState;

bool Contains(const google::protobuf::RepeatedField<int>& values, int value) {
  return std::ranges::count(values, value) > 0;
}

}  // namespace

// One call; after OnDone the object may only be deleted.
class MatchSeat::Stream final : public grpc::ClientReadReactor<v1::WatchMatchResponse> {
 public:
  Stream(MatchSeat* seat, v1::MatchService::Stub* stub) : seat_(seat) {
    request_.set_match(seat->admitted_.match);
    request_.set_token(seat->admitted_.token);
    request_.set_cursor(seat->cursor_);
    context_.set_wait_for_ready(true);
    stub->async()->WatchMatch(&context_, &request_, this);
    StartRead(&response_);
    StartCall();
  }
  void OnReadDone(bool ok) override {
    if (!ok) {
      return;
    }
    {
      const std::lock_guard lock(seat_->bell_->mutex);
      seat_->Take(response_);
      seat_->bell_->rings.notify_all();
    }
    StartRead(&response_);
  }
  void OnDone(const grpc::Status& status) override {
    const std::lock_guard lock(seat_->bell_->mutex);
    const absl::Status ended = serving::FromGrpcStatus(status);
    seat_->faults_.refused += given_up_ || WorthAnotherTry(ended) ? 0 : 1;
    seat_->streaming_ = false;
    seat_->bell_->rings.notify_all();
  }
  // Call with the bell's mutex held.
  void GiveUp() {
    given_up_ = true;
    context_.TryCancel();
  }

 private:
  MatchSeat* const seat_;
  grpc::ClientContext context_;
  v1::WatchMatchRequest request_;
  v1::WatchMatchResponse response_;
  bool given_up_ = false;
};

MatchSeat::MatchSeat(Admitted admitted, Bell* bell) : admitted_(std::move(admitted)), bell_(bell) {}

MatchSeat::~MatchSeat() {
  std::unique_lock lock(bell_->mutex);
  if (stream_ != nullptr && streaming_) {
    stream_->GiveUp();
  }
  bell_->rings.wait(lock, [this] { return !streaming_; });
}

void MatchSeat::Watch(v1::MatchService::Stub* stub) {
  {
    const std::lock_guard lock(bell_->mutex);
    if (streaming_) {
      return;
    }
    streaming_ = true;
    ++faults_.streams;
  }
  // No other thread accesses the stream now.
  stream_ = std::make_unique<Stream>(this, stub);
}

void MatchSeat::Take(const v1::WatchMatchResponse& response) {
  for (const v1::MatchEvent& event : response.events()) {
    if (event.cursor() <= cursor_) {
      ++faults_.told_twice;
      continue;
    }
    faults_.gaps += event.cursor() > cursor_ + 1 && !response.skipped() ? 1 : 0;
    cursor_ = event.cursor();
    if (told_ && event.kind() == v1::MatchEvent::KIND_MOVED && event.player() == admitted_.player) {
      // Choices of one stage are made at the same ply and reported one after the other.
      const int ply = event.has_commitment() ? event.commitment().ply() : event.ply();
      told_->push_back({admitted_.match, event.game_number(), event.player(), ply, event.text()});
    }
  }
  if (response.skipped()) {
    told_.reset();
  }
  if (response.has_state()) {
    state_ = response.state();
    faults_.gaps += state_.cursor() > cursor_ && !response.skipped() ? 1 : 0;
    cursor_ = std::max(cursor_, state_.cursor());
  }
}

bool MatchSeat::IsTurn() const {
  const bool play =
      state_.phase() == MatchState::PHASE_TO_MOVE || state_.phase() == MatchState::PHASE_COMMIT;
  const int seat = static_cast<int>(state_.description().seat());
  if (!play || !Contains(state_.description().actors(), seat) || state_.has_own_commitment()) {
    return false;
  }
  // An agent commits its choice first.
  const v1::PlayerState& other = state_.players(1 - admitted_.player);
  const bool other_acts = state_.description().actors_size() > 1;
  return state_.phase() == MatchState::PHASE_TO_MOVE || !other_acts || !other.agent() ||
         !other.commitment_digest().empty();
}

std::optional<v1::ActRequest::Kind> MatchSeat::WantedAct() const {
  if (Moment() <= acted_) {
    return std::nullopt;
  }
  if (state_.phase() == MatchState::PHASE_READY && !Own().ready()) {
    return v1::ActRequest::KIND_READY;
  }
  if (state_.phase() == MatchState::PHASE_CONSENT && !Own().consented()) {
    return v1::ActRequest::KIND_CONSENT;
  }
  return std::nullopt;
}

bool MatchSeat::WantsRematch() const {
  return state_.phase() == MatchState::PHASE_OVER && state_.game_number() > asked_ &&
         !Own().wants_rematch();
}

bool MatchSeat::Settled() const {
  const bool play =
      state_.phase() == MatchState::PHASE_TO_MOVE || state_.phase() == MatchState::PHASE_COMMIT;
  return state_.players_size() > 0 &&
         (!play || IsTurn() || !state_.players(1 - admitted_.player).agent());
}

bool WorthAnotherTry(const absl::Status& status) {
  if (ReasonOf(status) != v1::REASON_UNSPECIFIED) {
    return RetryOf(status).has_value();
  }
  return status.code() == absl::StatusCode::kUnavailable ||
         status.code() == absl::StatusCode::kDeadlineExceeded;
}

}  // namespace kvintet::testing

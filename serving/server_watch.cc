// ServerWatch: see the header.
#include "serving/server_watch.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/reports/log.h"

namespace kvintet::serving {
namespace {

using std::chrono::milliseconds;

// Limits of the time in which the server must answer its own probe. Between them it is the probe's
// period.
constexpr milliseconds kMinAnswerTime(1000);
constexpr milliseconds kMaxAnswerTime(4000);

}  // namespace

ServerWatch::ServerWatch(const ServeConfig& config, Watched watched)
    : watched_(std::move(watched)) {
  const milliseconds stuck(config.stuck_ms());
  const milliseconds often = std::clamp(stuck / 4, milliseconds(1), milliseconds(1000));
  watch_ = std::make_unique<Periodic>(often, [this, stuck] { LookAfter(stuck); });
  if (config.probe_ms() == 0) {
    return;
  }
  self_call_ = std::make_unique<SelfProbe>(watched_.endpoint->InProcess(),
                                           watched_.access->OwnAuthorization(), *watched_.models);
  const milliseconds period(config.probe_ms());
  const milliseconds time = std::clamp(period, kMinAnswerTime, kMaxAnswerTime);
  probe_ = std::make_unique<Probe>(
      period, [this, time] { return AskItself(time); },
      [this](const absl::Status& answer, bool last) { Fail(answer, last); });
}

void ServerWatch::LookAfter(milliseconds stuck) {
  watched_.health->SetMatchesWork(watched_.matches->Works());
  for (const std::string& method : watched_.gate->Reactions()->NewlyStuck(stuck)) {
    watched_.metrics->Stuck().Add();
    LogError("serving", "a handler blocks a gRPC thread", {{"method", method}});
  }
  if (watched_.access->Tokens() != nullptr) {
    ReadTokens();
  }
}

// Tells of a fault once, until the tokens can be read again.
void ServerWatch::ReadTokens() {
  const absl::Status read = watched_.access->Tokens()->Refresh();
  if (!read.ok() && !token_fault_) {
    LogWarning("serving", "the tokens could not be reloaded", {{"why", read.message()}});
  }
  token_fault_ = !read.ok();
}

absl::Status ServerWatch::AskItself(milliseconds time) const {
  absl::Status answer = self_call_->Make(time);
  if (answer.ok() && !watched_.endpoint->TakesConnections(time)) {
    return absl::UnavailableError("the listener takes no connections");
  }
  return answer;
}

void ServerWatch::Fail(const absl::Status& answer, bool last) {
  watched_.metrics->ProbeFailures().Add();
  LogError("serving", last ? "own probe failed, giving up" : "own probe failed",
           {{"why", answer.ToString()}});
  if (last) {
    watched_.health->SetServing(false);
    if (watched_.on_failure != nullptr) {
      watched_.on_failure();
    }
  }
}

}  // namespace kvintet::serving

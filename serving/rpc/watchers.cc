// Watchers: see the header.
#include "serving/rpc/watchers.h"

#include <grpcpp/support/server_callback.h>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "kvintet_api/v1/match.pb.h"
#include "kvintet_api/v1/run.pb.h"
#include "serving/errors/catch_as_status.h"
#include "serving/errors/grpc_status.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {

template <typename Response>
Watchers<Response>::Watcher::Watcher(Watchers* watchers, const IncomingCall& incoming,
                                     std::string key)
    : watchers_(watchers), incoming_(incoming), key_(std::move(key)) {}

template <typename Response>
void Watchers<Response>::Watcher::OnWriteDone(bool ok) {
  if (!ok) {
    cancelled_ = true;
  }
  writing_ = false;
  // What has changed meanwhile is told at the end of the period, if there is one.
  if (!ok || watchers_->period_.count() == 0) {
    watchers_->Wake(this);
  }
}

template <typename Response>
void Watchers<Response>::Watcher::OnCancel() {
  cancelled_ = true;
  watchers_->Wake(this);
}

template <typename Response>
void Watchers<Response>::Watcher::OnDone() {
  const std::chrono::duration<double> time = Clock::now() - arrival_;
  watchers_->gate_->Tell({incoming_.method, time.count(), incoming_.request_bytes, status_});
  delete this;
}

template <typename Response>
absl::Status Watchers<Response>::Watcher::Advance() {
  // A write also ends when the client gives up.
  if (writing_) {
    return absl::OkStatus();
  }
  if (cancelled_) {
    return Refusal(v1::REASON_CANCELLED, "the client has given up");
  }
  return CatchAsStatus([this]() -> absl::Status {
    KVINTET_ASSIGN_OR_RETURN(std::optional<Response> next, Next());
    if (next) {
      message_ = *std::move(next);
      writing_ = true;
      this->StartWrite(&message_);
    }
    return absl::OkStatus();
  });
}

template <typename Response>
void Watchers<Response>::Watcher::End(const absl::Status& status) {
  status_ = status;
  // Before the client knows, since it may call again at once.
  place_.reset();
  this->Finish(ToGrpcStatus(status));
}

template <typename Response>
Watchers<Response>::Watchers(int most, const CallLimits& limits, CallGate* gate,
                             std::chrono::milliseconds period)
    : most_(static_cast<size_t>(most)),
      limits_(limits),
      gate_(gate),
      period_(period),
      thread_([this] { Run(); }) {}

template <typename Response>
Watchers<Response>::~Watchers() {
  Stop();
}

template <typename Response>
grpc::ServerWriteReactor<Response>* Watchers<Response>::Start(std::unique_ptr<Watcher> watcher) {
  const StallMonitor::Scope reaction(gate_->Reactions(), watcher->incoming_.method);
  Watcher* const started = watcher.release();
  if (const absl::Status entered = Enter(started); !entered.ok()) {
    started->End(entered);
  } else {
    changed_.notify_all();
  }
  return started;
}

template <typename Response>
absl::Status Watchers<Response>::Enter(Watcher* watcher) {
  KVINTET_ASSIGN_OR_RETURN(watcher->place_, AdmitStream(watcher->incoming_, limits_, *gate_));
  KVINTET_RETURN_IF_ERROR(watcher->Admit());
  const std::lock_guard lock(mutex_);
  if (stopping_) {
    return Refusal(v1::REASON_DRAINING, "the server is stopping");
  }
  if (watchers_.size() >= most_) {
    return Refusal(v1::REASON_TOO_MANY_CALLS,
                   absl::StrCat(most_, " streams are watching already; try again later"));
  }
  watchers_.emplace(watcher->key_, watcher);
  ready_.insert(watcher);
  return absl::OkStatus();
}

template <typename Response>
void Watchers<Response>::Wake(Watcher* watcher) {
  {
    const std::lock_guard lock(mutex_);
    // A finished stream may be gone.
    if (!watchers_.contains({watcher->key_, watcher})) {
      return;
    }
    ready_.insert(watcher);
  }
  changed_.notify_all();
}

template <typename Response>
void Watchers<Response>::Look(const std::string& key) {
  {
    const std::lock_guard lock(mutex_);
    for (auto place = watchers_.lower_bound({key, nullptr});
         place != watchers_.end() && place->first == key; ++place) {
      ready_.insert(place->second);
    }
  }
  changed_.notify_all();
}

template <typename Response>
void Watchers<Response>::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) {
    thread_.join();
  }
}

template <typename Response>
std::set<typename Watchers<Response>::Watcher*> Watchers<Response>::NextRound(
    std::unique_lock<std::mutex>* lock) {
  const bool periodic = period_.count() > 0;
  const auto news = [this] { return stopping_ || !ready_.empty(); };
  if (periodic && !watchers_.empty()) {
    changed_.wait_for(*lock, period_, news);
  } else {
    changed_.wait(*lock, news);
  }
  std::set<Watcher*> round = std::exchange(ready_, {});
  if (periodic) {
    for (const auto& [key, watcher] : watchers_) {
      round.insert(watcher);
    }
  }
  return round;
}

template <typename Response>
void Watchers<Response>::Run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    // Only this thread ends streams, so those of the round exist until it has looked at them.
    for (Watcher* const watcher : NextRound(&lock)) {
      if (stopping_) {
        break;
      }
      ready_.erase(watcher);
      lock.unlock();
      const absl::Status status = watcher->Advance();
      lock.lock();
      if (!status.ok()) {
        watchers_.erase({watcher->key_, watcher});
        ready_.erase(watcher);
        lock.unlock();
        watcher->End(status);
        lock.lock();
      }
    }
  }
  const std::set<std::pair<std::string, Watcher*>> left = std::exchange(watchers_, {});
  ready_.clear();
  lock.unlock();
  for (const auto& [key, watcher] : left) {
    watcher->End(Refusal(v1::REASON_DRAINING, "the server is stopping"));
  }
}

template class Watchers<v1::WatchMatchResponse>;
template class Watchers<v1::WatchRunResponse>;

}  // namespace kvintet::serving

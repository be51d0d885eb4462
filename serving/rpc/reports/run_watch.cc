// RunWatchers: see the header.
#include "serving/rpc/reports/run_watch.h"

#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "serving/errors/catch_as_status.h"
#include "serving/errors/grpc_status.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {
namespace {

// How often runs are looked at.
constexpr std::chrono::seconds kPeriod(1);

}  // namespace

// Only the watchers' thread writes and finishes, so that nothing is used after Finish: gRPC deletes
// a stream (OnDone) only after that.
class RunWatchers::Watcher final : public grpc::ServerWriteReactor<v1::WatchRunResponse> {
 public:
  Watcher(RunWatchers* watchers, const IncomingCall& incoming, const v1::WatchRunRequest& request)
      : watchers_(watchers),
        method_(incoming.method),
        request_bytes_(incoming.request_bytes),
        run_(request.run()) {}

  void OnWriteDone(bool ok) override {
    if (!ok) {
      cancelled_ = true;
    }
    writing_ = false;
    // What has changed meanwhile is told within a second.
    if (!ok) {
      watchers_->Wake();
    }
  }
  void OnCancel() override {
    cancelled_ = true;
    watchers_->Wake();
  }
  void OnDone() override {
    const std::chrono::duration<double> time = Clock::now() - arrival_;
    watchers_->gate_->Tell({method_, time.count(), request_bytes_, status_});
    delete this;
  }
  // The stream must not be used afterwards.
  void End(const absl::Status& status) {
    status_ = status;
    Finish(ToGrpcStatus(status));
  }

  // Writes what is new. On an error the stream must be finished with it. Called by the watchers'
  // thread.
  absl::Status Advance(RunShelf* shelf) {
    // A write also ends when the client gives up.
    if (writing_) {
      return absl::OkStatus();
    }
    if (cancelled_) {
      return Refusal(v1::REASON_CANCELLED, "the client has given up");
    }
    KVINTET_ASSIGN_OR_RETURN(const ShownRun now, shelf->Find(run_));
    if (now.report == told_.report && now.phase == told_.phase) {
      return absl::OkStatus();
    }
    response_.Clear();
    *response_.mutable_state() = now.State();
    std::string history = now.report->history.SerializeAsString();
    if (!told_.report || history != told_history_) {
      *response_.mutable_history() = now.report->history;
      told_history_ = std::move(history);
    }
    told_ = now;
    writing_ = true;
    StartWrite(&response_);
    return absl::OkStatus();
  }

 private:
  RunWatchers* const watchers_;
  const char* const method_;
  const size_t request_bytes_;
  const Clock::time_point arrival_ = Clock::now();
  absl::Status status_;
  const std::string run_;
  // Set by gRPC's threads.
  std::atomic<bool> writing_ = false;
  std::atomic<bool> cancelled_ = false;
  // Used only by the watchers' thread. What the client has been told.
  ShownRun told_;
  std::string told_history_;
  v1::WatchRunResponse response_;
};

RunWatchers::RunWatchers(RunShelf* shelf, int most, const CallLimits& limits, CallGate* gate)
    : shelf_(shelf),
      most_(static_cast<size_t>(most)),
      limits_(limits),
      gate_(gate),
      thread_([this] { Run(); }) {}

RunWatchers::~RunWatchers() { Stop(); }

grpc::ServerWriteReactor<v1::WatchRunResponse>* RunWatchers::Start(
    const IncomingCall& incoming, const v1::WatchRunRequest& request) {
  const StallMonitor::Scope reaction(gate_->Reactions(), incoming.method);
  auto* watcher = new Watcher(this, incoming, request);
  if (const absl::Status entered = Enter(incoming, watcher); !entered.ok()) {
    watcher->End(entered);
  } else {
    changed_.notify_all();
  }
  return watcher;
}

absl::Status RunWatchers::Enter(const IncomingCall& incoming, Watcher* watcher) {
  KVINTET_RETURN_IF_ERROR(AdmitStream(incoming, limits_, *gate_));
  const std::lock_guard lock(mutex_);
  if (stopping_) {
    return Refusal(v1::REASON_DRAINING, "the server is stopping");
  }
  if (watchers_.size() >= most_) {
    return Refusal(v1::REASON_TOO_MANY_CALLS,
                   absl::StrCat(most_, " streams are watching already; try again later"));
  }
  watchers_.insert(watcher);
  woken_ = true;
  return absl::OkStatus();
}

void RunWatchers::Wake() {
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
  }
  changed_.notify_all();
}

void RunWatchers::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) {
    thread_.join();
  }
}

void RunWatchers::Run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const auto news = [this] { return stopping_ || woken_; };
    if (watchers_.empty()) {
      changed_.wait(lock, news);
    } else {
      changed_.wait_for(lock, kPeriod, news);
    }
    woken_ = false;
    const std::set<Watcher*> all = watchers_;
    for (Watcher* const watcher : all) {
      lock.unlock();
      const absl::Status status = CatchAsStatus([&] { return watcher->Advance(shelf_); });
      lock.lock();
      if (!status.ok()) {
        watchers_.erase(watcher);
        lock.unlock();
        watcher->End(status);
        lock.lock();
      }
      if (stopping_) {
        break;
      }
    }
  }
  const std::set<Watcher*> left = std::exchange(watchers_, {});
  lock.unlock();
  for (Watcher* const watcher : left) {
    watcher->End(Refusal(v1::REASON_DRAINING, "the server is stopping"));
  }
}

}  // namespace kvintet::serving

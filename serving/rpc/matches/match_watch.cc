// MatchWatchers: see the header.
#include "serving/rpc/matches/match_watch.h"

#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "kvintet_api/v1/match.pb.h"
#include "serving/errors/grpc_status.h"
#include "serving/errors/refusal.h"
#include "serving/rpc/matches/match_messages.h"

namespace kvintet::serving {
namespace {

// Most events in one message.
constexpr size_t kMaxEvents = 256;

}  // namespace

// Only the watchers' thread writes and finishes, so that nothing is used after Finish: gRPC deletes
// a stream (OnDone) only after that.
class MatchWatchers::Watcher final : public grpc::ServerWriteReactor<v1::WatchMatchResponse> {
 public:
  Watcher(MatchWatchers* watchers, const IncomingCall& incoming,
          const v1::WatchMatchRequest& request)
      : watchers_(watchers),
        method_(incoming.method),
        request_bytes_(incoming.request_bytes),
        match_(request.match()),
        token_(request.token()),
        cursor_(request.cursor()) {}

  void OnWriteDone(bool ok) override {
    if (!ok) {
      cancelled_ = true;
    }
    writing_ = false;
    watchers_->Wake(this);
  }
  void OnCancel() override {
    cancelled_ = true;
    watchers_->Wake(this);
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

  const std::string& match() const { return match_; }

  // Writes the next message, if there is one. On an error the stream must be finished with it.
  // Called by the watchers' thread.
  absl::Status Advance(matches::MatchStore* table) {
    // A write also ends when the client gives up.
    if (writing_) {
      return absl::OkStatus();
    }
    if (cancelled_) {
      return Refusal(v1::REASON_CANCELLED, "the client has given up");
    }
    if (!audience_) {
      const absl::StatusOr<matches::Audience> admitted = table->Admit(match_, token_);
      if (!admitted.ok()) {
        return admitted.status();
      }
      audience_ = *admitted;
    }
    const absl::StatusOr<matches::FeedPage> page =
        table->EventsAfter(match_, *audience_, cursor_, kMaxEvents);
    if (!page.ok()) {
      return page.status();
    }
    if (told_ && !page->skipped && page->events.empty()) {
      return absl::OkStatus();
    }
    Tell(*page);
    return absl::OkStatus();
  }

 private:
  void Tell(const matches::FeedPage& page) {
    response_.Clear();
    for (const matches::SeenEvent& event : page.events) {
      *response_.add_events() = ToMessage(event);
    }
    response_.set_skipped(page.skipped);
    const bool all = page.events.empty() || page.events.back().cursor == page.sight.cursor;
    cursor_ = all ? page.sight.cursor : page.events.back().cursor;
    if (all) {
      *response_.mutable_state() = ToMessage(page.sight);
    }
    told_ = true;
    writing_ = true;
    StartWrite(&response_);
  }

  MatchWatchers* const watchers_;
  const char* const method_;
  const size_t request_bytes_;
  const Clock::time_point arrival_ = Clock::now();
  absl::Status status_;
  const std::string match_;
  const std::string token_;
  // Set by gRPC's threads before they wake the watchers' thread.
  std::atomic<bool> writing_ = false;
  std::atomic<bool> cancelled_ = false;
  // Used only by the watchers' thread.
  std::optional<matches::Audience> audience_;
  int64_t cursor_;
  bool told_ = false;
  v1::WatchMatchResponse response_;
};

MatchWatchers::MatchWatchers(matches::MatchStore* table, int most, const CallLimits& limits,
                             CallGate* gate)
    : table_(table),
      most_(static_cast<size_t>(most)),
      limits_(limits),
      gate_(gate),
      thread_([this] { Run(); }) {}

MatchWatchers::~MatchWatchers() { Stop(); }

grpc::ServerWriteReactor<v1::WatchMatchResponse>* MatchWatchers::Start(
    const IncomingCall& incoming, const v1::WatchMatchRequest& request) {
  const StallMonitor::Scope reaction(gate_->Reactions(), incoming.method);
  auto* watcher = new Watcher(this, incoming, request);
  if (const absl::Status entered = Enter(incoming, watcher); !entered.ok()) {
    watcher->End(entered);
  } else {
    changed_.notify_all();
  }
  return watcher;
}

absl::Status MatchWatchers::Enter(const IncomingCall& incoming, Watcher* watcher) {
  KVINTET_RETURN_IF_ERROR(AdmitStream(incoming, limits_, *gate_));
  if (table_ == nullptr) {
    return Refusal(v1::REASON_NO_MATCHES, "this server keeps no matches");
  }
  const std::lock_guard lock(mutex_);
  if (stopping_) {
    return Refusal(v1::REASON_DRAINING, "the server is stopping");
  }
  if (watchers_.size() >= most_) {
    return Refusal(v1::REASON_TOO_MANY_CALLS,
                   absl::StrCat(most_, " streams are watching already; try again later"));
  }
  watchers_.emplace(watcher->match(), watcher);
  ready_.insert(watcher);
  return absl::OkStatus();
}

void MatchWatchers::Wake(Watcher* watcher) {
  {
    const std::lock_guard lock(mutex_);
    // A finished stream may be gone.
    if (!watchers_.contains({watcher->match(), watcher})) {
      return;
    }
    ready_.insert(watcher);
  }
  changed_.notify_all();
}

void MatchWatchers::Look(const std::string& match) {
  {
    const std::lock_guard lock(mutex_);
    for (auto place = watchers_.lower_bound({match, nullptr});
         place != watchers_.end() && place->first == match; ++place) {
      ready_.insert(place->second);
    }
  }
  changed_.notify_all();
}

void MatchWatchers::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) {
    thread_.join();
  }
}

void MatchWatchers::Run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || !ready_.empty(); });
    if (stopping_) {
      break;
    }
    Watcher* const watcher = *ready_.begin();
    ready_.erase(ready_.begin());
    lock.unlock();
    const absl::Status status = watcher->Advance(table_);
    lock.lock();
    if (!status.ok()) {
      watchers_.erase({watcher->match(), watcher});
      ready_.erase(watcher);
      lock.unlock();
      watcher->End(status);
      lock.lock();
    }
  }
  const std::set<std::pair<std::string, Watcher*>> left = std::exchange(watchers_, {});
  ready_.clear();
  lock.unlock();
  for (const auto& [match, watcher] : left) {
    watcher->End(Refusal(v1::REASON_DRAINING, "the server is stopping"));
  }
}

}  // namespace kvintet::serving

// RunWatchers: see the header.
#include "serving/rpc/reports/run_watch.h"

#include <grpcpp/support/server_callback.h>

#include "base/status_macros.h"

namespace kvintet::serving {
namespace {

class RunWatcher final : public RunWatchers::Watcher {
 public:
  RunWatcher(RunWatchers* watchers, RunShelf* shelf, const IncomingCall& incoming,
             const v1::WatchRunRequest& request)
      : Watcher(watchers, incoming, request.run()), shelf_(shelf) {}

 private:
  absl::StatusOr<std::optional<v1::WatchRunResponse>> Next() override {
    KVINTET_ASSIGN_OR_RETURN(const ShownRun now, shelf_->Find(Key()));
    if (now.report == told_.report && now.phase == told_.phase) {
      return std::nullopt;
    }
    v1::WatchRunResponse response;
    *response.mutable_state() = now.State();
    std::string history = now.report->history.SerializeAsString();
    if (!told_.report || history != told_history_) {
      *response.mutable_history() = now.report->history;
      told_history_ = std::move(history);
    }
    told_ = now;
    return response;
  }

  RunShelf* const shelf_;
  // Used only by the watchers' thread. What the client has been told.
  ShownRun told_;
  std::string told_history_;
};

}  // namespace

grpc::ServerWriteReactor<v1::WatchRunResponse>* StartWatch(RunWatchers* watchers, RunShelf* shelf,
                                                           const IncomingCall& incoming,
                                                           const v1::WatchRunRequest& request) {
  return watchers->Start(std::make_unique<RunWatcher>(watchers, shelf, incoming, request));
}

}  // namespace kvintet::serving

// MatchWatchers: see the header.
#include "serving/rpc/matches/match_watch.h"

#include <grpcpp/support/server_callback.h>

#include "base/status_macros.h"
#include "kvintet_api/v1/match.pb.h"
#include "serving/errors/refusal.h"
#include "serving/rpc/matches/match_messages.h"

namespace kvintet::serving {
namespace {

// Most events in one message.
constexpr size_t kMaxEvents = 256;

class MatchWatcher final : public MatchWatchers::Watcher {
 public:
  MatchWatcher(MatchWatchers* watchers, matches::MatchStore* table, const IncomingCall& incoming,
               const v1::WatchMatchRequest& request)
      : Watcher(watchers, incoming, request.match()),
        table_(table),
        token_(request.token()),
        cursor_(request.cursor()) {}

 private:
  absl::Status Admit() const override {
    return table_ != nullptr ? absl::OkStatus()
                             : Refusal(v1::REASON_NO_MATCHES, "this server keeps no matches");
  }

  absl::StatusOr<std::optional<v1::WatchMatchResponse>> Next() override {
    if (!audience_) {
      KVINTET_ASSIGN_OR_RETURN(audience_, table_->Admit(Key(), token_));
    }
    KVINTET_ASSIGN_OR_RETURN(const matches::FeedPage page,
                             table_->EventsAfter(Key(), *audience_, cursor_, kMaxEvents));
    if (told_ && !page.skipped && page.events.empty()) {
      return std::nullopt;
    }
    return Tell(page);
  }

  v1::WatchMatchResponse Tell(const matches::FeedPage& page) {
    v1::WatchMatchResponse response;
    for (const matches::SeenEvent& event : page.events) {
      *response.add_events() = ToMessage(event);
    }
    response.set_skipped(page.skipped);
    const bool all = page.events.empty() || page.events.back().cursor == page.sight.cursor;
    cursor_ = all ? page.sight.cursor : page.events.back().cursor;
    if (all) {
      *response.mutable_state() = ToMessage(page.sight);
    }
    told_ = true;
    return response;
  }

  matches::MatchStore* const table_;
  const std::string token_;
  // Used only by the watchers' thread.
  std::optional<matches::Audience> audience_;
  int64_t cursor_;
  bool told_ = false;
};

}  // namespace

grpc::ServerWriteReactor<v1::WatchMatchResponse>* StartWatch(MatchWatchers* watchers,
                                                             matches::MatchStore* table,
                                                             const IncomingCall& incoming,
                                                             const v1::WatchMatchRequest& request) {
  return watchers->Start(std::make_unique<MatchWatcher>(watchers, table, incoming, request));
}

}  // namespace kvintet::serving

// The services, as gRPC registers them, and what they share.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "proto/search_config.pb.h"
#include "proto/serve_config.pb.h"
#include "serving/auth/access.h"
#include "serving/calls/call.h"
#include "serving/engine/game_cache.h"
#include "serving/engine/scheduler.h"
#include "serving/engine/worker_pool.h"
#include "serving/models/level_table.h"
#include "serving/models/model_shelf.h"
#include "serving/monitoring/service_metrics.h"
#include "serving/rpc/live_games.h"

namespace grpc {
class Service;
}

namespace kvintet::serving {

// Borrowed by every service for as long as it is called.
struct ServiceContext {
  ServeConfig config = {};
  Quotas quotas = {};
  LevelTable levels = {};
  // How moves are searched, where the request does not say.
  SearchConfig search = {};
  CallLimits limits = {};
  CallLimits stream_limits = {};
  ModelShelf* models = nullptr;
  GameCache* games = nullptr;
  CallGate* gate = nullptr;
  WorkerPool* workers = nullptr;
  Scheduler* scheduler = nullptr;
  ServiceMetrics* metrics = nullptr;
  // Null where live matches may be analysed.
  LiveGames* live = nullptr;
};

std::unique_ptr<grpc::Service> MakeCatalogService(const ServiceContext* context);
std::unique_ptr<grpc::Service> MakeRulesService(const ServiceContext* context);
std::unique_ptr<grpc::Service> MakeAnalysisService(const ServiceContext* context);

// What AdminService works with besides. Its calls pass a gate of their own.
struct AdminContext {
  const ServiceContext* serving = nullptr;
  CallGate* gate = nullptr;
  // One thread: files are read and models warmed one after the other.
  WorkerPool* workers = nullptr;
  ModelLoader loader = {};
  // Where models are loaded from; empty: from nowhere.
  std::string model_folder = {};
  Access* access = nullptr;
  // Takes no new calls from now on.
  std::function<void()> drain = {};
  // All numbers, up to date.
  std::function<MetricsSnapshot()> numbers = {};
};

std::unique_ptr<grpc::Service> MakeAdminService(const AdminContext* context);

// MatchService and TournamentService, with the matches and the threads behind them.
class MatchRoom {
 public:
  virtual ~MatchRoom() = default;
  virtual std::vector<grpc::Service*> Services() = 0;
  // False while the journal cannot be written.
  virtual bool Works() const = 0;
  // Ends all streams and all thinking; acts in progress may end. To be called before the server is
  // shut down; the context's scheduler must live until then. Twice does no harm.
  virtual void Stop() = 0;
};
// Recovers the matches of `config.matches`; without such a folder every call is refused. The
// journal's errors.
absl::StatusOr<std::unique_ptr<MatchRoom>> OpenMatchRoom(const ServiceContext* context);

}  // namespace kvintet::serving

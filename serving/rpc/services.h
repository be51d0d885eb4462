// The gRPC services and the context that they share.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "matches/settings/sources.h"
#include "proto/serve_config.pb.h"
#include "selfplay/settings/search_settings.h"
#include "serving/auth/access.h"
#include "serving/calls/call.h"
#include "serving/engine/game_cache.h"
#include "serving/engine/scheduler.h"
#include "serving/engine/worker_pool.h"
#include "serving/models/level_table.h"
#include "serving/models/model_shelf.h"
#include "serving/monitoring/service_metrics.h"
#include "serving/reports/run_shelf.h"
#include "serving/rpc/live_games.h"

namespace grpc {
class Service;
}

namespace kvintet::serving {

// Borrowed by every service while it serves.
struct ServiceContext {
  ServeConfig config = {};
  Quotas quotas = {};
  LevelTable levels = {};
  // How to search where the request does not say.
  selfplay::SearchSettings search = {};
  CallLimits limits = {};
  CallLimits stream_limits = {};
  ModelShelf* models = nullptr;
  GameCache* games = nullptr;
  CallGate* gate = nullptr;
  WorkerPool* workers = nullptr;
  Scheduler* scheduler = nullptr;
  ServiceMetrics* metrics = nullptr;
  // Null if matches in play may be analysed.
  LiveGames* live = nullptr;
  // Null: the system's.
  const matches::MatchSources* match_sources = nullptr;
};

std::unique_ptr<grpc::Service> MakeCatalogService(const ServiceContext* context);
std::unique_ptr<grpc::Service> MakeRulesService(const ServiceContext* context);
std::unique_ptr<grpc::Service> MakeAnalysisService(const ServiceContext* context);

// The additional context of AdminService. Its calls pass a gate of their own.
struct AdminContext {
  const ServiceContext* serving = nullptr;
  CallGate* gate = nullptr;
  // One thread, so that files are read and models warmed up one after the other.
  WorkerPool* workers = nullptr;
  ModelLoader loader = {};
  // The folder from which models may be loaded; empty: loading is not possible.
  std::string model_folder = {};
  Access* access = nullptr;
  // Stops the server from accepting new calls.
  std::function<void()> drain = {};
  // Returns all current metrics.
  std::function<MetricsSnapshot()> numbers = {};
};

std::unique_ptr<grpc::Service> MakeAdminService(const AdminContext* context);

// MatchService and TournamentService, with their matches and threads.
class MatchRoom {
 public:
  virtual ~MatchRoom() = default;
  virtual std::vector<grpc::Service*> Services() = 0;
  // False while the journal cannot be written.
  virtual bool Works() const = 0;
  // Ends all streams and all thinking of agents; acts in progress may complete. Must be called
  // before the server is shut down, while the context's scheduler still exists. May be called
  // twice.
  virtual void Stop() = 0;
};
// Recovers the matches in the folder `config.matches`. Without such a folder every call is refused.
// Errors of the journal.
absl::StatusOr<std::unique_ptr<MatchRoom>> OpenMatchRoom(const ServiceContext* context);

// RunService and StudyService, with their threads.
class ReportRoom {
 public:
  virtual ~ReportRoom() = default;
  virtual std::vector<grpc::Service*> Services() = 0;
  // Ends all streams. Must be called before the server is shut down. May be called twice.
  virtual void Stop() = 0;
};
// Shows the folders `config.runs` and `config.studies`.
std::unique_ptr<ReportRoom> MakeReportRoom(const ServiceContext* context, RunReader runs);

}  // namespace kvintet::serving

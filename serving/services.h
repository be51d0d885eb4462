// The services, as gRPC registers them, and what they share.
#pragma once

#include <memory>

#include "proto/config.pb.h"
#include "serving/call.h"
#include "serving/game_cache.h"
#include "serving/model_registry.h"
#include "serving/scheduler.h"
#include "serving/worker_pool.h"

namespace grpc {
class Service;
}

namespace kvintet::serving {

// Borrowed by every service for as long as it is called.
struct ServiceContext {
  ServeConfig config = {};
  // How moves are searched, where the request does not say.
  SearchConfig search = {};
  CallLimits limits = {};
  const ModelRegistry* models = nullptr;
  GameCache* games = nullptr;
  CallGate* gate = nullptr;
  WorkerPool* workers = nullptr;
  Scheduler* scheduler = nullptr;
};

std::unique_ptr<grpc::Service> MakeCatalogService(const ServiceContext* context);
std::unique_ptr<grpc::Service> MakeRulesService(const ServiceContext* context);
std::unique_ptr<grpc::Service> MakeAnalysisService(const ServiceContext* context);

}  // namespace kvintet::serving

// Server: see the header.
#include "serving/server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/impl/codegen/service_type.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/log.h"
#include "base/status_macros.h"
#include "serving/address.h"
#include "serving/services.h"

namespace kvintet::serving {
namespace {

// Threads that apply rules; two, so that one long list of moves does not hold up all.
constexpr int kWorkers = 2;

constexpr const char* kServices[] = {"kvintet.v1.CatalogService", "kvintet.v1.RulesService",
                                     "kvintet.v1.AnalysisService"};

int ThreadsOf(const ServeConfig& config) {
  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  return config.threads() > 0 ? config.threads() : std::max(1, cores);
}

// Health, reflection and limits, for every server of the process.
void Prepare(const ServeConfig& config, grpc::ServerBuilder* builder) {
  builder->SetMaxReceiveMessageSize(config.max_request_bytes());
  builder->AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, config.max_calls());
  // Else a second server could listen on the port of a first, and they would share its clients.
  builder->AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
}

}  // namespace

class Server::Impl {
 public:
  Impl(const ServeConfig& config, const SearchConfig& search, ModelRegistry models)
      : models_(std::move(models)),
        games_(models_),
        gate_(config.max_calls()),
        workers_(std::make_unique<WorkerPool>(kWorkers, config.max_queued())),
        scheduler_(std::make_unique<Scheduler>(ThreadsOf(config), config.max_batch(),
                                               config.max_queued())),
        context_{.config = config,
                 .search = search,
                 .limits = {std::chrono::milliseconds(config.default_deadline_ms()),
                            std::chrono::milliseconds(config.max_deadline_ms())},
                 .models = &models_,
                 .games = &games_,
                 .gate = &gate_,
                 .workers = workers_.get(),
                 .scheduler = scheduler_.get()} {
    services_.push_back(MakeCatalogService(&context_));
    services_.push_back(MakeRulesService(&context_));
    services_.push_back(MakeAnalysisService(&context_));
  }

  absl::Status Listen(ListenAddress address) {
    KVINTET_RETURN_IF_ERROR(CheckCanListen(address));
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    grpc::ServerBuilder builder;
    Prepare(context_.config, &builder);
    for (const std::unique_ptr<grpc::Service>& service : services_) {
      builder.RegisterService(service.get());
    }
    int port = 0;
    builder.AddListeningPort(address.Text(), grpc::InsecureServerCredentials(), &port);
    server_ = builder.BuildAndStart();
    if (server_ == nullptr) {
      return absl::UnavailableError(absl::StrCat("cannot listen on ", address.Text()));
    }
    if (address.path.empty()) {
      address.port = port;
    }
    address_ = address.Text();
    SetHealth(true);
    return absl::OkStatus();
  }

  const std::string& Address() const { return address_; }

  void Shutdown(std::chrono::milliseconds grace) {
    std::call_once(shutdown_, [&] {
      gate_.Close();
      if (server_ != nullptr) {
        SetHealth(false);
        server_->Shutdown(std::chrono::system_clock::now() + grace);
        server_->Wait();
      }
      // All calls are finished: nothing is left to do.
      workers_.reset();
      scheduler_.reset();
      const std::lock_guard lock(mutex_);
      stopped_ = true;
      changed_.notify_all();
    });
  }

  void Wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stopped_; });
  }

 private:
  void SetHealth(bool serving) {
    grpc::HealthCheckServiceInterface* health = server_->GetHealthCheckService();
    health->SetServingStatus(serving);
    for (const char* service : kServices) {
      health->SetServingStatus(service, serving);
    }
  }

  const ModelRegistry models_;
  GameCache games_;
  CallGate gate_;
  std::unique_ptr<WorkerPool> workers_;
  std::unique_ptr<Scheduler> scheduler_;
  const ServiceContext context_;
  std::vector<std::unique_ptr<grpc::Service>> services_;
  std::unique_ptr<grpc::Server> server_;
  std::string address_;
  std::once_flag shutdown_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  bool stopped_ = false;
};

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Server::~Server() { Shutdown(std::chrono::milliseconds(0)); }

absl::StatusOr<std::unique_ptr<Server>> Server::Start(const ServeConfig& config,
                                                      const SearchConfig& search,
                                                      ModelRegistry models) {
  KVINTET_ASSIGN_OR_RETURN(ListenAddress address, ParseListenAddress(config.listen()));
  auto impl = std::make_unique<Impl>(config, search, std::move(models));
  KVINTET_RETURN_IF_ERROR(impl->Listen(std::move(address)));
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

const std::string& Server::Address() const { return impl_->Address(); }

void Server::Shutdown(std::chrono::milliseconds grace) { impl_->Shutdown(grace); }

void Server::Wait() { impl_->Wait(); }

}  // namespace kvintet::serving

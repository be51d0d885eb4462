// Server: see the header.
#include "serving/server.h"

#include <grpcpp/impl/service_type.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"

#include "base/status_macros.h"
#include "serving/http/http_door.h"
#include "serving/monitoring/call_log.h"
#include "serving/monitoring/prometheus_text.h"
#include "serving/monitoring/resident_bytes.h"
#include "serving/monitoring/service_health.h"
#include "serving/net/endpoint.h"
#include "serving/net/http_page.h"
#include "serving/net/tls.h"
#include "serving/operator_endpoint.h"
#include "serving/rpc/services.h"
#include "serving/server_watch.h"

namespace kvintet::serving {
namespace {

using std::chrono::milliseconds;

// Threads that apply rules. Two, so that one long list of moves does not block all other calls.
constexpr int kWorkers = 2;

// The longest time for a stream of analysis.
constexpr milliseconds kLongestStream(600'000);

// How long calls may take to end after they have been told to, and then their answers to be sent.
constexpr milliseconds kLastLook(1000);

// The number of connections that a browser opens to one host, for which a gRPC client needs one.
constexpr int kBrowserConnections = 6;

int ThreadsOf(const ServeConfig& config) {
  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  return config.threads() > 0 ? config.threads() : std::max(1, cores);
}

// The limits of one of the public addresses, which share the process's file descriptors.
absl::StatusOr<ConnectionLimits> ConnectionsOf(const ServeConfig& config) {
  const int addresses = config.http().listen().empty() ? 1 : 2;
  KVINTET_ASSIGN_OR_RETURN(const int total,
                           ConnectionsWithinDescriptors(addresses * config.max_connections()));
  return ConnectionLimits{.total = std::max(1, total / addresses),
                          .per_address = config.max_connections_per_address()};
}

bool Reflects(const ServeConfig& config, const ListenAddress& address) {
  return config.reflection() == ServeConfig::ALWAYS ||
         (config.reflection() == ServeConfig::LOCAL && address.IsLocal());
}

// The services that have threads and streams of their own.
struct Rooms {
  std::unique_ptr<MatchRoom> matches = {};
  std::unique_ptr<ReportRoom> reports = {};
};

}  // namespace

class Server::Impl {
 public:
  Impl(const ServeConfig& config, const selfplay::SearchSettings& search, ModelRegistry models,
       ServerOptions options, std::unique_ptr<Access> access)
      : options_(std::move(options)),
        access_(std::move(access)),
        models_(std::move(models)),
        games_(models_),
        quotas_(options_.quotas),
        gate_(
            config.max_calls(),
            [this](auto method, auto caller) { return access_->Check(method, caller); },
            [this](const CallReport& report) { Tell(report); },
            [this](auto method, const auto& caller) {
              return PlaceFor(*access_, &quotas_, method, caller);
            }),
        workers_(std::make_unique<WorkerPool>(kWorkers, config.max_queued(), &metrics_)),
        scheduler_(std::make_unique<Scheduler>(ThreadsOf(config), config.max_batch(),
                                               config.max_queued(), &metrics_)),
        context_{.config = config,
                 .quotas = options_.quotas,
                 .levels = options_.levels,
                 .search = search,
                 .limits = {milliseconds(config.default_deadline_ms()),
                            milliseconds(config.max_deadline_ms()),
                            static_cast<size_t>(config.max_request_bytes())},
                 .stream_limits = {kLongestStream, kLongestStream,
                                   static_cast<size_t>(config.max_request_bytes())},
                 .models = &models_,
                 .games = &games_,
                 .gate = &gate_,
                 .workers = workers_.get(),
                 .scheduler = scheduler_.get(),
                 .metrics = &metrics_,
                 .live = options_.analyse_live_matches ? nullptr : &live_,
                 .match_sources = options_.match_sources},
        operators_(std::make_unique<OperatorEndpoint>(
            AdminContext{.serving = &context_,
                         .loader = options_.loader,
                         .model_folder = options_.model_folder,
                         .access = access_.get(),
                         .drain = [this] { Drain(); },
                         .numbers = [this] { return Numbers(); }},
            &metrics_, [this](const CallReport& report) { Tell(report); })) {
    services_.push_back(MakeCatalogService(&context_));
    services_.push_back(MakeRulesService(&context_));
    services_.push_back(MakeAnalysisService(&context_));
  }

  absl::Status Start() {
    if (!context_.config.call_log().empty()) {
      Counter& dropped = metrics_.All().NamedCounter("serving_log_lines_dropped_total");
      KVINTET_ASSIGN_OR_RETURN(log_, CallLog::Open(context_.config.call_log(), &dropped));
    }
    KVINTET_ASSIGN_OR_RETURN(rooms_.matches, OpenMatchRoom(&context_));
    rooms_.reports = MakeReportRoom(&context_, options_.runs);
    KVINTET_RETURN_IF_ERROR(Listen());
    watch_ = std::make_unique<ServerWatch>(context_.config,
                                           ServerWatch::Watched{.gate = &gate_,
                                                                .metrics = &metrics_,
                                                                .access = access_.get(),
                                                                .matches = rooms_.matches.get(),
                                                                .endpoint = endpoint_.get(),
                                                                .health = health_.get(),
                                                                .models = &models_,
                                                                .on_failure = options_.on_failure});
    KVINTET_RETURN_IF_ERROR(operators_->Listen(context_.config));
    KVINTET_RETURN_IF_ERROR(ShowNumbers());
    KVINTET_RETURN_IF_ERROR(OpenDoor());
    health_->SetServing(true);
    return absl::OkStatus();
  }

  const std::string& Address() const { return address_; }
  std::string HttpAddress() const { return door_ == nullptr ? "" : door_->Url(); }
  std::string MetricsAddress() const { return page_ == nullptr ? "" : page_->Address().Text(); }

  void Shutdown(milliseconds grace) {
    std::call_once(shutdown_, [&] {
      if (endpoint_ != nullptr) {
        Drain();
      }
      if (rooms_.matches != nullptr) {
        rooms_.matches->Stop();
      }
      if (rooms_.reports != nullptr) {
        rooms_.reports->Stop();
      }
      gate_.WaitUntilEmpty(grace);
      gate_.StopCalls();
      gate_.WaitUntilEmpty(kLastLook);
      page_.reset();
      // While the services that it calls still run.
      if (door_ != nullptr) {
        door_->Drain(kLastLook);
      }
      door_.reset();
      operators_->Shutdown();
      watch_.reset();
      if (endpoint_ != nullptr) {
        endpoint_->Shutdown();
      }
      // All calls are finished, so nothing uses matches and reports any more.
      rooms_.matches.reset();
      rooms_.reports.reset();
      operators_.reset();
      workers_.reset();
      scheduler_.reset();
      stopped_.Notify();
    });
  }

  void Wait() { stopped_.WaitForNotification(); }

 private:
  // Listens on the public address.
  absl::Status Listen() {
    const ServeConfig& config = context_.config;
    const bool certified = config.has_tls() && !config.tls().client_ca().empty();
    KVINTET_ASSIGN_OR_RETURN(
        const ListenAddress address,
        ParseListenAddress(config.listen(), certified ? Reach::kAnywhere : Reach::kLoopback));
    KVINTET_ASSIGN_OR_RETURN(Listener listener, Listener::Open(address));
    KVINTET_ASSIGN_OR_RETURN(const ConnectionLimits connections, ConnectionsOf(config));
    EndpointOptions options = {.connections = connections,
                               .max_request_bytes = kGrpcSlack * config.max_request_bytes(),
                               .max_streams = kGrpcSlack * config.max_calls(),
                               .reflection = Reflects(config, listener.Address())};
    if (config.has_tls()) {
      KVINTET_RETURN_IF_ERROR(CheckTls(config.tls()));
      options.credentials = MakeServerCredentials(config.tls());
    }
    std::vector<grpc::Service*> services;
    for (const std::unique_ptr<grpc::Service>& service : services_) {
      services.push_back(service.get());
    }
    for (const std::vector<grpc::Service*>& room :
         {rooms_.matches->Services(), rooms_.reports->Services()}) {
      services.insert(services.end(), room.begin(), room.end());
    }
    KVINTET_ASSIGN_OR_RETURN(endpoint_, Endpoint::Open(std::move(listener), options, services));
    health_ = std::make_unique<ServiceHealth>(endpoint_.get());
    address_ = endpoint_->Address().Text();
    return absl::OkStatus();
  }

  // Offers the services over HTTP, too.
  absl::Status OpenDoor() {
    const ServeConfig& config = context_.config;
    if (config.http().listen().empty()) {
      return absl::OkStatus();
    }
    KVINTET_ASSIGN_OR_RETURN(ConnectionLimits connections, ConnectionsOf(config));
    connections.per_address *= kBrowserConnections;
    KVINTET_ASSIGN_OR_RETURN(
        door_, HttpDoor::Open({.config = config.http(),
                               .tls = config.has_tls() ? std::optional(config.tls()) : std::nullopt,
                               .connections = connections,
                               .max_request_bytes = static_cast<size_t>(config.max_request_bytes()),
                               .healthy = [this] { return Healthy(); },
                               .services = endpoint_->InProcess(),
                               .any_port = options_.any_http_port}));
    return absl::OkStatus();
  }

  absl::Status ShowNumbers() {
    if (context_.config.metrics().empty()) {
      return absl::OkStatus();
    }
    KVINTET_ASSIGN_OR_RETURN(const ListenAddress address,
                             ParseListenAddress(context_.config.metrics()));
    KVINTET_ASSIGN_OR_RETURN(Listener listener, Listener::Open(address));
    HttpPage::Pages pages;
    pages["/metrics"] = [this] { return HttpAnswer{200, PrometheusText(Numbers())}; };
    pages["/healthz"] = [this] {
      return Healthy() ? HttpAnswer{200, "ok\n"} : HttpAnswer{503, "not serving\n"};
    };
    page_ = std::make_unique<HttpPage>(std::move(listener), std::move(pages));
    return absl::OkStatus();
  }

  bool Healthy() const { return !draining_ && (watch_ == nullptr || watch_->Healthy()); }

  void Drain() {
    draining_ = true;
    gate_.Close();
    health_->SetServing(false);
  }

  void Tell(const CallReport& report) {
    metrics_.Count(report);
    if (log_ != nullptr) {
      log_->Write(report);
    }
  }

  MetricsSnapshot Numbers() {
    MetricsSnapshot all = metrics_.All().Snapshot();
    auto& now = all.gauges;
    now["serving_calls_in_progress"] = gate_.InProgress();
    now[Labelled("serving_queue_depth", "queue", "work")] =
        static_cast<double>(workers_->Waiting());
    now[Labelled("serving_queue_depth", "queue", "analysis")] = scheduler_->Calls();
    now[Labelled("serving_queue_oldest_seconds", "queue", "work")] = workers_->OldestSeconds();
    now[Labelled("serving_queue_oldest_seconds", "queue", "analysis")] =
        scheduler_->OldestSeconds();
    now["serving_longest_reaction_seconds"] = gate_.Reactions()->LongestSeconds();
    now["serving_resident_bytes"] = static_cast<double>(ResidentBytes());
    now["serving_open_descriptors"] = OpenDescriptors();
    now["serving_callers"] = static_cast<double>(quotas_.Callers());
    now["serving_healthy"] = Healthy() ? 1 : 0;
    AddConnections("serving_connections", endpoint_->Counts(), &all);
    if (door_ != nullptr) {
      AddConnections("serving_http_connections", door_->Counts(), &all);
    }
    if (context_.config.has_tls()) {
      const auto end = CertificateEnd(context_.config.tls().certificate());
      now["serving_certificate_end_seconds"] = end.ok() ? static_cast<double>(*end) : 0;
    }
    return all;
  }

  const ServerOptions options_;
  ServiceMetrics metrics_;
  std::unique_ptr<CallLog> log_;
  const std::unique_ptr<Access> access_;
  ModelShelf models_;
  GameCache games_;
  CallerQuotas quotas_;
  LiveGames live_;
  CallGate gate_;
  std::unique_ptr<WorkerPool> workers_;
  std::unique_ptr<Scheduler> scheduler_;
  const ServiceContext context_;
  std::unique_ptr<OperatorEndpoint> operators_;
  std::vector<std::unique_ptr<grpc::Service>> services_;
  Rooms rooms_;
  std::unique_ptr<Endpoint> endpoint_;
  std::unique_ptr<ServiceHealth> health_;
  std::string address_;
  std::unique_ptr<HttpPage> page_;
  std::unique_ptr<HttpDoor> door_;
  std::unique_ptr<ServerWatch> watch_;
  std::atomic<bool> draining_ = false;
  std::once_flag shutdown_;
  absl::Notification stopped_;
};

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Server::~Server() { Shutdown(milliseconds(0)); }

absl::StatusOr<std::unique_ptr<Server>> Server::Start(const ServeConfig& config,
                                                      const selfplay::SearchSettings& search,
                                                      ModelRegistry models, ServerOptions options) {
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<Access> access, MakeAccess(config));
  std::unique_ptr<Server> server(new Server(std::make_unique<Impl>(
      config, search, std::move(models), std::move(options), std::move(access))));
  // If this fails, the destructor stops what has been started.
  KVINTET_RETURN_IF_ERROR(server->impl_->Start());
  return server;
}

const std::string& Server::Address() const { return impl_->Address(); }

std::string Server::HttpAddress() const { return impl_->HttpAddress(); }

std::string Server::MetricsAddress() const { return impl_->MetricsAddress(); }

void Server::Shutdown(milliseconds grace) { impl_->Shutdown(grace); }

void Server::Wait() { impl_->Wait(); }

}  // namespace kvintet::serving

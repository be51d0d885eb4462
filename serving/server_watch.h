// ServerWatch: a server's watch over itself, which notices blocked threads, changed tokens and its
// own silence.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "absl/status/status.h"

#include "proto/serve_config.pb.h"
#include "serving/auth/access.h"
#include "serving/calls/periodic.h"
#include "serving/models/model_shelf.h"
#include "serving/monitoring/probe.h"
#include "serving/monitoring/self_probe.h"
#include "serving/monitoring/service_health.h"
#include "serving/net/endpoint.h"
#include "serving/rpc/services.h"

namespace kvintet::serving {

// Works from its construction to its destruction.
class ServerWatch {
 public:
  // What is watched. All are borrowed.
  struct Watched {
    CallGate* gate = nullptr;
    ServiceMetrics* metrics = nullptr;
    const Access* access = nullptr;
    MatchRoom* matches = nullptr;
    Endpoint* endpoint = nullptr;
    ServiceHealth* health = nullptr;
    const ModelShelf* models = nullptr;
    // Called when the server counts as dead; may be empty.
    std::function<void()> on_failure = {};
  };
  ServerWatch(const ServeConfig& config, Watched watched);

  // Whether the last probe succeeded; true without probes.
  bool Healthy() const { return probe_ == nullptr || probe_->Healthy(); }

 private:
  void LookAfter(std::chrono::milliseconds stuck);
  void ReadTokens();
  absl::Status AskItself(std::chrono::milliseconds time) const;
  void Fail(const absl::Status& answer, bool last);

  const Watched watched_;
  // Used only by watch_'s thread: the last attempt to read the tokens failed.
  bool token_fault_ = false;
  // The threads, last, so that they stop first.
  std::unique_ptr<Periodic> watch_;
  std::unique_ptr<SelfProbe> self_call_;
  std::unique_ptr<Probe> probe_;
};

}  // namespace kvintet::serving

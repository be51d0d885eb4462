// ServiceMetrics: the metrics of the service. Labels are methods, codes, reasons and models, never
// callers or matches.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

#include "base/reports/metrics.h"
#include "serving/calls/call_report.h"
#include "serving/net/accept_loop.h"

namespace kvintet::serving {

// The name of a metric with a label: "name{label=\"value\"}".
std::string Labelled(absl::string_view name, absl::string_view label, absl::string_view value);

// Adds the numbers of connections, which are read only when metrics are requested, under names that
// begin with `name`.
void AddConnections(const std::string& name, const ConnectionCounts& counts,
                    MetricsSnapshot* snapshot);

// Thread-safe.
class ServiceMetrics {
 public:
  ServiceMetrics();

  // Counts a call by method and code, its duration, and a refusal by its reason.
  void Count(const CallReport& report);
  // Counts evaluations by model.
  void CountEvaluations(const std::string& model, size_t positions, double seconds);

  // Seconds from a call's arrival until one of our threads starts it, and from then until the
  // answer of an analysis.
  Histogram& QueueSeconds() { return queue_seconds_; }
  Histogram& SearchSeconds() { return search_seconds_; }
  Counter& Stuck() { return stuck_; }
  Counter& ProbeFailures() { return probe_failures_; }
  // Turns of agents in matches that failed and are retried.
  Counter& AgentTurnsRetried() { return agent_turns_retried_; }

  // The underlying metrics, for numbers that others set and for reading them.
  Metrics& All() { return all_; }

 private:
  Metrics all_;
  // These refer to entries of all_.
  Histogram& queue_seconds_;
  Histogram& search_seconds_;
  Histogram& evaluation_seconds_;
  Histogram& batch_positions_;
  Counter& stuck_;
  Counter& probe_failures_;
  Counter& agent_turns_retried_;
};

}  // namespace kvintet::serving

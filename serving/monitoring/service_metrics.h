// ServiceMetrics: what the service counts. Labels are methods, codes, reasons and models, never
// callers or matches.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

#include "base/reports/metrics.h"
#include "serving/calls/call_report.h"
#include "serving/net/accept_loop.h"

namespace kvintet::serving {

// "name{label=\"value\"}": how a number with a label is named in a Metrics.
std::string Labelled(absl::string_view name, absl::string_view label, absl::string_view value);

// Numbers of connections, which are looked up when somebody asks.
void AddConnections(const ConnectionCounts& counts, MetricsSnapshot* snapshot);

// Any thread.
class ServiceMetrics {
 public:
  ServiceMetrics();

  // Calls by method and code, how long they took, and refusals by reason.
  void Count(const CallReport& report);
  // Evaluations by model.
  void CountEvaluations(const std::string& model, size_t positions, double seconds);

  // From arrival until a thread of ours takes the call up; and from there to the answer of an
  // analysis.
  Histogram& QueueSeconds() { return queue_seconds_; }
  Histogram& SearchSeconds() { return search_seconds_; }
  Counter& Stuck() { return stuck_; }
  Counter& ProbeFailures() { return probe_failures_; }
  // Turns of agents in matches that could not be played and are tried again.
  Counter& AgentTurnsRetried() { return agent_turns_retried_; }

  // For numbers that others set; and to read them all.
  Metrics& All() { return all_; }

 private:
  Metrics all_;
  // Point into all_.
  Histogram& queue_seconds_;
  Histogram& search_seconds_;
  Histogram& evaluation_seconds_;
  Histogram& batch_positions_;
  Counter& stuck_;
  Counter& probe_failures_;
  Counter& agent_turns_retried_;
};

}  // namespace kvintet::serving

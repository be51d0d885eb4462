// ServiceMetrics: see the header.
#include "serving/monitoring/service_metrics.h"

#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"

#include "serving/errors/refusal.h"

namespace kvintet::serving {

std::string Labelled(absl::string_view name, absl::string_view label, absl::string_view value) {
  return absl::StrCat(name, "{", label, "=\"", value, "\"}");
}

void AddConnections(const std::string& name, const ConnectionCounts& counts,
                    MetricsSnapshot* snapshot) {
  snapshot->gauges[name] = static_cast<double>(counts.open);
  snapshot->counters[name + "_accepted_total"] = counts.accepted;
  const std::pair<const char*, uint64_t> shed[] = {{"total", counts.shed_total},
                                                   {"address", counts.shed_address},
                                                   {"descriptors", counts.shed_descriptors}};
  for (const auto& [why, count] : shed) {
    snapshot->counters[Labelled(name + "_shed_total", "why", why)] = count;
  }
}

ServiceMetrics::ServiceMetrics()
    : queue_seconds_(all_.NamedHistogram("serving_queue_seconds")),
      search_seconds_(all_.NamedHistogram("serving_search_seconds")),
      evaluation_seconds_(all_.NamedHistogram("serving_evaluation_seconds")),
      batch_positions_(all_.NamedHistogram("serving_batch_positions")),
      stuck_(all_.NamedCounter("serving_stuck_handlers_total")),
      probe_failures_(all_.NamedCounter("serving_probe_failures_total")),
      agent_turns_retried_(all_.NamedCounter("serving_agent_turns_retried_total")) {}

void ServiceMetrics::Count(const CallReport& report) {
  const std::string code = absl::StatusCodeToString(report.status.code());
  all_.NamedCounter(
          absl::StrCat("serving_calls_total{method=\"", report.method, "\",code=\"", code, "\"}"))
      .Add();
  all_.NamedHistogram(Labelled("serving_call_seconds", "method", report.method))
      .Observe(report.seconds);
  if (report.status.ok()) {
    return;
  }
  const v1::Reason own = ReasonOf(report.status);
  const v1::Reason reason =
      own == v1::REASON_UNSPECIFIED ? DefaultReason(report.status.code()) : own;
  all_.NamedCounter(Labelled("serving_refused_total", "reason", ReasonName(reason))).Add();
}

void ServiceMetrics::CountEvaluations(const std::string& model, size_t positions, double seconds) {
  all_.NamedCounter(Labelled("serving_evaluations_total", "model", model)).Add(positions);
  batch_positions_.Observe(static_cast<double>(positions));
  evaluation_seconds_.Observe(seconds);
}

}  // namespace kvintet::serving

// PrometheusText: metrics in the text format of Prometheus (version 0.0.4).
#pragma once

#include <string>

#include "base/reports/metrics.h"

namespace kvintet::serving {

// Prefixes each name with "kvintet_" and writes one TYPE line per name, however many labels it has.
// Of a histogram only every fourth bucket is written; these bounds are a factor of 4 apart.
std::string PrometheusText(const MetricsSnapshot& snapshot);

}  // namespace kvintet::serving

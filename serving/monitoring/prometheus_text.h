// PrometheusText: numbers in the text form that Prometheus reads (version 0.0.4).
#pragma once

#include <string>

#include "base/reports/metrics.h"

namespace kvintet::serving {

// Each name gets "kvintet_" before it, and one TYPE line however many labels it has. Of a
// histogram's buckets every fourth is told, those a factor of 4 apart.
std::string PrometheusText(const MetricsSnapshot& snapshot);

}  // namespace kvintet::serving

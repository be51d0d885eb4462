// Comparisons of runs as text for a terminal, as JSON, and as a self-contained HTML page.
#pragma once

#include <string>
#include <vector>

#include "base/reports/json.h"
#include "training/run/run_comparison.h"

namespace kvintet::cli {

// For each axis, every setting's measures at the last place that all settings have reached.
std::string ComparisonText(const std::vector<training::Setting>& settings);
// {"settings": [{"label", "runs": [paths], "curves": [{"measure", "axis", "points":
// [{"at", "value", "low", "high"}]}]}]}.
Json ComparisonJson(const std::vector<training::Setting>& settings);
// The page's bytes: a diagram for each measure over each axis, with a curve and its interval for
// each setting.
std::string ComparisonHtml(const std::vector<training::Setting>& settings);
// One diagram of the page with its heading; empty if no setting has the measure.
std::string DiagramHtml(const std::vector<training::Setting>& settings, training::Measure measure,
                        training::Axis axis);

}  // namespace kvintet::cli

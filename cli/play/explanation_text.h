// ExplanationText, AddExplanation: what an analysis rests on, as text and as JSON.
#pragma once

#include <string>

#include "base/reports/json.h"
#include "kvintet_api/v1/analysis.pb.h"

namespace kvintet::cli {

// The payoff table and the belief, as far as the message has them.
std::string ExplanationText(const v1::AnalyzeResponse& message);

// Adds `payoff_table` and `belief` likewise; drawings are left out.
void AddExplanation(const v1::AnalyzeResponse& message, Json* json);

}  // namespace kvintet::cli

// Converts what a search rests on to messages; a part of convert.h.
#pragma once

#include "kvintet_api/v1/analysis.pb.h"
#include "selfplay/search/explanation.h"
#include "serving/engine/requested_state.h"

namespace kvintet::serving {

// Sets `payoff_table` and `belief`, as far as there is an explanation.
void SetExplanation(const PointOfView& point, const selfplay::Explanation& explanation,
                    v1::AnalyzeResponse* message);

}  // namespace kvintet::serving

// The streams behind `kvintet ask --watch` and `--game`: the progress of a search, and a game
// decision by decision.
#pragma once

#include <chrono>
#include <string>

#include "absl/status/status.h"

#include "kvintet_api/v1/analysis.pb.h"
#include "serving/client.h"

namespace kvintet::cli {

// "model ID", with a remark if it is not a trained model and the games are played out at random.
// For messages that have model() and trained().
template <typename Message>
std::string ModelText(const Message& message) {
  return "model " + message.model() +
         (message.trained() ? "" : " (random games: no trained model)");
}

// Prints a line for each progress message, then the result. With `json`, prints each message as a
// line of JSON.
absl::Status WatchAnalysis(serving::Client* client, const v1::AnalyzeRequest& request,
                           std::chrono::milliseconds time, bool json);

// Prints a line for each decision of a game, then a summary. With `json`, prints each message as a
// line of JSON.
absl::Status ReviewGame(serving::Client* client, const v1::AnalyzeGameRequest& request,
                        std::chrono::milliseconds time, bool json);

}  // namespace kvintet::cli

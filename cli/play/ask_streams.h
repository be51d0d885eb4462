// What `kvintet ask --watch` and `--game` do: progress of a search, a game decision by decision.
#pragma once

#include <chrono>
#include <string>

#include "absl/status/status.h"

#include "kvintet_api/v1/analysis.pb.h"
#include "serving/client.h"

namespace kvintet::cli {

// "model ID", and that it is none where the game is played out at random. Of messages that tell it.
template <typename Message>
std::string ModelText(const Message& message) {
  return "model " + message.model() +
         (message.trained() ? "" : " (random games: no trained model)");
}

// Prints a line for each message of progress, and then what was found; with `json` each message as
// a line of JSON.
absl::Status WatchAnalysis(serving::Client* client, const v1::AnalyzeRequest& request,
                           std::chrono::milliseconds time, bool json);

// Prints a line for each decision of a game, and then a summary.
absl::Status ReviewGame(serving::Client* client, const v1::AnalyzeGameRequest& request,
                        std::chrono::milliseconds time, bool json);

}  // namespace kvintet::cli

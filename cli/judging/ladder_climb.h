// ClimbLadder: rates every published model of a run against fixed references and each other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "cli/judging/ladder_report.h"

namespace kvintet::cli {

// Which run to rate, against which references, and when to stop.
struct LadderArguments {
  std::string run = {};
  std::vector<std::string> references = {};
  std::optional<uint64_t> seed = {};
  std::optional<int> opening_random_plies = {};
  std::optional<std::string> model_options = {};
  int64_t pairs = 0;
  double minutes = 0;
  double information = 0.01;
  int batch = 4;
  int every = 1;
  // SHA-256 of the models to rate. Empty: the models that `every` selects.
  std::vector<std::string> models = {};
  bool follow = false;
  bool json = false;
  // Where the models come from, whose files are in the run's folder. Empty: from the run.
  std::function<absl::StatusOr<std::vector<training::PublishedModel>>()> published = {};
  // Is given the table after each batch. May be empty.
  std::function<absl::Status(const LadderReport&)> rated = {};
  // With `follow`: whether no more models will come, because the run has gone on to another stage.
  // May be empty.
  std::function<bool()> over = {};
  // Ends the ladder after the batch that is being played.
  std::stop_token stop = {};
};

// What follows a model's path in its agent's text, if the user gives nothing else.
inline constexpr char kLadderModelOptions[] = "simulations=32,precision=fp32";

// Continues ladder.jsonl of the run: plays until a limit is reached or no further pair is worth
// playing, and writes ratings.jsonl. Errors: those of the run's files and of the agents.
absl::StatusOr<LadderReport> ClimbLadder(const LadderArguments& arguments);

}  // namespace kvintet::cli

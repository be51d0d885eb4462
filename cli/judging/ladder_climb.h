// ClimbLadder: rates every published model of a run against fixed references and each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "cli/judging/ladder_report.h"

namespace kvintet::cli {

// Which run, against whom, and when it is enough.
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
  // SHA-256 of the models to rate; empty: as `every` says.
  std::vector<std::string> models = {};
  bool follow = false;
  bool json = false;
};

// What follows a model's path in its agent's text unless the user says otherwise.
inline constexpr char kLadderModelOptions[] = "simulations=32,precision=fp32";

// Plays until a limit is reached or nothing more is worth playing, on top of what ladder.jsonl of
// the run has, and writes ratings.jsonl. Errors of the run's files and of the agents.
absl::StatusOr<LadderReport> ClimbLadder(const LadderArguments& arguments);

}  // namespace kvintet::cli

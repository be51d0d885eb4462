// LearningPoint: a model of a run, what it cost to train and what was measured of it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

#include "base/reports/json.h"

namespace kvintet::cli {

// Measures by name, in the order of the table.
using Measured = std::vector<std::pair<std::string, double>>;

// A place on a run's learning curve at which its model is measured. Costs are those of all stages
// so far, without the games that were given to the run and what they cost.
struct LearningPoint {
  uint64_t seed = 0;
  // Index of the place, from 0; the same for all seeds.
  int place = 0;
  // SHA-256 of the model's file.
  std::string model = {};
  // The run directory of the stage that published it, and the steps of that stage.
  std::string run = {};
  int64_t steps = 0;
  int64_t games = 0;
  int64_t evaluations = 0;
  // Working time on the wall clock, and processor time of all threads together.
  double seconds = 0;
  double core_seconds = 0;
  Measured measured = {};
};

// Without the run directory.
Json ToJson(const LearningPoint& point);
// The inverse of ToJson. InvalidArgument, naming the member, if one is missing or wrong.
absl::StatusOr<LearningPoint> LearningPointFromJson(const Json& json);

// The budget of a run: games if not 0, else seconds of work.
struct LearningBudget {
  int64_t games = 0;
  double seconds = 0;
};

// The places of the run at `path`, oldest first: the first models published at 1, 1/2, 1/4, ... of
// the budget, or the newest model if the run has not got that far; no model appears twice.
// `costs_path` is the run's CostFile. Errors: those of training::ReadHistory and PublishedModels.
absl::StatusOr<std::vector<LearningPoint>> LearningPlaces(const std::string& path,
                                                          const std::string& costs_path,
                                                          const LearningBudget& budget, int places);

// Processor seconds that a run has used, by its stage (Progress::stage) and its number of steps:
// lines of JSON to which each session appends.
class CostFile {
 public:
  // Continues the file, if it exists. DataLoss if a line is malformed.
  static absl::StatusOr<CostFile> Open(const std::string& path);

  // Records at `steps` the processor time of this process so far, added to that of earlier
  // sessions.
  absl::Status Note(const std::string& stage, int64_t steps);
  // The processor seconds when the stage first had this many steps; the last recorded value of the
  // stage if it has fewer.
  double SecondsAt(const std::string& stage, int64_t steps) const;

 private:
  // The seconds of the run when a stage had so many steps.
  struct Cost {
    std::string stage;
    int64_t steps;
    double seconds;
  };
  explicit CostFile(std::string path);

  std::string path_;
  // In the order in which they were recorded.
  std::vector<Cost> notes_ = {};
  double before_ = 0;
  double begun_ = 0;
};

}  // namespace kvintet::cli

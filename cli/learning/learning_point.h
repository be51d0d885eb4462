// LearningPoint: a model of a run with what it had cost and what was measured of it.
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

// One of the places of a run at which its model is measured.
struct LearningPoint {
  uint64_t seed = 0;
  // Which of the places, from 0; the same for all seeds.
  int place = 0;
  // SHA-256 of the model's file.
  std::string model = {};
  int64_t steps = 0;
  int64_t games = 0;
  int64_t evaluations = 0;
  // Of work by the clock, and of the processor, all threads together.
  double seconds = 0;
  double core_seconds = 0;
  Measured measured = {};
};

Json ToJson(const LearningPoint& point);
// What ToJson told; InvalidArgument naming the member that is missing or wrong.
absl::StatusOr<LearningPoint> LearningPointFromJson(const Json& json);

// What a run may use up: games, or else seconds of work.
struct LearningBudget {
  int64_t games = 0;
  double seconds = 0;
};

// The places of the run at `path`, oldest first: the first models published at 1, 1/2, 1/4, ... of
// the budget (the newest, where the run is not there yet), each once. `costs_path` is the run's
// CostFile. Errors as of training::ReadHistory and PublishedModels.
absl::StatusOr<std::vector<LearningPoint>> LearningPlaces(const std::string& path,
                                                          const std::string& costs_path,
                                                          const LearningBudget& budget, int places);

// Seconds of the processor that a run has used, by its steps; lines of JSON that sessions append.
class CostFile {
 public:
  // Goes on with what the file says. DataLoss where a line is broken.
  static absl::StatusOr<CostFile> Open(const std::string& path);

  // Notes that this process has by now spent what its clock says on top of earlier sessions.
  absl::Status Note(int64_t steps);
  // When the run first had so many steps; what is noted last where it has fewer.
  double SecondsAt(int64_t steps) const;

 private:
  explicit CostFile(std::string path);

  std::string path_;
  // Steps and seconds, in the order of the notes.
  std::vector<std::pair<int64_t, double>> notes_ = {};
  double before_ = 0;
  double begun_ = 0;
};

}  // namespace kvintet::cli

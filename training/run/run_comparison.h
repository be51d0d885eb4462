// RunComparison: runs side by side; those that differ in their seed alone are one setting.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "proto/config.pb.h"

namespace kvintet::training {

// What a run has used up when something is measured.
enum class Axis { kGames, kEvaluations, kSeconds };
// What is measured of a run. Strength is in Elo, over the ladder's first player (`random` = 0), of
// models that `kvintet ladder` has rated.
enum class Measure { kPolicyLoss, kValueLoss, kStrength };
inline constexpr size_t kAxes = 3;
inline constexpr size_t kMeasures = 3;

// A value with what holds it with 95 % confidence; both ends are the value itself where nothing is
// known of that.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
};

// A measure of one run at one time; by Axis what had been used up.
struct RunPoint {
  std::array<double, kAxes> at = {};
  Estimate estimate = {};
};

// One run; by Measure its points, oldest first. Without a ladder it has no points of strength.
struct MeasuredRun {
  std::string path = {};
  Config config = {};
  std::array<std::vector<RunPoint>, kMeasures> points = {};
};

// Reads the run at `path`, also one at work: metrics.jsonl, and ratings.jsonl if there is one.
// NotFound where there is no run with a round that has ended, DataLoss naming the broken line.
absl::StatusOr<MeasuredRun> MeasureRun(const std::string& path);

// Runs of one configuration but for the seed.
struct Setting {
  // Where it differs from the other settings: "search.simulations 16"; the game if there is one
  // setting only.
  std::string label = {};
  std::vector<MeasuredRun> runs = {};
};

// In the order of their first runs.
std::vector<Setting> GroupRuns(const std::vector<MeasuredRun>& runs);

// A point of a setting's curve.
struct CurvePoint {
  double at = 0;
  Estimate estimate = {};
};

// The part of an axis where all the setting's runs that have this measure do have it; none if no
// run has or they have no common part.
struct Stretch {
  double begin = 0;
  double end = 0;
};
std::optional<Stretch> StretchOf(const Setting& setting, Measure measure, Axis axis);

// The mean over the setting's runs, each between its points on a straight line, with Student's
// interval; of one run, its own. REQUIRES: `at` is in StretchOf.
Estimate EstimateAt(const Setting& setting, Measure measure, Axis axis, double at);

// So many points at equal distances over StretchOf; one where it is a single point.
std::vector<CurvePoint> CurveOf(const Setting& setting, Measure measure, Axis axis, int points);

}  // namespace kvintet::training

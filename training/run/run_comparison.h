// RunComparison: compares runs. Runs that differ only in their seed form one setting.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "proto/config.pb.h"

namespace kvintet::training {

// What a run has consumed at the time of a measurement.
enum class Axis { kGames, kEvaluations, kSeconds };
// What is measured of a run. Strength is in Elo relative to the ladder's first player (`random` =
// 0), for models that `kvintet ladder` has rated.
enum class Measure { kPolicyLoss, kValueLoss, kStrength };
inline constexpr size_t kAxes = 3;
inline constexpr size_t kMeasures = 3;

// A value with its 95 % confidence interval. Both ends equal the value if the interval is unknown.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
};

// One measurement of a run; `at` is indexed by Axis.
struct RunPoint {
  std::array<double, kAxes> at = {};
  Estimate estimate = {};
};

// One run; `points` is indexed by Measure, oldest first. Strength has no points without a ladder.
struct MeasuredRun {
  std::string path = {};
  Config config = {};
  std::array<std::vector<RunPoint>, kMeasures> points = {};
};

// Reads metrics.jsonl of the run at `path`, and ratings.jsonl if there is one; the run may be at
// work. NotFound if there is no run with a finished round, DataLoss naming the broken line.
absl::StatusOr<MeasuredRun> MeasureRun(const std::string& path);

// Runs whose configurations differ only in the seed.
struct Setting {
  // The fields in which it differs from the other settings, such as "search.simulations 16"; the
  // game if there is only one setting.
  std::string label = {};
  std::vector<MeasuredRun> runs = {};
};

// Settings in the order of their first runs.
std::vector<Setting> GroupRuns(const std::vector<MeasuredRun>& runs);

// A point on a setting's curve.
struct CurvePoint {
  double at = 0;
  Estimate estimate = {};
};

// The part of an axis that all runs of the setting with this measure cover; empty if no run has the
// measure or there is no common part.
struct Stretch {
  double begin = 0;
  double end = 0;
};
std::optional<Stretch> StretchOf(const Setting& setting, Measure measure, Axis axis);

// The mean over the setting's runs, each interpolated linearly between its points, with Student's
// interval; for a single run, its own interval. REQUIRES: `at` is in StretchOf.
Estimate EstimateAt(const Setting& setting, Measure measure, Axis axis, double at);

// `points` equidistant points over StretchOf, or one if that is a single point.
std::vector<CurvePoint> CurveOf(const Setting& setting, Measure measure, Axis axis, int points);

}  // namespace kvintet::training

// RunComparison: see the header.
#include "training/run/run_comparison.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/util/message_differencer.h>

#include "base/check.h"
#include "base/files/file.h"
#include "base/reports/json.h"
#include "base/reports/json_lines.h"
#include "base/status_macros.h"
#include "training/run/progress.h"
#include "training/run/run_directory.h"
#include "training/run/run_history.h"

namespace kvintet::training {
namespace {

std::vector<RunPoint>& PointsOf(MeasuredRun* run, Measure measure) {
  return run->points[static_cast<size_t>(measure)];
}

std::array<double, kAxes> UsedUp(const Progress& round) {
  return {static_cast<double>(round.games), static_cast<double>(round.evaluations), round.seconds};
}

void AddLosses(const std::vector<Progress>& rounds, MeasuredRun* run) {
  for (const Progress& round : rounds) {
    // A run has no losses before its first step.
    if (round.steps > 0) {
      const double policy = round.policy_loss;
      const double value = round.value_loss;
      PointsOf(run, Measure::kPolicyLoss).push_back({UsedUp(round), {policy, policy, policy}});
      PointsOf(run, Measure::kValueLoss).push_back({UsedUp(round), {value, value, value}});
    }
  }
}

// Reads a player's line of ratings.jsonl; empty unless it is a model of a finished round.
absl::StatusOr<std::optional<RunPoint>> RatedModel(const Json& line,
                                                   const std::vector<Progress>& rounds) {
  if (!line.is_object() || !line.contains("steps")) {
    return std::optional<RunPoint>();
  }
  KVINTET_ASSIGN_OR_RETURN(const auto steps, JsonMember<int64_t>(line, "steps"));
  RunPoint point;
  KVINTET_ASSIGN_OR_RETURN(point.estimate.value, JsonMember<double>(line, "elo"));
  KVINTET_ASSIGN_OR_RETURN(point.estimate.low, JsonMember<double>(line, "low"));
  KVINTET_ASSIGN_OR_RETURN(point.estimate.high, JsonMember<double>(line, "high"));
  if (steps == 0) {
    return std::optional(point);
  }
  const auto round = std::ranges::find(rounds, steps, &Progress::steps);
  if (round == rounds.end()) {
    return std::optional<RunPoint>();
  }
  point.at = UsedUp(*round);
  return std::optional(point);
}

absl::Status AddStrength(const std::vector<Progress>& rounds, MeasuredRun* run) {
  const std::string path = run->path + "/ratings.jsonl";
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFileIfAny(path));
  std::vector<RunPoint>& points = PointsOf(run, Measure::kStrength);
  KVINTET_RETURN_IF_ERROR(ReadJsonLines(text, path, [&](const Json& line) -> absl::Status {
    KVINTET_ASSIGN_OR_RETURN(const std::optional<RunPoint> point, RatedModel(line, rounds));
    if (point) {
      points.push_back(*point);
    }
    return absl::OkStatus();
  }));
  std::ranges::sort(points, {}, [](const RunPoint& point) { return point.at; });
  return absl::OkStatus();
}

struct FlatConfig {
  // Every field that is set, by its path, such as {"search.simulations", "16"}, and the member that
  // each oneof has, such as {"search.algorithm", "puct"}.
  std::map<std::string, std::string> fields = {};
  // The paths without those in a oneof's member that have their defaults.
  std::set<std::string> telling = {};
};

std::string TextOf(const google::protobuf::Message& message,
                   const google::protobuf::FieldDescriptor* field) {
  std::string text;
  google::protobuf::TextFormat::PrintFieldValueToString(message, field, -1, &text);
  return text;
}

void Flatten(const google::protobuf::Message& message, const std::string& prefix, bool is_member,
             FlatConfig* flat);

// The elements have paths such as stage[0].
void FlattenList(const google::protobuf::Message& message,
                 const google::protobuf::FieldDescriptor* field, const std::string& path,
                 bool is_member, FlatConfig* flat) {
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
    const std::string element = absl::StrCat(path, "[", i, "]");
    if (field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) {
      Flatten(reflection.GetRepeatedMessage(message, field, i), element + ".", is_member, flat);
    } else {
      google::protobuf::TextFormat::PrintFieldValueToString(message, field, i,
                                                            &flat->fields[element]);
      flat->telling.insert(element);
    }
  }
}

void Flatten(const google::protobuf::Message& message, const std::string& prefix, bool is_member,
             FlatConfig* flat) {
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  const google::protobuf::Message& defaults =
      *reflection.GetMessageFactory()->GetPrototype(message.GetDescriptor());
  std::vector<const google::protobuf::FieldDescriptor*> set;
  reflection.ListFields(message, &set);
  for (const google::protobuf::FieldDescriptor* field : set) {
    const std::string path = prefix + field->name();
    const google::protobuf::OneofDescriptor* const oneof = field->real_containing_oneof();
    if (oneof != nullptr) {
      flat->fields[prefix + oneof->name()] = field->name();
      flat->telling.insert(prefix + oneof->name());
    }
    if (field->is_repeated()) {
      FlattenList(message, field, path, is_member, flat);
      continue;
    }
    if (field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) {
      Flatten(reflection.GetMessage(message, field), path + ".", is_member || oneof != nullptr,
              flat);
      continue;
    }
    flat->fields[path] = TextOf(message, field);
    if (!is_member || flat->fields[path] != TextOf(defaults, field)) {
      flat->telling.insert(path);
    }
  }
}

// Labels each setting with the fields in which the settings differ.
void LabelSettings(std::vector<Setting>* settings) {
  std::vector<std::map<std::string, std::string>> all;
  std::set<std::string> paths;
  for (const Setting& setting : *settings) {
    FlatConfig flat;
    Flatten(setting.runs.front().config, "", /*is_member=*/false, &flat);
    flat.telling.erase("seed");
    paths.merge(flat.telling);
    all.push_back(std::move(flat.fields));
  }
  std::erase_if(paths, [&](const std::string& path) {
    return std::ranges::all_of(all, [&](std::map<std::string, std::string>& fields) {
      return fields[path] == all[0][path];
    });
  });
  for (size_t i = 0; i < all.size(); ++i) {
    std::vector<std::string> parts;
    for (const std::string& path : paths) {
      // It lacks the fields of members that it does not have.
      if (!all[i][path].empty()) {
        parts.push_back(absl::StrCat(path, " ", all[i][path]));
      }
    }
    Setting& setting = (*settings)[i];
    setting.label = parts.empty() ? setting.runs.front().config.game() : absl::StrJoin(parts, ", ");
  }
}

bool DifferInSeedAlone(Config a, Config b) {
  a.clear_seed();
  b.clear_seed();
  return google::protobuf::util::MessageDifferencer::Equals(a, b);
}

// Half the width of a mean's 95 % interval, in standard errors, by degrees of freedom.
double StudentQuantile(size_t freedom) {
  constexpr std::array<double, 30> kTable = {
      12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
      2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
      2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
  return freedom <= kTable.size() ? kTable[freedom - 1] : 1.96 + 2.4 / static_cast<double>(freedom);
}

Estimate Between(const Estimate& a, const Estimate& b, double part) {
  return {std::lerp(a.value, b.value, part), std::lerp(a.low, b.low, part),
          std::lerp(a.high, b.high, part)};
}

// REQUIRES: `points` is not empty; `at` is between the first and the last.
Estimate Interpolate(const std::vector<RunPoint>& points, Axis axis, double at) {
  const auto place = [&](const RunPoint& point) { return point.at[static_cast<size_t>(axis)]; };
  const auto after = std::ranges::lower_bound(points, at, {}, place);
  if (after == points.end()) {
    return points.back().estimate;
  }
  if (after == points.begin()) {
    return points.front().estimate;
  }
  const RunPoint& before = *(after - 1);
  const double width = place(*after) - place(before);
  return width > 0 ? Between(before.estimate, after->estimate, (at - place(before)) / width)
                   : after->estimate;
}

}  // namespace

absl::StatusOr<MeasuredRun> MeasureRun(const std::string& path) {
  MeasuredRun run;
  run.path = path;
  KVINTET_ASSIGN_OR_RETURN(run.config, ReadRunConfig(path));
  KVINTET_ASSIGN_OR_RETURN(const std::vector<Progress> rounds, ReadHistory(path));
  AddLosses(rounds, &run);
  KVINTET_RETURN_IF_ERROR(AddStrength(rounds, &run));
  return run;
}

std::vector<Setting> GroupRuns(const std::vector<MeasuredRun>& runs) {
  std::vector<Setting> settings;
  for (const MeasuredRun& run : runs) {
    const auto same = std::ranges::find_if(settings, [&](const Setting& setting) {
      return DifferInSeedAlone(setting.runs.front().config, run.config);
    });
    Setting& setting = same != settings.end() ? *same : settings.emplace_back();
    setting.runs.push_back(run);
  }
  if (!settings.empty()) {
    LabelSettings(&settings);
  }
  return settings;
}

std::optional<Stretch> StretchOf(const Setting& setting, Measure measure, Axis axis) {
  std::optional<Stretch> common;
  for (const MeasuredRun& run : setting.runs) {
    const std::vector<RunPoint>& points = run.points[static_cast<size_t>(measure)];
    if (points.empty()) {
      continue;
    }
    const Stretch own = {points.front().at[static_cast<size_t>(axis)],
                         points.back().at[static_cast<size_t>(axis)]};
    common =
        common ? Stretch{std::max(common->begin, own.begin), std::min(common->end, own.end)} : own;
  }
  return common && common->begin <= common->end ? common : std::nullopt;
}

Estimate EstimateAt(const Setting& setting, Measure measure, Axis axis, double at) {
  std::vector<Estimate> single;
  double sum = 0;
  for (const MeasuredRun& run : setting.runs) {
    const std::vector<RunPoint>& points = run.points[static_cast<size_t>(measure)];
    if (!points.empty()) {
      single.push_back(Interpolate(points, axis, at));
      sum += single.back().value;
    }
  }
  KVINTET_CHECK(!single.empty());
  if (single.size() == 1) {
    return single.front();
  }
  const auto count = static_cast<double>(single.size());
  const double mean = sum / count;
  double squares = 0;
  for (const Estimate& estimate : single) {
    squares += (estimate.value - mean) * (estimate.value - mean);
  }
  const double error = std::sqrt(squares / (count - 1) / count);
  const double width = StudentQuantile(single.size() - 1) * error;
  return {mean, mean - width, mean + width};
}

std::vector<CurvePoint> CurveOf(const Setting& setting, Measure measure, Axis axis, int points) {
  const std::optional<Stretch> stretch = StretchOf(setting, measure, axis);
  std::vector<CurvePoint> curve;
  if (!stretch) {
    return curve;
  }
  const int count = stretch->begin < stretch->end ? points : 1;
  for (int i = 0; i < count; ++i) {
    const double part = count > 1 ? static_cast<double>(i) / (count - 1) : 1;
    const double at = std::lerp(stretch->begin, stretch->end, part);
    curve.push_back({at, EstimateAt(setting, measure, axis, at)});
  }
  return curve;
}

}  // namespace kvintet::training

// kvintet bench learn: learning curves over several seeds, measured exactly if the game allows it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include "base/files/file.h"
#include "base/reports/json_lines.h"
#include "base/status_macros.h"
#include "cli/judging/ladder_climb.h"
#include "cli/learning/learning_measure.h"
#include "cli/learning/learning_options.h"
#include "cli/learning/learning_report.h"
#include "cli/learning/rank_command.h"
#include "cli/play/stop_on_signal.h"
#include "cli/verbs/bench.h"
#include "envs/registry.h"
#include "proto/load_config.h"
#include "selfplay/records/game_record.h"
#include "training/loop/loop.h"

namespace kvintet::cli {
namespace {

// The budget of --quick, and the usual numbers of places and seeds.
constexpr double kQuickMinutes = 4;
constexpr int kQuickPositions = 300;
constexpr int kQuickPlaces = 4;
constexpr int kPlaces = 8;
constexpr int kSeeds = 4;

// A benchmark in progress.
struct Bench {
  const BenchLearnArguments& arguments;
  const envs::Game& game;
  LearningDefaults defaults = {};
  LearningBudget budget = {};
  int places = kPlaces;

  std::string RunOf(uint64_t seed) const { return absl::StrCat(arguments.out, "/seed-", seed); }
  std::string CostsOf(uint64_t seed) const { return RunOf(seed) + ".costs.jsonl"; }
};

absl::StatusOr<Config> ConfigOf(const Bench& bench, uint64_t seed) {
  KVINTET_ASSIGN_OR_RETURN(Config config, LoadConfig(bench.arguments.config, bench.arguments.sets));
  if (!config.game().empty()) {
    KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> configured,
                             envs::MakeGame(config.game()));
    if (configured->Spec().text != bench.game.Spec().text) {
      return absl::FailedPreconditionError(
          absl::StrCat("the configuration is for ", configured->Spec().text,
                       ", the command line wants ", bench.game.Spec().text));
    }
  }
  config.set_seed(seed);
  return config;
}

// Trains one seed up to the budget, or continues its run, and records the cost.
absl::Status TrainSeed(const Bench& bench, uint64_t seed, const StopOnSignal& signals) {
  KVINTET_ASSIGN_OR_RETURN(const Config config, ConfigOf(bench, seed));
  KVINTET_ASSIGN_OR_RETURN(CostFile costs, CostFile::Open(bench.CostsOf(seed)));
  absl::Status noted;
  const auto note = [&](const training::Progress& progress) {
    noted.Update(costs.Note(progress.stage, progress.steps));
  };
  training::TrainOptions options = {.game = &bench.game,
                                    .config = config,
                                    .directory = bench.RunOf(seed),
                                    .stop = signals.Token(),
                                    .rank_command = RankCommand(),
                                    .progress = note};
  if (bench.budget.games > 0) {
    options.games = bench.budget.games;
  } else {
    options.minutes = bench.budget.seconds / 60;
  }
  KVINTET_ASSIGN_OR_RETURN(const training::Progress progress, training::Train(options));
  noted.Update(costs.Note(progress.stage, progress.steps));
  std::printf("%s\n", absl::StrCat("seed ", seed, ": ", training::ToText(progress)).c_str());
  std::fflush(stdout);
  return noted;
}

// Notes the Elo of those places of a run whose models climbed this ladder.
void NoteElo(const LadderReport& report, const std::string& run,
             std::vector<LearningPoint>* points) {
  for (const arena::LadderRow& row : report.table.rows) {
    const std::string& player = report.players[row.player].name;
    for (LearningPoint& point : *points) {
      if (point.run == run && player == "model:" + point.model) {
        point.measured = {{"elo", row.elo}};
      }
    }
  }
}

// Adds the Elo of the models at these places, from a ladder of each stage against fixed references.
absl::Status AddElo(const Bench& bench, std::vector<LearningPoint>* points) {
  std::map<std::string, std::vector<std::string>> wanted;
  for (const LearningPoint& point : *points) {
    wanted[point.run].push_back(point.model);
  }
  for (const auto& [run, models] : wanted) {
    const LadderArguments ladder = {
        .run = run,
        .references = {},
        .model_options =
            absl::StrCat("simulations=", bench.arguments.simulations, ",precision=fp32"),
        .pairs = bench.arguments.pairs,
        .models = models};
    KVINTET_ASSIGN_OR_RETURN(const LadderReport report, ClimbLadder(ladder));
    NoteElo(report, run, points);
  }
  return absl::OkStatus();
}

// Reads the measurements of earlier calls, by seed and model. An incomplete last line is cut off.
absl::StatusOr<std::map<std::pair<uint64_t, std::string>, Measured>> ReadMeasured(
    const std::string& path) {
  std::map<std::pair<uint64_t, std::string>, Measured> measured;
  KVINTET_RETURN_IF_ERROR(CutTornLine(path));
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFileIfAny(path));
  KVINTET_RETURN_IF_ERROR(ReadJsonLines(text, path, [&](const Json& line) -> absl::Status {
    KVINTET_ASSIGN_OR_RETURN(const LearningPoint point, LearningPointFromJson(line));
    measured[{point.seed, point.model}] = point.measured;
    return absl::OkStatus();
  }));
  return measured;
}

// The places of one seed with their measures. Models that were measured before are not measured
// again.
absl::StatusOr<std::vector<LearningPoint>> MeasureSeed(const Bench& bench, uint64_t seed,
                                                       const LearningMeasure& measure) {
  KVINTET_ASSIGN_OR_RETURN(
      std::vector<LearningPoint> points,
      LearningPlaces(bench.RunOf(seed), bench.CostsOf(seed), bench.budget, bench.places));
  if (bench.defaults.kind == LearningKind::kElo) {
    KVINTET_RETURN_IF_ERROR(AddElo(bench, &points));
  }
  // The figures depend on the settings, so each combination has its own file. In files measured-...
  // of exams, the network alone drew its moves.
  const char* const name = bench.defaults.kind == LearningKind::kMoves ? "/marked-" : "/measured-";
  const std::string known_path =
      absl::StrCat(bench.arguments.out, name, bench.arguments.simulations, "-",
                   bench.arguments.average, "-", bench.defaults.recipe.positions, ".jsonl");
  KVINTET_ASSIGN_OR_RETURN(const auto known, ReadMeasured(known_path));
  for (LearningPoint& point : points) {
    point.seed = seed;
    const auto before = known.find({seed, point.model});
    if (bench.defaults.kind == LearningKind::kElo) {
      continue;
    }
    if (before != known.end()) {
      point.measured = before->second;
      continue;
    }
    KVINTET_ASSIGN_OR_RETURN(point.measured, measure.Of(point));
    KVINTET_RETURN_IF_ERROR(AppendLine(known_path, ToJsonLine(ToJson(point))));
  }
  return points;
}

absl::Status WriteReport(const Bench& bench, const LearningReport& report) {
  const std::string& out = bench.arguments.out;
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(out + "/table.markdown", LearningTable(report)));
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(out + "/curve.jsonl", LearningLines(report)));
  for (const MeasureText& text : report.texts) {
    for (const char* const axis : {"games", "evaluations", "core_seconds"}) {
      const std::string svg = LearningSvg(report, text, axis);
      if (!svg.empty()) {
        KVINTET_RETURN_IF_ERROR(
            WriteFileAtomically(absl::StrCat(out, "/", text.name, "_by_", axis, ".svg"), svg));
      }
    }
  }
  return absl::OkStatus();
}

// What the median of a measure at the last place must be.
struct Bound {
  std::string measure;
  double value = 0;
  bool at_least = false;
};

// Reads `MEASURE=VALUE`.
absl::StatusOr<Bound> ReadBound(const std::string& text, bool at_least,
                                std::span<const MeasureText> measures) {
  const std::vector<std::string> parts = absl::StrSplit(text, absl::MaxSplits('=', 1));
  Bound bound = {.measure = parts[0], .at_least = at_least};
  if (parts.size() != 2 || !absl::SimpleAtod(parts[1], &bound.value) || std::isnan(bound.value)) {
    return absl::InvalidArgumentError(
        absl::StrCat("wanted MEASURE=VALUE, such as good=85, found ", text));
  }
  std::vector<std::string> names;
  for (const MeasureText& measure : measures) {
    names.push_back(measure.name);
  }
  if (std::ranges::find(names, bound.measure) == names.end()) {
    return absl::InvalidArgumentError(absl::StrCat("there is no measure ", bound.measure,
                                                   "; wanted one of ", absl::StrJoin(names, ", ")));
  }
  return bound;
}

absl::StatusOr<std::vector<Bound>> ReadBounds(const BenchLearnArguments& arguments,
                                              std::span<const MeasureText> measures) {
  std::vector<Bound> bounds;
  for (const std::string& text : arguments.at_least) {
    KVINTET_ASSIGN_OR_RETURN(bounds.emplace_back(), ReadBound(text, true, measures));
  }
  for (const std::string& text : arguments.at_most) {
    KVINTET_ASSIGN_OR_RETURN(bounds.emplace_back(), ReadBound(text, false, measures));
  }
  return bounds;
}

absl::Status CheckBounds(const LearningReport& report, std::span<const Bound> bounds) {
  for (const Bound& bound : bounds) {
    const std::vector<SeedBand> bands = BandsOf(report, bound.measure);
    if (bands.empty()) {
      return absl::FailedPreconditionError(
          absl::StrCat("wanted a bound on ", bound.measure,
                       ", but no model was measured: the budget ended before the first step"));
    }
    const double found = bands.back().median;
    const bool kept = bound.at_least ? found >= bound.value : found <= bound.value;
    if (!kept) {
      return absl::FailedPreconditionError(absl::StrCat("wanted ", bound.measure, " of ",
                                                        bound.at_least ? "at least " : "at most ",
                                                        bound.value, ", found ", found));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<Bench> Plan(const BenchLearnArguments& arguments, const envs::Game& game) {
  Bench bench = {.arguments = arguments, .game = game, .defaults = LearningDefaultsOf(game)};
  if (!arguments.games && !arguments.minutes && !arguments.quick) {
    return absl::InvalidArgumentError(
        "wanted a budget for each seed: --games, --minutes or --quick");
  }
  bench.budget.games = arguments.games.value_or(0);
  bench.budget.seconds = 60 * arguments.minutes.value_or(kQuickMinutes);
  bench.places = arguments.places.value_or(arguments.quick ? kQuickPlaces : kPlaces);
  if (bench.defaults.kind == LearningKind::kMoves) {
    int& positions = bench.defaults.recipe.positions;
    positions = arguments.quick ? std::min(positions, kQuickPositions) : positions;
    positions = arguments.positions.value_or(positions);
  }
  return bench;
}

absl::StatusOr<LearningMeasure> MeasureOf(const Bench& bench) {
  const LearningMeasure::Options options = {
      .defaults = bench.defaults,
      .simulations = bench.arguments.simulations,
      .average = bench.arguments.average,
      .positions_path = absl::StrCat(bench.arguments.out, "/positions-",
                                     bench.defaults.recipe.positions, ".jsonl")};
  return LearningMeasure::Make(bench.game, options);
}

absl::Status Run(const BenchLearnArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(arguments.game));
  KVINTET_ASSIGN_OR_RETURN(const Bench bench, Plan(arguments, *game));
  KVINTET_RETURN_IF_ERROR(ConfigOf(bench, arguments.seed).status());
  KVINTET_RETURN_IF_ERROR(MakeDirectories(arguments.out));
  KVINTET_ASSIGN_OR_RETURN(const LearningMeasure measure, MeasureOf(bench));
  KVINTET_ASSIGN_OR_RETURN(const std::vector<Bound> bounds, ReadBounds(arguments, measure.Texts()));
  LearningReport report = {.game = game->Spec().text,
                           .command = CommandOf(arguments),
                           .remark = measure.Remark(),
                           .places = bench.places,
                           .texts = measure.Texts(),
                           .anchors = LearningAnchorsOf(game->Spec().name)};
  const StopOnSignal signals("stopping; progress is being saved");
  const int seeds = arguments.seeds.value_or(arguments.quick ? 1 : kSeeds);
  for (int i = 0; i < seeds; ++i) {
    // After the largest seed comes 0.
    const uint64_t seed = arguments.seed + static_cast<uint64_t>(i);
    KVINTET_RETURN_IF_ERROR(TrainSeed(bench, seed, signals));
    if (signals.Token().stop_requested()) {
      std::printf("stopped; the same command continues\n");
      return absl::OkStatus();
    }
    KVINTET_ASSIGN_OR_RETURN(const std::vector<LearningPoint> points,
                             MeasureSeed(bench, seed, measure));
    report.points.insert(report.points.end(), points.begin(), points.end());
    // Writes intermediate results, so that a long benchmark can be followed.
    KVINTET_RETURN_IF_ERROR(WriteReport(bench, report));
  }
  std::printf("%s\nthe table, the curves and the diagrams are in %s\n",
              LearningTable(report).c_str(), arguments.out.c_str());
  return CheckBounds(report, bounds);
}

}  // namespace

void AddBenchLearn(Verb bench) {
  const Verb verb =
      bench.AddVerb("learn", "learning curves over several seeds; the same command continues");
  const auto arguments = std::make_shared<BenchLearnArguments>();
  const Option out = AddLearnOptions(verb, arguments.get());
  verb.Runs([=] {
    if (!out.Given()) {
      arguments->out = "runs/bench-" + envs::GameNameOf(arguments->game);
    }
    return Run(*arguments);
  });
}

}  // namespace kvintet::cli

// kvintet levels: rates levels of strength against each other, and measures how long they take.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "arena/agents/agent_spec.h"
#include "arena/ladder.h"
#include "base/files/file.h"
#include "base/files/sha256.h"
#include "base/reports/log.h"
#include "base/rng.h"
#include "base/status_macros.h"
#include "cli/verb.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "proto/textproto.h"
#include "selfplay/files/strength_levels.h"

namespace kvintet::cli {
namespace {

using std::chrono::steady_clock;

constexpr char kRandom[] = "random";
constexpr double kConfidence = 0.95;

struct LevelsArguments {
  std::string file;
  std::string model;
  std::optional<std::string> results;
  uint64_t seed = 1;
  int opening_random_plies = 4;
  int max_plies = 0;
  int64_t pairs = 0;
  double minutes = 0;
  double information = 0.01;
  int batch = 4;
  int timed_moves = 100;
};

// The agent that plays at a level.
std::string SpecOf(const LevelsArguments& arguments, const StrengthLevel& level) {
  return absl::StrCat("model:", arguments.model, ",simulations=", level.simulations(),
                      ",variety=", level.variety(), ",precision=fp32");
}

// The level's name in the results, which does not depend on its number.
std::string NameOf(const Levels& levels, const StrengthLevel& level) {
  return absl::StrCat("model:", levels.model(), ",simulations=", level.simulations(),
                      ",variety=", level.variety());
}

// Plays pairs until a limit is reached or no further pair is worth playing.
absl::Status Play(const LevelsArguments& arguments, arena::Ladder* ladder) {
  const auto begun = steady_clock::now();
  int64_t played = 0;
  while (ladder->Information() >= arguments.information) {
    const std::chrono::duration<double, std::ratio<60>> minutes = steady_clock::now() - begun;
    if ((arguments.pairs > 0 && played >= arguments.pairs) ||
        (arguments.minutes > 0 && minutes.count() >= arguments.minutes)) {
      break;
    }
    KVINTET_ASSIGN_OR_RETURN(
        const arena::LadderBatch batch,
        arguments.pairs > 0 ? ladder->PlayNext(arguments.pairs - played) : ladder->PlayNext());
    played += batch.scores.NumPairs();
    LogInfo("arena", "pairs played",
            {{"a", batch.a}, {"b", batch.b}, {"score", batch.scores.Estimate().score}});
  }
  return absl::OkStatus();
}

// Milliseconds of each action in games of a level against itself.
absl::StatusOr<std::vector<double>> TimesOf(const envs::Game& game, arena::Agent* agent,
                                            const LevelsArguments& arguments) {
  std::vector<double> times;
  for (uint32_t round = 0; std::ssize(times) < arguments.timed_moves; ++round) {
    envs::Playthrough play(game);
    RandomStream random(arguments.seed, round, 0, Purpose::kChance);
    for (uint32_t ply = 0; !play.Ended() && std::ssize(times) < arguments.timed_moves; ++ply) {
      if (play.Actors().Has(envs::Actor::kChance)) {
        play.ApplyChance(&random);
        continue;
      }
      const envs::Actor actor = play.Actors().First();
      const envs::ViewBuffer view = play.View(envs::SeatOf(actor));
      const arena::Turn turn = {.view = view.Span(),
                                .history = arena::SharedHistory(play),
                                .record = [&] { return play.SeatRecord(envs::SeatOf(actor)); },
                                .key = {.seed = arguments.seed, .row = round, .episode = ply}};
      arena::Choice choice;
      const auto start = steady_clock::now();
      KVINTET_RETURN_IF_ERROR(agent->Choose({&turn, 1}, {&choice, 1}));
      times.push_back(
          std::chrono::duration<double, std::milli>(steady_clock::now() - start).count());
      KVINTET_RETURN_IF_ERROR(play.Apply(actor, choice.action));
    }
  }
  return times;
}

double Quantile(std::vector<double> times, double share) {
  std::ranges::sort(times);
  return times[static_cast<size_t>(share * static_cast<double>(times.size() - 1))];
}

absl::Status TimeAll(const envs::Game& game, const LevelsArguments& arguments, Levels* levels) {
  for (StrengthLevel& level : *levels->mutable_level()) {
    KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<arena::Agent> agent,
                             arena::MakeAgent(game, SpecOf(arguments, level)));
    KVINTET_ASSIGN_OR_RETURN(const std::vector<double> times,
                             TimesOf(game, agent.get(), arguments));
    level.set_p50_ms(Quantile(times, 0.5));
    level.set_p95_ms(Quantile(times, 0.95));
  }
  return absl::OkStatus();
}

void TakeRatings(const arena::LadderTable& table, Levels* levels) {
  for (const arena::LadderRow& row : table.rows) {
    // Player 0 is `random`.
    if (row.player == 0) {
      continue;
    }
    StrengthLevel* level = levels->mutable_level(static_cast<int>(row.player) - 1);
    level->set_elo(row.elo);
    level->set_low(row.low);
    level->set_high(row.high);
    level->set_games(row.games);
  }
}

std::string TableText(const Levels& levels) {
  std::string text =
      "level simulations variety      elo  95 % interval    games   p50 ms   p95 ms\n";
  for (int i = 0; i < levels.level_size(); ++i) {
    const StrengthLevel& level = levels.level(i);
    absl::StrAppendFormat(&text, "%5d %11d %7.2f %8.0f [%6.0f, %6.0f] %8d %8.1f %8.1f\n", i + 1,
                          level.simulations(), level.variety(), level.elo(), level.low(),
                          level.high(), level.games(), level.p50_ms(), level.p95_ms());
  }
  return text;
}

// The name of a game alone, if its options have their default values.
std::string ShortText(const envs::Game& game) {
  const auto usual = envs::MakeGame(game.Spec().name);
  const bool same = usual.ok() && (*usual)->Spec().text == game.Spec().text;
  return same ? game.Spec().name : game.Spec().text;
}

absl::Status Run(const LevelsArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(Levels levels, selfplay::ReadLevels(arguments.file));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(levels.game()));
  KVINTET_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(arena::ModelFileOf(arguments.model)));
  levels.set_model(Sha256Hex(bytes));
  const arena::LadderSettings settings = {.game = levels.game(),
                                          .seed = arguments.seed,
                                          .opening_random_plies = arguments.opening_random_plies,
                                          .max_plies = arguments.max_plies};
  KVINTET_ASSIGN_OR_RETURN(
      arena::LadderFile file,
      arena::LadderFile::Open(arguments.results.value_or(arguments.file + ".jsonl"), settings));
  arena::Ladder ladder(
      *game, settings, std::move(file),
      [&](const std::string& spec) { return arena::MakeAgent(*game, spec); }, arguments.batch);
  std::vector<arena::LadderPlayer> players = {{.name = kRandom, .spec = kRandom}};
  for (const StrengthLevel& level : levels.level()) {
    players.push_back({.name = NameOf(levels, level), .spec = SpecOf(arguments, level)});
  }
  KVINTET_RETURN_IF_ERROR(ladder.SetPlayers(players));
  KVINTET_RETURN_IF_ERROR(Play(arguments, &ladder));
  TakeRatings(ladder.Table(kRandom, kConfidence), &levels);
  KVINTET_RETURN_IF_ERROR(TimeAll(*game, arguments, &levels));
  levels.set_game(ShortText(*game));
  const std::string text =
      absl::StrCat("# Levels of strength of ", game->Spec().name,
                   " (docs/levels.md), by kvintet levels.\n", ToTextProto(levels));
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(arguments.file, text));
  std::printf("%s", TableText(levels).c_str());
  return absl::OkStatus();
}

}  // namespace

void AddLevelsVerb(Verb program) {
  const Verb verb =
      program.AddVerb("levels", "rate levels of strength, and write the results into their file");
  const auto arguments = std::make_shared<LevelsArguments>();
  verb.Add("file", &arguments->file, "NAME.levels.textproto (proto/levels.proto)").Required();
  verb.Add("--model", &arguments->model, "the model that plays, or a run").Required();
  verb.Add("--results", &arguments->results,
           "the file of results, with which the same command continues; default: FILE.jsonl");
  verb.Add("--seed", &arguments->seed, "random seed");
  verb.Add("--opening-plies", &arguments->opening_random_plies,
           "random plies at the start of each pair")
      .Range(0, 10000);
  verb.Add("--max-plies", &arguments->max_plies,
           "end games as draws after this many actions; 0: never")
      .Range(0, 1000000);
  verb.Add("--pairs", &arguments->pairs, "maximum number of pairs of games; 0: no limit")
      .Range(0, 1000000000);
  verb.Add("--minutes", &arguments->minutes, "stop playing after this time; 0: no limit")
      .Range(0.0, 1e6);
  verb.Add("--information", &arguments->information,
           "stop when one more pair of games would give less information than this, in nats")
      .Range(1e-6, 10.0);
  verb.Add("--batch", &arguments->batch, "pairs of games that are played at the same time")
      .Range(1, 10000);
  verb.Add("--timed-moves", &arguments->timed_moves, "actions of each level that are timed")
      .Range(1, 1000000);
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli

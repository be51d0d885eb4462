// kvintet arena: plays pairs of games between two agents, or between each two of several.
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include "absl/strings/str_cat.h"

#include "arena/agents/agent_spec.h"
#include "arena/cross_table.h"
#include "arena/statistics/anytime_interval.h"
#include "base/reports/json.h"
#include "base/status_macros.h"
#include "cli/judging/agents.h"
#include "cli/judging/arena_question.h"
#include "cli/judging/arena_report.h"
#include "cli/play/stop_on_signal.h"
#include "cli/verb.h"
#include "envs/registry.h"
#include "proto/load_config.h"

namespace kvintet::cli {
namespace {

struct ArenaArguments {
  std::string game;
  // Two, or more for a cross-table.
  std::vector<std::string> agents;
  std::optional<std::string> config;
  std::vector<std::string> sets;
  std::optional<int> pairs;
  std::optional<int> opening_random_plies;
  std::optional<int> parallel_games;
  std::optional<double> confidence;
  std::optional<uint64_t> seed;
  std::optional<std::string> sequential;
  std::optional<double> until_width;
  std::optional<double> equivalence;
  bool json = false;
  bool records = false;
};

// The question that the flags ask. REQUIRES: at most one of them is set, which the parser ensures.
absl::StatusOr<ArenaQuestion> QuestionOf(const ArenaArguments& arguments, double confidence) {
  ArenaQuestion question = {.width = arguments.until_width, .confidence = confidence};
  if (arguments.sequential) {
    KVINTET_ASSIGN_OR_RETURN(question.sequential,
                             arena::SequentialTest::Parse(*arguments.sequential));
  }
  if (arguments.equivalence) {
    question.equivalence = {.margin = *arguments.equivalence, .alpha = 1 - confidence};
  }
  if (question.Pairs() && arguments.agents.size() > 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("arena: --sprt, --until-width and --equivalence judge two agents, found ",
                     arguments.agents.size()));
  }
  return question;
}

// The configuration, overridden by the flags.
absl::StatusOr<Config> ResolveConfig(const ArenaArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(Config config, LoadConfig(arguments.config, arguments.sets));
  ArenaConfig* arena = config.mutable_arena();
  if (arguments.pairs) {
    arena->set_pairs(*arguments.pairs);
  }
  arena->set_opening_random_plies(
      arguments.opening_random_plies.value_or(arena->opening_random_plies()));
  arena->set_parallel_games(arguments.parallel_games.value_or(arena->parallel_games()));
  arena->set_confidence(arguments.confidence.value_or(arena->confidence()));
  config.set_seed(arguments.seed.value_or(config.seed()));
  return config;
}

// Shows the state of a match on a terminal, a few times a second.
class LiveLine {
 public:
  explicit LiveLine(const ArenaQuestion& question) : question_(question) {}
  ~LiveLine() {
    if (shown_) {
      std::fprintf(stderr, "\r\033[K");
    }
  }
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  void Show(const arena::PairScores& scores) {
    const auto now = std::chrono::steady_clock::now();
    if (!terminal_ || now - last_ < std::chrono::milliseconds(300)) {
      return;
    }
    last_ = now;
    shown_ = true;
    const arena::Interval interval = arena::AnytimeScore(scores, question_.confidence);
    std::string line = question_.Text(scores);
    line.resize(line.empty() ? 0 : line.size() - 1);
    std::fprintf(stderr, "\r\033[K%d pairs, score %.3f [%.3f, %.3f] %s",
                 static_cast<int>(scores.NumPairs()), interval.score, interval.low, interval.high,
                 line.c_str());
  }

 private:
  const ArenaQuestion& question_;
  const bool terminal_ = isatty(STDERR_FILENO) != 0;
  std::chrono::steady_clock::time_point last_ = {};
  bool shown_ = false;
};

absl::StatusOr<arena::CrossTable> Play(const envs::Game& game, const ArenaArguments& arguments,
                                       const Config& config, const ArenaQuestion& question,
                                       const std::stop_token& stop) {
  std::vector<std::unique_ptr<arena::Agent>> agents;
  std::vector<arena::Agent*> players;
  arena::AgentOptions options = AllAgentOptions();
  options.judges = true;
  for (const std::string& spec : arguments.agents) {
    KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<arena::Agent> agent,
                             arena::MakeAgent(game, spec, options));
    players.push_back(agent.get());
    agents.push_back(std::move(agent));
  }
  LiveLine line(question);
  const int pairs = config.arena().has_pairs() ? config.arena().pairs()
                                               : question.Pairs().value_or(config.arena().pairs());
  const arena::MatchOptions match = {.pairs = pairs,
                                     .opening_random_plies = config.arena().opening_random_plies(),
                                     .parallel_games = config.arena().parallel_games(),
                                     .seed = config.seed(),
                                     .max_plies = config.arena().max_plies(),
                                     .enough =
                                         [&](const arena::PairScores& scores) {
                                           line.Show(scores);
                                           return question.Answered(scores);
                                         },
                                     .stop = stop};
  return arena::PlayCrossTable(game, players, match);
}

absl::Status Run(const ArenaArguments& arguments) {
  if (arguments.agents.size() < 2) {
    return absl::InvalidArgumentError("arena: wanted --a and --b, or --agents with two or more");
  }
  KVINTET_ASSIGN_OR_RETURN(const Config config, ResolveConfig(arguments));
  const double confidence = config.arena().confidence();
  KVINTET_ASSIGN_OR_RETURN(const ArenaQuestion question, QuestionOf(arguments, confidence));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(arguments.game));
  const StopOnSignal signals("stopping; the results so far follow");
  KVINTET_ASSIGN_OR_RETURN(const arena::CrossTable table,
                           Play(*game, arguments, config, question, signals.Token()));
  const IntervalKind kind = {.confidence = confidence, .anytime = question.EndsEarly()};
  const bool is_match = arguments.agents.size() == 2;
  const bool interrupted = signals.Token().stop_requested();
  if (arguments.json) {
    Json json = {{"game", game->Spec().text}, {"seed", config.seed()}, {"confidence", confidence}};
    json.update(is_match ? MatchJson(table, 0, 1, kind, arguments.records)
                         : TableJson(table, kind, arguments.records));
    json.update(is_match ? question.ToJson(table.Scores(0, 1)) : Json::object());
    json["interrupted"] = interrupted;
    std::printf("%s\n", ToJsonLine(json).c_str());
    return absl::OkStatus();
  }
  std::string text =
      is_match ? MatchText(arguments.game, table, kind) : TableText(arguments.game, table, kind);
  text += is_match ? question.Text(table.Scores(0, 1)) : "";
  std::printf("%s%s", text.c_str(), interrupted ? "interrupted before its end\n" : "");
  return absl::OkStatus();
}

void AddQuestions(Verb verb, ArenaArguments* arguments) {
  const Option sequential = verb.Add(
      "--sprt", &arguments->sequential,
      "elo0,elo1[,alpha,beta]: play until it is decided whether A is stronger by elo0 or by elo1");
  const Option width =
      verb.Add("--until-width", &arguments->until_width,
               "play until the anytime-valid interval of the score is no wider than this")
          .Range(0.001, 1.0)
          .Excludes(sequential);
  verb.Add("--equivalence", &arguments->equivalence,
           "test whether the score is within 0.5 +- this (0.01 is one percentage point)")
      .Range(0.001, 0.49)
      .Excludes(sequential)
      .Excludes(width);
}

}  // namespace

void AddArenaVerb(Verb program) {
  const Verb verb = program.AddVerb("arena", "play pairs of games between agents");
  const auto arguments = std::make_shared<ArenaArguments>();
  verb.Add("--game", &arguments->game, "the game with its options").Required();
  const auto a = std::make_shared<std::string>();
  const auto b = std::make_shared<std::string>();
  const Option option_a = verb.Add("--a", a.get(), "an agent, e.g. model:runs/renju");
  const Option option_b = verb.Add("--b", b.get(), "its opponent, e.g. random").Needs(option_a);
  option_a.Needs(option_b);
  verb.Add("--agents", &arguments->agents,
           "two or more agents, each against each, for a cross-table")
      .Excludes(option_a)
      .Excludes(option_b);
  verb.Add("--config", &arguments->config,
           "a configuration file (arena, seed) for what is not given here");
  verb.Add("--set", &arguments->sets,
           "settings on top of the configuration, e.g. 'arena { max_plies: 99 }'")
      .Repeatable();
  verb.Add("--pairs", &arguments->pairs,
           "pairs of games with exchanged seats; the maximum if a question ends the match")
      .Range(1, 10000000);
  verb.Add("--seed", &arguments->seed, "random seed");
  verb.Add("--opening-plies", &arguments->opening_random_plies,
           "random plies at the start of each pair")
      .Range(0, 10000);
  verb.Add("--parallel", &arguments->parallel_games, "games played at the same time")
      .Range(1, 65536);
  verb.Add("--confidence", &arguments->confidence, "confidence of the interval").Range(0.5, 0.9999);
  AddQuestions(verb, arguments.get());
  const Option json = verb.AddFlag("--json", &arguments->json, "print JSON");
  verb.AddFlag("--records", &arguments->records, "with --json, also print every game's record")
      .Needs(json);
  verb.Runs([=] {
    if (option_a.Given() || option_b.Given()) {
      arguments->agents = {*a, *b};
    }
    return Run(*arguments);
  });
}

}  // namespace kvintet::cli

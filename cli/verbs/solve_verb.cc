// kvintet solve: the exact value of a small game or of one of its positions, or how exploitable a
// model's policy is in it.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "base/reports/json.h"
#include "base/seconds.h"
#include "base/status_macros.h"
#include "cli/learning/equilibrium.h"
#include "cli/models/model_folder.h"
#include "cli/verb.h"
#include "envs/games/connect_four/solver.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "selfplay/exact_value.h"
#include "training/learning/averaged_model.h"

namespace kvintet::cli {
namespace {

using envs::connect_four::ConnectFour;
using selfplay::ExactValue;
using selfplay::solvers::Payoff;

struct SolveArguments {
  std::string game;
  std::optional<std::string> position;
  // A model file or a run directory whose policy is judged; the game is then not solved.
  std::optional<std::string> model;
  // Number of the run's newest models whose weights are averaged.
  std::optional<int64_t> average;
  // Number of the run's newest models of which one is drawn before each game.
  std::optional<int64_t> mixture;
  std::string payoff = "return";
  bool moves = false;
  // If not given, 20 million for games without hidden information, chance or simultaneous choices.
  std::optional<int64_t> max_positions;
  int iterations = EquilibriumQuestion().iterations;
  bool json = false;
};

// Solves a position of one game: returns seat 0's return and the number of actions until the end.
using Solve = std::function<absl::StatusOr<ExactValue>(envs::ConstPositions)>;

// Solves Connect Four with its own solver.
Solve ConnectFourSolve(const envs::Game& game, int table_bits, int64_t* positions) {
  const auto solver = std::make_shared<envs::connect_four::Solver>(table_bits);
  return [&game, solver, positions](envs::ConstPositions one) -> absl::StatusOr<ExactValue> {
    const envs::ActorSet actors = envs::ActorsOf(game, one);
    if (actors.Empty()) {
      return ExactValue{.value = static_cast<double>(game.Result(one).returns[0])};
    }
    ConnectFour::Position position;
    std::memcpy(&position, one.Row(0), sizeof(position));
    const envs::connect_four::SolvedValue value = solver->Value(position);
    *positions = solver->NumPositions();
    const int sign = actors.First() == envs::Actor::kSeat0 ? 1 : -1;
    return ExactValue{.value = static_cast<double>(sign * value.result), .plies = value.plies};
  };
}

// Solves other games by negamax over all their positions.
absl::StatusOr<Solve> NegamaxSolve(const envs::Game& game, int64_t max_positions,
                                   int64_t* positions) {
  KVINTET_ASSIGN_OR_RETURN(selfplay::ExactSolver made,
                           selfplay::ExactSolver::Make(game, max_positions));
  const auto solver = std::make_shared<selfplay::ExactSolver>(std::move(made));
  return Solve([solver, positions](envs::ConstPositions one) {
    absl::StatusOr<ExactValue> value = solver->Value(one);
    *positions = solver->NumPositions();
    return value;
  });
}

absl::StatusOr<envs::PositionBuffer> StartOf(const envs::Game& game,
                                             const std::optional<std::string>& text) {
  envs::PositionBuffer position = envs::InitialPosition(game);
  if (text) {
    KVINTET_RETURN_IF_ERROR(game.ParsePosition(*text, position.Span()));
  }
  return position;
}

// {"move", "value", "plies"} of each legal action; plies are counted from this position.
absl::StatusOr<Json> MovesJson(const envs::Game& game, envs::ConstPositions one,
                               const Solve& solve) {
  Json moves = Json::array();
  const envs::ActorSet actors = envs::ActorsOf(game, one);
  if (actors.Empty()) {
    return moves;
  }
  const envs::ViewBuffer view = envs::ViewOf(game, one, envs::SeatOf(actors.First()));
  for (const envs::Action action : envs::LegalList(game, view.Span())) {
    envs::PositionBuffer next(1, game.Spec().position_bytes);
    envs::CopyRows<envs::PositionTag>(one, next.Span());
    envs::RepetitionHistory history(game.Spec().history_capacity);
    envs::StepOne(game, next.Span(), &history, actors.First(), action);
    KVINTET_ASSIGN_OR_RETURN(const ExactValue value, solve(next.Span()));
    moves.push_back({{"move", game.ActionName(view.Span(), action)},
                     {"value", value.value},
                     {"plies", value.plies + 1}});
  }
  return moves;
}

void Print(const Json& found) {
  std::printf("%s: value %g to seat 0 after %d plies (%d positions, %.2f s)\n",
              found["game"].get<std::string>().c_str(), found["value"].get<double>(),
              found["plies"].get<int>(), found["positions"].get<int>(),
              found["seconds"].get<double>());
  for (const Json& move : found.value("moves", Json::array())) {
    std::printf("%6s %4g after %d\n", move["move"].get<std::string>().c_str(),
                move["value"].get<double>(), move["plies"].get<int>());
  }
}

// Solves games without hidden information, chance or simultaneous choices.
absl::StatusOr<Json> SolvePlain(const envs::Game& game, const SolveArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const envs::PositionBuffer start, StartOf(game, arguments.position));
  int64_t positions = 0;
  Solve solve;
  if (game.Spec().name == ConnectFour::kName) {
    // A given position usually has enough discs for the smaller table.
    solve = ConnectFourSolve(game, arguments.position ? 23 : 25, &positions);
  } else {
    KVINTET_ASSIGN_OR_RETURN(
        solve, NegamaxSolve(game, arguments.max_positions.value_or(20000000), &positions));
  }
  KVINTET_ASSIGN_OR_RETURN(const ExactValue value, solve(start.Span()));
  Json found = {{"game", game.Spec().text},
                {"position", game.PositionText(start.Span())},
                {"value", value.value},
                {"plies", value.plies}};
  if (arguments.moves) {
    KVINTET_ASSIGN_OR_RETURN(found["moves"], MovesJson(game, start.Span(), solve));
  }
  found["positions"] = positions;
  return found;
}

absl::StatusOr<Json> SolveMixed(const envs::Game& game, const SolveArguments& arguments,
                                Payoff payoff) {
  if (arguments.moves) {
    return absl::InvalidArgumentError(
        "--moves: only for games without hidden information, chance or simultaneous choices");
  }
  EquilibriumQuestion question = {
      .position = arguments.position, .payoff = payoff, .iterations = arguments.iterations};
  question.max_positions = arguments.max_positions.value_or(question.max_positions);
  Json found = {{"game", game.Spec().text}, {"payoff", arguments.payoff}};
  KVINTET_ASSIGN_OR_RETURN(const Json solved, SolveEquilibrium(game, question));
  found.update(solved);
  return found;
}

absl::StatusOr<std::vector<network::NamedModel>> ModelsToJudge(const SolveArguments& arguments) {
  if (arguments.mixture) {
    return training::NewestModels(*arguments.model, *arguments.mixture);
  }
  std::vector<network::NamedModel> models;
  if (arguments.average) {
    KVINTET_ASSIGN_OR_RETURN(models.emplace_back(),
                             training::AveragedModel(*arguments.model, *arguments.average));
  } else {
    KVINTET_ASSIGN_OR_RETURN(FoundModel found, OneModel(*arguments.model));
    models.push_back(std::move(found.model));
  }
  return models;
}

absl::StatusOr<Json> Judge(const envs::Game& game, const SolveArguments& arguments, Payoff payoff) {
  EquilibriumQuestion question = {.payoff = payoff};
  question.max_positions = arguments.max_positions.value_or(question.max_positions);
  Json judged = {{"game", game.Spec().text}, {"payoff", arguments.payoff}};
  KVINTET_ASSIGN_OR_RETURN(const std::vector<network::NamedModel> models, ModelsToJudge(arguments));
  KVINTET_ASSIGN_OR_RETURN(const Json figures, JudgeModels(game, models, question));
  judged.update(figures);
  return judged;
}

absl::StatusOr<Json> Answer(const envs::Game& game, const SolveArguments& arguments, bool plain,
                            Payoff payoff) {
  if (arguments.model) {
    return Judge(game, arguments, payoff);
  }
  return plain ? SolvePlain(game, arguments) : SolveMixed(game, arguments, payoff);
}

absl::Status Run(const SolveArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(arguments.game));
  KVINTET_ASSIGN_OR_RETURN(const Payoff payoff, selfplay::solvers::ParsePayoff(arguments.payoff));
  const envs::GameSpec& spec = game->Spec();
  const bool plain = !arguments.model && payoff == Payoff::kReturn && spec.perfect_information &&
                     !spec.simultaneous && spec.num_outcomes == 0;
  const auto begun = std::chrono::steady_clock::now();
  KVINTET_ASSIGN_OR_RETURN(Json found, Answer(*game, arguments, plain, payoff));
  found["seconds"] = SecondsSince(begun);
  if (arguments.json) {
    std::printf("%s\n", ToJsonLine(found).c_str());
  } else if (plain) {
    Print(found);
  } else {
    std::printf("%s\n", EquilibriumText(spec.text, found, found["seconds"].get<double>()).c_str());
  }
  return absl::OkStatus();
}

}  // namespace

void AddSolveVerb(Verb program) {
  const Verb verb = program.AddVerb(
      "solve", "solve a small game exactly, and show how exploitable the solution is");
  const auto arguments = std::make_shared<SolveArguments>();
  verb.Add("game", &arguments->game, "the game with its options").Required();
  const Option position =
      verb.Add("--position", &arguments->position,
               "the position to start from, as text (not if information stays hidden)");
  const Option model =
      verb.Add("--model", &arguments->model,
               "a model file or a run directory: show what best responses gain against its "
               "policy, instead of solving");
  model.Excludes(position);
  const Option average = verb.Add("--average", &arguments->average,
                                  "judge the mean of the weights of this many newest "
                                  "models of the run that --model names")
                             .Range(1, 1000000000)
                             .Needs(model);
  verb.Add("--mixture", &arguments->mixture,
           "judge a player that draws, before each game, one of this many newest models of "
           "the run that --model names")
      .Range(1, 1000000000)
      .Needs(model)
      .Excludes(average);
  verb.Add("--payoff", &arguments->payoff,
           "the payoff: return (the default), margin (seat 0's, such as chips) or lead "
           "(seat 0's margin minus seat 1's, such as points)");
  verb.AddFlag("--moves", &arguments->moves,
               "also print the value of each first action (only without hidden information, "
               "chance or simultaneous choices)")
      .Excludes(model);
  verb.Add("--max-positions", &arguments->max_positions,
           "give up if there are more positions, or histories if information is hidden "
           "(not for connect_four)")
      .Range(1, 1000000000);
  verb.Add("--iterations", &arguments->iterations,
           "iterations of CFR+, for games with hidden information that are too large for a "
           "linear program")
      .Range(1, 100000000);
  verb.AddFlag("--json", &arguments->json, "print JSON");
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli

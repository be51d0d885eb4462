// Tests of SampledExam: answers agree with full enumeration, and positions follow the recipe.
#include "arena/exams/sampled_exam.h"

#include <algorithm>
#include <memory>
#include <set>

#include <gtest/gtest.h>

#include "arena/agents/agent_spec.h"
#include "arena/agents/search_agent.h"
#include "envs/one_row.h"
#include "selfplay/evaluators/rollout_evaluator.h"
#include "selfplay/exact_value.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

using selfplay::MakeMoveSolver;
using selfplay::SolvedMove;
using testing::IsOk;
using testing::StatusIs;

constexpr PositionRecipe kSmall = {.positions = 100, .least_plies = 3, .most_plies = 7, .seed = 3};

std::vector<SolvedPosition> Drawn(const envs::Game& game, const PositionRecipe& recipe) {
  const auto solve = MakeMoveSolver(game, 10000);
  EXPECT_THAT(solve, IsOk());
  auto drawn = DrawPositions(game, recipe, *solve);
  EXPECT_THAT(drawn, IsOk());
  return *drawn;
}

envs::PositionBuffer PositionOf(const envs::Game& game, const std::string& text) {
  envs::PositionBuffer position(1, game.Spec().position_bytes);
  EXPECT_THAT(game.ParsePosition(text, position.Span()), IsOk());
  return position;
}

// The exact value of an action to the moving seat, by enumeration of all positions.
double ValueAfter(const envs::Game& game, selfplay::ExactSolver* solver,
                  const std::string& position, envs::Action action) {
  envs::PositionBuffer next = PositionOf(game, position);
  const envs::Actor actor = envs::ActorsOf(game, next.Span()).First();
  envs::RepetitionHistory history(0);
  envs::StepOne(game, next.Span(), &history, actor, action);
  return (actor == envs::Actor::kSeat0 ? 1 : -1) * solver->Value(next.Span())->value;
}

TEST(SampledExamTest, GoodMovesAreThoseOfFullEnumeration) {
  const auto game = testing::Game("tic_tac_toe");
  auto solver = selfplay::ExactSolver::Make(*game, 10000);
  ASSERT_THAT(solver, IsOk());
  for (const SolvedPosition& solved : Drawn(*game, kSmall)) {
    const envs::PositionBuffer position = PositionOf(*game, solved.position);
    const bool first = envs::ActorsOf(*game, position.Span()).First() == envs::Actor::kSeat0;
    const double best = (first ? 1 : -1) * solver->Value(position.Span())->value;
    const envs::Seat seat = first ? envs::Seat::k0 : envs::Seat::k1;
    const envs::ViewBuffer view = envs::ViewOf(*game, position.Span(), seat);
    std::vector<envs::Action> actions;
    int good = 0;
    for (const SolvedMove& move : solved.moves) {
      const double value = ValueAfter(*game, &*solver, solved.position, move.action);
      actions.push_back(move.action);
      EXPECT_EQ(move.value, value) << solved.position;
      EXPECT_EQ(IsGood(move, solved.moves), value == best) << solved.position;
      EXPECT_FALSE(move.value > 0 && move.plies == 1) << solved.position;
      good += value == best ? 1 : 0;
    }
    EXPECT_EQ(actions, envs::LegalList(*game, view.Span())) << solved.position;
    EXPECT_LT(good, std::ssize(solved.moves)) << solved.position;
  }
}

TEST(SampledExamTest, TheRecipeAloneDecides) {
  const auto game = testing::Game("tic_tac_toe");
  const std::vector<SolvedPosition> drawn = Drawn(*game, kSmall);
  EXPECT_EQ(drawn, Drawn(*game, kSmall));
  PositionRecipe other = kSmall;
  other.seed = 4;
  EXPECT_NE(drawn, Drawn(*game, other));
  std::set<std::string> texts;
  std::set<int> plies;
  for (const SolvedPosition& solved : drawn) {
    texts.insert(solved.position);
    plies.insert(solved.plies);
  }
  EXPECT_EQ(texts.size(), 100);
  EXPECT_EQ(plies, (std::set<int>{3, 4, 5, 6, 7}));
}

TEST(SampledExamTest, AKnownPositionOfConnectFourHasItsMoves) {
  const auto game = testing::Game("connect_four");
  const auto solve = MakeMoveSolver(*game, 1);
  ASSERT_THAT(solve, IsOk());
  // X moves, with two discs in the middle of the lowest row (CF2).
  const envs::PositionBuffer position =
      PositionOf(*game, "..XX.../..OO.../..OO.../..XX.../..XX.../..OO...");
  const auto moves = (*solve)(position.Span());
  ASSERT_THAT(moves, IsOk());
  ASSERT_EQ(moves->size(), 5);
  // An open three wins with the disc after the next; only b and e make one.
  for (const SolvedMove& move : *moves) {
    const bool three = move.action == 1 || move.action == 4;
    EXPECT_EQ(IsPerfect(move, *moves), three) << move.action;
    EXPECT_EQ(move.plies == 3, three) << move.action;
    EXPECT_TRUE(!three || IsGood(move, *moves));
  }
}

TEST(SampledExamTest, AFileGivesBackItsPositionsAndRefusesOthers) {
  const auto game = testing::Game("tic_tac_toe");
  const std::vector<SolvedPosition> drawn = Drawn(*game, kSmall);
  const std::string text = PositionsText(*game, kSmall, drawn);
  const auto read = ParsePositions(*game, kSmall, text, "file");
  ASSERT_THAT(read, IsOk());
  EXPECT_EQ(*read, drawn);
  PositionRecipe other = kSmall;
  other.seed = 4;
  EXPECT_THAT(ParsePositions(*game, other, text, "file"),
              StatusIs(absl::StatusCode::kFailedPrecondition, "file:1: wanted positions of"));
  const std::string torn = text.substr(0, text.size() - 30);
  EXPECT_THAT(ParsePositions(*game, kSmall, torn, "file"),
              StatusIs(absl::StatusCode::kDataLoss, "wanted 100 positions, found 99"));
}

TEST(SampledExamTest, MarksCountGoodAndPerfectMoves) {
  const auto game = testing::Game("tic_tac_toe");
  const auto exam = SampledExam::Make(*game, Drawn(*game, kSmall));
  ASSERT_THAT(exam, IsOk());
  const auto marks = [&](const std::string& spec) {
    const auto agent = MakeAgent(*game, spec);
    EXPECT_THAT(agent, IsOk());
    const auto found = exam->Mark(agent->get());
    EXPECT_THAT(found, IsOk());
    return *found;
  };
  const MoveMarks deep = marks("mcts:2000");
  EXPECT_EQ(deep.questions, 100);
  EXPECT_GT(deep.good, 95);
  EXPECT_LE(deep.perfect, deep.good);
  const MoveMarks random = marks("random");
  EXPECT_NEAR(static_cast<double>(random.good) / 100, random.good_by_chance, 0.17);
  EXPECT_LE(random.perfect_by_chance, random.good_by_chance);
}

// A policy whose moves are equally likely plays the first of them, instead of drawing one as at the
// start of a game.
TEST(SampledExamTest, APolicyAnswersWithItsLikeliestMove) {
  const auto game = testing::Game("tic_tac_toe");
  const selfplay::SearchSettings settings = {.algorithm = selfplay::PolicySettings()};
  const auto agent = SearchAgent::MakeWithoutSearch(
      "policy", settings, std::make_unique<selfplay::RolloutEvaluator>(*game, 1, 0));
  const std::vector<SolvedPosition> drawn = Drawn(*game, kSmall);
  const auto exam = SampledExam::Make(*game, drawn);
  ASSERT_THAT(exam, IsOk());
  const auto marks = exam->Mark(agent.get());
  ASSERT_THAT(marks, IsOk());
  EXPECT_EQ(marks->good, std::ranges::count_if(drawn, [](const SolvedPosition& one) {
              return IsGood(one.moves[0], one.moves);
            }));
}

TEST(SampledExamTest, SharesComeWithWilsonsInterval) {
  // Brown, Cai, DasGupta ("Interval estimation for a binomial proportion", 2001): 0 of 10 has the
  // upper bound z^2 / (n + z^2).
  const Interval none = ShareOf(0, 10);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.2775, 0.0005);
  const Interval half = ShareOf(50, 100);
  EXPECT_NEAR(half.low, 0.4038, 0.0005);
  EXPECT_NEAR(half.high, 0.5962, 0.0005);
}

TEST(SampledExamTest, GamesWithoutSuchPositionsAreRefused) {
  const auto game = testing::Game("tic_tac_toe");
  const auto solve = MakeMoveSolver(*game, 10000);
  ASSERT_THAT(solve, IsOk());
  // After nine plies the game has ended.
  const PositionRecipe late = {.positions = 1, .least_plies = 9, .most_plies = 9};
  EXPECT_THAT(DrawPositions(*game, late, *solve),
              StatusIs(absl::StatusCode::kInvalidArgument, "found 0: none after 9 plies"));
  EXPECT_THAT(MakeMoveSolver(*testing::Game("kuhn"), 1000),
              StatusIs(absl::StatusCode::kUnimplemented, "hidden"));
}

}  // namespace
}  // namespace kvintet::arena

// Tests of MoveChoice: what it infers from the record of a game.
#include "serving/engine/move_choice.h"

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "serving/engine/evaluation_batch.h"
#include "serving/engine/requested_state.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using envs::Seat;

constexpr char kBet[] = "kuhn; chance deal K; chance deal Q; 0 bet";
constexpr char kBetAsSeen[] = "kuhn; chance deal ?; chance deal Q; 0 bet";

// Bets with a king alone.
testing::FakeEvaluator HonestPlayer(const envs::Game& game) {
  return {game, [&game](envs::ConstViews one, std::span<const envs::Action> legal, auto logits) {
            const bool king = game.ViewText(one).find("cards K") == 0;
            if (legal.size() == 2) {
              logits[1] = king ? 20.0f : -20.0f;
            }
            return selfplay::Wdl{.win = 0.5f, .draw = 0, .loss = 0.5f};
          }};
}

// Holds a queen and faces a bet: how likely it thinks a king, by the description of the state.
class MoveChoiceTest : public ::testing::Test {
 protected:
  double BeliefInAKing(const RequestedStateText& text) {
    auto state = RequestedState::Read(&games_, text);
    KVINTET_CHECK(state.ok());
    auto point = state->ActingView();
    KVINTET_CHECK(point.ok());
    auto played = std::make_shared<ServedGame>();
    played->game = envs::MakeGame("kuhn").value();
    played->model.trained = trained_;
    point->game = played;
    auto choice = MoveChoice::Create(
        *std::move(point), {.simulations = 8, .algorithm = selfplay::BeliefSettings()}, 0, 1);
    KVINTET_CHECK(choice.ok());
    (*choice)->ExplainMoves(3);
    testing::FakeEvaluator player = HonestPlayer(*played->game);
    EvaluationBatch batch;
    while ((*choice)->Advance()) {
      Task* const task = choice->get();
      absl::Status each;
      KVINTET_CHECK(batch.Run({&task, 1}, &player, {&each, 1}).ok() && each.ok());
    }
    return (*choice)->Explained().belief.value().probabilities[2];
  }
  double BeliefAfter(const std::string& record) {
    return BeliefInAKing({.known = Known::kRecord, .text = record});
  }

  ModelShelf shelf_{ModelRegistry()};
  GameCache games_{shelf_};
  bool trained_ = true;
};

TEST_F(MoveChoiceTest, WeighsWorldsByTheOpponentsMoves) {
  EXPECT_GT(BeliefAfter(kBet), 0.9);
  EXPECT_EQ(BeliefInAKing({.known = Known::kSeatRecord, .text = kBetAsSeen, .seat = Seat::k1}),
            BeliefAfter(kBet));
}

TEST_F(MoveChoiceTest, InfersNothingFromWhatTheSeatMayNotKnow) {
  EXPECT_EQ(BeliefAfter("kuhn; chance deal J; chance deal Q; 0 bet"), BeliefAfter(kBet));
}

TEST_F(MoveChoiceTest, WithoutARecordItWeighsByTheRulesAlone) {
  const std::unique_ptr<envs::Game> game = envs::MakeGame("kuhn").value();
  ASSERT_OK_AND_ASSIGN(const envs::Playthrough play, envs::Playthrough::FromRecord(*game, kBet));
  EXPECT_NEAR(
      BeliefInAKing(
          {.game = "kuhn", .known = Known::kPosition, .text = game->PositionText(play.Position())}),
      0.5, 0.1);
}

TEST_F(MoveChoiceTest, RolloutsInferNothingFromMoves) {
  trained_ = false;
  EXPECT_NEAR(BeliefAfter(kBet), 0.5, 0.1);
}

// Chooses a move from the start of tic-tac-toe, alone or beside as many others as fill a batch.
// Returns its text, its evaluations and the turns it took.
std::tuple<std::string, int, int> ChooseBeside(GameCache* games, int others) {
  auto state = RequestedState::Read(games, {.game = "tic_tac_toe"});
  KVINTET_CHECK(state.ok());
  const PointOfView point = state->ActingView().value();
  std::vector<std::unique_ptr<MoveChoice>> choices;
  std::vector<Task*> tasks;
  for (int i = 0; i <= others; ++i) {
    choices.push_back(MoveChoice::Create(
                          point, {.simulations = 32, .algorithm = selfplay::GumbelSettings()}, 0, 1)
                          .value());
    tasks.push_back(choices.back().get());
  }
  selfplay::UniformEvaluator evaluator(*point.game->game, 3);
  EvaluationBatch batch;
  std::vector<absl::Status> each(tasks.size());
  int turns = 0;
  int rows = 0;
  while (std::ranges::all_of(tasks, [](Task* task) { return task->Advance(); })) {
    KVINTET_CHECK(batch.Run(tasks, &evaluator, each).ok());
    rows += batch.RowsOf(0);
    ++turns;
  }
  EXPECT_GE(rows, choices[0]->Evaluations());
  return {choices[0]->Text(), choices[0]->Evaluations(), turns};
}

TEST_F(MoveChoiceTest, ASearchAloneEvaluatesAheadAndFindsTheSame) {
  const auto [move, evaluations, turns] = ChooseBeside(&games_, 0);
  const auto [move_beside, evaluations_beside, turns_beside] = ChooseBeside(&games_, 20);
  EXPECT_EQ(move, move_beside);
  EXPECT_EQ(evaluations, evaluations_beside);
  EXPECT_EQ(evaluations_beside, turns_beside);
  EXPECT_LT(2 * turns, evaluations);
}

}  // namespace
}  // namespace kvintet::serving

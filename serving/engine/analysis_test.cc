// Tests of Analysis: progress, stopping, and results.
#include "serving/engine/analysis.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/rng.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "serving/engine/evaluation_batch.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

class AnalysisTest : public ::testing::Test {
 protected:
  // Sets the first decision after a record, and after chance.
  void Play(const std::string& record) {
    served_ = std::make_shared<ServedGame>();
    const std::string name = record.substr(0, record.find(';'));
    auto game = envs::MakeGame(name);
    ASSERT_OK(game.status());
    served_->game = *std::move(game);
    ASSERT_OK_AND_ASSIGN(envs::Playthrough play,
                         envs::Playthrough::FromRecord(*served_->game, record));
    for (RandomStream random(1, 0, 0, Purpose::kChance); play.Actors().Has(envs::Actor::kChance);) {
      play.ApplyChance(&random);
    }
    const envs::Seat seat = envs::SeatOf(play.Actors().First());
    point_ = {served_, seat, play.View(seat), play.history()};
  }

  std::unique_ptr<Analysis> Make(const AnalysisLimits& limits) {
    auto analysis = Analysis::Create(point_, SearchForAnalysis({}, limits.simulations), limits, 1,
                                     [this](const Finding& found) { told_.push_back(found); });
    KVINTET_CHECK(analysis.ok());
    return *std::move(analysis);
  }

  // Runs the analysis to its end.
  Finding Run(Analysis* analysis) {
    testing::FakeEvaluator even(*served_->game, [](envs::ConstViews, auto, auto) {
      return selfplay::Wdl{0.5f, 0, 0.5f};
    });
    EvaluationBatch batch;
    while (analysis->Advance()) {
      Task* const task = analysis;
      absl::Status each;
      KVINTET_CHECK(batch.Run({&task, 1}, &even, {&each, 1}).ok() && each.ok());
    }
    return analysis->Final();
  }
  Finding Run(const AnalysisLimits& limits) { return Run(Make(limits).get()); }

  std::shared_ptr<ServedGame> served_;
  PointOfView point_;
  std::vector<Finding> told_;
};

TEST_F(AnalysisTest, FindsTheWinAndSaysThatAllIsSearched) {
  Play("tic_tac_toe; 0 a1; 1 b1; 0 a2; 1 b2");
  const Finding found = Run({.simulations = 100, .report_every = milliseconds(1)});
  EXPECT_EQ(found.stop, AnalysisStop::kSimulations);
  EXPECT_EQ(found.move, "a3");
  EXPECT_GT(found.evaluations, 0);
  for (const Finding& progress : told_) {
    EXPECT_EQ(progress.stop, AnalysisStop::kGoesOn);
    EXPECT_LE(progress.evaluations, found.evaluations);
  }
}

// With an interval of 0 ms it reports at every Advance.
TEST_F(AnalysisTest, TellsWhatItHasFoundSoFar) {
  Play("tic_tac_toe");
  Run({.simulations = 50, .report_every = milliseconds(0)});
  ASSERT_GE(told_.size(), 20u);
  int before = 0;
  for (const Finding& progress : told_) {
    EXPECT_GT(progress.evaluations, before);
    before = progress.evaluations;
  }
  int visits = 0;
  for (const selfplay::ActionStatistics& action : told_.back().first.actions) {
    visits += action.visits;
  }
  EXPECT_GE(visits, 40);
  EXPECT_FALSE(told_.back().move.empty());
  EXPECT_EQ(told_.back().first.line.front(), told_.back().first.action);
}

TEST_F(AnalysisTest, EndsAtItsTimeWithWhatItHas) {
  Play("tic_tac_toe");
  const Finding found = Run({.simulations = 1'000'000, .until = steady_clock::now()});
  EXPECT_EQ(found.stop, AnalysisStop::kTime);
  EXPECT_FALSE(found.move.empty());
  EXPECT_EQ(found.evaluations, 1);
}

// A move of several actions (what, where, how turned), of which the first was searched.
TEST_F(AnalysisTest, MakesAWholeMoveWhenTheTimeIsUp) {
  Play("punct");
  const Finding found = Run({.simulations = 1'000'000, .until = steady_clock::now()});
  EXPECT_EQ(found.stop, AnalysisStop::kTime);
  EXPECT_OK(served_->game->ParseMove(point_.view.Span(), found.move).status());
}

TEST_F(AnalysisTest, SearchesNothingWhereOneMoveIsLegal) {
  Play("tic_tac_toe; 0 a1; 1 b1; 0 c1; 1 a2; 0 b2; 1 c2; 0 b3; 1 a3");
  const Finding found = Run({.simulations = 100, .report_every = std::chrono::hours(1)});
  EXPECT_EQ(found.stop, AnalysisStop::kForced);
  EXPECT_EQ(found.move, "c3");
  EXPECT_TRUE(told_.empty());
}

// If a search cannot be stopped early, small searches come first, and each is reported.
TEST_F(AnalysisTest, GoesOnByDoublingWhereNothingIsKnownBetween) {
  Play("oshi_zumo");
  const Finding found = Run({.simulations = 200, .report_every = std::chrono::hours(1)});
  EXPECT_EQ(found.stop, AnalysisStop::kSimulations);
  EXPECT_GE(told_.size(), 3u) << "32, 64 and 128; 200 is the final one";
  // The last search is the one that was requested.
  const selfplay::SearchSettings settings = SearchForAnalysis({}, 200);
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<MoveChoice> choice,
                       MoveChoice::Create(point_, settings, 0, 1));
  EXPECT_EQ(choice->Rounds(), 200);
}

TEST_F(AnalysisTest, ExplainsEachWholeSearchIfAsked) {
  Play("oshi_zumo");
  const Finding found =
      Run({.simulations = 200, .report_every = std::chrono::hours(1), .explained_moves = 3});
  ASSERT_GE(told_.size(), 3u);
  told_.push_back(found);
  for (const Finding& each : told_) {
    ASSERT_TRUE(each.explained.stage.has_value());
    EXPECT_EQ(each.explained.stage->value, each.first.value);
    EXPECT_EQ(each.explained.stage->own.moves.size(), 3u);
    EXPECT_FALSE(each.explained.belief.has_value());
  }
  told_.clear();
  EXPECT_FALSE(Run({.simulations = 64}).explained.stage.has_value());
}

// A belief follows from the root alone, however many trials were made.
TEST_F(AnalysisTest, TellsOneBeliefThroughout) {
  Play("tiny_tantrix");
  const Finding found =
      Run({.simulations = 200, .report_every = std::chrono::hours(1), .explained_moves = 3});
  ASSERT_TRUE(found.explained.belief.has_value());
  ASSERT_FALSE(told_.empty());
  for (const Finding& each : told_) {
    ASSERT_TRUE(each.explained.belief.has_value());
    EXPECT_EQ(each.explained.belief->probabilities, found.explained.belief->probabilities);
  }
}

TEST_F(AnalysisTest, KeepsTheLastWholeSearchWhenTheTimeIsUp) {
  Play("oshi_zumo");
  const Finding found = Run({.simulations = 1'000'000, .until = steady_clock::now()});
  EXPECT_EQ(found.stop, AnalysisStop::kTime);
  EXPECT_FALSE(found.move.empty());
}

// Several actions and hidden information: time ends a search in the middle of a move. The time
// limit doubles until one complete search fits into it.
TEST_F(AnalysisTest, KeepsTheWholeMoveOfTheLastWholeSearch) {
  Play("tantrix");
  Finding found;
  for (milliseconds time(500); told_.empty(); time *= 2) {
    found = Run({.simulations = 1'000'000, .until = steady_clock::now() + time});
  }
  EXPECT_EQ(found.stop, AnalysisStop::kTime);
  EXPECT_OK(served_->game->ParseMove(point_.view.Span(), found.move).status());
  EXPECT_GE(found.evaluations, told_.back().evaluations);
}

}  // namespace
}  // namespace kvintet::serving

// Tests of Foresight: searches decide as without it, in fewer batches.
#include "selfplay/search/foresight.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/one_row.h"
#include "envs/text/playthrough.h"
#include "selfplay/search/question_batch.h"
#include "selfplay/search_factory.h"
#include "tests/support/evaluations.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::FakeEvaluator;

// Opinions that look random, and depend on the view alone.
FakeEvaluator Opinions(const envs::Game& game) {
  return {game, [&game](envs::ConstViews one, auto, std::span<float> logits) {
            RandomStream random(game.CacheKey(one).low, 0, 0, Purpose::kTest);
            for (float& logit : logits) {
              logit = static_cast<float>(2 * random.Uniform());
            }
            const auto win = static_cast<float>(random.Uniform());
            return Wdl{win, 0, 1 - win};
          }};
}

// Counts of a search with foresight.
struct Effort {
  size_t batches = 0;
  size_t ahead = 0;
  int64_t used = 0;
};

Decision DecideAhead(Search* search, Evaluator* evaluator, const SearchRoot& root, Effort* effort) {
  Foresight ahead(evaluator->game());
  QuestionBatch batch;
  search->Begin(root);
  while (ahead.Advance(search)) {
    std::vector<Question> foreseen;
    ahead.Foresee(search, RowsAhead(1), &foreseen);
    batch.Begin(evaluator->game());
    batch.Add(search->View(), search->Legal());
    for (const Question& question : foreseen) {
      batch.Add(question.View(), question.Legal());
    }
    EXPECT_OK(batch.Evaluate(evaluator));
    for (size_t i = 0; i < foreseen.size(); ++i) {
      ahead.Tell(foreseen[i], batch.Answer(static_cast<int>(i) + 1));
    }
    search->Resume(batch.Answer(0));
    ++effort->batches;
    effort->ahead += foreseen.size();
  }
  effort->used += ahead.Used();
  return search->Result();
}

void ExpectEqual(const Decision& found, const Decision& wanted) {
  EXPECT_EQ(found.action, wanted.action);
  EXPECT_EQ(found.value, wanted.value);
  EXPECT_EQ(found.line, wanted.line);
  ASSERT_EQ(found.actions.size(), wanted.actions.size());
  for (size_t i = 0; i < found.actions.size(); ++i) {
    EXPECT_EQ(found.actions[i].action, wanted.actions[i].action);
    EXPECT_EQ(found.actions[i].visits, wanted.actions[i].visits);
    EXPECT_EQ(found.actions[i].value, wanted.actions[i].value);
    EXPECT_EQ(found.actions[i].policy, wanted.actions[i].policy);
  }
}

// Decides at up to `plies` turns of a game, with foresight and without, and compares.
Effort Compare(const std::string& name, const SearchSettings& settings, int plies) {
  const auto game = testing::Game(name);
  FakeEvaluator evaluator = Opinions(*game);
  const std::unique_ptr<Search> alone = *MakeSearch(*game, settings);
  const std::unique_ptr<Search> ahead = *MakeSearch(*game, settings);
  envs::Playthrough play(*game);
  RandomStream random(1, 0, 0, Purpose::kTest);
  Effort effort;
  for (uint32_t ply = 0; ply < static_cast<uint32_t>(plies) && !play.Ended(); ++ply) {
    const envs::Actor actor = play.Actors().First();
    if (actor == envs::Actor::kChance) {
      std::vector<envs::ChanceOutcome> outcomes;
      game->ChanceOutcomes(play.Position(), &outcomes);
      EXPECT_OK(play.Apply(actor, envs::DrawOutcome(outcomes, &random)));
      continue;
    }
    const envs::ViewBuffer view = play.View(envs::SeatOf(actor));
    const SearchRoot root = {
        .view = view.Span(), .history = &play.history(), .seed = 3, .ply = ply};
    const absl::StatusOr<Decision> wanted = Decide(alone.get(), &evaluator, root);
    EXPECT_OK(wanted.status());
    const Decision found = DecideAhead(ahead.get(), &evaluator, root, &effort);
    ExpectEqual(found, *wanted);
    EXPECT_OK(play.Apply(actor, found.action));
  }
  return effort;
}

SearchSettings Gumbel(bool stretch) {
  SearchSettings settings;
  settings.simulations = 48;
  GumbelSettings gumbel;
  gumbel.max_considered = 8;
  gumbel.stretch_values = stretch;
  settings.algorithm = gumbel;
  return settings;
}

class ForesightTest : public ::testing::TestWithParam<const char*> {};

TEST_P(ForesightTest, ChangesNoDecision) {
  for (const bool stretch : {false, true}) {
    const Effort effort = Compare(GetParam(), Gumbel(stretch), 30);
    const auto used = static_cast<size_t>(effort.used);
    // Most of what is foreseen is asked, and most questions are foreseen.
    EXPECT_GT(used, effort.ahead * 3 / 4);
    EXPECT_GT(used, effort.batches);
  }
}

INSTANTIATE_TEST_SUITE_P(Games, ForesightTest,
                         ::testing::Values("hex{size=5}", "renju", "tiny_punct", "konkvest"));

// What follows a draw of chance is not foreseen.
TEST(ForesightTest, ChangesNoDecisionWithChance) {
  EXPECT_GT(Compare("tantrix{racks=open}", Gumbel(false), 60).used, 0);
}

TEST(ForesightTest, SearchesThatForeseeNothingAskAlone) {
  SearchSettings settings;
  settings.simulations = 20;
  settings.algorithm = PuctSettings();
  const Effort effort = Compare("tic_tac_toe", settings, 5);
  EXPECT_EQ(effort.ahead, 0u);
  EXPECT_EQ(effort.used, 0);
}

TEST(ForesightTest, FewSearchesShareABatch) {
  EXPECT_EQ(RowsAhead(1), 15);
  EXPECT_EQ(RowsAhead(4), 3);
  EXPECT_EQ(RowsAhead(9), 0);
  EXPECT_LE(RowsAhead(100), 0);
}

}  // namespace
}  // namespace kvintet::selfplay

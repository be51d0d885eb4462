// Tests of Script and Dialogue: order of questions, scripts that await others, errors, and the end.
#include "selfplay/search/script.h"

#include <memory>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "envs/text/playthrough.h"
#include "tests/support/evaluations.h"

namespace kvintet::selfplay {
namespace {

class ScriptTest : public ::testing::Test {
 protected:
  ScriptTest() { question_.Set(envs::Playthrough(*game_).View(envs::Seat::k0).Span()); }

  // Asks `times` times and notes the win probability of each answer.
  Script Ask(int times) {
    for (int i = 0; i < times; ++i) {
      noted_.push_back((co_await asks_.Ask(question_)).wdl.win);
    }
  }
  Script AskTwiceTwice() {
    co_await Ask(2);
    noted_.push_back(-1);
    co_await Ask(2);
  }
  // Throws after an answer, in a script that another awaits.
  Script Throw() {
    co_await Ask(1);
    throw std::runtime_error("no memory");
  }
  Script AwaitThrow() { co_await Throw(); }
  // Holds `alive` until its end.
  Script Hold(std::shared_ptr<int> alive) {
    co_await Ask(3);
    *alive = 1;
  }

  void Answer(float win) { asks_.Resume({.logits = {}, .wdl = {.win = win}}); }

  const std::unique_ptr<envs::Game> game_ = testing::Game("tic_tac_toe");
  Question question_{*game_};
  std::vector<float> noted_;
  // Last, since a script that waits refers to the others.
  Dialogue asks_;
};

TEST_F(ScriptTest, AsksAndIsAnsweredInOrder) {
  asks_.Begin(Ask(2));
  EXPECT_TRUE(noted_.empty());
  EXPECT_TRUE(asks_.Advance());
  EXPECT_TRUE(asks_.Advance()) << "still the same question";
  EXPECT_EQ(asks_.Asked().Legal().size(), 9);
  Answer(0.25f);
  EXPECT_TRUE(asks_.Advance());
  Answer(0.5f);
  EXPECT_FALSE(asks_.Advance());
  EXPECT_EQ(noted_, (std::vector<float>{0.25f, 0.5f}));
}

TEST_F(ScriptTest, GoesOnWhereAnAwaitedScriptHasEnded) {
  asks_.Begin(AskTwiceTwice());
  for (const float win : {0.1f, 0.2f, 0.3f, 0.4f}) {
    ASSERT_TRUE(asks_.Advance());
    Answer(win);
  }
  EXPECT_FALSE(asks_.Advance());
  EXPECT_EQ(noted_, (std::vector<float>{0.1f, 0.2f, -1, 0.3f, 0.4f}));
}

TEST_F(ScriptTest, AScriptWithoutQuestionsEndsAtOnce) {
  asks_.Begin(Ask(0));
  EXPECT_FALSE(asks_.Advance());
}

TEST_F(ScriptTest, ThrowsWhatAnAwaitedScriptThrows) {
  asks_.Begin(AwaitThrow());
  ASSERT_TRUE(asks_.Advance());
  EXPECT_THROW(Answer(1), std::runtime_error);
  EXPECT_FALSE(asks_.Advance());
  // Another script can run.
  asks_.Begin(Ask(1));
  EXPECT_TRUE(asks_.Advance());
  Answer(0.5f);
  EXPECT_EQ(noted_.back(), 0.5f);
}

TEST_F(ScriptTest, AScriptThatIsDroppedIsDestroyed) {
  const auto alive = std::make_shared<int>(0);
  asks_.Begin(Hold(alive));
  ASSERT_TRUE(asks_.Advance());
  EXPECT_EQ(alive.use_count(), 2);
  asks_.Begin(Ask(1));
  EXPECT_EQ(alive.use_count(), 1);
  EXPECT_EQ(*alive, 0);
}

}  // namespace
}  // namespace kvintet::selfplay

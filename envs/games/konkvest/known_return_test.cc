// Tests of Konkvest::KnownReturn: what it must not claim. What it does claim is tested for all
// games with KnownReturn in tests/conformance.
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/games/konkvest/test_table.h"

namespace kvintet::envs::konkvest {
namespace {

// A position of a random game in which every turn lets the other side capture the queen or take the
// base.
std::optional<Table> FindLost() {
  RandomStream random(1, 0, 0, Purpose::kTest);
  for (int game = 0; game < 100; ++game) {
    Table table = Table::Placed();
    RepetitionHistory history(table.rules().Spec().history_capacity);
    while (!table.Ended()) {
      if (table.rules().KnownReturn(table.View()) == -1.0f) {
        return table;
      }
      const std::vector<Action> legal = table.Legal(table.View());
      table.rules().Step(&table.position(), &history, ActorOf(table.View().seat),
                         legal[random.Below(static_cast<uint32_t>(legal.size()))]);
    }
  }
  return std::nullopt;
}

class KnownReturnTest : public ::testing::Test {
 protected:
  KnownReturnTest() : table_(FindLost()) {}
  void SetUp() override { ASSERT_TRUE(table_.has_value()); }

  std::optional<float> Known() const { return table_->rules().KnownReturn(table_->View()); }

  std::optional<Table> table_;
};

// Q8: a turn may cause the third occurrence of a position, in which case nobody wins.
TEST_F(KnownReturnTest, NoLossIsSureOnceAPositionHasOccurredTwice) {
  EXPECT_EQ(Known(), -1.0f);
  table_->position().has_cycled = 1;
  EXPECT_EQ(Known(), std::nullopt);
}

TEST_F(KnownReturnTest, NoLossIsSureWhenTheTurnIsTheLast) {
  table_->position().turns = 598;
  EXPECT_EQ(Known(), -1.0f);
  table_->position().turns = 599;
  EXPECT_EQ(Known(), std::nullopt);
}

TEST(HasCycledTest, APositionThatOccursAgainIsRemembered) {
  Table table = Table::Placed();
  table.DoAll({"b3-b2", "l5-l6", "b2-b3"});
  EXPECT_EQ(table.position().has_cycled, 0);
  table.Do("l6-l5");
  EXPECT_EQ(table.position().has_cycled, 1);
  table.Do("b3-b2");
  table.Do("l3-l2");
  EXPECT_EQ(table.position().repeats, 0);
  EXPECT_EQ(table.position().has_cycled, 1);
}

}  // namespace
}  // namespace kvintet::envs::konkvest

// Tests of wins by force (CF2): what the rules know is what the solver finds.
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/games/connect_four/solver.h"
#include "envs/learning_hints.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"

namespace kvintet::envs::connect_four {
namespace {

class ForcingTest : public ::testing::Test {
 protected:
  // The solved result of each column for the side that drops the disc.
  std::array<std::optional<int>, kColumns> Results(const Playthrough& play) {
    std::array<std::optional<int>, kColumns> results;
    const auto scores =
        solver_.Scores(rules_.ParsePosition(game_->PositionText(play.Position())).value());
    for (size_t column = 0; column < results.size(); ++column) {
      if (scores[column].has_value()) {
        results[column] = *scores[column] > 0 ? 1 : *scores[column] < 0 ? -1 : 0;
      }
    }
    return results;
  }

  ConnectFour rules_{RuleOptions()};
  const std::unique_ptr<Game> game_ = MakeGame("connect_four").value();
  Solver solver_;
};

// In positions of random games with 14 discs or more.
TEST_F(ForcingTest, CF2_WhatIsKnownIsTrue) {
  int wins = 0;
  int losses = 0;
  int unknown = 0;
  for (uint32_t number = 0; number < 30; ++number) {
    RandomStream random(4, number, 0, Purpose::kTest);
    Playthrough play(*game_);
    for (int disc = 0; !play.Ended(); ++disc) {
      const ViewBuffer view = play.View(SeatOf(play.Actors().First()));
      const std::vector<Action> legal = LegalList(*game_, view.Span());
      if (disc >= 14) {
        const auto results = Results(play);
        const std::optional<float> known = game_->known_returns()->KnownReturn(view.Span());
        const std::optional<Action> win = game_->forced_wins()->ForcedWin(view.Span(), 0);
        EXPECT_EQ(win.has_value(), known == 1.0F);
        if (win.has_value()) {
          EXPECT_EQ(results[static_cast<size_t>(*win)], 1);
        }
        std::vector<uint64_t> words(1);
        game_->LegalActions(view.Span(), words);
        EXPECT_EQ(game_->defences()->KeepDefences(view.Span(), ActionMask(words)), known != -1.0F);
        std::vector<uint8_t> planes(static_cast<size_t>(7 * kCells));
        game_->derived_planes()->Derive(view.Span(), planes);
        for (const Action action : legal) {
          int32_t place = 0;
          game_->PolicyIndices(view.Span(), {&action, 1}, {&place, 1});
          const int result = *results[static_cast<size_t>(action)];
          const int shown = planes[static_cast<size_t>(4 * kCells + place)];
          // Not shown: lost by force.
          EXPECT_TRUE(shown == 2 ? result == 1 : shown == 1 || result == -1)
              << action << ": " << game_->PositionText(play.Position());
          EXPECT_EQ(ActionMask(words).Has(action), shown > 0 || known == -1.0F);
        }
        wins += known == 1.0F ? 1 : 0;
        losses += known == -1.0F ? 1 : 0;
        unknown += known.has_value() ? 0 : 1;
      }
      ASSERT_TRUE(play.Apply(play.Actors().First(),
                             legal[random.Below(static_cast<uint32_t>(legal.size()))])
                      .ok());
    }
  }
  EXPECT_GT(wins, 50);
  EXPECT_GT(losses, 5);
  EXPECT_GT(unknown, 50);
}

// After d1 X threatens fours at a1 and at e1.
TEST_F(ForcingTest, CF2_AnOpenThreeOnTheGroundWins) {
  const ConnectFour::Position open =
      rules_.ParsePosition(".XX..../.OO..../......./......./......./.......").value();
  EXPECT_EQ(rules_.ForcedWin({open, Seat::k0, {}}, 0), 3);
}

}  // namespace
}  // namespace kvintet::envs::connect_four

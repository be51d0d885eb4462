// Tests of PositionJudge: both colours of Kontranto get exactly the same value.
#include "selfplay/equilibrium/position_judge.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/hash.h"
#include "envs/one_row.h"
#include "envs/text/playthrough.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

// Symmetries with this number and above exchange the colours.
constexpr int kExchange = 8;

// The judge's value with an evaluator that depends on everything a seat sees.
double ValueOf(const envs::Game& game, envs::ConstPositions one) {
  PositionJudge judge(game, true);
  judge.Start(one);
  while (judge.Waiting()) {
    std::vector<uint8_t> planes(static_cast<size_t>(game.Spec().PlaneBytes()));
    std::vector<float> globals(static_cast<size_t>(game.Spec().globals));
    game.Observe(judge.View(), planes, globals);
    const Key128 seen = HashBytes(std::as_bytes(std::span(planes)));
    const Key128 rest = HashBytes(std::as_bytes(std::span(globals)));
    RandomStream random(seen.low ^ rest.high, 0, 0, Purpose::kTest);
    const auto win = static_cast<float>(random.Uniform());
    judge.Hear({.win = win, .draw = 0, .loss = 1 - win});
  }
  return judge.Value();
}

// Compares White's value in a position and in its images with the colours exchanged. The seats
// stay, so White is the other seat there.
TEST(PositionJudgeTest, ColoursAreWorthTheSame) {
  const auto game = testing::Game("kontranto{colour_choice=false}");
  RandomStream random(1, 0, 0, Purpose::kTest);
  int positions = 0;
  double largest = 0;
  double spread = 0;
  while (positions < 10000) {
    envs::Playthrough play(*game);
    while (!play.Ended() && positions < 10000) {
      if (!play.StageOpen()) {
        envs::PositionBuffer image(1, game->Spec().position_bytes);
        const int exchange = kExchange + positions % 8;
        game->TransformPosition(exchange, play.Position(), image.Span());
        const double white = ValueOf(*game, play.Position());
        const double white_in_image = -ValueOf(*game, image.Span());
        largest = std::max(largest, std::abs(white + white_in_image));
        spread = std::max(spread, std::abs(white));
        ++positions;
      }
      const envs::Actor actor = play.Actors().First();
      const auto legal = envs::LegalList(*game, play.View(envs::SeatOf(actor)).Span());
      ASSERT_OK(play.Apply(actor, legal[random.Below(static_cast<uint32_t>(legal.size()))]));
    }
  }
  EXPECT_LE(largest, 1e-5);
  EXPECT_GT(spread, 0.5);
}

TEST(PositionJudgeTest, EndsAndWhatTheRulesKnowAreNotAsked) {
  const auto game = testing::Game("kontranto");
  PositionJudge judge(*game, true);
  judge.Start(envs::InitialPosition(*game).Span());
  EXPECT_FALSE(judge.Waiting());
  EXPECT_EQ(judge.Value(), 0);
  PositionJudge asks(*game, false);
  asks.Start(envs::InitialPosition(*game).Span());
  EXPECT_TRUE(asks.Waiting());
}

}  // namespace
}  // namespace kvintet::selfplay

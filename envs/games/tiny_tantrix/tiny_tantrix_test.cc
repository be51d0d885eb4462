// Tests of TinyTantrix, and of sampled racks against all possible histories.
#include "envs/games/tiny_tantrix/tiny_tantrix.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include <gtest/gtest.h>

#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::tiny_tantrix {
namespace {

using tantrix::Situation;
using tantrix::Stage;
using tantrix::TileSet;

// One action of an actor, or one outcome of chance.
struct Step {
  Actor actor;
  Action action;
};

std::unique_ptr<Game> MakeTiny(const std::string& options = "") {
  auto game = MakeGame("tiny_tantrix" + options);
  EXPECT_OK(game);
  return *std::move(game);
}

const Situation& NowOf(ConstPositions one) {
  return reinterpret_cast<const TinyTantrix::Position*>(one.Row(0))->now;
}

std::vector<Step> StepsOf(const Playthrough& play) {
  std::vector<Step> steps;
  for (const PlayedEvent& event : play.Events()) {
    for (const Action action : event.actions) {
      steps.push_back({event.actor, action});
    }
  }
  return steps;
}

// Counts the histories of chance in which a seat sees what it saw, by the other's final rack.
class Histories {
 public:
  Histories(const Game& game, Seat seat, std::vector<Step> steps, std::vector<ActorSet> actors)
      : game_(game), seat_(seat), steps_(std::move(steps)), actors_(std::move(actors)) {
    Grow(InitialPosition(game), 0);
  }

  const std::map<TileSet, double>& Counts() const { return counts_; }

 private:
  void Grow(const PositionBuffer& position, size_t at) {
    if (ActorsOf(game_, position.Span()) != actors_[at]) {
      return;
    }
    const Situation& s = NowOf(position.Span());
    if (at == steps_.size()) {
      counts_[s.racks[1 - static_cast<size_t>(seat_)]] += 1;
      return;
    }
    const Step& step = steps_[at];
    if (step.actor != Actor::kChance) {
      const auto legal =
          LegalList(game_, ViewOf(game_, position.Span(), SeatOf(step.actor)).Span());
      if (std::ranges::binary_search(legal, step.action)) {
        Take(position, at, step.action);
      }
      return;
    }
    std::array<std::byte, kMaxVisibleBytes> bytes;
    std::vector<ChanceOutcome> outcomes;
    game_.ChanceOutcomes(position.Span(), &outcomes);
    const bool seen = game_.Visible(position.Span(), step.actor, step.action, seat_, bytes) > 0;
    for (const ChanceOutcome& outcome : outcomes) {
      if (!seen || outcome.outcome == step.action) {
        Take(position, at, outcome.outcome);
      }
    }
  }

  void Take(const PositionBuffer& position, size_t at, Action action) {
    PositionBuffer next = position;
    RepetitionHistory history;
    StepOne(game_, next.Span(), &history, steps_[at].actor, action);
    Grow(next, at + 1);
  }

  const Game& game_;
  Seat seat_;
  std::vector<Step> steps_;
  // Who had to act before each step, and after the last.
  std::vector<ActorSet> actors_;
  std::map<TileSet, double> counts_;
};

struct Comparison {
  // The total variation distance, minus the distance that this many draws would have by chance.
  double distance = 0;
  // The share of draws that no history explains.
  double impossible = 0;
};

Comparison Compare(const Game& game, const ViewBuffer& view, size_t other,
                   const std::map<TileSet, double>& counts) {
  constexpr int kDraws = 4000;
  std::map<TileSet, double> drawn;
  RandomStream random(9, 0, 0, Purpose::kResample);
  PositionBuffer position(1, game.Spec().position_bytes);
  for (int i = 0; i < kDraws; ++i) {
    game.Resample(view.Span(), &random, position.Span());
    drawn[NowOf(std::as_const(position).Span()).racks[other]] += 1.0 / kDraws;
  }
  double total = 0;
  for (const auto& [rack, count] : counts) {
    total += count;
  }
  Comparison comparison;
  double noise = 0;
  for (const auto& [rack, count] : counts) {
    const double chance = count / total;
    comparison.distance += std::abs(chance - drawn[rack]) / 2;
    noise += std::sqrt(chance * (1 - chance) / kDraws / 1.5708) / 2;
  }
  for (const auto& [rack, share] : drawn) {
    comparison.impossible += counts.contains(rack) ? 0 : share;
  }
  comparison.distance += comparison.impossible / 2 - noise;
  return comparison;
}

// Compares sampled racks of both seats, at decisions of random games, with all histories.
void CompareWithAllHistories(uint32_t num_games, int least_cases) {
  const auto game = MakeTiny("{lottery=no}");
  double distance = 0;
  double uniform = 0;
  double impossible = 0;
  double worst = 0;
  int cases = 0;
  for (uint32_t number = 0; number < num_games; ++number) {
    RandomStream random(21, number, 0, Purpose::kTest);
    Playthrough play(*game);
    std::vector<ActorSet> actors = {play.Actors()};
    while (!play.Ended() && NowOf(play.Position()).bag_size > 0) {
      const Actor actor = play.Actors().First();
      if (actor == Actor::kChance) {
        play.ApplyChance(&random);
      } else {
        const auto legal = LegalList(*game, play.View(SeatOf(actor)).Span());
        ASSERT_OK(play.Apply(actor, legal[random.Below(static_cast<uint32_t>(legal.size()))]));
      }
      actors.push_back(play.Actors());
      const Situation& s = NowOf(play.Position());
      if (s.stage != Stage::kChoose || s.bag_size == 0 || random.Below(2) == 0) {
        continue;
      }
      for (const Seat seat : {Seat::k0, Seat::k1}) {
        const Histories histories(*game, seat, StepsOf(play), actors);
        const size_t other = 1 - static_cast<size_t>(seat);
        ASSERT_GT(histories.Counts().count(s.racks[other]), 0);
        const Comparison one = Compare(*game, play.View(seat), other, histories.Counts());
        distance += one.distance;
        impossible += one.impossible;
        worst = std::max(worst, one.distance);
        ++cases;
        // The distance of a draw that ignores the evidence.
        double total = 0;
        for (const auto& [rack, count] : histories.Counts()) {
          total += count;
        }
        const int unseen = 14 - s.table.num_tiles - 2;
        const double all = unseen * (unseen - 1) / 2.0;
        double off = (all - static_cast<double>(histories.Counts().size())) / all;
        for (const auto& [rack, count] : histories.Counts()) {
          off += std::abs(count / total - 1 / all);
        }
        uniform += off / 2;
      }
    }
  }
  std::printf("%d cases: mean %.4f worst %.4f impossible %.4f uniform %.4f\n", cases,
              distance / cases, worst, impossible / cases, uniform / cases);
  EXPECT_GT(cases, least_cases);
  EXPECT_LT(distance / cases, 0.02);
  EXPECT_LT(impossible / cases, 0.005);
}

TEST(TinyTantrixTest, ResampleAgainstAllHistories) { CompareWithAllHistories(2, 10); }

// The long form: run by hand, and by the test tiny_tantrix_long_test.
TEST(TinyTantrixTest, DISABLED_ResampleAgainstAllHistoriesAtLength) {
  CompareWithAllHistories(60, 500);
}

TEST(TinyTantrixTest, HasFourteenTilesAndRacksOfTwo) {
  const auto game = MakeTiny();
  EXPECT_EQ(game->Spec().num_actions, 14 + 6 * 30);
  EXPECT_EQ(game->Spec().num_outcomes, 14);
  EXPECT_THAT(MakeGame("tiny_tantrix{colours=green-red}"),
              testing::StatusIs(absl::StatusCode::kInvalidArgument, "colours"));
}

}  // namespace
}  // namespace kvintet::envs::tiny_tantrix

// Tests of Solver: against plain search, against itself, and against known values.
#include "envs/games/connect_four/solver.h"

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace kvintet::envs::connect_four {
namespace {

using Position = ConnectFour::Position;

const ConnectFour& Rules() {
  static const ConnectFour kRules{RuleOptions()};
  return kRules;
}

Position After(const std::string& columns) {
  Position p = Rules().Initial();
  for (const char column : columns) {
    EXPECT_FALSE(Rules().Actors(p).Empty()) << columns;
    Rules().Step(&p, nullptr, Rules().Actors(p).First(), column - 'a');
  }
  return p;
}

std::vector<Action> Legal(const Position& p) {
  uint64_t words[1] = {0};
  Rules().LegalActions({p, Seat::k0, {}}, ActionMask(words));
  std::vector<Action> actions;
  ActionMask(words).List(&actions);
  return actions;
}

Position Dropped(Position p, Action column) {
  Rules().Step(&p, nullptr, Rules().Actors(p).First(), column);
  return p;
}

int Discs(const Position& p) { return std::popcount(p.discs[0] | p.discs[1]); }

// A position with `discs` discs, reached by random play, in which nobody has won.
Position Random(int discs, RandomStream* random) {
  while (true) {
    Position p = Rules().Initial();
    while (!Rules().Actors(p).Empty()) {
      if (Discs(p) == discs) {
        return p;
      }
      const std::vector<Action> legal = Legal(p);
      p = Dropped(p, legal[random->Below(static_cast<uint32_t>(legal.size()))]);
    }
  }
}

// Result and plies by negamax over the rules.
class Plain {
 public:
  SolvedValue Value(const Position& p) {
    const std::pair key(p.discs[0], p.discs[1]);
    if (const auto found = values_.find(key); found != values_.end()) {
      return found->second;
    }
    SolvedValue best;
    if (Rules().Actors(p).Empty()) {
      best = {.result = Rules().Result(p).reason == "full" ? 0 : -1, .plies = 0};
    } else {
      best = {.result = -2};
      for (const Action column : Legal(p)) {
        const SolvedValue next = Value(Dropped(p, column));
        const SolvedValue mine = {.result = -next.result, .plies = next.plies + 1};
        const int haste = mine.result > 0 ? -1 : 1;
        if (std::pair(mine.result, haste * mine.plies) >
            std::pair(best.result, haste * best.plies)) {
          best = mine;
        }
      }
    }
    return values_[key] = best;
  }

 private:
  std::map<std::pair<uint64_t, uint64_t>, SolvedValue> values_;
};

TEST(ConnectFourSolverTest, AgreesWithPlainSearch) {
  RandomStream random(5, 0, 0, Purpose::kTest);
  Solver solver(16);
  for (int i = 0; i < 120; ++i) {
    const Position p = Random(29 + i % 12, &random);
    EXPECT_EQ(solver.Value(p), Plain().Value(p)) << Rules().PositionText(p);
  }
}

TEST(ConnectFourSolverTest, ScoreIsThatOfTheBestColumn) {
  RandomStream random(6, 0, 0, Purpose::kTest);
  Solver solver(18);
  for (int i = 0; i < 12; ++i) {
    const Position p = Random(18 + i, &random);
    const auto scores = solver.Scores(p);
    const int score = Solver(10).Score(p);
    EXPECT_EQ(score, **std::ranges::max_element(scores)) << Rules().PositionText(p);
    for (int column = 0; column < kColumns; ++column) {
      const auto& of_column = scores[static_cast<size_t>(column)];
      const std::vector<Action> legal = Legal(p);
      EXPECT_EQ(of_column.has_value(), std::ranges::count(legal, column) == 1);
      if (of_column) {
        const Position next = Dropped(p, column);
        if (!Rules().Actors(next).Empty()) {
          EXPECT_EQ(*of_column, -solver.Score(next));
        }
      }
    }
  }
}

TEST(ConnectFourSolverTest, MirrorImagesAreWorthTheSame) {
  RandomStream random(7, 0, 0, Purpose::kTest);
  for (int i = 0; i < 10; ++i) {
    const Position p = Random(17 + i, &random);
    EXPECT_EQ(Solver(16).Score(p), Solver(16).Score(Rules().Transform(1, p)));
  }
}

TEST(ConnectFourSolverTest, ScoresCountTheWinnersDiscs) {
  EXPECT_EQ(ValueOfScore(1, 0), (SolvedValue{1, 41}));
  EXPECT_EQ(ValueOfScore(-1, 1), (SolvedValue{-1, 40}));
  EXPECT_EQ(ValueOfScore(1, 1), (SolvedValue{1, 41}));
  EXPECT_EQ(ValueOfScore(18, 6), (SolvedValue{1, 1}));
  EXPECT_EQ(ValueOfScore(0, 12), (SolvedValue{0, 30}));
}

TEST(ConnectFourSolverTest, WinsAtOnceAndSeesTheDoubleThreat) {
  Solver solver(12);
  EXPECT_EQ(solver.Value(After("aabbcc")), (SolvedValue{1, 1}));
  // b, c and d at the bottom with both ends open.
  EXPECT_EQ(solver.Value(After("ccddb")), (SolvedValue{-1, 2}));
}

TEST(ConnectFourSolverTest, TheLastDiscsCount) {
  const std::string full = "edgabeffbbfabgabffbaegdcggaegfcaececccdddd";
  Solver solver(12);
  for (size_t discs = 30; discs < full.size(); ++discs) {
    const Position p = After(full.substr(0, discs));
    EXPECT_EQ(solver.Value(p), Plain().Value(p)) << discs;
  }
}

}  // namespace
}  // namespace kvintet::envs::connect_four

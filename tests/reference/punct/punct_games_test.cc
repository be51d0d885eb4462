// Tests of the reference PÜNCT against the figures of P6: two plies, random games.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>

#include "base/rng.h"
#include "tests/reference/punct/punct_setup.h"

namespace kvintet::reference::punct {
namespace {

using Footprint = std::array<Space, 3>;

Footprint FootprintOf(const Placement& placement) {
  Footprint dots = DotsOf(placement);
  std::sort(dots.begin(), dots.end());
  return dots;
}

// The number of sequences of two turns from the empty board. Black's turns depend on the covered
// spaces, not on White's kind of piece.
std::uint64_t TwoPlies(const Rules& rules) {
  std::map<Footprint, std::uint64_t> replies;
  std::uint64_t sequences = 0;
  for (const Turn& turn : LegalTurns(rules, Position())) {
    const Footprint footprint = FootprintOf(turn.piece.placement);
    if (!replies.contains(footprint)) {
      replies[footprint] = LegalTurns(rules, After(Position(), turn)).size();
    }
    sequences += replies[footprint];
  }
  return sequences;
}

// The same from the first moves alone: the pairs without a common space.
std::uint64_t DisjointPairs(const Rules& rules) {
  std::map<Footprint, std::uint64_t> count;
  std::map<Space, std::map<Footprint, std::uint64_t>> through;
  std::uint64_t total = 0;
  for (const Turn& turn : LegalTurns(rules, Position())) {
    const Footprint footprint = FootprintOf(turn.piece.placement);
    ++count[footprint];
    ++total;
    for (const Space space : footprint) ++through[space][footprint];
  }
  std::uint64_t pairs = 0;
  for (const auto& [footprint, number] : count) {
    std::map<Footprint, std::uint64_t> meeting;
    for (const Space space : footprint) {
      for (const auto& [other, others] : through[space]) meeting[other] = others;
    }
    std::uint64_t disjoint = total;
    for (const auto& [other, others] : meeting) disjoint -= others;
    pairs += number * disjoint;
  }
  return pairs;
}

// Statistics of random games.
struct Figures {
  double mean_length = 0;
  double mean_moves = 0;
  std::size_t most_moves = 0;
  int highest_level = 0;
  std::map<std::string, int> reasons;
};

Figures PlayRandomGames(const Rules& rules, std::uint32_t num_games) {
  Figures figures;
  double moves = 0;
  double plies = 0;
  for (std::uint32_t number = 0; number < num_games; ++number) {
    RandomStream random(7, number, 0, Purpose::kTest);
    Punct game(rules);
    for (; !game.Actors().empty(); ++plies) {
      const int actor = game.Actors()[0];
      const Texts legal = game.LegalMoves(actor);
      moves += static_cast<double>(legal.size());
      figures.most_moves = std::max(figures.most_moves, legal.size());
      game.Apply(actor, legal[random.Below(static_cast<std::uint32_t>(legal.size()))]);
      for (const Piece& piece : game.Now().pieces) {
        figures.highest_level = std::max(figures.highest_level, piece.level);
      }
    }
    ++figures.reasons[game.Reason()];
  }
  figures.mean_length = plies / num_games;
  figures.mean_moves = moves / plies;
  return figures;
}

TEST(PunctGamesTest, P6_TwoPliesAre23841810) {
  EXPECT_EQ(DisjointPairs(Rules()), 23'841'810u);
  EXPECT_EQ(TwoPlies(Rules()), 23'841'810u);
}

TEST(PunctGamesTest, TwoPliesOfTheTinyGameAreDisjointPairs) {
  EXPECT_EQ(TwoPlies(TinyRules()), DisjointPairs(TinyRules()));
}

// The lengths of random games have a standard deviation of 9, so the mean of 40 has one of 1.4; the
// mean of the 200 games behind the rule text's figures adds 0.6.
TEST(PunctGamesTest, P6_RandomStandardGames) {
  const Figures figures = PlayRandomGames(Rules(), 40);
  EXPECT_NEAR(figures.mean_length, 66.5, 4.5);
  EXPECT_NEAR(figures.mean_moves, 2133, 100);
  EXPECT_EQ(figures.most_moves, 4986u);
  EXPECT_GE(figures.highest_level, 1);
  EXPECT_LE(figures.highest_level, 3);
  EXPECT_GE(figures.reasons.at("supply"), 36);
}

TEST(PunctGamesTest, P6_RandomBasicGames) {
  Rules rules;
  rules.standard = false;
  const Figures figures = PlayRandomGames(rules, 40);
  EXPECT_NEAR(figures.mean_length, 60, 5);
  EXPECT_NEAR(static_cast<double>(figures.most_moves), 5800, 200);
}

// Not in the rule text: on 55 spaces games end by connections.
TEST(PunctGamesTest, RandomGamesOnTheSmallBoardConnect) {
  EXPECT_GE(PlayRandomGames(CrowdedRules(), 40).reasons.at("connection"), 36);
}

// Every end except that without a legal turn occurs if games are short of plies or pieces.
TEST(PunctGamesTest, RandomTinyGamesEndInManyWays) {
  Rules rules = TinyRules();
  rules.both = true;
  rules.max_plies = 30;
  const Figures figures = PlayRandomGames(rules, 1000);
  for (const char* reason : {"connection", "supply", "max_plies"}) {
    EXPECT_TRUE(figures.reasons.contains(reason)) << reason;
  }
  EXPECT_LE(figures.mean_length, 30);
}

}  // namespace
}  // namespace kvintet::reference::punct

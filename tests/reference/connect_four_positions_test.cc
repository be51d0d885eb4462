// Counts the positions of connect_four's reference after each ply; wins affect the count from ply 8
// on.
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/reference/reference_registry.h"

namespace kvintet::reference {
namespace {

using Game = std::unique_ptr<ReferenceGame>;

// Sequence A212693 of the On-Line Encyclopedia of Integer Sequences.
TEST(ConnectFourPositionsTest, AreAsManyAsKnownAfterEachPly) {
  std::vector<std::size_t> counts;
  std::vector<Game> level;
  level.push_back(MakeReference("connect_four"));
  while (counts.size() < 8) {
    counts.push_back(level.size());
    std::vector<Game> next;
    std::set<std::string> met;
    for (const Game& game : level) {
      for (const int actor : game->Actors()) {
        for (const std::string& move : game->LegalMoves(actor)) {
          Game child = game->Clone();
          child->Apply(actor, move);
          if (met.insert(child->Knowledge(kSpectatorSeat)).second) next.push_back(std::move(child));
        }
      }
    }
    level = std::move(next);
  }
  counts.push_back(level.size());
  EXPECT_EQ(counts, (std::vector<std::size_t>{1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275}));
}

}  // namespace
}  // namespace kvintet::reference

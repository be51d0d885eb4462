// Tests of positions as text: what is accepted, and what is refused and why.
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "envs/games/renju/renju.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::renju {
namespace {

using testing::StatusIs;

Renju Rules(const std::map<std::string, std::string>& options = {}) {
  return Renju(*RuleOptions::Resolve(Renju::Options(), options, "renju"));
}

// Converts stones such as `Xh8 Oh9` to the board of a position's text.
std::string BoardText(const std::string& stones) {
  std::string rows(size_t{kPoints}, '.');
  std::istringstream words(stones);
  for (std::string word; words >> word;) {
    rows[static_cast<size_t>(ParsePoint(word.substr(1)))] = word[0];
  }
  for (size_t row = kSize - 1; row > 0; --row) {
    rows.insert(row * kSize, 1, '/');
  }
  return rows;
}

void ExpectRefused(const Renju& rules, const std::string& text, const std::string& why) {
  EXPECT_THAT(rules.ParsePosition(text), StatusIs(absl::StatusCode::kInvalidArgument, why)) << text;
}

// Plays random games and reads every position back from its text.
void ExpectRoundTrips(const std::map<std::string, std::string>& options) {
  const Renju rules = Rules(options);
  RandomStream random(1, 0, 0, Purpose::kTest);
  for (int game = 0; game < 20; ++game) {
    Renju::Position position = rules.Initial();
    while (true) {
      const std::string text = rules.PositionText(position);
      ASSERT_OK_AND_ASSIGN(const Renju::Position read, rules.ParsePosition(text));
      ASSERT_EQ(std::memcmp(&read, &position, sizeof(read)), 0) << text;
      const ActorSet actors = rules.Actors(position);
      if (actors.Empty()) {
        break;
      }
      std::vector<uint64_t> words(static_cast<size_t>(rules.Spec().MaskWords()));
      const ActionMask mask(words);
      rules.LegalActions(ViewOf(rules, position, SeatOf(actors.First())), mask);
      const auto rank = random.Below(static_cast<uint32_t>(mask.Count()));
      // Passes often, so that games end in every possible way.
      const bool pass = mask.Has(kPass) && random.Below(20) == 0;
      rules.Step(&position, nullptr, actors.First(),
                 pass ? kPass : mask.Nth(static_cast<int>(rank)));
    }
  }
}

TEST(RenjuTextTest, EveryPositionReadsBackToTheSameBytes) {
  for (const char* opening : {"rif1996", "free"}) {
    for (const char* forbidden : {"loses", "masked", "none"}) {
      ExpectRoundTrips({{"opening", opening}, {"forbidden", forbidden}});
    }
  }
}

TEST(RenjuTextTest, SetsUpEitherSideColoursExchangedAfterAPass) {
  const Renju rules = Rules();
  const std::string board = BoardText("Xh8 Oh9 Xi9 Oa1 Xb2 Oc5");
  ASSERT_OK_AND_ASSIGN(const Renju::Position black, rules.ParsePosition(board + " black 1"));
  EXPECT_EQ(rules.Actors(black).First(), Actor::kSeat1);
  ASSERT_OK_AND_ASSIGN(const Renju::Position white, rules.ParsePosition(board + " white 1 pass"));
  EXPECT_EQ(rules.Actors(white).First(), Actor::kSeat0);
  EXPECT_EQ(white.passed, 1);
}

TEST(RenjuTextTest, TurnedOrderOfOffersReadsBack) {
  const Renju rules = Rules();
  const std::string text = BoardText("Xh8 Oh9 Xi9 Oa1") + " offer:c3 0 a1 5";
  ASSERT_OK_AND_ASSIGN(const Renju::Position position, rules.ParsePosition(text));
  EXPECT_EQ(rules.PositionText(position), text);
}

TEST(RenjuTextTest, RefusesMalformedText) {
  const Renju rules = Rules();
  const std::string board = BoardText("");
  ExpectRefused(rules, "", "board of 15 rows");
  ExpectRefused(rules, board.substr(1) + " black", "15 rows of 15");
  ExpectRefused(rules, board + " red", "comes black, white");
  ExpectRefused(rules, board + " black 2", "Black's seat");
  ExpectRefused(rules, board + " black 0 p1", "last move");
  ExpectRefused(rules, board + " black 0 - 0 0", "a position is");
  ExpectRefused(rules, BoardText("Xh8 Oh9 Xi9 Oa1") + " offer:h9+", "two points");
}

TEST(RenjuTextTest, RefusesImpossibleOpenings) {
  const Renju rules = Rules();
  ExpectRefused(rules, BoardText("Xh9") + " white", "on h8");
  ExpectRefused(rules, BoardText("Xh8 Oh10") + " black", "next to h8");
  ExpectRefused(rules, BoardText("Xh8 Oh9 Xa1") + " colours", "central 5 x 5");
  ExpectRefused(rules, BoardText("Xh8 Oh9") + " white", "take turns");
  ExpectRefused(rules, BoardText("Xh8 Oh9 Xi9") + " colours 1", "Black is seat 0");
  ExpectRefused(rules, BoardText("Xh8 Oh9 Xi9 Oa1") + " black", "do not fit the stage");
  ExpectRefused(rules, BoardText("Xh8 Oh9 Xh7 Oh10") + " offer:g8+i8", "truly different");
  ExpectRefused(Rules({{"opening", "free"}}), BoardText("Xh8 Oh9 Xi9") + " white 1",
                "Black is seat 0");
}

TEST(RenjuTextTest, RefusesWhatPlayCannotReach) {
  const Renju rules = Rules({{"opening", "free"}});
  ExpectRefused(rules, BoardText("Xh8 Oa1 Xi8 Oa2 Xj8 Oa3 Xk8 Oa4 Xl8") + " white", "over");
  ExpectRefused(rules, BoardText("Xh8 Oh9 Xi9") + " black", "two passes");
  ExpectRefused(rules, BoardText("Xh8 Oh9 Xi9 Oa1") + " black 0 h8", "the last stone");
  ExpectRefused(rules, BoardText("Xh8 Oh9 Xi9 Oa1") + " five 0 a1", "does not end");
  ExpectRefused(rules, BoardText("Xh8 Oh9 Xi9 Oa1") + " five", "needs the last stone");
  ExpectRefused(rules, BoardText("Xh8 Oh9 Xi9 Oa1") + " passes", "two passes");
}

}  // namespace
}  // namespace kvintet::envs::renju

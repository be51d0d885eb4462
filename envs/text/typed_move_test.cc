// Tests of MeantMove, WithLegalMoves and ExamplePlay: moves and games as people write them.
#include "envs/text/typed_move.h"

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "envs/text/example_play.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs {
namespace {

std::string Meant(const std::string& record, Seat seat, const std::string& text) {
  const std::unique_ptr<Game> game = *MakeGame(record.substr(0, record.find(';')));
  const absl::StatusOr<Playthrough> play = Playthrough::FromRecord(*game, record);
  EXPECT_OK(play);
  return MeantMove(*game, play->View(seat).Span(), text);
}

TEST(MeantMoveTest, IsTheOneMoveThatDiffersInCapitals) {
  EXPECT_EQ(Meant("renju", Seat::k0, "h8"), "h8");
  EXPECT_EQ(Meant("renju", Seat::k0, "H8"), "h8");
  EXPECT_EQ(Meant("kontranto; 0 circle; 1 circle", Seat::k1, "c a1 a2 t a3 a4"), "c A1 A2 t A3 A4");
  EXPECT_EQ(Meant("konkvest", Seat::k0, "r@A1"), "R@a1");
  EXPECT_EQ(Meant("punct", Seat::k0, "t b3/0"), "T B3/0");
}

TEST(MeantMoveTest, IsTheTextItselfWhereNoMoveIsMeant) {
  EXPECT_EQ(Meant("renju", Seat::k0, "H9"), "H9");
  EXPECT_EQ(Meant("renju", Seat::k0, ""), "");
  EXPECT_EQ(Meant("renju", Seat::k1, "H8"), "H8") << "the seat need not act";
}

std::string Told(const std::string& record, Seat seat) {
  const std::unique_ptr<Game> game = *MakeGame(record.substr(0, record.find(';')));
  const absl::StatusOr<Playthrough> play = Playthrough::FromRecord(*game, record);
  EXPECT_OK(play);
  const absl::Status refused = absl::InvalidArgumentError("no");
  return std::string(WithLegalMoves(refused, *game, play->View(seat).Span()).message());
}

TEST(WithLegalMovesTest, NamesTheMovesWhereTheyAreFew) {
  EXPECT_EQ(Told("renju", Seat::k0), "no; the legal move is h8");
  EXPECT_EQ(Told("tic_tac_toe; 0 a1", Seat::k1),
            "no; the legal moves are b1, c1, a2, b2, c2, a3, b3, c3");
}

TEST(WithLegalMovesTest, NamesNoneWhereTheyAreManyOrNone) {
  EXPECT_EQ(Told("tic_tac_toe", Seat::k0), "no");
  EXPECT_EQ(Told("tic_tac_toe", Seat::k1), "no") << "the seat need not act";
}

TEST(ExamplePlayTest, HasSoManyEventsOfEveryGame) {
  for (const std::string& name : GameNames()) {
    const std::unique_ptr<Game> game = *MakeGame(name);
    const Playthrough play = ExamplePlay(*game, 3);
    EXPECT_EQ(play.Events().size(), 3u) << name;
    EXPECT_OK(Playthrough::FromRecord(*game, play.Record())) << name;
    EXPECT_OK(Playthrough::FromPosition(*game, game->PositionText(play.Position()))) << name;
  }
}

TEST(ExamplePlayTest, EndsWithTheGame) {
  const std::unique_ptr<Game> game = *MakeGame("tic_tac_toe");
  EXPECT_TRUE(ExamplePlay(*game, 100).Ended());
}

}  // namespace
}  // namespace kvintet::envs

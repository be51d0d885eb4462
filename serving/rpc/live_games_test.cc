// Tests of LiveGames: which states count as belonging to a match in play.
#include "serving/rpc/live_games.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/rng.h"
#include "envs/registry.h"
#include "serving/errors/refusal.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using envs::Seat;

// A game of tic-tac-toe after seven events that is not over.
constexpr char kLive[] = "tic_tac_toe; 0 a1; 1 b2; 0 b1; 1 c1; 0 a3; 1 a2; 0 c2";

class LiveGamesTest : public ::testing::Test {
 protected:
  // What spectators see.
  matches::Knowledge Seen(const std::string& record) {
    auto served = games_.Find(record.substr(0, record.find(';')));
    KVINTET_CHECK(served.ok());
    const std::shared_ptr<const envs::Game> game(*served, (*served)->game.get());
    auto play = envs::Playthrough::FromRecord(*game, record);
    KVINTET_CHECK(play.ok());
    return matches::KnowledgeOf(game, *play, Seat::kSpectator);
  }
  v1::Reason Check(const RequestedStateText& text) {
    auto situation = RequestedState::Read(&games_, text);
    KVINTET_CHECK(situation.ok());
    return ReasonOf(live_.Check(*situation));
  }
  v1::Reason Check(const std::string& record) {
    return Check({.known = Known::kRecord, .text = record});
  }

  ModelShelf shelf_{ModelRegistry()};
  GameCache games_{shelf_};
  LiveGames live_;
};

TEST_F(LiveGamesTest, FindTheSameGame) {
  EXPECT_EQ(Check(kLive), v1::REASON_UNSPECIFIED);
  live_.Update("match", Seen(kLive));
  EXPECT_EQ(Check(kLive), v1::REASON_LIVE_MATCH);
  live_.Remove("match");
  EXPECT_EQ(Check(kLive), v1::REASON_UNSPECIFIED);
}

TEST_F(LiveGamesTest, FindWhatWasPlayedBeforeAndWhatMightBePlayedNext) {
  live_.Update("match", Seen(kLive));
  EXPECT_EQ(Check("tic_tac_toe; 0 a1; 1 b2; 0 b1; 1 c1; 0 a3; 1 a2"), v1::REASON_LIVE_MATCH);
  EXPECT_EQ(Check(std::string(kLive) + "; 1 b3"), v1::REASON_LIVE_MATCH);
}

TEST_F(LiveGamesTest, LeaveOpeningsToEverybody) {
  live_.Update("match", Seen(kLive));
  EXPECT_EQ(Check("tic_tac_toe"), v1::REASON_UNSPECIFIED);
  EXPECT_EQ(Check("tic_tac_toe; 0 a1; 1 b2; 0 b1; 1 c1; 0 a3"), v1::REASON_UNSPECIFIED);
  live_.Update("match", Seen("tic_tac_toe; 0 a1; 1 b2"));
  EXPECT_EQ(Check(kLive), v1::REASON_UNSPECIFIED) << "it has begun anew";
}

// In Tantrix fourteen tiles are drawn before the first move, and nobody sees all of them.
TEST_F(LiveGamesTest, DoNotTakeDrawsForAGame) {
  const auto dealt = [](uint64_t seed) {
    auto game = envs::MakeGame("tantrix");
    KVINTET_CHECK(game.ok());
    envs::Playthrough play(**game);
    RandomStream random(seed, 0, 0, Purpose::kTest);
    while (play.Actors().Has(envs::Actor::kChance)) {
      play.ApplyChance(&random);
    }
    return play.Record();
  };
  live_.Update("match", Seen(dealt(1)));
  EXPECT_EQ(Check(dealt(2)), v1::REASON_UNSPECIFIED);
}

TEST_F(LiveGamesTest, LeaveOtherGamesAlone) {
  live_.Update("match", Seen(kLive));
  EXPECT_EQ(Check("tic_tac_toe; 0 a1; 1 b2; 0 b1; 1 c1; 0 a3; 1 c2"), v1::REASON_UNSPECIFIED);
}

// Konkvest matches have an option of their own, which a client would not use for analysis.
TEST_F(LiveGamesTest, FindTheGameWithOtherOptions) {
  const std::string moves = "; 0 h8; 1 h9; 0 i9; 1 j7; 0 g7; 1 f6; 0 k8";
  live_.Update("match", Seen("renju{opening=free,forbidden=claimed}" + moves));
  EXPECT_EQ(Check("renju{opening=free}" + moves), v1::REASON_LIVE_MATCH);
  EXPECT_EQ(Check("renju{opening=free}; 0 h8; 1 h9; 0 g7; 1 j7; 0 i9; 1 f6; 0 k8"),
            v1::REASON_LIVE_MATCH);
}

TEST_F(LiveGamesTest, FindThePositionByAnotherOrderOfMoves) {
  live_.Update("match", Seen(kLive));
  EXPECT_EQ(Check("tic_tac_toe; 0 b1; 1 b2; 0 a1; 1 c1; 0 a3; 1 a2; 0 c2"), v1::REASON_LIVE_MATCH);
}

TEST_F(LiveGamesTest, FindThePositionTurnedAndMirrored) {
  const std::string name = "renju{opening=free}";
  const std::string live = name + "; 0 h8; 1 h9; 0 i9; 1 j7; 0 g7; 1 f6; 0 k8";
  live_.Update("match", Seen(live));
  ASSERT_OK_AND_ASSIGN(const std::shared_ptr<const ServedGame> served, games_.Find(name));
  const envs::Game& game = *served->game;
  ASSERT_OK_AND_ASSIGN(const envs::Playthrough play, envs::Playthrough::FromRecord(game, live));
  ASSERT_EQ(game.Spec().num_symmetries, 8);
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    envs::PositionBuffer image(1, game.Spec().position_bytes);
    game.TransformPosition(symmetry, play.Position(), image.Span());
    EXPECT_EQ(
        Check({.game = name, .known = Known::kPosition, .text = game.PositionText(image.Span())}),
        v1::REASON_LIVE_MATCH)
        << symmetry;
  }
}

// A seat's private knowledge is not compared, since the answer would reveal whether a guess is
// right.
TEST_F(LiveGamesTest, TellNothingOfWhatIsHidden) {
  const std::string truth =
      "leduc; chance deal Ja; chance deal Kb; 0 call; 1 raise; 0 raise; 1 call; chance deal Qa; "
      "0 call; 1 raise";
  live_.Update("match", Seen(truth));
  for (const char* guess : {"Ja", "Jb", "Qb"}) {
    const std::string own =
        std::string("leduc; chance deal ") + guess +
        "; chance deal ?; 0 call; 1 raise; 0 raise; 1 call; chance deal Qa; 0 call; 1 raise";
    EXPECT_EQ(Check({.known = Known::kSeatRecord, .text = own, .seat = Seat::k0}),
              v1::REASON_LIVE_MATCH)
        << guess;
  }
}

TEST_F(LiveGamesTest, CountMatchesThatAreAlike) {
  live_.Update("one", Seen(kLive));
  live_.Update("two", Seen(kLive));
  live_.Remove("one");
  live_.Remove("one");
  EXPECT_EQ(Check(kLive), v1::REASON_LIVE_MATCH);
  live_.Remove("two");
  EXPECT_EQ(Check(kLive), v1::REASON_UNSPECIFIED);
}

}  // namespace
}  // namespace kvintet::serving

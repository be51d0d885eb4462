// Tests of the small games' references: clauses of docs/small_games.md, full enumerations of known
// size, and twins.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/reference/reference_registry.h"

namespace kvintet::reference {
namespace {

using Game = std::unique_ptr<ReferenceGame>;
using Margins = std::array<int, 2>;
using Values = std::array<double, 2>;
using Texts = std::vector<std::string>;

// The game after these events, all of which must be legal.
Game Replay(const std::string& game_text, const std::vector<Event>& events) {
  Game game = MakeReference(game_text);
  for (const Event& event : events) {
    const std::vector<int> actors = game->Actors();
    EXPECT_TRUE(std::find(actors.begin(), actors.end(), event.actor) != actors.end());
    const Texts legal = game->LegalMoves(event.actor);
    EXPECT_TRUE(std::find(legal.begin(), legal.end(), event.move) != legal.end()) << event.move;
    game->Apply(event.actor, event.move);
  }
  return game;
}

// The game after a record such as `chance deal J; chance deal Q; 0 bet`.
Game Play(const std::string& game_text, const std::string& record) {
  std::vector<Event> events;
  std::size_t start = 0;
  while (start < record.size()) {
    const std::size_t end = std::min(record.find("; ", start), record.size());
    const std::string text = record.substr(start, end - start);
    const std::size_t space = text.find(' ');
    const std::string actor = text.substr(0, space);
    events.push_back({actor == "chance" ? kChanceActor : std::stoi(actor), text.substr(space + 1)});
    start = end + 2;
  }
  return Replay(game_text, events);
}

using Visit = std::function<void(const ReferenceGame& game)>;

// Visits every state from `game` on, once for each history. In simultaneous stages seat 0 acts
// first; with `any_order` also seat 1.
void ForEachState(const ReferenceGame& game, bool any_order, const Visit& visit) {
  visit(game);
  for (int actor : game.Actors()) {
    for (const std::string& move : game.LegalMoves(actor)) {
      const Game next = game.Clone();
      next->Apply(actor, move);
      ForEachState(*next, any_order, visit);
    }
    if (!any_order) break;
  }
}

// How many histories end for each reason.
std::map<std::string, int> CountEnds(const std::string& game_text) {
  std::map<std::string, int> ends;
  ForEachState(*MakeReference(game_text), false, [&](const ReferenceGame& game) {
    if (game.Actors().empty()) ++ends[game.Reason()];
  });
  return ends;
}

// The number of different states of knowledge in which seats must act.
std::size_t CountKnowledge(const std::string& game_text) {
  std::set<std::string> known;
  ForEachState(*MakeReference(game_text), false, [&](const ReferenceGame& game) {
    for (int actor : game.Actors()) {
      if (actor != kChanceActor) known.insert(std::to_string(actor) + game.Knowledge(actor));
    }
  });
  return known.size();
}

// Everything that `seat` has known along a history, each change once.
Texts Seen(const std::string& game_text, const std::vector<Event>& history, int seat) {
  const Game game = MakeReference(game_text);
  Texts seen = {game->Knowledge(seat)};
  for (const Event& event : history) {
    game->Apply(event.actor, event.move);
    const std::string known = game->Knowledge(seat);
    if (known != seen.back()) seen.push_back(known);
  }
  return seen;
}

std::string HistoryText(const std::vector<Event>& history) {
  std::string text;
  for (const Event& event : history) {
    text += std::to_string(event.actor) + ' ' + event.move + "; ";
  }
  return text;
}

// The different twins of a game over many seeds, as texts.
std::set<std::string> Twins(const ReferenceGame& game, int seat) {
  std::set<std::string> twins;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    twins.insert(HistoryText(game.Twin(seat, seed)));
  }
  return twins;
}

// Games small enough to visit every history, in every order of simultaneous bids.
class EveryHistoryTest : public ::testing::TestWithParam<std::string> {
 protected:
  // Visits every history or, where there are thousands, one in nineteen; for tests that replay each
  // one.
  static void ForEachReplay(const Visit& visit) {
    const int stride = GetParam() == "leduc" ? 19 : 1;
    int index = 0;
    ForEachState(*MakeReference(GetParam()), true, [&](const ReferenceGame& game) {
      if (index++ % stride == 0) visit(game);
    });
  }
};

TEST_P(EveryHistoryTest, TwinsLookTheSameAllAlong) {
  ForEachReplay([](const ReferenceGame& game) {
    for (int seat = 0; seat <= kSpectatorSeat; ++seat) {
      const Texts seen = Seen(GetParam(), game.History(), seat);
      for (std::uint64_t seed = 0; seed < 3; ++seed) {
        const std::vector<Event> twin = game.Twin(seat, seed);
        ASSERT_EQ(Seen(GetParam(), twin, seat), seen)
            << "seat " << seat << " of " << HistoryText(game.History()) << "has twin "
            << HistoryText(twin);
      }
    }
  });
}

TEST_P(EveryHistoryTest, TwinsAreLegalGamesWithEqualResults) {
  ForEachReplay([](const ReferenceGame& game) {
    for (int seat = 0; seat <= kSpectatorSeat; ++seat) {
      const Game twin = Replay(GetParam(), game.Twin(seat, 3));
      if (!game.Actors().empty()) continue;
      ASSERT_TRUE(twin->Actors().empty());
      ASSERT_EQ(twin->Returns(), game.Returns());
      ASSERT_EQ(twin->Margin(), game.Margin());
      ASSERT_EQ(twin->Reason(), game.Reason());
    }
  });
}

TEST_P(EveryHistoryTest, HistoryReplaysToTheSameKnowledge) {
  ForEachReplay([](const ReferenceGame& game) {
    for (int seat = 0; seat <= kSpectatorSeat; ++seat) {
      ASSERT_EQ(Seen(GetParam(), game.History(), seat).back(), game.Knowledge(seat));
    }
  });
}

TEST_P(EveryHistoryTest, LegalMovesAreSortedWithoutRepeats) {
  ForEachState(*MakeReference(GetParam()), true, [](const ReferenceGame& game) {
    for (int actor : game.Actors()) {
      const Texts legal = game.LegalMoves(actor);
      ASSERT_FALSE(legal.empty());
      ASSERT_TRUE(std::is_sorted(legal.begin(), legal.end()));
      ASSERT_EQ(std::adjacent_find(legal.begin(), legal.end()), legal.end());
    }
  });
}

TEST_P(EveryHistoryTest, ChanceProbabilitiesSumToOne) {
  ForEachState(*MakeReference(GetParam()), true, [](const ReferenceGame& game) {
    if (game.Actors() != std::vector<int>{kChanceActor}) return;
    const std::vector<double> p = game.ChanceProbabilities();
    ASSERT_EQ(p.size(), game.LegalMoves(kChanceActor).size());
    ASSERT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1, 1e-12);
  });
}

TEST_P(EveryHistoryTest, ReturnsAreZeroSumAndBounded) {
  ForEachState(*MakeReference(GetParam()), true, [](const ReferenceGame& game) {
    if (!game.Actors().empty()) return;
    ASSERT_EQ(game.Returns()[0], -game.Returns()[1]);
    ASSERT_LE(game.Returns()[0], 1);
    ASSERT_GE(game.Returns()[0], -1);
  });
}

INSTANTIATE_TEST_SUITE_P(
    SmallGames, EveryHistoryTest,
    ::testing::Values("kuhn", "leduc", "goofspiel{cards=2}",
                      "goofspiel{cards=3,objective=win,order=descending}",
                      "oshi_zumo{coins0=3,coins1=2,min_bid=0,horizon=2,size=1}",
                      "oshi_zumo{coins0=4,coins1=2,size=1}"));

TEST(TicTacToeReferenceTest, TTT1_CellsAreColumnAndRow) {
  const Game game = Play("tic_tac_toe", "0 b2; 1 c1");
  EXPECT_EQ(game->LegalMoves(0), (Texts{"a1", "a2", "a3", "b1", "b3", "c2", "c3"}));
  EXPECT_EQ(game->Knowledge(0), "board ..O.X....; must act");
  EXPECT_EQ(game->Knowledge(1), "board ..O.X....");
}

TEST(TicTacToeReferenceTest, TTT2_ColumnWins) {
  const Game game = Play("tic_tac_toe", "0 a1; 1 b1; 0 a2; 1 b2; 0 c3; 1 b3");
  EXPECT_TRUE(game->Actors().empty());
  EXPECT_EQ(game->Returns(), (Values{-1, 1}));
  EXPECT_EQ(game->Reason(), "line");
  EXPECT_EQ(game->Margin(), (Margins{0, 0}));
}

TEST(TicTacToeReferenceTest, TTT2_FullBoardWithoutLineIsDraw) {
  const Game game = Play("tic_tac_toe", "0 a1; 1 b1; 0 c1; 1 b2; 0 a2; 1 c2; 0 b3; 1 a3; 0 c3");
  EXPECT_EQ(game->Returns(), (Values{0, 0}));
  EXPECT_EQ(game->Reason(), "full");
}

TEST(TicTacToeReferenceTest, AllGames) {
  std::map<double, int> by_return;
  std::size_t num_histories = 0;
  ForEachState(*MakeReference("tic_tac_toe"), false, [&](const ReferenceGame& game) {
    ++num_histories;
    if (game.Actors().empty()) ++by_return[game.Returns()[0]];
  });
  EXPECT_EQ(by_return, (std::map<double, int>{{-1, 77904}, {0, 46080}, {1, 131184}}));
  EXPECT_EQ(num_histories, 549946u);
}

TEST(TicTacToeReferenceTest, TwinIsTheGameItself) {
  const Game game = Play("tic_tac_toe", "0 b2; 1 c1");
  EXPECT_EQ(game->Twin(0, 5), game->History());
  EXPECT_EQ(game->Twin(kSpectatorSeat, 6), game->History());
}

TEST(KuhnReferenceTest, AllHistories) {
  EXPECT_EQ(CountEnds("kuhn"), (std::map<std::string, int>{{"fold", 12}, {"showdown", 18}}));
  EXPECT_EQ(CountKnowledge("kuhn"), 12u);
}

TEST(KuhnReferenceTest, KU1_CardsAreDealtFromWhatIsLeft) {
  EXPECT_EQ(Play("kuhn", "")->LegalMoves(kChanceActor), (Texts{"deal J", "deal K", "deal Q"}));
  const Game game = Play("kuhn", "chance deal Q");
  EXPECT_EQ(game->LegalMoves(kChanceActor), (Texts{"deal J", "deal K"}));
  EXPECT_EQ(game->ChanceProbabilities(), (std::vector<double>{0.5, 0.5}));
}

TEST(KuhnReferenceTest, KU1_CardStaysSecretAfterTheEnd) {
  const Game game = Play("kuhn", "chance deal J; chance deal Q; 0 bet; 1 pass");
  EXPECT_EQ(game->Knowledge(0), "cards J?; betting bp; seat 0 won 1");
  EXPECT_EQ(game->Knowledge(1), "cards ?Q; betting bp; seat 0 won 1");
  EXPECT_EQ(game->Knowledge(kSpectatorSeat), "cards ??; betting bp; seat 0 won 1");
}

TEST(KuhnReferenceTest, KU2_ChoicesAreAlwaysBetAndPass) {
  for (const std::string record : {"", "; 0 pass", "; 0 bet", "; 0 pass; 1 bet"}) {
    const Game game = Play("kuhn", "chance deal Q; chance deal J" + record);
    EXPECT_EQ(game->LegalMoves(game->Actors()[0]), (Texts{"bet", "pass"}));
  }
}

// The margins of the five betting sequences when seat 0 has the better card.
TEST(KuhnReferenceTest, KU3_Margins) {
  const std::map<std::string, Margins> margins = {{"0 pass; 1 pass", {1, -1}},
                                                  {"0 bet; 1 bet", {2, -2}},
                                                  {"0 bet; 1 pass", {1, -1}},
                                                  {"0 pass; 1 bet; 0 bet", {2, -2}},
                                                  {"0 pass; 1 bet; 0 pass", {-1, 1}}};
  for (const auto& [record, margin] : margins) {
    const Game game = Play("kuhn", "chance deal K; chance deal J; " + record);
    EXPECT_TRUE(game->Actors().empty());
    EXPECT_EQ(game->Margin(), margin) << record;
    EXPECT_EQ(game->Returns()[0], margin[0] / 2.0) << record;
  }
}

// The probability of `bet` in an equilibrium: seat 0 never opens.
double EquilibriumBet(char card, const std::string& betting) {
  const std::map<std::string, std::map<char, double>> bet = {
      {"", {{'J', 0}, {'Q', 0}, {'K', 0}}},
      {"p", {{'J', 1.0 / 3}, {'Q', 0}, {'K', 1}}},
      {"b", {{'J', 0}, {'Q', 1.0 / 3}, {'K', 1}}},
      {"pb", {{'J', 0}, {'Q', 1.0 / 3}, {'K', 1}}}};
  return bet.at(betting).at(card);
}

// The number of chips that seat 0 wins on average.
double EquilibriumValue(const ReferenceGame& game, const std::string& cards,
                        const std::string& betting) {
  if (game.Actors().empty()) return game.Margin()[0];
  const int actor = game.Actors()[0];
  double value = 0;
  for (const std::string& move : game.LegalMoves(actor)) {
    const Game next = game.Clone();
    next->Apply(actor, move);
    if (actor == kChanceActor) {
      const double p = game.ChanceProbabilities()[0];
      value += p * EquilibriumValue(*next, cards + move.back(), betting);
    } else {
      const double bet = EquilibriumBet(cards[static_cast<std::size_t>(actor)], betting);
      const double p = move == "bet" ? bet : 1 - bet;
      value += p * EquilibriumValue(*next, cards, betting + move[0]);
    }
  }
  return value;
}

TEST(KuhnReferenceTest, EquilibriumCostsSeat0AnEighteenthOfAChip) {
  EXPECT_NEAR(EquilibriumValue(*MakeReference("kuhn"), "", ""), -1.0 / 18, 1e-12);
}

TEST(KuhnReferenceTest, TwinRedrawsTheOthersCard) {
  const Game game = Play("kuhn", "chance deal J; chance deal Q; 0 pass");
  EXPECT_EQ(Twins(*game, 0), (std::set<std::string>{"2 deal J; 2 deal K; 0 pass; ",
                                                    "2 deal J; 2 deal Q; 0 pass; "}));
  EXPECT_EQ(Twins(*game, 1).size(), 2u);
  EXPECT_EQ(Twins(*game, kSpectatorSeat).size(), 6u);
}

TEST(KuhnReferenceTest, TwinOfAnUnfinishedDeal) {
  const Game game = Play("kuhn", "chance deal J");
  EXPECT_EQ(Twins(*game, 0).size(), 1u);
  EXPECT_EQ(Twins(*game, 1).size(), 3u);
  EXPECT_EQ(Twins(*game, kSpectatorSeat).size(), 3u);
}

TEST(KuhnReferenceTest, TwinKeepsTheShowdown) {
  const Game game = Play("kuhn", "chance deal Q; chance deal J; 0 pass; 1 pass");
  EXPECT_EQ(Twins(*game, 0).size(), 1u);
  EXPECT_EQ(Twins(*game, 1).size(), 2u);
  EXPECT_EQ(Twins(*game, kSpectatorSeat).size(), 3u);
}

TEST(LeducReferenceTest, AllHistories) {
  // 30 deals; a round has 4 ways to fold and 5 to continue, the second round 9 ways to end; 4
  // public cards.
  const std::map<std::string, int> ends = {{"fold", 30 * 4 + 30 * 5 * 4 * 4},
                                           {"showdown", 30 * 5 * 4 * 5}};
  EXPECT_EQ(CountEnds("leduc"), ends);
  EXPECT_EQ(CountKnowledge("leduc"), 936u);
}

TEST(LeducReferenceTest, LE1_PublicCardIsDealtFromWhatIsLeft) {
  const Game game = Play("leduc", "chance deal Ja; chance deal Kb; 0 call; 1 call");
  EXPECT_EQ(game->Actors(), (std::vector<int>{kChanceActor}));
  EXPECT_EQ(game->LegalMoves(kChanceActor), (Texts{"deal Jb", "deal Ka", "deal Qa", "deal Qb"}));
  EXPECT_EQ(game->ChanceProbabilities(), (std::vector<double>(4, 0.25)));
}

TEST(LeducReferenceTest, LE1_OwnCardPublicCardAndBettingAreKnown) {
  const Game game =
      Play("leduc", "chance deal Ja; chance deal Kb; 0 raise; 1 call; chance deal Qa; 0 call");
  EXPECT_EQ(game->Knowledge(0), "cards Ja ?; betting rc; public Qa; betting c");
  EXPECT_EQ(game->Knowledge(1), "cards ? Kb; betting rc; public Qa; betting c; must act");
  EXPECT_EQ(game->Knowledge(kSpectatorSeat), "cards ? ?; betting rc; public Qa; betting c");
}

TEST(LeducReferenceTest, LE2_ChoicesDependOnStakesAndRaises) {
  const std::string deal = "chance deal Ja; chance deal Kb";
  EXPECT_EQ(Play("leduc", deal)->LegalMoves(0), (Texts{"call", "raise"}));
  EXPECT_EQ(Play("leduc", deal + "; 0 raise")->LegalMoves(1), (Texts{"call", "fold", "raise"}));
  EXPECT_EQ(Play("leduc", deal + "; 0 raise; 1 raise")->LegalMoves(0), (Texts{"call", "fold"}));
}

TEST(LeducReferenceTest, LE2_SecondRoundAllowsTwoRaisesAgain) {
  const Game game = Play("leduc",
                         "chance deal Ja; chance deal Kb; 0 raise; 1 raise; 0 call; "
                         "chance deal Qa; 0 raise");
  EXPECT_EQ(game->LegalMoves(1), (Texts{"call", "fold", "raise"}));
}

TEST(LeducReferenceTest, LE3_FolderLosesWhatItPutIn) {
  const Game game = Play("leduc",
                         "chance deal Ja; chance deal Kb; 0 call; 1 raise; 0 call; "
                         "chance deal Jb; 0 raise; 1 raise; 0 fold");
  EXPECT_EQ(game->Reason(), "fold");
  EXPECT_EQ(game->Margin(), (Margins{-7, 7}));  // 1 ante, 2 called, 4 raised.
  EXPECT_EQ(game->Returns(), (Values{-7 / 13.0, 7 / 13.0}));
}

// The margin of a showdown with the highest stakes.
Margins Showdown(const std::string& card0, const std::string& card1, const std::string& card) {
  const Game game = Play("leduc", "chance deal " + card0 + "; chance deal " + card1 +
                                      "; 0 raise; 1 raise; 0 call; chance deal " + card +
                                      "; 0 raise; 1 raise; 0 call");
  EXPECT_EQ(game->Reason(), "showdown");
  return game->Margin();
}

TEST(LeducReferenceTest, LE3_PairThenRankThenSplit) {
  EXPECT_EQ(Showdown("Ja", "Ka", "Jb"), (Margins{13, -13}));
  EXPECT_EQ(Showdown("Ka", "Jb", "Ja"), (Margins{-13, 13}));
  EXPECT_EQ(Showdown("Qa", "Kb", "Ja"), (Margins{-13, 13}));
  EXPECT_EQ(Showdown("Qa", "Jb", "Ka"), (Margins{13, -13}));
  EXPECT_EQ(Showdown("Qa", "Qb", "Ka"), (Margins{0, 0}));
}

TEST(LeducReferenceTest, TwinRedrawsTheOthersCard) {
  const std::string first_round = "chance deal Ja; chance deal Qb; 0 call; 1 call";
  const Game before = Play("leduc", first_round);
  EXPECT_EQ(Twins(*before, 0).size(), 5u);
  EXPECT_EQ(Twins(*before, 1).size(), 5u);
  EXPECT_EQ(Twins(*before, kSpectatorSeat).size(), 30u);
  const Game after = Play("leduc", first_round + "; chance deal Jb");
  EXPECT_EQ(Twins(*after, 0).size(), 4u);
  EXPECT_EQ(Twins(*after, 1).size(), 4u);
  EXPECT_EQ(Twins(*after, kSpectatorSeat).size(), 20u);
}

TEST(LeducReferenceTest, TwinKeepsTheShowdown) {
  const Game game = Play("leduc",
                         "chance deal Qa; chance deal Ja; 0 call; 1 call; chance deal Ka; 0 call; "
                         "1 call");
  EXPECT_EQ(Twins(*game, 0).size(), 2u);               // Either J: not the other Q, not K.
  EXPECT_EQ(Twins(*game, 1).size(), 3u);               // Either Q, or K.
  EXPECT_EQ(Twins(*game, kSpectatorSeat).size(), 8u);  // Q over J 4, K over J or Q 4.
}

TEST(GoofspielReferenceTest, AllHistories) {
  EXPECT_EQ(CountEnds("goofspiel{cards=3,order=descending}"),
            (std::map<std::string, int>{{"cards", 6 * 6}}));
  EXPECT_EQ(CountEnds("goofspiel{cards=3}"), (std::map<std::string, int>{{"cards", 6 * 6 * 6}}));
  EXPECT_EQ(CountEnds("goofspiel{cards=4,order=ascending}"),
            (std::map<std::string, int>{{"cards", 24 * 24}}));
}

TEST(GoofspielReferenceTest, GO1_RandomPrizesAreChanceEventsTheLastOneToo) {
  const Game game = Play("goofspiel{cards=2}", "chance prize 2; 0 1; 1 2");
  EXPECT_EQ(game->Actors(), (std::vector<int>{kChanceActor}));
  EXPECT_EQ(game->LegalMoves(kChanceActor), (Texts{"prize 1"}));
  EXPECT_EQ(game->ChanceProbabilities(), (std::vector<double>{1}));
}

TEST(GoofspielReferenceTest, GO1_OrderOfPrizes) {
  EXPECT_EQ(Play("goofspiel{cards=3,order=descending}", "0 1; 1 2; 0 2; 1 1")->Margin(),
            (Margins{2, 3}));
  EXPECT_EQ(Play("goofspiel{cards=3,order=ascending}", "0 1; 1 2; 0 2; 1 1")->Margin(),
            (Margins{2, 1}));
}

TEST(GoofspielReferenceTest, GO1_MovesAreSortedByBytes) {
  const Game game = MakeReference("goofspiel{cards=10}");
  EXPECT_EQ(game->LegalMoves(kChanceActor)[1], "prize 10");
  game->Apply(kChanceActor, "prize 10");
  EXPECT_EQ(game->LegalMoves(0), (Texts{"1", "10", "2", "3", "4", "5", "6", "7", "8", "9"}));
}

TEST(GoofspielReferenceTest, GO2_PendingBidIsKnownToItsSeatAlone) {
  const Game before = Play("goofspiel{cards=3,order=descending}", "");
  const Game after = Play("goofspiel{cards=3,order=descending}", "1 2");
  EXPECT_EQ(after->Actors(), (std::vector<int>{0}));
  EXPECT_EQ(after->Knowledge(0), before->Knowledge(0));
  EXPECT_EQ(after->Knowledge(kSpectatorSeat), before->Knowledge(kSpectatorSeat));
  EXPECT_EQ(before->Knowledge(1),
            "hands 1 2 3 / 1 2 3; points 0 0; prize 3; prizes left 1 2; must act");
  EXPECT_EQ(after->Knowledge(1),
            "hands 1 2 3 / 1 2 3; points 0 0; prize 3; prizes left 1 2; own bid 2");
}

TEST(GoofspielReferenceTest, GO2_EqualBidsDiscardThePrize) {
  const Game game = Play("goofspiel{cards=2,order=descending}", "1 2; 0 2; 0 1");
  EXPECT_EQ(game->Knowledge(1), "hands 1 / 1; points 0 0; prize 1; prizes left; must act");
  EXPECT_EQ(game->LegalMoves(1), (Texts{"1"}));
}

TEST(GoofspielReferenceTest, GO3_Returns) {
  const std::string record = "0 1; 1 3; 0 3; 1 2; 0 2; 1 1";  // Points 3 and 3.
  EXPECT_EQ(Play("goofspiel{cards=3,order=descending}", record)->Returns(), (Values{0, 0}));
  EXPECT_EQ(Play("goofspiel{cards=3,order=descending,objective=win}", record)->Returns(),
            (Values{0, 0}));
  const Game points = Play("goofspiel{cards=3,order=ascending}", record);
  EXPECT_EQ(points->Margin(), (Margins{5, 1}));
  EXPECT_EQ(points->Returns(), (Values{4 / 6.0, -4 / 6.0}));
  EXPECT_EQ(points->Reason(), "cards");
  EXPECT_EQ(Play("goofspiel{cards=3,order=ascending,objective=win}", record)->Returns(),
            (Values{1, -1}));
}

TEST(GoofspielReferenceTest, TwinRedrawsAPendingBidOrDropsIt) {
  const Game game = Play("goofspiel{cards=3,order=descending}", "0 1; 1 2; 1 3");
  EXPECT_EQ(Twins(*game, 0),
            (std::set<std::string>{"0 1; 1 2; ", "0 1; 1 2; 1 1; ", "0 1; 1 2; 1 3; "}));
  EXPECT_EQ(Twins(*game, kSpectatorSeat), Twins(*game, 0));
  EXPECT_EQ(Twins(*game, 1), (std::set<std::string>{"0 1; 1 2; 1 3; "}));
}

TEST(OshiZumoReferenceTest, AllHistories) {
  // Bids 1-1 lead to one more round with a single choice; 2-1 leaves no coins.
  EXPECT_EQ(CountEnds("oshi_zumo{coins0=2,coins1=1,size=1}"),
            (std::map<std::string, int>{{"coins", 2}}));
  EXPECT_EQ(CountEnds("oshi_zumo{coins0=2,coins1=2,horizon=1,min_bid=0}"),
            (std::map<std::string, int>{{"coins", 1}, {"horizon", 8}}));
  // 0-0 leads to 4 pairs of bids, 0-1 and 1-0 to 2 each; 1-1 ends at once.
  EXPECT_EQ(CountEnds("oshi_zumo{coins0=1,coins1=1,horizon=2,min_bid=0,size=1}"),
            (std::map<std::string, int>{{"coins", 1 + 1 + 1 + 1}, {"horizon", 3 + 1 + 1}}));
}

TEST(OshiZumoReferenceTest, OZ1_BidsAreFromMinBidToCoins) {
  EXPECT_EQ(Play("oshi_zumo{coins0=3}", "")->LegalMoves(0), (Texts{"1", "2", "3"}));
  EXPECT_EQ(Play("oshi_zumo{coins0=1,min_bid=0}", "")->LegalMoves(0), (Texts{"0", "1"}));
  EXPECT_EQ(Play("oshi_zumo", "")->LegalMoves(1)[1], "10");
  EXPECT_EQ(Play("oshi_zumo{coins0=3}", "0 3; 1 1")->LegalMoves(0), (Texts{"0"}));
}

TEST(OshiZumoReferenceTest, OZ1_PendingBidIsKnownToItsSeatAlone) {
  const Game before = Play("oshi_zumo", "0 3; 1 2");
  const Game after = Play("oshi_zumo", "0 3; 1 2; 1 5");
  EXPECT_EQ(after->Knowledge(0), "coins 7 8; place 5; rounds 1; must act");
  EXPECT_EQ(after->Knowledge(0), before->Knowledge(0));
  EXPECT_EQ(after->Knowledge(1), "coins 7 8; place 5; rounds 1; own bid 5");
  EXPECT_EQ(after->Knowledge(kSpectatorSeat), "coins 7 8; place 5; rounds 1");
}

TEST(OshiZumoReferenceTest, OZ2_HigherBidMovesTheWrestler) {
  EXPECT_EQ(Play("oshi_zumo", "0 3; 1 2")->Knowledge(2), "coins 7 8; place 5; rounds 1");
  EXPECT_EQ(Play("oshi_zumo", "1 3; 0 2")->Knowledge(2), "coins 8 7; place 3; rounds 1");
  EXPECT_EQ(Play("oshi_zumo", "0 3; 1 3")->Knowledge(2), "coins 7 7; place 4; rounds 1");
}

TEST(OshiZumoReferenceTest, OZ3_EdgeEnds) {
  const Game game = Play("oshi_zumo{size=1}", "0 1; 1 2; 0 2; 1 3");
  EXPECT_TRUE(game->Actors().empty());
  EXPECT_EQ(game->Reason(), "edge");
  EXPECT_EQ(game->Returns(), (Values{-1, 1}));
  EXPECT_EQ(game->Margin(), (Margins{7, 5}));
}

TEST(OshiZumoReferenceTest, OZ3_NoCoinsEnds) {
  const Game game = Play("oshi_zumo{coins0=2,coins1=1}", "0 1; 1 1; 0 1; 1 0");
  EXPECT_EQ(game->Reason(), "coins");
  EXPECT_EQ(game->Returns(), (Values{1, -1}));
}

TEST(OshiZumoReferenceTest, OZ3_HorizonEnds) {
  const Game game = Play("oshi_zumo{horizon=2,min_bid=0}", "0 0; 1 0; 0 4; 1 4");
  EXPECT_EQ(game->Reason(), "horizon");
  EXPECT_EQ(game->Returns(), (Values{0, 0}));
}

TEST(OshiZumoReferenceTest, TwinRedrawsAPendingBidOrDropsIt) {
  const Game game = Play("oshi_zumo{coins0=2,coins1=3}", "0 1; 1 1; 1 2");
  EXPECT_EQ(Twins(*game, 0),
            (std::set<std::string>{"0 1; 1 1; ", "0 1; 1 1; 1 1; ", "0 1; 1 1; 1 2; "}));
  EXPECT_EQ(Twins(*game, kSpectatorSeat), Twins(*game, 0));
  EXPECT_EQ(Twins(*game, 1), (std::set<std::string>{"0 1; 1 1; 1 2; "}));
}

TEST(ReferenceRegistryTest, OptionsMayBeOmittedAndReordered) {
  EXPECT_EQ(MakeReference("goofspiel")->LegalMoves(kChanceActor).size(), 5u);
  EXPECT_EQ(MakeReference("goofspiel{}")->LegalMoves(kChanceActor).size(), 5u);
  EXPECT_EQ(MakeReference("goofspiel{order=descending,cards=7}")->LegalMoves(0).size(), 7u);
}

TEST(ReferenceRegistryTest, WrongTextGivesNothing) {
  for (const std::string text :
       {"", "chess", "kuhn{", "kuhn}", "kuhn{}x", "kuhn{cards=3}", "goofspiel{cards}",
        "goofspiel{cards=1}", "goofspiel{cards=14}", "goofspiel{cards=3,}", "goofspiel{cards=3x}",
        "goofspiel{cards=3,cards=3}", "goofspiel{objective=draw}", "goofspiel{order=up}",
        "oshi_zumo{coins0=0}", "oshi_zumo{size=6}", "oshi_zumo{min_bid=2}",
        "oshi_zumo{horizon=1001}"}) {
    EXPECT_EQ(MakeReference(text), nullptr) << text;
  }
}

}  // namespace
}  // namespace kvintet::reference

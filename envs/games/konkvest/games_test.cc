// Q10 and whole random games: no dead ends in masks, planes, average lengths; perft.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/games/konkvest/test_table.h"
#include "envs/registry.h"
#include "envs/text/perft.h"

namespace kvintet::envs::konkvest {
namespace {

std::vector<Action> LegalIn(const Konkvest& rules, const Konkvest::Position& p) {
  std::array<uint64_t, (kActions + 63) / 64> words = {};
  std::vector<Action> actions;
  rules.LegalActions({p, Seat::k0, {}}, ActionMask(words));
  ActionMask(words).List(&actions);
  return actions;
}

// Plays at random and calls visit(position) before each action.
template <typename Visit>
Konkvest::Position PlayRandomly(const Konkvest& rules, uint32_t number, const Visit& visit) {
  RandomStream random(10, number, 0, Purpose::kTest);
  RepetitionHistory history(rules.Spec().history_capacity);
  Konkvest::Position p = rules.Initial();
  while (p.stage != Stage::kOver) {
    const std::vector<Action> legal = LegalIn(rules, p);
    visit(p, legal);
    rules.Step(&p, &history, Actor::kSeat0,
               legal[random.Below(static_cast<uint32_t>(legal.size()))]);
  }
  return p;
}

// Every combination of options except the lengths.
std::vector<std::map<std::string, std::string>> AllOptions() {
  std::vector<std::map<std::string, std::string>> all = {{}};
  for (const OptionSpec& option : Konkvest::Options()) {
    std::vector<std::map<std::string, std::string>> next;
    for (const auto& options : all) {
      for (const std::string& value : option.values) {
        next.push_back(options);
        next.back()[option.key] = value;
      }
    }
    all = option.values.empty() ? all : next;
  }
  return all;
}

TEST(GamesTest, WhatIsLegalExactlyWhereSomeWhereIs) {
  uint32_t number = 0;
  for (const auto& options : AllOptions()) {
    const Konkvest rules = RulesWith(options);
    PlayRandomly(rules, number++, [&](const Konkvest::Position& p, const auto& legal) {
      if (p.stage != Stage::kWhat) {
        return;
      }
      std::vector<Action> expected;
      for (Action what = 0; what < kTargets; ++what) {
        const bool drop = what >= kDrops;
        const int cell = drop ? 0 : kDense.cell[static_cast<size_t>(what)];
        const bool own = drop ? p.reserves[p.to_move][static_cast<size_t>(what - kDrops)] > 0
                              : p.board.seats[p.to_move].Has(cell);
        Konkvest::Position chosen = p;
        RepetitionHistory history;
        rules.Step(&chosen, &history, Actor::kSeat0, what);
        if (own && !LegalIn(rules, chosen).empty()) {
          expected.push_back(what);
        }
      }
      EXPECT_EQ(legal, expected);
    });
  }
}

TEST(GamesTest, WhatIsKeptBesideTheBoardFollowsFromIt) {
  const Konkvest rules = RulesWith({});
  for (uint32_t number = 0; number < 5; ++number) {
    PlayRandomly(rules, number, [&](const Konkvest::Position& p, const auto&) {
      Konkvest::Position again = p;
      rules.Complete(&again);
      if (p.stage == Stage::kWhere) {
        again.movable = p.movable;
      }
      EXPECT_EQ(std::memcmp(&again, &p, sizeof(p)), 0);
      EXPECT_FALSE((p.board.seats[0] & p.board.seats[1]).Any());
      const Cells all = p.board.seats[0] | p.board.seats[1];
      EXPECT_EQ((all | p.board.kind[0] | p.board.kind[1] | p.board.kind[2] | p.board.promoted),
                all);
    });
  }
}

TEST(GamesTest, NoPieceLeavesTheGame) {
  const Konkvest rules = RulesWith({});
  const Konkvest::Position p = PlayRandomly(rules, 1, [](const auto& position, const auto&) {
    EXPECT_LE(ReserveSize(position, 0), kReserveRoom);
    EXPECT_LE(ReserveSize(position, 1), kReserveRoom);
    if (position.placed == kPlacedPieces) {
      EXPECT_EQ((position.board.seats[0] | position.board.seats[1]).Count() +
                    ReserveSize(position, 0) + ReserveSize(position, 1),
                40);
    }
  });
  EXPECT_NE(p.end, End::kNone);
}

TEST(GamesTest, BothSeatsSeeTheBoardFromTheirOwnSide) {
  const Konkvest rules = RulesWith({});
  const GameSpec spec = rules.Spec();
  const auto observe = [&](const Konkvest::Position& p, Seat seat) {
    std::vector<uint8_t> planes(static_cast<size_t>(spec.PlaneBytes()), 7);
    std::vector<float> globals(static_cast<size_t>(spec.globals));
    rules.Observe({p, seat, {}}, planes, globals);
    return std::pair(planes, globals);
  };
  PlayRandomly(rules, 2, [&](const Konkvest::Position& p, const auto& legal) {
    const Konkvest::Position turned = rules.Transform(2, p);
    EXPECT_EQ(observe(p, Seat::k0), observe(turned, Seat::k1));
    EXPECT_EQ(observe(p, Seat::k1), observe(turned, Seat::k0));
    for (const Action action : legal) {
      const Action image = rules.TransformAction(2, {p, Seat::k0, {}}, action);
      EXPECT_EQ(rules.PolicyIndex({p, Seat::k0, {}}, action),
                rules.PolicyIndex({turned, Seat::k1, {}}, image));
    }
  });
}

TEST(GamesTest, PlanesShowWhatTheirNamesSay) {
  Table table("w Q b4, b Q h5, w *R e5, w P i5, b P e9, b S k1", {"SS", "PPPPPPPPPPPPPP"});
  table.DoAll({"e5-e6", "k1-j1"});
  Konkvest::Position p = table.position();
  const GameSpec spec = table.rules().Spec();
  std::vector<uint8_t> planes(static_cast<size_t>(spec.PlaneBytes()));
  std::vector<float> globals(static_cast<size_t>(spec.globals));
  table.rules().Observe({p, Seat::k0, {}}, planes, globals);
  const auto cells = [&](const std::string& name) {
    const auto plane = std::ranges::find(spec.plane_names, name) - spec.plane_names.begin();
    std::string text;
    for (int cell = 0; cell < kNumbers; ++cell) {
      const int value = planes[static_cast<size_t>(plane * kNumbers + cell)];
      text += value == 0 ? "" : CellName(cell) + (value == 1 ? " " : "!");
    }
    return text;
  };
  EXPECT_EQ(cells("own rooks"), "e6 ");
  EXPECT_EQ(cells("promoted"), "e6 ");
  EXPECT_EQ(cells("own pawns"), "i5 ");
  EXPECT_EQ(cells("other's queens"), "h5 ");
  EXPECT_EQ(cells("other's supports"), "j1 ");
  EXPECT_EQ(cells("attacks in a row"), "e6 ");
  EXPECT_THAT(cells("own territory, development zone 2"), ::testing::HasSubstr("f6 g6!h5 h6!i5 "));
  EXPECT_THAT(cells("board, chosen 2"), ::testing::StartsWith("a1 a2 a3 "));
  EXPECT_EQ(cells("other's territory, no man's land 2"),
            "e9 f9 f10 g10 h5!h9 h10 i4 i5!i9 j4 j8 j9 k3 k4 k8 l3 l7 m2 m3 ");
  const auto global = [&](const std::string& name) {
    return globals[static_cast<size_t>(std::ranges::find(spec.global_names, name) -
                                       spec.global_names.begin())];
  };
  EXPECT_EQ(global("own reserve of supports / 8"), 0.25f);
  EXPECT_EQ(global("other's reserve full"), 1.0f);
  EXPECT_EQ(global("own reserve full"), 0.0f);
  EXPECT_EQ(global("own turn"), 1.0f);
}

TEST(GamesTest, Q10_RandomGamesAreAsLongAndWideAsTheyShouldBe) {
  const Konkvest rules = RulesWith({});
  constexpr int kGames = 100;
  double turns = 0;
  int toppled = 0;
  double first_choices = 0;
  for (uint32_t number = 0; number < kGames; ++number) {
    Table table = Table::Start();
    const Konkvest::Position end =
        PlayRandomly(rules, number, [&](const Konkvest::Position& p, const auto&) {
          if (p.stage == Stage::kWhat && p.turns == kPlacedPieces) {
            table.position() = p;
            first_choices += static_cast<double>(table.Moves().size());
          }
        });
    turns += end.turns;
    toppled += end.end == End::kQueen ? 1 : 0;
  }
  EXPECT_NEAR(turns / kGames, 310, 60);
  EXPECT_GT(toppled, kGames * 8 / 10);
  EXPECT_GT(first_choices / kGames, 29);
}

// Whole turns, starting after the set-up of Table::Placed.
TEST(GamesTest, PerftOfTheFirstThreeTurnsAfterASetUp) {
  struct Case {
    const char* options;
    std::array<uint64_t, 3> counts;
  };
  constexpr Case kCases[] = {{"", {38, 1444, 58740}},
                             {"capture_in_row=ends_row", {38, 1444, 58740}},
                             {"cycle=restart", {38, 1444, 58740}},
                             {"general_reach=area", {38, 1444, 59272}},
                             {"guard_reach=straight", {38, 1444, 58740}},
                             {"max_plies=18", {38, 1444, 0}},
                             {"queen_retreat=lines", {38, 1444, 58740}},
                             {"territory=cone", {38, 1444, 58740}}};
  for (const Case& test : kCases) {
    const auto game = MakeGame(std::string("konkvest{") + test.options + "}");
    ASSERT_TRUE(game.ok()) << game.status().ToString();
    const Konkvest::Position p = Table::Placed().position();
    const ConstPositions one(reinterpret_cast<const std::byte*>(&p), 1, sizeof(p));
    for (int depth = 1; depth <= 3; ++depth) {
      EXPECT_EQ(PerftMoves(**game, one, RepetitionHistory((*game)->Spec().history_capacity), depth),
                test.counts[static_cast<size_t>(depth - 1)])
          << test.options << " depth " << depth;
    }
  }
}

}  // namespace
}  // namespace kvintet::envs::konkvest

// Tests of Tantrix, by clause of the README.md in this folder.
#include "envs/games/tantrix/tantrix.h"

#include <algorithm>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "envs/games/tantrix/field.h"
#include "envs/games/tantrix/shape.h"
#include "envs/games/tantrix/tile_text.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/moves.h"
#include "envs/text/playthrough.h"
#include "envs/text/seat_play.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::tantrix {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

std::unique_ptr<Game> MakeTantrix(const std::string& options = "") {
  auto game = MakeGame("tantrix" + options);
  EXPECT_OK(game);
  return *std::move(game);
}

const Situation& NowOf(const Playthrough& play) {
  return reinterpret_cast<const Tantrix::Position*>(play.Position().Row(0))->now;
}

std::vector<std::string> LegalTexts(const Playthrough& play) {
  std::vector<std::string> texts;
  const ViewBuffer view = play.View(SeatOf(play.Actors().First()));
  for (const Move& move : LegalMoves(play.game(), view.Span())) {
    texts.push_back(move.text);
  }
  return texts;
}

// Plays a random action of the actor to act.
void StepRandomly(Playthrough* play, RandomStream* random) {
  if (play->Actors().Has(Actor::kChance)) {
    play->ApplyChance(random);
    return;
  }
  const Actor actor = play->Actors().First();
  const std::vector<Action> legal = LegalList(play->game(), play->View(SeatOf(actor)).Span());
  ASSERT_OK(play->Apply(actor, legal[random->Below(static_cast<uint32_t>(legal.size()))]));
}

// Calls visit(play) at every position of random games.
template <typename Visit>
void PlayRandomly(const Game& game, uint32_t num_games, const Visit& visit) {
  for (uint32_t number = 0; number < num_games; ++number) {
    RandomStream random(5, number, 0, Purpose::kTest);
    Playthrough play(game);
    visit(play);
    while (!play.Ended()) {
      StepRandomly(&play, &random);
      visit(play);
    }
  }
}

// A deal of tiles 1 to 12 after which seat 0 begins.
std::string Dealt(const std::string& options) {
  std::string record = "tantrix" + options;
  for (int tile = 1; tile <= 12; ++tile) {
    record += "; chance draw " + std::to_string(tile);
  }
  return record;
}

// Arbitrary tiles on these cells, ignoring colours.
Table ShapeOf(const std::vector<Cell>& cells) {
  Table table = {};
  int tile = 0;
  for (const Cell& cell : cells) {
    table.Put(tile++, cell, 0);
  }
  return table;
}

bool HullForbids(const std::vector<Cell>& cells, Cell cell) {
  const Table table = ShapeOf(cells);
  const Field field(table, true);
  EXPECT_GE(field.outline().SpaceAt(cell), 0);
  return !field.outline().Has(field.outline().Forced(), cell) &&
         !field.outline().Has(field.Free(), cell);
}

bool ClosureForbids(const std::vector<Cell>& cells, Cell cell) {
  return !ClosureHolds(ShapeOf(cells), &cell, nullptr);
}

std::string LeastTurn(const std::string& colours) {
  std::string least = colours;
  for (size_t i = 1; i < kSides; ++i) {
    least = std::min(least, colours.substr(i) + colours.substr(0, i));
  }
  return least;
}

TEST(TantrixTest, T1_TilesAreAllOfThreeColoursButThoseOfThreeStraightLines) {
  std::map<std::string, int> tiles;
  for (const std::string_view colours : kTileColours) {
    ++tiles[LeastTurn(std::string(colours))];
  }
  std::set<std::string> wanted;
  for (const std::string missing : {"B", "G", "R", "Y"}) {
    std::string colours;
    for (const char colour : kColourLetters) {
      colours += colour == missing[0] ? "" : std::string(2, colour);
    }
    std::sort(colours.begin(), colours.end());
    do {
      const bool straight = colours.substr(0, 3) == colours.substr(3);
      if (!straight) {
        wanted.insert(LeastTurn(colours));
      }
    } while (std::next_permutation(colours.begin(), colours.end()));
  }
  EXPECT_EQ(tiles.size(), kMaxTiles);
  EXPECT_EQ(wanted.size(), kMaxTiles);
  for (const std::string& colours : wanted) {
    EXPECT_EQ(tiles[colours], 1) << colours;
  }
}

TEST(TantrixTest, T1_FamiliesByTheMissingColour) {
  const auto family = [](int number) {
    const uint8_t colours = kTileTable.colours[static_cast<size_t>(number - 1)];
    return kColourLetters[static_cast<size_t>(std::countr_one(colours))];
  };
  std::string families;
  for (int number = 1; number <= 56; ++number) {
    families += family(number);
  }
  EXPECT_EQ(families, std::string(14, 'G') + std::string(9, 'B') + std::string(7, 'Y') +
                          std::string(5, 'B') + std::string(7, 'Y') + std::string(14, 'R'));
}

TEST(TantrixTest, T1_NoTileLooksTheSameInTwoRotations) {
  for (size_t tile = 0; tile < kMaxTiles; ++tile) {
    const auto& sides = kTileTable.sides[tile];
    EXPECT_EQ(std::set<Sides>(sides.begin(), sides.begin() + kSides).size(), kSides) << tile + 1;
  }
}

TEST(TantrixTest, T2_TheHigherLotBeginsAndBothGoBack) {
  const auto game = MakeTantrix();
  for (const auto& [lots, beginner] : {std::pair("17 4", 0), std::pair("4 17", 1)}) {
    Playthrough play(*game);
    EXPECT_OK(play.ApplyMove(Actor::kChance,
                             "lot " + std::string(lots).substr(0, lots[1] == '7' ? 2 : 1)));
    std::vector<ChanceOutcome> outcomes;
    game->ChanceOutcomes(play.Position(), &outcomes);
    EXPECT_EQ(outcomes.size(), 55);
    EXPECT_OK(play.ApplyMove(Actor::kChance, lots[1] == '7' ? "lot 4" : "lot 17"));
    game->ChanceOutcomes(play.Position(), &outcomes);
    EXPECT_EQ(outcomes.size(), 56);
    for (int tile = 1; tile <= 12; ++tile) {
      EXPECT_OK(play.ApplyMove(Actor::kChance, "draw " + std::to_string(tile)));
    }
    EXPECT_EQ(play.Actors(), ActorSet::Only(static_cast<Actor>(beginner)));
    EXPECT_EQ(NowOf(play).racks[0], 63) << "seat 0 draws first, whoever begins";
    EXPECT_EQ(NowOf(play).bag_size, 44);
  }
}

TEST(TantrixTest, T2_EachDrawIsAnEventOverTheTilesInTheBag) {
  const auto game = MakeTantrix("{lottery=no}");
  Playthrough play(*game);
  std::vector<ChanceOutcome> outcomes;
  for (size_t left = 56; left > 44; --left) {
    game->ChanceOutcomes(play.Position(), &outcomes);
    ASSERT_EQ(outcomes.size(), left);
    EXPECT_DOUBLE_EQ(outcomes.back().probability, 1.0 / static_cast<double>(left));
    EXPECT_OK(play.Apply(Actor::kChance, outcomes.back().outcome));
  }
  EXPECT_EQ(play.Actors(), ActorSet::Only(Actor::kSeat0)) << "without lottery seat 0 begins";
}

TEST(TantrixTest, T2_PrivateRacksAreTheirOwnersAlone) {
  const auto game = MakeTantrix("{lottery=no}");
  ASSERT_OK_AND_ASSIGN(const Playthrough play,
                       Playthrough::FromRecord(*game, Dealt("{lottery=no}")));
  const auto text = [&](Seat seat) { return game->ViewText(play.View(seat).Span()); };
  EXPECT_EQ(text(Seat::k0), "table -; racks 1 2 3 4 5 6 / ? ? ? ? ? ?; seat 0 before");
  EXPECT_EQ(text(Seat::k1), "table -; racks ? ? ? ? ? ? / 7 8 9 10 11 12; seat 0 before");
  EXPECT_EQ(text(Seat::kSpectator), "table -; racks ? ? ? ? ? ? / ? ? ? ? ? ?; seat 0 before");
  EXPECT_THAT(play.SeatRecord(Seat::k0), HasSubstr("chance draw 6; chance draw ?"));
  EXPECT_THAT(play.SeatRecord(Seat::k1), HasSubstr("chance draw ?; chance draw 7"));
}

TEST(TantrixTest, T2_OpenRacksAreSeenByAllAndChangeNothingElse) {
  const auto open = MakeTantrix("{lottery=no,racks=open}");
  const auto hidden = MakeTantrix("{lottery=no}");
  Playthrough play(*open);
  Playthrough twin(*hidden);
  RandomStream random(3, 0, 0, Purpose::kTest);
  while (!play.Ended()) {
    ASSERT_EQ(play.Actors(), twin.Actors());
    const std::string text = open->PositionText(play.Position());
    EXPECT_EQ(open->ViewText(play.View(Seat::kSpectator).Span()), text);
    EXPECT_EQ(hidden->PositionText(twin.Position()), text);
    StepRandomly(&play, &random);
    ASSERT_OK(twin.Apply(play.Events().back().actor, play.Events().back().actions.back()));
  }
  EXPECT_EQ(play.Result().margin, twin.Result().margin);
}

// Whether the mover's turn continues depends on a rack that others do not see.
TEST(TantrixTest, T2_SeatsAreToldWhoActsNext) {
  const auto game = MakeTantrix();
  PlayRandomly(*game, 2, [&](const Playthrough& play) {
    const bool whole = play.Events().empty() || play.Events().back().complete;
    const ActorSet actors = play.Actors();
    for (const Seat seat : {Seat::k0, Seat::k1, Seat::kSpectator}) {
      if (!whole || actors.Has(Actor::kChance)) {
        continue;
      }
      const std::string record = play.SeatRecord(seat);
      const std::string end = actors.Has(seat)            ? ""
                              : actors.Empty()            ? "; end"
                              : actors.Has(Actor::kSeat0) ? "; 0"
                                                          : "; 1";
      EXPECT_THAT(record, EndsWith(end));
      ASSERT_OK_AND_ASSIGN(const SeatPlay followed, SeatPlay::FromRecord(*game, seat, record));
      EXPECT_EQ(followed.Actors(), actors);
    }
  });
}

TEST(TantrixTest, T3_TheFirstTileIsAnyInAnyRotation) {
  const auto game = MakeTantrix("{lottery=no}");
  ASSERT_OK_AND_ASSIGN(const Playthrough play,
                       Playthrough::FromRecord(*game, Dealt("{lottery=no}")));
  std::vector<std::string> wanted;
  for (int tile = 1; tile <= 6; ++tile) {
    for (int rotation = 0; rotation < 6; ++rotation) {
      wanted.push_back(PlacementText({tile - 1, {0, 0}, rotation}));
    }
  }
  EXPECT_EQ(LegalTexts(play), wanted);
}

TEST(TantrixTest, T3_ThePlayerDrawsAfterEveryPlacementWhileTheBagLasts) {
  PlayRandomly(*MakeTantrix(), 4, [](const Playthrough& play) {
    const std::vector<PlayedEvent>& events = play.Events();
    const bool laid =
        !events.empty() && events.back().actor != Actor::kChance && events.back().complete;
    if (laid) {
      EXPECT_EQ(play.Actors().Has(Actor::kChance), NowOf(play).bag_size > 0);
    }
    if (NowOf(play).stage == Stage::kChoose && NowOf(play).bag_size > 0) {
      EXPECT_THAT(NowOf(play).rack_sizes, Each(6));
    }
  });
}

TEST(TantrixTest, T3_ForcedSpacesComeBeforeAndAfterExactlyOneFreeMove) {
  int fills = 0;
  for (uint32_t number = 0; number < 10; ++number) {
    const auto game = MakeTantrix();
    RandomStream random(6, number, 0, Purpose::kTest);
    Playthrough play(*game);
    std::map<int, std::string> turns;
    while (!play.Ended()) {
      const Situation before = NowOf(play);
      StepRandomly(&play, &random);
      const Situation& after = NowOf(play);
      if (before.stage == Stage::kChoose) {
        const bool fits = (before.racks[before.mover] & before.fillers) != 0;
        const bool filled = (before.fillers >> (after.tile - 1) & 1) != 0;
        EXPECT_EQ(fits, filled) << "fills as long as any tile in hand may";
        EXPECT_TRUE(filled || before.moved == 0) << "one free move";
        fills += filled ? 1 : 0;
      }
      if (before.moved == 1 && after.mover != before.mover) {
        EXPECT_EQ(after.racks[before.mover] & after.fillers, 0) << "none is left unfilled";
      }
    }
  }
  EXPECT_GT(fills, 200);
}

TEST(TantrixTest, T3_AFillCannotBeDeclinedAndSpacesMayBeTakenInAnyOrder) {
  int choices = 0;
  PlayRandomly(*MakeTantrix(), 12, [&](const Playthrough& play) {
    const Situation& s = NowOf(play);
    if (s.stage != Stage::kChoose || (s.racks[s.mover] & s.fillers) == 0) {
      return;
    }
    const Outline outline(s.table);
    std::set<std::string> spaces;
    for (const std::string& text : LegalTexts(play)) {
      const Cell cell = ParsePlacement(text)->cell;
      EXPECT_TRUE(outline.Has(outline.Forced(), cell)) << text;
      spaces.insert(PlaceText(cell, 0));
    }
    choices += spaces.size() > 1 ? 1 : 0;
  });
  EXPECT_GT(choices, 5);
}

TEST(TantrixTest, T4_ExamplesOfControlledSides) {
  const std::vector<Cell> first = {{0, 0}, {0, 1}, {0, 2}, {1, 2}};
  const std::vector<Cell> second = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, -1}};
  const std::vector<Cell> third = {{0, 0}, {1, -1}, {1, -2}};
  for (const auto& [cells, cell] :
       {std::pair(first, Cell{1, -1}), std::pair(second, Cell{3, -1}),
        std::pair(second, Cell{4, -1}), std::pair(third, Cell{-1, 0})}) {
    EXPECT_TRUE(HullForbids(cells, cell));
    EXPECT_TRUE(ClosureForbids(cells, cell));
  }
}

TEST(TantrixTest, T4_WithoutAForcedSpaceShapeForbidsNothing) {
  for (const std::vector<Cell>& cells : {std::vector<Cell>{{0, 0}},
                                         {{0, 0}, {1, 0}},
                                         {{0, 0}, {1, 0}, {2, 0}},
                                         {{0, 0}, {1, 0}, {0, 1}}}) {
    const Table table = ShapeOf(cells);
    const Field field(table, true);
    for (int space = 0; space < field.outline().NumSpaces(); ++space) {
      EXPECT_TRUE(field.outline().Has(field.Free(), field.outline().CellOf(space)));
    }
  }
}

TEST(TantrixTest, T4_TablesKeepTheRestrictionsWhileTheBagLasts) {
  PlayRandomly(*MakeTantrix(), 3, [](const Playthrough& play) {
    const Situation& s = NowOf(play);
    EXPECT_OK(CheckShape(s.table, s.stage == Stage::kDraw || Restricted(s)));
  });
}

TEST(TantrixTest, T4_AFittingTileThatWouldMakeThreeOfAColourMakesNoObligation) {
  int kept_out = 0;
  PlayRandomly(*MakeTantrix(), 12, [&](const Playthrough& play) {
    const Situation& s = NowOf(play);
    if (s.stage != Stage::kChoose || !Restricted(s)) {
      return;
    }
    const TileSet by_colour = Field(s.table, false).Fillers() & s.racks[s.mover];
    const TileSet legal = Field(s.table, true).Fillers() & s.racks[s.mover];
    EXPECT_EQ(legal, s.racks[s.mover] & s.fillers);
    kept_out += legal == 0 && by_colour != 0 ? 1 : 0;
  });
  EXPECT_GT(kept_out, 0);
}

TEST(TantrixTest, T5_RestrictionsLapseWithTheLastTileOfTheBag) {
  int lapsed = 0;
  PlayRandomly(*MakeTantrix(), 12, [&](const Playthrough& play) {
    const Situation& s = NowOf(play);
    if (s.stage == Stage::kChoose) {
      const TileSet fillers = Field(s.table, s.bag_size > 0).Fillers() & ~s.table.tiles;
      EXPECT_EQ(s.fillers, fillers);
      const TileSet before = Field(s.table, true).Fillers() & ~s.table.tiles;
      lapsed += s.bag_size == 0 && before != fillers ? 1 : 0;
    }
  });
  EXPECT_GT(lapsed, 0);
}

TEST(TantrixTest, T5_WhoHasNoTileIsPassedOverAndAllTilesAreLaid) {
  int passed_over = 0;
  int ends = 0;
  PlayRandomly(*MakeTantrix(), 12, [&](const Playthrough& play) {
    const Situation& s = NowOf(play);
    if (s.stage == Stage::kChoose && s.rack_sizes[1 - s.mover] == 0) {
      ++passed_over;
    }
    if (play.Ended() && s.end == End::kTiles) {
      ++ends;
      EXPECT_EQ(s.table.num_tiles, 56);
      const auto complete = [](const PlayedEvent& event) { return event.complete; };
      EXPECT_EQ(std::ranges::count_if(play.Events(), complete), 2 + 56 + 56);
    }
  });
  EXPECT_GT(passed_over, 0);
  EXPECT_GT(ends, 10);
}

// Green faces every space where a tile may be laid, and seat 0 has no green tile.
constexpr char kGreenAllAround[] = "table 18@0,0/4 24@-1,1/4 29@1,0/2 31@0,-1/4";

TEST(TantrixTest, T5_WithoutALegalFreeMoveTheGameEndsDrawn) {
  const auto game = MakeTantrix("{reward=tournament}");
  ASSERT_OK_AND_ASSIGN(
      Playthrough play,
      Playthrough::FromPosition(
          *game,
          "table 18@0,0/4 24@-1,1/4 29@1,0/2; racks 1 2 3 4 5 6 / 7 8 9 10 11 31; seat 1 before"));
  ASSERT_OK(play.ApplyMove(Actor::kSeat1, "31@0,-1/4"));
  EXPECT_FALSE(play.Ended());
  ASSERT_OK(play.ApplyMove(Actor::kChance, "draw 50"));
  ASSERT_TRUE(play.Ended()) << game->PositionText(play.Position());
  EXPECT_EQ(game->PositionText(play.Position()),
            std::string(kGreenAllAround) + "; racks 1 2 3 4 5 6 / 7 8 9 10 11 50; seat 0 deadlock");
  const Outcome outcome = play.Result();
  EXPECT_EQ(outcome.reason, "deadlock");
  EXPECT_THAT(outcome.returns, ElementsAre(0, 0));
  EXPECT_THAT(outcome.margin, ElementsAre(3, 2)) << "drawn whatever the lines are";
  EXPECT_THAT(play.SeatRecord(Seat::k1), EndsWith("chance draw 50; end"));
}

TEST(TantrixTest, T5_ADeadlockEndsTheGameEvenIfTheOtherCouldMove) {
  const std::string racks = "; racks 1 2 3 4 5 6 / 7 8 9 10 11 50; seat ";
  const auto at = [&](const std::string& stage) {
    return Playthrough::FromPosition(*MakeTantrix(), kGreenAllAround + racks + stage).status();
  };
  EXPECT_OK(at("0 deadlock"));
  EXPECT_OK(at("1 before"));
  EXPECT_FALSE(at("0 before").ok());
  EXPECT_FALSE(at("1 deadlock").ok());
}

TEST(TantrixTest, T6_TournamentPoints) {
  const std::vector<int> tenths = {100, 133, 139, 143, 147, 150, 153, 155, 158, 160, 162, 164, 166,
                                   168, 170, 172, 173, 175, 177, 178, 180, 181, 183, 184, 185, 187,
                                   188, 189, 191, 192, 193, 194, 195, 197, 198, 199, 200, 200, 200};
  for (size_t difference = 0; difference < tenths.size(); ++difference) {
    EXPECT_EQ(TournamentTenths(static_cast<int>(difference)), tenths[difference]);
  }
  EXPECT_EQ(TournamentTenths(84), 200);
}

TEST(TantrixTest, T6_RewardsByOption) {
  for (const bool tournament : {false, true}) {
    const auto game = MakeTantrix(tournament ? "{reward=tournament}" : "");
    PlayRandomly(*game, 4, [&](const Playthrough& play) {
      if (!play.Ended()) {
        return;
      }
      const Outcome outcome = play.Result();
      const int lead = outcome.margin[0] - outcome.margin[1];
      const auto sign = static_cast<float>((lead > 0) - (lead < 0));
      const auto points = static_cast<float>(TournamentTenths(std::abs(lead)) - 100) / 100;
      const bool drawn = outcome.reason == "deadlock";
      EXPECT_FLOAT_EQ(outcome.returns[0], drawn ? 0 : sign * (tournament ? points : 1));
      EXPECT_FLOAT_EQ(outcome.returns[1], -outcome.returns[0]);
    });
  }
}

TEST(TantrixTest, T7_GreenIsDrawnWhiteForTheColourBlind) {
  const auto game = MakeTantrix("{lottery=no}");
  ASSERT_OK_AND_ASSIGN(
      const Playthrough play,
      Playthrough::FromPosition(
          *game, "table 18@0,0/4; racks 1 2 3 4 5 6 / 7 8 9 10 11 31; seat 1 before"));
  const auto greens = [](const Scene& scene) {
    return std::ranges::count(scene.shapes, Paint::kColour2, &Shape::fill);
  };
  const Scene scene = game->MakeScene(play.View(Seat::k1).Span());
  EXPECT_EQ(greens(scene), 2) << "on the table and in the own rack";
  EXPECT_EQ(greens(InPalette(scene, Palette::kUsual)), 2);
  EXPECT_EQ(greens(InPalette(scene, Palette::kColourBlind)), 0);
  EXPECT_THAT(scene.caption, HasSubstr("31 GGRYRY"));
}

TEST(TantrixTest, T8_NoTableHasMoreSpacesThanActionsHaveRoomFor) {
  EXPECT_EQ(MaxSpaces(55), 114);
  EXPECT_EQ(MakeTantrix()->Spec().num_actions, 56 + 6 * 114);
  std::vector<Cell> chain;
  for (int q = 0; q < 55; ++q) {
    chain.push_back({q, 0});
    const Table table = ShapeOf(chain);
    EXPECT_EQ(Outline(table).NumSpaces(), MaxSpaces(q + 1));
  }
}

// Lays every tile on row 0 if possible.
bool PlaysAChain(const Game& game, uint64_t seed, Playthrough* play) {
  RandomStream random(seed, 0, 0, Purpose::kTest);
  while (!play->Ended()) {
    if (play->Actors().Has(Actor::kChance)) {
      play->ApplyChance(&random);
      continue;
    }
    const Actor actor = play->Actors().First();
    std::vector<std::string> on_row;
    for (const std::string& text : LegalTexts(*play)) {
      if (ParsePlacement(text)->cell.r == 0) {
        on_row.push_back(text);
      }
    }
    if (on_row.empty()) {
      return false;
    }
    EXPECT_OK(play->ApplyMove(actor, on_row[random.Below(static_cast<uint32_t>(on_row.size()))]));
    const ViewBuffer view = play->View(SeatOf(actor));
    EXPECT_FALSE(game.MakeScene(view.Span()).shapes.empty());
  }
  return true;
}

TEST(TantrixTest, T8_AStraightChainOfAllTilesPlaysObservesAndDraws) {
  const auto game = MakeTantrix();
  uint64_t seed = 0;
  Playthrough play(*game);
  while (!PlaysAChain(*game, seed, &play) && seed < 200) {
    ++seed;
    play = Playthrough(*game);
  }
  ASSERT_TRUE(play.Ended()) << "no seed lays all tiles in a row";
  const Situation& s = NowOf(play);
  EXPECT_EQ(s.table.num_tiles, 56);
  EXPECT_EQ(s.table.most[0] - s.table.least[0], 55);
  EXPECT_EQ(s.table.most[1], 0);
  for (const Seat seat : {Seat::k0, Seat::k1, Seat::kSpectator}) {
    std::vector<uint8_t> planes(static_cast<size_t>(game->Spec().PlaneBytes()));
    std::vector<float> globals(static_cast<size_t>(game->Spec().globals));
    game->Observe(play.View(seat).Span(), planes, globals);
    EXPECT_GT(std::ranges::count(planes, 1), 20);
    const Scene scene = game->MakeScene(play.View(seat).Span());
    EXPECT_GT(scene.max_x - scene.min_x, 56);
  }
  ASSERT_OK_AND_ASSIGN(const Playthrough again, Playthrough::FromRecord(*game, play.Record()));
  EXPECT_EQ(game->PositionText(again.Position()), game->PositionText(play.Position()));
}

TEST(TantrixTest, T9_FiguresOfRandomPlay) {
  double scores = 0;
  double frees = 0;
  double fills = 0;
  int games = 0;
  int deadlocks = 0;
  PlayRandomly(*MakeTantrix(), 30, [&](const Playthrough& play) {
    const Situation& s = NowOf(play);
    frees += s.stage == Stage::kChoose && (s.choices & s.fillers) == 0 ? 1 : 0;
    fills += s.stage == Stage::kChoose && (s.choices & s.fillers) != 0 ? 1 : 0;
    if (play.Ended()) {
      ++games;
      deadlocks += s.end == End::kDeadlock ? 1 : 0;
      scores += s.best[0].score + s.best[1].score;
    }
  });
  EXPECT_NEAR(scores / games / 2, 14.1, 2);
  EXPECT_NEAR(frees / games, 22, 3);
  EXPECT_NEAR(fills / games, 34, 3);
  EXPECT_LT(deadlocks, games / 10);
}

}  // namespace
}  // namespace kvintet::envs::tantrix

// Tests of Kontranto's symmetries in random games: play, legality and scores. The exchange of
// colours makes White's value the negative of Black's, so both values are 0.
#include <cstring>

#include <gtest/gtest.h>

#include "envs/games/kontranto/table.h"

namespace kvintet::envs::kontranto {
namespace {

bool SameBytes(const Kontranto::Position& a, const Kontranto::Position& b) {
  return std::memcmp(&a, &b, sizeof(a)) == 0;
}

// A game and its image under one symmetry.
class Mirrored {
 public:
  Mirrored(Table* table, int symmetry)
      : table_(*table),
        symmetry_(symmetry),
        history_(table->rules.Spec().history_capacity),
        image_(table->rules.Transform(symmetry, table->p)) {}

  // Whether the image is correct, and its legal actions are images of the game's.
  bool Agrees() const {
    const Kontranto& rules = table_.rules;
    if (!SameBytes(image_, rules.Transform(symmetry_, table_.p)) ||
        rules.Actors(image_) != rules.Actors(table_.p)) {
      return false;
    }
    for (const size_t seat : {0u, 1u}) {
      std::vector<uint64_t> words(static_cast<size_t>(rules.Spec().MaskWords()));
      std::vector<uint64_t> expected = words;
      const auto viewer = static_cast<Seat>(seat);
      for (const Action action : table_.Legal(seat)) {
        const auto view = rules.MakeView(table_.p, viewer);
        ActionMask(expected).Set(rules.TransformAction(symmetry_, view, action));
      }
      if (rules.Actors(image_).Has(viewer)) {
        rules.LegalActions(rules.MakeView(image_, viewer), ActionMask(words));
      }
      if (words != expected) {
        return false;
      }
    }
    return true;
  }

  void Step(RandomStream* random) {
    const Kontranto& rules = table_.rules;
    const size_t both = rules.Actors(table_.p).Simultaneous() ? random->Below(2) : 0;
    const auto actor = both == 1 ? Actor::kSeat1 : rules.Actors(table_.p).First();
    const std::vector<Action> legal = table_.Legal(static_cast<size_t>(actor));
    const Action action = legal[random->Below(static_cast<uint32_t>(legal.size()))];
    const auto view = rules.MakeView(table_.p, SeatOf(actor));
    rules.Step(&image_, &history_, actor, rules.TransformAction(symmetry_, view, action));
    rules.Step(&table_.p, &table_.history, actor, action);
  }

  // The score of a colour in the image.
  int ImageScore(size_t colour) const { return CountCells(image_.conquered[colour]); }
  const Kontranto::Position& Image() const { return image_; }

 private:
  Table& table_;
  int symmetry_;
  RepetitionHistory history_;
  Kontranto::Position image_;
};

TEST(ColourSymmetryTest, PlayScoresAndLegalityHaveImagesIn100000States) {
  constexpr int kStates = 100000;
  Table table(OptionTexts{});
  int states = 0;
  for (uint32_t game = 0; states < kStates; ++game) {
    RandomStream random(11, game, 0, Purpose::kTest);
    table.p = table.rules.Initial();
    const int symmetry = static_cast<int>(game % 15) + 1;
    Mirrored mirrored(&table, symmetry);
    for (; !table.Over(); mirrored.Step(&random)) {
      ASSERT_TRUE(mirrored.Agrees()) << "symmetry " << symmetry << " of " << table.Text();
      const size_t exchanged = symmetry >= 8 ? 1 : 0;
      ASSERT_EQ(mirrored.ImageScore(kWhite), CountCells(table.p.conquered[exchanged]));
      ++states;
    }
    ASSERT_TRUE(mirrored.Agrees());
    ASSERT_EQ(mirrored.Image().winner, table.p.winner);
    ASSERT_EQ(mirrored.Image().white_seat,
              symmetry >= 8 ? 1 - table.p.white_seat : table.p.white_seat);
  }
}

TEST(ColourSymmetryTest, SixteenElementsFormAGroupOfDifferentMaps) {
  Table table;
  table.LayOut("conquered A1 / C5; W c B3 D1 t E2; B c F5 t G1 G2; white 0; step");
  for (int a = 0; a < 16; ++a) {
    const auto image = table.rules.Transform(a, table.p);
    EXPECT_TRUE(SameBytes(table.p, table.rules.Transform(table.rules.InverseSymmetry(a), image)));
    for (int b = 0; b < a; ++b) {
      EXPECT_FALSE(SameBytes(image, table.rules.Transform(b, table.p))) << a << " " << b;
    }
  }
}

// Eight symmetries leave the zones in place and so keep the rules of the first step.
TEST(ColourSymmetryTest, EightElementsKeepTheZones) {
  const Table table;
  int kept = 0;
  for (int symmetry = 0; symmetry < 16; ++symmetry) {
    kept += table.rules.Transform(symmetry, table.p).zones_changed == 0 ? 1 : 0;
  }
  EXPECT_EQ(kept, 8);
}

}  // namespace
}  // namespace kvintet::envs::kontranto

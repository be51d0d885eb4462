// Tests of what PÜNCT shows of a position: planes of the observation, and keys that caches use.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "envs/games/punct/played.h"

namespace kvintet::envs::punct {
namespace {

// The observation of the side to move.
class Seen {
 public:
  explicit Seen(const Playthrough& play)
      : spec_(play.game().Spec()),
        planes_(static_cast<size_t>(spec_.planes * spec_.height * spec_.width)),
        globals_(static_cast<size_t>(spec_.globals)) {
    play.game().Observe(ViewToMove(play).Span(), planes_, globals_);
  }

  // The spaces that are not 0 on a plane, with their numbers: "H9=1 G8=2", in order of columns.
  std::string Plane(const std::string& name) const {
    const size_t number = IndexOf(spec_.plane_names, name);
    const auto width = static_cast<size_t>(spec_.width);
    std::string text;
    for (size_t cell = 0; cell < width * width; ++cell) {
      if (const int value = planes_[number * width * width + cell]; value != 0) {
        absl::StrAppend(&text, text.empty() ? "" : " ",
                        std::string(1, static_cast<char>('A' + cell / width)), cell % width + 1,
                        "=", value);
      }
    }
    return text;
  }
  float Global(const std::string& name) const {
    return globals_[IndexOf(spec_.global_names, name)];
  }

 private:
  static size_t IndexOf(const std::vector<std::string>& names, const std::string& name) {
    const auto at = std::ranges::find(names, name);
    EXPECT_NE(at, names.end()) << name;
    return static_cast<size_t>(at - names.begin());
  }

  const GameSpec& spec_;
  std::vector<uint8_t> planes_;
  std::vector<float> globals_;
};

// H9 has minor dots on H8 and G8, F3 on E3 and D3 (P2).
TEST(PunctObservationTest, ShowsPiecesWithTheirKindsAndMinorDots) {
  const Table table("punct");
  const Seen seen(table.SetUp("w T H9/0 b E F3/2", "white"));
  EXPECT_EQ(seen.Plane("own topmost dots"), "G8=1 H8=1 H9=1");
  EXPECT_EQ(seen.Plane("other's topmost dots"), "D3=1 E3=1 F3=1");
  EXPECT_EQ(seen.Plane("height"), "D3=1 E3=1 F3=1 G8=1 H8=1 H9=1");
  EXPECT_EQ(seen.Plane("movable"), "F3=1 H9=1");
  EXPECT_EQ(seen.Plane("puncts of T"), "H9=1");
  EXPECT_EQ(seen.Plane("puncts of E"), "F3=1");
  EXPECT_EQ(seen.Plane("puncts of C"), "");
  EXPECT_EQ(seen.Plane("minor dot along d0"), "H9=1");
  EXPECT_EQ(seen.Plane("minor dot along d1"), "H9=1");
  EXPECT_EQ(seen.Plane("minor dot along d2"), "F3=1");
  EXPECT_EQ(seen.Plane("minor dot along d3"), "");
  EXPECT_EQ(seen.Global("own turn"), 1);
  EXPECT_EQ(seen.Global("own T"), 5);
  EXPECT_EQ(seen.Global("other's E"), 3);
  EXPECT_NEAR(seen.Global("own dots in centre / 19"), 3.0 / 19, 1e-6);
}

// White's piece bridges F3 and F5, and covers the dots of both there.
TEST(PunctObservationTest, ShowsWhatLiesBelow) {
  const Table table("punct");
  const Seen seen(table.SetUp("w E F3/2 b E F5/2 w E F3/3", "white"));
  EXPECT_EQ(seen.Plane("height"), "D3=1 D5=1 E3=1 E5=1 F3=2 F4=2 F5=2");
  EXPECT_EQ(seen.Plane("own covered"), "F3=1");
  EXPECT_EQ(seen.Plane("other's covered"), "F5=1");
  EXPECT_EQ(seen.Plane("movable"), "F3=1");
  // 1 for the one on top, 2 for the one below it.
  EXPECT_EQ(seen.Plane("puncts of E"), "F3=3 F5=2");
  EXPECT_EQ(seen.Plane("minor dot along d3"), "F3=1");
  EXPECT_EQ(seen.Plane("minor dot along d2"), "F3=2 F5=2");
}

TEST(PunctObservationTest, PositionAfterATurnHasTheKeyOfTheOneThatItsTextDescribes) {
  const Table table("punct");
  Playthrough play(*table.game);
  Play(&play, "T A4/3");
  auto read = Playthrough::FromPosition(*table.game, table.game->PositionText(play.Position()));
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(table.game->CacheKey(ViewToMove(*read).Span()),
            table.game->CacheKey(ViewToMove(play).Span()));
}

// The same pieces on the same spaces, with other last moves and after other numbers of turns.
TEST(PunctObservationTest, PositionsThatOnlyDifferInTheirPastHaveOneKey) {
  const Table table("punct");
  const auto key = [&](const std::string& turns) {
    Playthrough play = table.SetUp("w E F9/3 b E F5/2", "white");
    Play(&play, turns);
    return table.game->CacheKey(ViewToMove(play).Span());
  };
  EXPECT_EQ(key("F9-F3/2,F5-F7/2"), key("F9-F1/2,F5-F6/2,F1-F3/2,F6-F7/2"));
  EXPECT_NE(key("F9-F3/2,F5-F7/2"), key("F9-F3/2,F5-F6/2"));
}

}  // namespace
}  // namespace kvintet::envs::punct

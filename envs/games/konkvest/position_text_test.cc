// Tests of positions as text, and of the scene.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

#include "envs/drawing/scene_text.h"
#include "envs/games/konkvest/test_table.h"

namespace kvintet::envs::konkvest {
namespace {

using ::testing::HasSubstr;

// After the set-up of Table::Placed.
constexpr char kPlaced[] =
    "w H a1, w G a3, w G a4, w H a6, w R b1, w N b3, w Q b4, w N b5, w R b7, w P c1, w P c2, "
    "w P c3, w P c4, w P c5, w P c6, w P c7, w P c8, b P k1, b P k2, b P k3, b P k4, b P k5, "
    "b P k6, b P k7, b P k8, b R l1, b N l3, b Q l4, b N l5, b R l7, b H m1, b G m3, b G m4, "
    "b H m6; reserves SSS / SSS; w; attacks - / -; turn 16; first w";

// The error for a position, or `good`.
std::string Read(const std::string& text, const std::map<std::string, std::string>& options = {}) {
  const Konkvest rules = RulesWith(options);
  const auto position = rules.ParsePosition(text);
  if (!position.ok()) {
    EXPECT_EQ(position.status().code(), absl::StatusCode::kInvalidArgument);
    return std::string(position.status().message());
  }
  EXPECT_EQ(rules.PositionText(*position).substr(0, text.size()), text);
  return "good";
}

std::string Changed(const std::string& from, const std::string& to) {
  return absl::StrReplaceAll(kPlaced, {{from, to}});
}

TEST(PositionTextTest, IsReadAndWritten) {
  EXPECT_EQ(Table::Placed().rules().PositionText(Table::Placed().position()), kPlaced);
  EXPECT_EQ(Read(kPlaced), "good");
  EXPECT_EQ(Read(Changed("; attacks - / -; turn 16; first w", "")), "good");
  EXPECT_EQ(Read(Changed("; w; attacks - / -; turn 16; first w", "; b")), "good");
  EXPECT_EQ(Read(Changed("; w;", "; w b3;")), "good");
  EXPECT_EQ(Read(Changed("; w;", "; w S;")), "good");
  EXPECT_EQ(Read(Changed("w P c8", "w *P c8")), "good");
}

TEST(PositionTextTest, SetUpsAreReadAndWritten) {
  Table table = Table::Start();
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(Read(table.rules().PositionText(table.position())), "good");
    table.Do(table.Moves()[0]);
  }
}

TEST(PositionTextTest, WhatIsReadIsThePosition) {
  Table table = Table::Placed();
  table.DoAll({"c4-e5", "k4-i5", "e5-g6+"});
  const std::string text = table.rules().PositionText(table.position());
  const auto read = table.rules().ParsePosition(text);
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(std::memcmp(&*read, &table.position(), sizeof(*read)), 0);
}

TEST(PositionTextTest, ImpossiblePositionsAreRefusedWithTheReason) {
  EXPECT_THAT(Read(""), HasSubstr("a position is written"));
  EXPECT_THAT(Read(Changed("w H a1", "w K a1")), HasSubstr("'w K a1'"));
  EXPECT_THAT(Read(Changed("w H a1", "w H a7")), HasSubstr("'w H a7'"));
  EXPECT_THAT(Read(Changed("w H a1", "w H a3")), HasSubstr("two pieces stand on a3"));
  EXPECT_THAT(Read(Changed("w N b3", "w *N b3")), HasSubstr("ever promoted"));
  EXPECT_THAT(Read(Changed("w P c1, ", "")), HasSubstr("16 of P, not 15"));
  EXPECT_THAT(Read(Changed("SSS / SSS", "SSS / SSSS")), HasSubstr("6 of S, not 7"));
  EXPECT_THAT(Read(Changed("SSS / SSS", "SSS / SQ")), HasSubstr("reserves are written"));
  EXPECT_THAT(Read(Changed("w Q b4", "b Q b4")), HasSubstr("but w does not"));
  EXPECT_THAT(Read(Changed("; w;", "; x;")), HasSubstr("w or b, not 'x'"));
  EXPECT_THAT(Read(Changed("; w;", "; over queen w;")), HasSubstr("finished position"));
  EXPECT_THAT(Read(Changed("; w;", "; b;")), HasSubstr("after 16 turns"));
  EXPECT_THAT(Read(Changed("; w;", "; w b4;")), HasSubstr("has no turn"));
  EXPECT_THAT(Read(Changed("; w;", "; w R;")), HasSubstr("has no turn"));
  EXPECT_THAT(Read(Changed("turn 16", "turn 600")), HasSubstr("of 600 at most"));
  EXPECT_THAT(Read(Changed("turn 16", "turn 14")), HasSubstr("after 14 turns"));
  EXPECT_THAT(Read(Changed("turn 16", "turn x")), HasSubstr("turns made"));
  EXPECT_THAT(Read(Changed("first w", "first x")), HasSubstr("first w"));
}

TEST(PositionTextTest, AFullReserveHoldsFourteen) {
  EXPECT_THAT(
      Read("w R a1, w R a2, w R a3, w R a4, w Q b4, w P c1, w N d1, w N d2, w N d3, w N d4, "
           "b Q l4; reserves PPPPPPPPPPPPPPP / SSSSSSGGGGHHHH; w"),
      HasSubstr("holds 14 pieces, that of w 15"));
}

TEST(PositionTextTest, AttacksMustHaveBeenPossible) {
  EXPECT_THAT(Read(Changed("attacks - / -", "attacks x / -")), HasSubstr("attacks in a row"));
  EXPECT_THAT(Read(Changed("attacks - / -; turn 16", "attacks - / 1 e5; turn 18")),
              HasSubstr("no piece of b on e5"));
  EXPECT_THAT(Read(Changed("attacks - / -; turn 16", "attacks - / 1 l3; turn 18")),
              HasSubstr("does not attack"));
  EXPECT_THAT(Read(Changed("attacks - / -; turn 16", "attacks 3 b3 / -; turn 18")),
              HasSubstr("after 18 turns"));
  EXPECT_EQ(Read(Changed("attacks - / -; turn 16", "attacks 1 b3 / -; turn 18")), "good");
  // A general of their own stands between b's rook and the queen.
  const auto beside = [](const std::string& attacks) {
    return absl::StrReplaceAll(kPlaced, {{"w R b1, w N b3, ", ""},
                                         {"b P k1", "b R b1, b N b3, b P k1"},
                                         {"attacks - / -; turn 16", attacks}});
  };
  EXPECT_THAT(Read(beside("attacks - / 1 b1; turn 18")), HasSubstr("b on b1 does not attack"));
  EXPECT_EQ(Read(beside("attacks - / 1 b3; turn 18")), "good");
}

TEST(PositionTextTest, SetUpsOutOfOrderAreRefused) {
  Table table = Table::Start();
  table.DoAll({"R@a1", "R@m1", "R@a2"});
  const std::string text = table.rules().PositionText(table.position());
  const auto with = [&](const std::string& from, const std::string& to) {
    return Read(absl::StrReplaceAll(text, {{from, to}}));
  };
  EXPECT_THAT(with("w R a2", "w G a2"), HasSubstr("those of w are not"));
  EXPECT_THAT(with("w R a2", "w R d2"), HasSubstr("those of w are not"));
  EXPECT_THAT(with("w P c1", "w P d1"), HasSubstr("not a set-up"));
  EXPECT_THAT(with("; b;", "; w;"), HasSubstr("the side to move or the turn is wrong"));
  EXPECT_THAT(with("turn 3", "turn 4"), HasSubstr("the side to move or the turn is wrong"));
}

TEST(PositionTextTest, GamesThatAreOverAreRefused) {
  EXPECT_THAT(Read(absl::StrReplaceAll(kPlaced, {{"b Q l4", "w Q l4"}, {"w Q b4", "b Q b4"}})),
              HasSubstr("holds the enemy base"));
}

TEST(SceneTest, ShowsBoardTerritoriesPiecesAndReserves) {
  Table table = Table::Placed();
  table.DoAll({"c4-e5", "k4-i5", "e5-g6+", "i5-h6"});
  const std::string text =
      SceneText(table.rules().MakeScene({table.position(), Seat::kSpectator, {}}));
  EXPECT_EQ(text, R"(turn 21: w (seat 0) to move
  b   s3
       m1 h ' g g ' h  m6
      l1 r ' n q n ' r  l7
     k1 p p p ' p p p p  k8
    j1 . . . . ' . . . .  j9
   i1 . . . . ' ' . . . . i10
  h1 . . . . . p . . . . . h11
 g1 . . . . . P*. . . . . . g12
  f1 . . . . . . . . . . . f11
   e1 . . . . . . . . . . e10
    d1 . . . . . . . . .  d9
     c1 P P P . P P P P  c8
      b1 R : N Q N : R  b7
       a1 H : G G : H  a6
  w   S3
)");
}

}  // namespace
}  // namespace kvintet::envs::konkvest

// Tests of Leduc, by clause of docs/small_games.md.
#include "envs/games/leduc/leduc.h"

#include <cstring>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::envs::leduc {
namespace {

Leduc::Position Parse(const std::string& text) {
  const auto p = Leduc(RuleOptions()).ParsePosition(text);
  EXPECT_OK(p);
  return p.ok() ? *p : Leduc::Position();
}

// The names of the legal actions of the acting seat.
std::string LegalNames(const std::string& text) {
  const Leduc rules{RuleOptions()};
  const Leduc::Position p = Parse(text);
  const Leduc::View view = rules.MakeView(p, SeatOf(rules.Actors(p).First()));
  uint64_t words[1] = {0};
  rules.LegalActions(view, ActionMask(words));
  std::string names;
  ActionMask(words).ForEach([&](Action a) { names += rules.ActionName(view, a) + " "; });
  return names;
}

int ChipsOfSeat0(const std::string& text) {
  const Leduc rules{RuleOptions()};
  const Leduc::Position p = Parse(text);
  EXPECT_TRUE(rules.Actors(p).Empty()) << text;
  const Outcome outcome = rules.Result(p);
  EXPECT_EQ(outcome.margin[1], -outcome.margin[0]);
  EXPECT_FLOAT_EQ(outcome.returns[0], static_cast<float>(outcome.margin[0]) / 13);
  return outcome.margin[0];
}

TEST(LeducTest, LE1_PublicCardIsDealtUniformlyFromTheRest) {
  const Leduc rules{RuleOptions()};
  const Leduc::Position p = Parse("cards Ja Kb; public -; betting call call / -");
  EXPECT_EQ(rules.Actors(p), ActorSet::Only(Actor::kChance));
  std::vector<ChanceOutcome> outcomes;
  rules.ChanceOutcomes(p, &outcomes);
  std::string names;
  for (const ChanceOutcome& outcome : outcomes) {
    EXPECT_DOUBLE_EQ(outcome.probability, 0.25);
    names += rules.OutcomeName(rules.InitialView(Seat::k0), outcome.outcome) + " ";
  }
  EXPECT_EQ(names, "deal Jb deal Qa deal Qb deal Ka ");
}

TEST(LeducTest, LE1_PrivateCardsStayPrivate) {
  const Leduc rules{RuleOptions()};
  const Leduc::Position p = Parse("cards Ja Kb; public Qa; betting call call / call call");
  EXPECT_EQ(rules.ViewText(rules.MakeView(p, Seat::k0)),
            "cards Ja ?; public Qa; betting call call / call call");
  EXPECT_EQ(rules.ViewText(rules.MakeView(p, Seat::kSpectator)),
            "cards ? ?; public Qa; betting call call / call call");
}

TEST(LeducTest, LE2_Seat0ActsFirstInBothRounds) {
  const Leduc rules{RuleOptions()};
  const auto first = ActorSet::Only(Actor::kSeat0);
  EXPECT_EQ(rules.Actors(Parse("cards Ja Kb; public -; betting - / -")), first);
  EXPECT_EQ(rules.Actors(Parse("cards Ja Kb; public Qa; betting call raise call / -")), first);
}

TEST(LeducTest, LE2_FoldOnlyAgainstABetAndTwoRaisesARound) {
  EXPECT_EQ(LegalNames("cards Ja Kb; public -; betting - / -"), "call raise ");
  EXPECT_EQ(LegalNames("cards Ja Kb; public -; betting raise / -"), "fold call raise ");
  EXPECT_EQ(LegalNames("cards Ja Kb; public -; betting raise raise / -"), "fold call ");
  EXPECT_EQ(LegalNames("cards Ja Kb; public -; betting call / -"), "call raise ");
  EXPECT_EQ(LegalNames("cards Ja Kb; public -; betting call raise raise / -"), "fold call ");
  EXPECT_EQ(LegalNames("cards Ja Kb; public Qa; betting raise raise call / -"), "call raise ");
}

TEST(LeducTest, LE3_FolderLosesWhatHePutIn) {
  EXPECT_EQ(ChipsOfSeat0("cards Ja Kb; public -; betting raise fold / -"), 1);
  EXPECT_EQ(ChipsOfSeat0("cards Ka Kb; public -; betting raise raise fold / -"), -3);
  EXPECT_EQ(ChipsOfSeat0("cards Ka Kb; public Qa; betting raise call / raise fold"), 3);
  EXPECT_EQ(
      Leduc(RuleOptions()).Result(Parse("cards Ja Kb; public -; betting raise fold / -")).reason,
      "fold");
}

TEST(LeducTest, LE3_ShowdownPairThenRankThenSplit) {
  EXPECT_EQ(ChipsOfSeat0("cards Ja Kb; public Jb; betting call call / call call"), 1);
  EXPECT_EQ(ChipsOfSeat0("cards Qa Kb; public Jb; betting raise call / call call"), -3);
  EXPECT_EQ(ChipsOfSeat0("cards Qa Qb; public Jb; betting call call / raise raise call"), 0);
  EXPECT_EQ(
      ChipsOfSeat0("cards Ka Qb; public Kb; betting call raise raise call / call raise raise call"),
      13);
}

TEST(LeducTest, FollowedViewEqualsTheMadeOne) {
  const Leduc rules{RuleOptions()};
  Leduc::View view = rules.InitialView(Seat::k0);
  rules.Follow(&view, nullptr, Actor::kChance, 0);
  rules.Follow(&view, nullptr, Actor::kChance, std::nullopt);
  rules.Follow(&view, nullptr, Actor::kSeat0, 1);
  rules.Follow(&view, nullptr, Actor::kSeat1, 1);
  rules.Follow(&view, nullptr, Actor::kChance, 2);
  const Leduc::View made =
      rules.MakeView(Parse("cards Ja Kb; public Qa; betting call call / -"), Seat::k0);
  EXPECT_EQ(std::memcmp(&view, &made, sizeof(view)), 0);
}

TEST(LeducTest, ResampleDrawsUnseenCardsUniformly) {
  const Leduc rules{RuleOptions()};
  const Leduc::View view =
      rules.MakeView(Parse("cards Ja Kb; public Qa; betting call call / -"), Seat::k0);
  RandomStream random(7, 0, 0, Purpose::kTest);
  std::array<int, 7> counts = {};
  for (int i = 0; i < 4000; ++i) {
    const Leduc::Position p = rules.Resample(view, &random);
    EXPECT_EQ(p.cards[0], 1);
    ++counts[p.cards[1]];
  }
  EXPECT_EQ(counts[1] + counts[3], 0);
  for (const int card : {2, 4, 5, 6}) {
    EXPECT_NEAR(counts[static_cast<size_t>(card)], 1000, 120);
  }
}

TEST(LeducTest, ParsePositionRefusesWhatPlayCannotReach) {
  const Leduc rules{RuleOptions()};
  for (const char* text :
       {"cards - -; public -; betting - / -", "cards Ja -; public -; betting - / -",
        "cards Ja Jb; public -; betting raise / -"}) {
    EXPECT_EQ(rules.PositionText(Parse(text)), text);
  }
  for (const char* text :
       {"", "cards Ja Ja; public -; betting - / -", "cards - Ja; public -; betting - / -",
        "cards Ja Kb; public Kb; betting call call / -", "cards Ja Kb; public Qa; betting call / -",
        "cards Ja Kb; public -; betting fold / -",
        "cards Ja Kb; public -; betting call call / call",
        "cards Ja Kb; public -; betting raise raise raise / -",
        "cards Ja Kb Qa; public -; betting - / -"}) {
    EXPECT_FALSE(rules.ParsePosition(text).ok()) << text;
  }
}

}  // namespace
}  // namespace kvintet::envs::leduc

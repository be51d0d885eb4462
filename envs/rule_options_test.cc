// Tests of RuleOptions and the registry: text forms and errors.
#include "envs/rule_options.h"

#include <gtest/gtest.h>

#include "envs/registry.h"

namespace kvintet::envs {
namespace {

OptionSchema Schema() {
  return {{.key = "size", .default_value = "3", .min = 1, .max = 5},
          {.key = "end", .default_value = "win", .values = {"win", "points"}}};
}

TEST(RuleOptionsTest, WritesEveryOptionSorted) {
  const auto options = RuleOptions::Resolve(Schema(), {{"size", "04"}}, "hex");
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->ToText(), "{end=win,size=4}");
  EXPECT_EQ(options->Int("size"), 4);
}

TEST(RuleOptionsTest, RefusesUnknownKey) {
  const auto options = RuleOptions::Resolve(Schema(), {{"sise", "4"}}, "hex");
  EXPECT_EQ(options.status().message(), "hex: no option 'sise'; its options: size, end");
}

TEST(RuleOptionsTest, RefusesValueOutOfRange) {
  const auto options = RuleOptions::Resolve(Schema(), {{"size", "6"}}, "hex");
  EXPECT_EQ(options.status().message(),
            "hex: option size must be a whole number from 1 to 5, is '6'");
}

TEST(OptionSpecTest, WordsAreThoseOfTheValue) {
  OptionSpec option = {.key = "end_points", .values = {"yes", "no"}};
  EXPECT_EQ(option.WordsFor("no"), "end points: no");
  option.words = {"points count", "points do not count"};
  EXPECT_EQ(option.WordsFor("no"), "points do not count");
  option.words = {"points: $"};
  EXPECT_EQ(option.WordsFor("no"), "points: no");
}

TEST(OptionSpecTest, AChangeAmongAlikeValuesLeavesPlayAsItIs) {
  OptionSpec option = {.key = "end", .values = {"win", "points", "never"}};
  EXPECT_FALSE(option.ChangesPlay("win", "win"));
  EXPECT_TRUE(option.ChangesPlay("win", "points"));
  option.changes = OptionChange::kResult;
  EXPECT_FALSE(option.ChangesPlay("win", "never"));
  option.alike = {"win", "points"};
  EXPECT_FALSE(option.ChangesPlay("win", "points"));
  EXPECT_TRUE(option.ChangesPlay("win", "never"));
  EXPECT_TRUE(option.ChangesPlay("never", "points"));
}

TEST(ParseGameTextTest, TakesNameAndOptions) {
  const auto game = ParseGameText("tantrix{racks=open,reward=win}");
  ASSERT_TRUE(game.ok());
  EXPECT_EQ(game->name, "tantrix");
  EXPECT_EQ(game->options.at("reward"), "win");
}

TEST(WithOptionTest, SetsOneOptionAndKeepsTheOthers) {
  EXPECT_EQ(*WithOption("tantrix{colours=green-blue,racks=private}", "racks", "open"),
            "tantrix{colours=green-blue,racks=open}");
  EXPECT_EQ(*WithOption("tantrix", "racks", "open"), "tantrix{racks=open}");
  EXPECT_FALSE(WithOption("tantrix{racks", "racks", "open").ok());
}

TEST(ParseGameTextTest, RefusesOptionTwice) {
  EXPECT_FALSE(ParseGameText("g{a=1,a=2}").ok());
  EXPECT_FALSE(ParseGameText("g{a=1").ok());
  EXPECT_FALSE(ParseGameText("g{a}").ok());
}

TEST(RegistryTest, UnknownGameNamesTheKnownOnes) {
  const auto game = MakeGame("chess");
  EXPECT_EQ(game.status().code(), absl::StatusCode::kNotFound);
  EXPECT_NE(game.status().message().find("tic_tac_toe"), std::string_view::npos);
}

}  // namespace
}  // namespace kvintet::envs

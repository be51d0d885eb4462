// Tests of RuleWords: games, rules and endings as a designer reads them.
#include "cli/words/rule_words.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"

#include "envs/registry.h"

namespace kvintet::cli {
namespace {

std::unique_ptr<envs::Game> Make(const std::string& text) { return *envs::MakeGame(text); }

TEST(RuleWordsTest, AVariantIsNamedByTheRulesThatItChanges) {
  EXPECT_EQ(VariantTitle(*Make("renju")), "Renju, usual rules");
  EXPECT_EQ(VariantTitle(*Make("renju{opening=free}")),
            "Renju: free opening, only Black's first stone is given");
  EXPECT_EQ(VariantTitle(*Make("kontranto{white=cct,moves=rook}")),
            "Kontranto: White has 2 circles and 1 triangle; pieces step straight only, not "
            "diagonally");
  EXPECT_EQ(VariantTitle(*Make("punct{max_plies=99}")), "PÜNCT: ends as a draw after 99 turns");
  EXPECT_EQ(VariantTitle(*Make("tic_tac_toe")), "Tic tac toe");
}

TEST(RuleWordsTest, ShortTextNamesTheSameGame) {
  EXPECT_EQ(ShortText(*Make("renju")), "renju");
  for (const std::string text : {"renju{opening=free}", "kontranto{moves=rook}"}) {
    EXPECT_EQ(ShortText(*Make(text)), text);
  }
  const auto small = Make("kontranto{board=3x3}");
  EXPECT_EQ(Make(ShortText(*small))->Spec().text, small->Spec().text);
}

TEST(RuleWordsTest, EveryRuleOfTheFiveGamesHasWordsOfItsOwn) {
  for (const std::string name : {"kontranto", "renju", "punct", "konkvest", "tantrix"}) {
    for (const RuleRow& rule : RulesOf(*Make(name))) {
      EXPECT_FALSE(absl::StrContains(rule.words, ": ")) << name << " " << rule.words;
      EXPECT_FALSE(absl::StrContains(rule.words, "_")) << rule.words;
      EXPECT_TRUE(rule.usual) << rule.key;
      EXPECT_FALSE(rule.meaning.empty());
    }
  }
}

TEST(RuleWordsTest, AnOptionHasWordsForEachValueOrForAll) {
  for (const std::string& name : envs::GameNames()) {
    const auto game = Make(name);
    for (const envs::OptionSpec& option : game->Options()) {
      const size_t words = option.words.size();
      const bool for_all = words == 1 && absl::StrContains(option.words[0], "$");
      EXPECT_TRUE(words == 0 || for_all || words == option.values.size())
          << name << " " << option.key << ": " << words << " words";
    }
  }
}

TEST(RuleWordsTest, EndingsAreWords) {
  EXPECT_EQ(ReasonWords(*Make("kontranto"), "eighteen"), "conquering enough cells");
  EXPECT_EQ(ReasonWords(*Make("punct"), "max_plies"), "the limit on its length");
  EXPECT_EQ(ReasonWords(*Make("tic_tac_toe"), "line"), "three in a row");
  EXPECT_EQ(ReasonWords(*Make("kuhn"), "some_word"), "some word");
}

TEST(RuleWordsTest, AVariantToCompareWithIsAGameOfItsOwn) {
  for (const std::string name : {"kontranto", "renju", "renju{forbidden=none}", "punct", "konkvest",
                                 "tantrix", "tiny_punct"}) {
    const auto game = Make(name);
    const std::optional<std::string> other = SuggestedVariant(*game);
    ASSERT_TRUE(other.has_value()) << name;
    const auto made = envs::MakeGame(*other);
    ASSERT_TRUE(made.ok()) << *other;
    EXPECT_EQ((*made)->Spec().name, game->Spec().name);
    EXPECT_NE((*made)->Spec().text, game->Spec().text);
  }
  EXPECT_FALSE(SuggestedVariant(*Make("tic_tac_toe")).has_value());
}

}  // namespace
}  // namespace kvintet::cli

// Tests of a SearchSettings' algorithm: its name, selecting it, and its own settings.
#include "selfplay/settings/algorithm.h"

#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "selfplay/settings/search_fields.h"

namespace kvintet::selfplay {
namespace {

TEST(AlgorithmTest, IsGumbelIfNothingIsSaid) {
  EXPECT_EQ(AlgorithmOf(SearchSettings()), Algorithm::kGumbel);
  EXPECT_EQ(AlgorithmName(SearchSettings()), "gumbel");
}

TEST(AlgorithmTest, EachHasTheNameOfItsSettings) {
  std::vector<std::string> names;
  for (const AlgorithmInfo& info : kAlgorithmInfos) {
    const std::string name(info.name);
    const std::optional<Algorithm> algorithm = AlgorithmNamed(name);
    ASSERT_TRUE(algorithm.has_value()) << name;
    SearchSettings settings;
    SelectAlgorithm(*algorithm, &settings);
    EXPECT_EQ(AlgorithmOf(settings), *algorithm);
    EXPECT_EQ(AlgorithmName(settings), name);
    names.push_back(name);
  }
  EXPECT_THAT(names, ::testing::ElementsAre("gumbel", "puct", "policy", "equilibrium", "belief",
                                            "boltzmann"));
}

TEST(AlgorithmTest, NamesMayBeInCapitals) {
  EXPECT_EQ(AlgorithmNamed("PUCT"), Algorithm::kPuct);
  EXPECT_EQ(AlgorithmNamed("simulations"), std::nullopt);
  EXPECT_EQ(AlgorithmNamed(""), std::nullopt);
}

TEST(AlgorithmTest, TellsCustomRules) {
  EXPECT_TRUE(IsCustomRule(Algorithm::kBoltzmann));
  EXPECT_FALSE(IsCustomRule(Algorithm::kGumbel));
  EXPECT_FALSE(IsCustomRule(Algorithm::kBelief));
}

TEST(AlgorithmTest, SelectingAgainKeepsItsSettings) {
  SearchSettings settings;
  Select<PuctSettings>(&settings).c_puct = 3;
  SelectAlgorithm(Algorithm::kPuct, &settings);
  EXPECT_EQ(Select<PuctSettings>(&settings).c_puct, 3);
  EXPECT_EQ(OwnSettings<PuctSettings>(settings).c_puct, 3);
  SelectAlgorithm(Algorithm::kPolicy, &settings);
  EXPECT_EQ(OwnSettings<PuctSettings>(settings), PuctSettings());
  EXPECT_EQ(AlgorithmOf(settings), Algorithm::kPolicy);
}

}  // namespace
}  // namespace kvintet::selfplay

// Runs the properties over every registered game and some of its options.
#include <algorithm>
#include <cctype>
#include <filesystem>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "tests/conformance/property.h"
#include "tests/support/status_matchers.h"

namespace kvintet::conformance {
namespace {

using Case = std::tuple<std::string, Property>;

// For example, `renju{opening=free}` with Follow gives RenjuOpeningFree_Follow.
std::string CaseName(const ::testing::TestParamInfo<Case>& info) {
  std::string name;
  bool capital = true;
  for (const char c : std::get<0>(info.param)) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0) {
      name += static_cast<char>(capital ? std::toupper(letter) : c);
    }
    capital = std::isalnum(letter) == 0;
  }
  return name + "_" + std::get<1>(info.param).name;
}

class ConformanceTest : public ::testing::TestWithParam<Case> {};

TEST_P(ConformanceTest, Holds) {
  const auto& [text, property] = GetParam();
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Game> game, envs::MakeGame(text));
  EXPECT_OK(property.check(*game, Effort{}));
}

INSTANTIATE_TEST_SUITE_P(Games, ConformanceTest,
                         ::testing::Combine(::testing::ValuesIn(GamesToCheck()),
                                            ::testing::ValuesIn(Properties().begin(),
                                                                Properties().end())),
                         CaseName);

TEST(RegistryTest, EveryGameFolderIsRegistered) {
  std::vector<std::string> folders;
  for (const auto& entry : std::filesystem::directory_iterator("envs/games")) {
    folders.push_back(entry.path().filename().string());
  }
  std::ranges::sort(folders);
  EXPECT_EQ(envs::GameNames(), folders);
}

TEST(RegistryTest, GamesAreMadeAgainFromTheirText) {
  for (const std::string& text : GamesToCheck()) {
    ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Game> game, envs::MakeGame(text));
    ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Game> again, envs::MakeGame(game->Spec().text));
    EXPECT_EQ(again->Spec().text, game->Spec().text);
    EXPECT_EQ(again->Spec().name, text.substr(0, text.find('{')));
  }
}

}  // namespace
}  // namespace kvintet::conformance

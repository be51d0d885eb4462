// Tests of ModelFor: where it looks for shipped models, and which game they play.
#include "cli/models/model_for_game.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/network/files/model_file.h"
#include "training/network/network_evaluator.h"

namespace kvintet::cli {
namespace {

const network::NetworkSize kSize = {.blocks = 1, .channels = 32};

std::string Write(const std::string& path, const std::string& game) {
  const auto rules = envs::MakeGame(game);
  const network::NetworkShape shape = network::NetworkSight(**rules).Shape();
  const auto name = network::SaveModel(
      path, {{(*rules)->Spec().text, shape, kSize, {}}, network::InitialWeights(shape, kSize, 1)});
  EXPECT_THAT(name, testing::IsOk());
  return *name;
}

TEST(ModelForGameTest, AModelPlaysTheGameThatItWasTrainedFor) {
  const testing::TempDir folder;
  const std::string name = Write(folder.Path("t.model"), "tic_tac_toe");
  Write(folder.Path("p.model"), "tiny_punct");
  ASSERT_OK_AND_ASSIGN(const auto found, ModelFor(**envs::MakeGame("tic_tac_toe"), folder.Path()));
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->name, name);
  EXPECT_EQ(found->path, folder.Path("t.model"));
  ASSERT_OK_AND_ASSIGN(const auto other,
                       ModelFor(**envs::MakeGame("tiny_punct{max_plies=9}"), folder.Path()));
  EXPECT_FALSE(other.has_value());
}

TEST(ModelForGameTest, WithoutAFolderThereIsNone) {
  ASSERT_OK_AND_ASSIGN(const auto none, ModelFor(**envs::MakeGame("tic_tac_toe"), ""));
  EXPECT_FALSE(none.has_value());
  EXPECT_FALSE(ModelFor(**envs::MakeGame("tic_tac_toe"), "/nowhere").ok());
}

TEST(ModelForGameTest, ThoseOfTheWorkingFolderComeFirst) {
  EXPECT_EQ(ShippedModelFolder("mine"), "mine");
  EXPECT_EQ(ShippedModelFolder(kNoModels), "");
  const testing::TempDir folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::create_directory(folder.Path("models"));
  std::filesystem::current_path(folder.Path());
  const std::string here = ShippedModelFolder("");
  std::filesystem::current_path(before);
  EXPECT_EQ(here, "models");
}

}  // namespace
}  // namespace kvintet::cli

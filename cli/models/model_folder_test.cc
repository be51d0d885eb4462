// Tests of FindModels: files, runs, folders, and files that are not models.
#include "cli/models/model_folder.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "base/files/file.h"
#include "envs/registry.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/network/network_evaluator.h"

namespace kvintet::cli {
namespace {

using ::kvintet::testing::IsOk;
using ::kvintet::testing::StatusIs;
using ::kvintet::testing::TempDir;

const network::NetworkSize kSize = {.blocks = 1, .channels = 32};

// Writes a model of a game under `path`, dated this many hours ago; returns its name.
std::string Write(const std::string& path, const std::string& game, int hours) {
  const auto rules = envs::MakeGame(game);
  const network::NetworkShape shape = network::NetworkSight(**rules).Shape();
  const network::Model model = {
      {(*rules)->Spec().text, shape, kSize, {}},
      network::InitialWeights(shape, kSize, static_cast<uint64_t>(hours))};
  EXPECT_THAT(MakeDirectories(std::filesystem::path(path).parent_path().string()), IsOk());
  const auto name = network::SaveModel(path, model);
  EXPECT_THAT(name, IsOk());
  std::filesystem::last_write_time(
      path, std::filesystem::file_time_type::clock::now() - std::chrono::hours(hours));
  return *name;
}

std::vector<std::string> NamesIn(const std::string& path) {
  const auto models = FindModels(path);
  EXPECT_THAT(models, IsOk());
  std::vector<std::string> names;
  for (const FoundModel& found : *models) {
    names.push_back(found.model.name);
  }
  return names;
}

TEST(ModelFolderTest, AFileIsItsModel) {
  const TempDir folder;
  const std::string name = Write(folder.Path("any"), "tic_tac_toe", 0);
  EXPECT_EQ(NamesIn(folder.Path("any")), std::vector{name});
}

TEST(ModelFolderTest, ARunIsItsNewestModel) {
  const TempDir folder;
  const std::string name = Write(folder.Path("latest.model"), "tic_tac_toe", 2);
  Write(folder.Path("models/other"), "tic_tac_toe", 0);
  EXPECT_EQ(NamesIn(folder.Path()), std::vector{name});
}

TEST(ModelFolderTest, AFolderGivesTheNewestOfEachGameOfRunsAndFiles) {
  const TempDir folder;
  Write(folder.Path("old/latest.model"), "tic_tac_toe", 9);
  const std::string kuhn = Write(folder.Path("kuhn.model"), "kuhn", 5);
  const std::string newest = Write(folder.Path("new/latest.model"), "tic_tac_toe", 1);
  EXPECT_EQ(NamesIn(folder.Path()), (std::vector{newest, kuhn}));
}

TEST(ModelFolderTest, PassesOverWhatIsNoModel) {
  const TempDir folder;
  const std::string name = Write(folder.Path("kuhn.model"), "kuhn", 5);
  ASSERT_THAT(WriteFileAtomically(folder.Path("notes.txt"), "no model"), IsOk());
  ASSERT_THAT(MakeDirectories(folder.Path("empty")), IsOk());
  EXPECT_EQ(NamesIn(folder.Path()), std::vector{name});
}

TEST(ModelFolderTest, ATextInAFolderIsNoModel) {
  const TempDir folder;
  Write(folder.Path("README.md"), "kuhn", 0);
  EXPECT_TRUE(NamesIn(folder.Path()).empty());
}

TEST(ModelFolderTest, ABrokenFileNamedAloneIsAnError) {
  const TempDir folder;
  ASSERT_THAT(WriteFileAtomically(folder.Path("broken"), "no model"), IsOk());
  EXPECT_FALSE(FindModels(folder.Path("broken")).ok());
  EXPECT_THAT(FindModels(folder.Path("nowhere")), StatusIs(absl::StatusCode::kNotFound));
}

}  // namespace
}  // namespace kvintet::cli

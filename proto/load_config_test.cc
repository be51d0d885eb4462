// Tests of LoadConfig: which value overrides which, and the position that each error names.
#include "proto/load_config.h"

#include <optional>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <gtest/gtest.h>

#include "base/files/file.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet {
namespace {

using ::kvintet::testing::StatusIs;
using ::kvintet::testing::TempDir;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

// Loads a file with this text and these --set arguments.
absl::StatusOr<Config> Load(const std::string& text, const std::vector<std::string>& sets) {
  const TempDir dir;
  EXPECT_OK(WriteFileAtomically(dir.Path("a.textproto"), text));
  return LoadConfig(dir.Path("a.textproto"), sets);
}

absl::StatusOr<Config> LoadSets(const std::vector<std::string>& sets) {
  return LoadConfig(std::nullopt, sets);
}

TEST(LoadConfigTest, WithoutFileAndSetsThereAreDefaults) {
  ASSERT_OK_AND_ASSIGN(const Config config, LoadSets({}));
  EXPECT_EQ(config.search().simulations(), 32);
}

TEST(LoadConfigTest, SetsStandOverTheFileAndLaterOverEarlierOnes) {
  ASSERT_OK_AND_ASSIGN(
      const Config config,
      Load("seed: 1 search { simulations: 2 puct { c_puct: 3 } }",
           {"search { simulations: 4 }", "search { simulations: 5 } network { blocks: 6 }"}));
  EXPECT_EQ(config.seed(), 1u);
  EXPECT_EQ(config.search().simulations(), 5);
  EXPECT_EQ(config.search().puct().c_puct(), 3);
  EXPECT_EQ(config.network().blocks(), 6);
}

TEST(LoadConfigTest, ASetMayBeAPathAndAValue) {
  ASSERT_OK_AND_ASSIGN(const Config config,
                       LoadSets({"learner.window.min_rows=7", "search.puct.c_puct: 2", "seed=3",
                                 "network.device = 'CPU'", "game: 'renju{opening=free}'",
                                 "arena { pairs: 5 }", "storage{shard_bytes:2048}"}));
  EXPECT_EQ(config.learner().window().min_rows(), 7);
  EXPECT_EQ(config.search().puct().c_puct(), 2);
  EXPECT_EQ(config.seed(), 3u);
  EXPECT_EQ(config.network().device(), "CPU");
  EXPECT_EQ(config.game(), "renju{opening=free}");
  EXPECT_EQ(config.arena().pairs(), 5);
  EXPECT_EQ(config.storage().shard_bytes(), 2048);
}

TEST(LoadConfigTest, AValueOutOfRangeInTheFileHasItsLine) {
  EXPECT_THAT(
      Load("seed: 1\n\nsearch {\n  puct { c_puct: 2 }\n  simulations: -3\n}\n", {"seed: 2"}),
      StatusIs(kInvalid,
               "/a.textproto:5: search.simulations must be between 1 and "
               "1000000, is -3"));
  EXPECT_THAT(Load("learner {\n  window {\n    min_rows: 0\n  }\n}", {}),
              StatusIs(kInvalid, "/a.textproto:3: learner.window.min_rows"));
}

TEST(LoadConfigTest, AValueOutOfRangeInASetNamesThatSet) {
  EXPECT_THAT(Load("search { simulations: 5 }",
                   {"seed: 4", "search { simulations: -3 }", "network { blocks: 2 }"}),
              StatusIs(kInvalid, "--set 'search { simulations: -3 }': search.simulations must be"));
  EXPECT_THAT(LoadSets({"search.simulations=-3"}),
              StatusIs(kInvalid, "--set 'search.simulations=-3': search.simulations must be"));
}

TEST(LoadConfigTest, ASetMayMendTheFile) {
  EXPECT_OK(Load("search { simulations: -3 }", {"search { simulations: 3 }"}));
}

TEST(LoadConfigTest, AMisspeltFieldInASetNamesThatSet) {
  EXPECT_THAT(LoadSets({"seed: 1", "search { simulatons: 3 }"}),
              StatusIs(kInvalid,
                       "--set 'search { simulatons: 3 }': SearchConfig has no field "
                       "simulatons, did you mean simulations?"));
  EXPECT_THAT(LoadSets({"serch.simulations=3"}), StatusIs(kInvalid, "did you mean search?"));
}

TEST(LoadConfigTest, AnotherAlgorithmInASetReplacesTheFiles) {
  ASSERT_OK_AND_ASSIGN(const Config config, Load("search { simulations: 2 puct { c_puct: 3 } }",
                                                 {"search { belief {} }"}));
  EXPECT_EQ(config.search().algorithm_case(), SearchConfig::kBelief);
  EXPECT_EQ(config.search().simulations(), 2);
}

TEST(LoadConfigTest, ASettingThatMovedIntoItsAlgorithmComesWithItsPlace) {
  EXPECT_THAT(
      LoadSets({"search.c_puct=2"}),
      StatusIs(kInvalid, "--set 'search.c_puct=2': search.c_puct is now search.puct.c_puct"));
  EXPECT_THAT(LoadSets({"search.algorithm=PUCT"}),
              StatusIs(kInvalid, ": search.algorithm: PUCT is now search { puct { } }"));
  EXPECT_THAT(Load("search {\n  gumbel_max_considered: 4\n}", {}),
              StatusIs(kInvalid,
                       "/a.textproto:2:24: search.gumbel_max_considered is now "
                       "search.gumbel.max_considered"));
}

TEST(LoadConfigTest, NonsenseInASetIsAnError) {
  for (const char* set : {"=", "x", "search.", "..=3", "search.simulations", "{", "search {", ":3",
                          "search.simulations=", "seed=1}", "search.simulations=1}", "\x01"}) {
    EXPECT_THAT(LoadSets({set}), StatusIs(kInvalid, "--set '")) << set;
  }
}

TEST(LoadConfigTest, AMissingFileIsNotFound) {
  EXPECT_THAT(LoadConfig("/none/a.textproto", {}),
              StatusIs(absl::StatusCode::kNotFound, "/none/a.textproto"));
}

TEST(LoadConfigTest, EveryConfigurationWeShipIsGood) {
  ASSERT_OK_AND_ASSIGN(const std::vector<std::string> names, ListDirectory("configs"));
  ASSERT_FALSE(names.empty());
  for (const std::string& name : names) {
    if (name != "README.md") {
      EXPECT_OK(LoadConfig("configs/" + name, {}));
    }
  }
}

}  // namespace
}  // namespace kvintet

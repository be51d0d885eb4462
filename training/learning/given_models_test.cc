// Tests of runs that begin with the weights of a model, as network.initial_model names it.
#include "training/learning/given_models.h"

#include <filesystem>
#include <string>
#include <vector>

#include <absl/strings/str_cat.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/file.h"
#include "proto/textproto.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/loop/loop.h"
#include "training/network/learning/made_up_rows.h"
#include "training/network/network_config.h"
#include "training/network/network_evaluator.h"
#include "training/network/network_sight.h"
#include "training/run/run_directory.h"

namespace kvintet::training {
namespace {

using testing::IsOk;
using testing::StatusIs;
using testing::TempDir;

constexpr int kRound = 8;

constexpr const char* kSettings = R"pb(
  search { simulations: 2 }
  self_play { games_per_round: 8 threads: 1 }
  network { blocks: 1 channels: 32 value_hidden: 16 device: "CPU" precision: FP32 }
  learner {
    batch_size: 16
    window { min_rows: 1 }
  }
)pb";

Config Settings(const std::string& more = "") {
  Config config;
  EXPECT_THAT(MergeTextProto(kSettings, "settings", config), IsOk());
  EXPECT_THAT(MergeTextProto(more, "more", config), IsOk());
  return config;
}

class GivenModelsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    EXPECT_THAT(Run("first", 2 * kRound, Settings("seed: 7")), IsOk());
    std::filesystem::copy_file(Path("first") + "/latest.model", Path("given"));
  }
  absl::Status Run(const std::string& name, int64_t games, const Config& config,
                   const std::string& game = "tiny_punct{max_plies=12}") {
    const auto played = testing::Game(game);
    return Train({.game = played.get(), .config = config, .directory = Path(name), .games = games})
        .status();
  }
  Config From(const std::string& model, const std::string& more = "") const {
    Config config = Settings("seed: 8 " + more);
    config.mutable_network()->set_initial_model(Path(model));
    return config;
  }
  std::string Path(const std::string& name) const { return folder_.Path() + "/" + name; }
  network::NamedModel Model(const std::string& file) const {
    const auto model = network::LoadModel(Path(file));
    EXPECT_THAT(model, IsOk());
    return *model;
  }

  const TempDir folder_;
};

// Also if the learner has training heads, and if options of the game differ.
TEST_F(GivenModelsTest, TheFirstModelHasItsWeights) {
  const network::NamedModel given = Model("given");
  ASSERT_THAT(Run("same", 0, From("given")), IsOk());
  ASSERT_THAT(Run("heads", 0, From("given", "learner { reply_policy_weight: 1 }")), IsOk());
  ASSERT_THAT(Run("other", 0, From("given"), "tiny_punct{max_plies=14}"), IsOk());
  ASSERT_THAT(Run("random", 0, Settings("seed: 8")), IsOk());
  for (const char* run : {"same", "heads", "other"}) {
    const network::Model begun = Model(std::string(run) + "/latest.model").model;
    EXPECT_EQ(begun.weights, given.model.weights) << run;
    EXPECT_EQ(begun.head.provenance.at("initial_model"), given.name) << run;
  }
  EXPECT_NE(Model("random/latest.model").model.weights, given.model.weights);
}

TEST_F(GivenModelsTest, ARunThatHasBegunDoesWithoutTheFile) {
  ASSERT_THAT(Run("whole", 2 * kRound, From("given")), IsOk());
  ASSERT_THAT(Run("broken", kRound, From("given")), IsOk());
  std::filesystem::remove(Path("given"));
  ASSERT_THAT(Run("broken", 2 * kRound, From("given")), IsOk());
  EXPECT_EQ(Model("broken/latest.model").name, Model("whole/latest.model").name);
  EXPECT_THAT(Run("broken", 3 * kRound, From("elsewhere")),
              StatusIs(absl::StatusCode::kFailedPrecondition, "initial_model"));
  EXPECT_THAT(Run("broken", 3 * kRound, Settings("seed: 8")),
              StatusIs(absl::StatusCode::kFailedPrecondition, "initial_model"));
}

// A refused run leaves nothing behind that would block the right configuration.
TEST_F(GivenModelsTest, WhatDoesNotFitIsRefusedBeforeItBegins) {
  EXPECT_THAT(Run("run", kRound, From("nowhere")),
              StatusIs(absl::StatusCode::kNotFound, "network.initial_model: "));
  ASSERT_THAT(WriteFileAtomically(Path("text"), "not a model"), IsOk());
  EXPECT_THAT(Run("run", kRound, From("text")),
              StatusIs(absl::StatusCode::kDataLoss, "network.initial_model: "));
  EXPECT_THAT(Run("run", kRound, From("given", "network { initial_model_sha256: '00' }")),
              StatusIs(absl::StatusCode::kDataLoss, "network.initial_model: "));
  EXPECT_THAT(Run("run", kRound, From("given", "network { blocks: 2 }")),
              StatusIs(absl::StatusCode::kFailedPrecondition, "wanted the settings' size"));
  EXPECT_THAT(Run("run", kRound, From("given"), "tic_tac_toe"),
              StatusIs(absl::StatusCode::kFailedPrecondition, "a model for tic_tac_toe wanted"));
  EXPECT_FALSE(std::filesystem::exists(Path("run")));
}

// PÜNCT's first networks with derived planes saw four of them.
TEST_F(GivenModelsTest, AModelThatSawFewerDerivedPlanesAnswersAsBefore) {
  const std::string game = "tiny_punct{max_plies=12}";
  const auto played = testing::Game(game);
  NetworkConfig config = Settings().network();
  config.set_derived_planes(true);
  network::NetworkShape shape = network::NetworkSight(*played).Shape();
  shape.planes += played->derived_planes()->EarlierDerivedPlanes()[0];
  ASSERT_OK_AND_ASSIGN(const network::NetworkSize size, network::SizeFromConfig(config));
  const network::Model earlier = {{played->Spec().text, shape, size, {}},
                                  network::MadeUpWeights(shape, size, 1)};
  ASSERT_THAT(network::SaveModel(Path("earlier"), earlier), IsOk());
  ASSERT_THAT(Run("wide", 0, From("earlier", "network { derived_planes: true }")), IsOk());
  const network::NamedModel wide = Model("wide/latest.model");
  EXPECT_GT(wide.model.head.shape.planes, shape.planes);
  ASSERT_OK_AND_ASSIGN(const auto before,
                       network::MakePlayingNetwork(*played, Model("earlier"), {}));
  ASSERT_OK_AND_ASSIGN(const auto after, network::MakePlayingNetwork(*played, wide, {}));
  const std::vector<std::string> positions = {
      "-; white T1 C1 E1 L1; black T1 C1 E1 L1; white",
      "w C D7/0 w E G4/1 b C B4/2 b E I7/1 b L F4/1; white T1 L1; black T1; white",
      "w T F4/4 w C E5/2 b T E6/2 b E H5/3 b L F8/4; white E1 L1; black C1; black H5"};
  network::NetworkEvaluator evaluator(*played, before);
  const testing::Evaluations wanted(&evaluator, positions);
  evaluator.Use(after);
  const testing::Evaluations found(&evaluator, positions);
  EXPECT_THAT(found.logits, ::testing::Pointwise(::testing::FloatNear(1e-4F), wanted.logits));
  EXPECT_NEAR(found.wdl[1].win, wanted.wdl[1].win, 1e-4);
}

// A network with derived planes plays the same game, but its weights have another shape.
TEST_F(GivenModelsTest, AModelWithOtherPlanesIsRefusedBeforeItBegins) {
  const auto derived = [&](const char* yes) {
    return absl::StrCat("network { derived_planes: ", yes, " }");
  };
  const std::string game = "connect_four";
  ASSERT_THAT(Run("plain", 0, Settings(derived("false")), game), IsOk());
  ASSERT_THAT(Run("derived", 0, Settings(derived("true")), game), IsOk());
  EXPECT_THAT(Run("run", kRound, From("plain", derived("true")), game),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       "wanted a model that sees what network.derived_planes true and "
                       "network.slot_features false show, planes=9"));
  EXPECT_THAT(Run("run", kRound, From("derived", derived("false")), game),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       "wanted a model that sees what network.derived_planes false and "
                       "network.slot_features false show, planes=2"));
  EXPECT_FALSE(std::filesystem::exists(Path("run")));
  EXPECT_THAT(Run("run", 0, From("derived", derived("true")), game), IsOk());
}

// The same for features of slots.
TEST_F(GivenModelsTest, AModelWithOtherSlotsIsRefusedBeforeItBegins) {
  const auto slots = [&](const char* yes) {
    return absl::StrCat("network { slot_features: ", yes, " }");
  };
  const std::string game = "tiny_tantrix{racks=open}";
  ASSERT_THAT(Run("plain", 0, Settings(slots("false")), game), IsOk());
  ASSERT_THAT(Run("slots", 0, Settings(slots("true")), game), IsOk());
  EXPECT_THAT(Run("run", kRound, From("plain", slots("true")), game),
              StatusIs(absl::StatusCode::kFailedPrecondition, "network.slot_features true show"));
  EXPECT_THAT(Run("run", kRound, From("slots", slots("false")), game),
              StatusIs(absl::StatusCode::kFailedPrecondition, "network.slot_features false show"));
  EXPECT_FALSE(std::filesystem::exists(Path("run")));
  EXPECT_THAT(Run("run", 0, From("slots", slots("true")), game), IsOk());
}

}  // namespace
}  // namespace kvintet::training

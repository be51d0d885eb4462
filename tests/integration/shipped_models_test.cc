// Tests that shipped models give the outputs that they had at release, in every serving format.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "envs/registry.h"
#include "selfplay/evaluators/golden_answers.h"
#include "selfplay/files/judged_fits.h"
#include "selfplay/files/strength_levels.h"
#include "tests/support/status_matchers.h"
#include "training/network/files/model_file.h"
#include "training/network/network_evaluator.h"

namespace kvintet {
namespace {

namespace fs = std::filesystem;

// The paths of the shipped models that have references. Tests run in the project's root folder.
std::vector<std::string> ShippedModels() {
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator("models")) {
    if (entry.path().extension() == ".model") {
      files.push_back(entry.path().string());
    }
  }
  std::ranges::sort(files);
  return files;
}

const network::NetworkOptions kDirect = {};
const network::NetworkOptions kWinograd = {.convolution = network::Convolution::kWinograd};
const network::NetworkOptions kBf16 = {.precision = network::Precision::kBf16};

class ShippedModelsTest : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { ASSERT_OK_AND_ASSIGN(named_, network::LoadModel(GetParam())); }

  network::NamedModel named_;
};

TEST_P(ShippedModelsTest, AnswersAsItDid) {
  const network::ModelHeader& head = named_.model.head;
  ASSERT_EQ(head.golden.size(), 4u);
  ASSERT_OK_AND_ASSIGN(const auto game, envs::MakeGame(head.game));
  for (const network::NetworkOptions& format : {kDirect, kWinograd, kBf16}) {
    ASSERT_OK_AND_ASSIGN(network::PlayingNetwork playing,
                         network::MakePlayingNetwork(*game, named_, format));
    network::NetworkEvaluator evaluator(*game, std::move(playing));
    EXPECT_OK(selfplay::CheckGoldenAnswers(head.golden, {}, &evaluator));
  }
}

// Also compares logits: the logarithms of probabilities, up to a constant per decision.
TEST_P(ShippedModelsTest, ConvolutionsDifferByRoundingAlone) {
  ASSERT_OK_AND_ASSIGN(const auto game, envs::MakeGame(named_.model.head.game));
  ASSERT_OK_AND_ASSIGN(auto direct, network::MakePlayingNetwork(*game, named_, kDirect));
  ASSERT_OK_AND_ASSIGN(auto winograd, network::MakePlayingNetwork(*game, named_, kWinograd));
  network::NetworkEvaluator first(*game, std::move(direct));
  network::NetworkEvaluator second(*game, std::move(winograd));
  double greatest = 0;
  const auto compare = [&](double wanted, double found) {
    greatest = std::max(greatest, std::abs(wanted - found));
  };
  for (uint64_t seed = 1; seed <= 25; ++seed) {
    ASSERT_OK_AND_ASSIGN(const auto wanted, selfplay::MakeGoldenAnswers(&first, seed));
    ASSERT_OK_AND_ASSIGN(const auto found, selfplay::MakeGoldenAnswers(&second, seed));
    ASSERT_EQ(wanted.size(), found.size());
    for (size_t i = 0; i < wanted.size(); ++i) {
      ASSERT_EQ(wanted[i].record, found[i].record);
      compare(wanted[i].wdl.win, found[i].wdl.win);
      compare(wanted[i].wdl.draw, found[i].wdl.draw);
      compare(wanted[i].wdl.loss, found[i].wdl.loss);
      for (size_t action = 0; action < wanted[i].policy.size(); ++action) {
        compare(std::log(std::max(wanted[i].policy[action], 1e-30f)),
                std::log(std::max(found[i].policy[action], 1e-30f)));
      }
    }
  }
  EXPECT_LE(greatest, 1e-4);
  EXPECT_GT(greatest, 0) << "both convolve the same way";
  RecordProperty("greatest_difference", std::to_string(greatest * 1e6) + "e-6");
}

// Whatever options the game has gained since the model was made.
TEST_P(ShippedModelsTest, IsOfAGameAsItIsNamedToday) {
  const std::string& text = named_.model.head.game;
  ASSERT_OK_AND_ASSIGN(const auto game, envs::MakeGame(text));
  EXPECT_EQ(text, game->Spec().text);
}

// Levels of another model would play but have no ratings.
TEST_P(ShippedModelsTest, LevelsAreOfThisModel) {
  const std::string file =
      fs::path(GetParam()).replace_extension().string() + std::string(selfplay::kLevelsSuffix);
  if (!fs::exists(file)) {
    GTEST_SKIP() << "there is no " << file;
  }
  ASSERT_OK_AND_ASSIGN(const Levels levels, selfplay::ReadLevels(file));
  EXPECT_EQ(levels.game(), named_.model.head.game);
  if (levels.has_model()) {
    EXPECT_EQ(levels.model(), named_.name);
  }
}

// Judgements of another model would not apply, and variants of the same play need none.
TEST_P(ShippedModelsTest, FitsAreOfThisModelAndOfSimilarRules) {
  const std::string file =
      fs::path(GetParam()).replace_extension().string() + std::string(selfplay::kFitsSuffix);
  if (!fs::exists(file)) {
    GTEST_SKIP() << "there is no " << file;
  }
  ASSERT_OK_AND_ASSIGN(const Fits fits, selfplay::ReadFits(file));
  EXPECT_EQ(fits.model(), named_.name);
  for (const JudgedFit& judged : fits.judged()) {
    ASSERT_OK_AND_ASSIGN(const auto game, envs::MakeGame(judged.game()));
    EXPECT_EQ(network::FitOf(named_.model.head, *game), envs::VariantFit::kSimilar);
    EXPECT_LE(judged.low(), judged.score());
    EXPECT_LE(judged.score(), judged.high());
    EXPECT_EQ(judged.against(), "rollouts:16");
    EXPECT_FALSE(judged.command().empty());
  }
}

TEST(ModelPagesTest, TellOfModelsThatShip) {
  int pages = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator("models")) {
    if (entry.path().extension() == ".md" && entry.path().stem() != "README") {
      ++pages;
      EXPECT_TRUE(fs::exists(fs::path(entry.path()).replace_extension(".model"))) << entry.path();
    }
  }
  EXPECT_GE(pages, 6);
}

INSTANTIATE_TEST_SUITE_P(Models, ShippedModelsTest, ::testing::ValuesIn(ShippedModels()),
                         [](const auto& one) { return fs::path(one.param).stem().string(); });

}  // namespace
}  // namespace kvintet

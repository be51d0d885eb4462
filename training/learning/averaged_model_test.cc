// Tests of AveragedModel.
#include "training/learning/averaged_model.h"

#include <string>

#include <gtest/gtest.h>

#include "base/files/file.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::training {
namespace {

constexpr network::NetworkShape kShape = {
    .planes = 1, .height = 1, .width = 1, .globals = 0, .policy_slots = 2};
const network::NetworkSize kSize = {.blocks = 1, .channels = 32};

class AveragedModelTest : public ::testing::Test {
 protected:
  // Publishes one more model of the run, with all weights equal to `weight`.
  void Publish(float weight) {
    network::Model model = {{"any", kShape, kSize, {}}, network::InitialWeights(kShape, kSize, 1)};
    for (network::NamedTensor& tensor : model.weights) {
      tensor.values.assign(tensor.values.size(), weight);
    }
    const std::string file = folder_.Path("model");
    ASSERT_OK_AND_ASSIGN(const std::string name, network::SaveModel(file, model));
    ASSERT_OK(MakeDirectories(folder_.Path("models")));
    ASSERT_OK_AND_ASSIGN(const std::string bytes, ReadFile(file));
    ASSERT_OK(WriteFileAtomically(folder_.Path("models/") + name, bytes));
    manifest_ += "{\"kind\":\"commit\",\"model\":\"" + name + "\",\"steps\":1,\"seconds\":1}\n";
    ASSERT_OK(WriteFileAtomically(folder_.Path("manifest.jsonl"), manifest_));
  }
  // The value of all weights of the mean.
  float Mean(int64_t count) {
    const auto averaged = AveragedModel(folder_.Path("."), count);
    EXPECT_OK(averaged);
    const float first = averaged->model.weights[0].values[0];
    for (const network::NamedTensor& tensor : averaged->model.weights) {
      EXPECT_EQ(tensor.values, std::vector<float>(tensor.values.size(), first));
    }
    return first;
  }

  const testing::TempDir folder_;
  std::string manifest_;
};

TEST_F(AveragedModelTest, HasTheMeanOfTheNewestModelsWeights) {
  Publish(9);
  Publish(1);
  Publish(2);
  EXPECT_EQ(Mean(1), 2);
  EXPECT_EQ(Mean(2), 1.5f);
  EXPECT_EQ(Mean(3), 4);
  EXPECT_EQ(Mean(100), 4);
}

TEST_F(AveragedModelTest, IsNamedByItsContent) {
  Publish(1);
  Publish(2);
  ASSERT_OK_AND_ASSIGN(const network::NamedModel averaged, AveragedModel(folder_.Path("."), 2));
  ASSERT_OK_AND_ASSIGN(const std::string name,
                       network::SaveModel(folder_.Path("mean"), averaged.model));
  EXPECT_EQ(averaged.name, name);
  EXPECT_EQ(averaged.model.head.provenance.at("averaged_models"), "2");
}

TEST_F(AveragedModelTest, ARunWithoutModelsHasNone) {
  ASSERT_OK(WriteFileAtomically(folder_.Path("manifest.jsonl"), ""));
  EXPECT_EQ(AveragedModel(folder_.Path("."), 1).status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace kvintet::training

// Models and learners survive a round trip through files.
#include "training/network/files/model_file.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/file.h"
#include "base/files/sha256.h"
#include "envs/text/game_text.h"
#include "training/network/files/checkpoint.h"
#include "training/network/learning/made_up_rows.h"
#include "training/network/network_config.h"
#include "training/network/tower/network.h"

namespace kvintet::network {
namespace {

using ::testing::HasSubstr;

Model Sample() {
  const NetworkShape shape{
      .planes = 2, .height = 3, .width = 4, .globals = 1, .policy_planes = 1, .policy_slots = 1};
  const NetworkSize size{.blocks = 1, .channels = 16};
  return {{"kontranto{size=small}", shape, size, {{"run", "r1"}, {"step", "40"}}},
          MadeUpWeights(shape, size, 1)};
}

// A path unique to this test.
std::string Path() {
  const std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
  return ::testing::TempDir() + "kvintet_" + std::to_string(getpid()) + name + ".kvm";
}

// The outputs of a model's network on made-up rows.
MadeUpRows Outputs(const Model& model) {
  const auto network = Network::Create(model.head.shape, model.head.size, model.weights, {});
  EXPECT_TRUE(network.ok()) << network.status();
  MadeUpRows rows(model.head.shape, 5, 1);
  EXPECT_TRUE((*network)->Evaluate(rows.Input(), rows.Output()).ok());
  return rows;
}

TEST(ModelFileTest, LoadedModelsGiveTheSameBytes) {
  const Model model = Sample();
  const auto name = SaveModel(Path(), model);
  ASSERT_TRUE(name.ok()) << name.status();
  const auto loaded = LoadModel(Path(), *name);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(loaded->model, model);
  EXPECT_EQ(Outputs(loaded->model).logits, Outputs(model).logits);
  EXPECT_EQ(Outputs(loaded->model).wdl, Outputs(model).wdl);
  std::filesystem::remove(Path());
}

TEST(ModelFileTest, NameIsTheHashOfTheFile) {
  EXPECT_EQ(*SaveModel(Path(), Sample()), Sha256Hex(EncodeModel(Sample())));
  EXPECT_EQ(*ReadFile(Path()), EncodeModel(Sample()));
  std::filesystem::remove(Path());
}

// The tensors of a layout, each filled with different numbers.
std::vector<NamedTensor> Filled(const std::vector<WeightSpec>& layout, float first) {
  std::vector<NamedTensor> tensors;
  for (const WeightSpec& spec : layout) {
    tensors.push_back(
        {spec.name, spec.shape, std::vector<float>(static_cast<size_t>(spec.Count()), first)});
    ++first;
  }
  return tensors;
}

TEST(ModelFileTest, FilesOfLearnersHoldTheirCritic) {
  const Model model = Sample();
  NetworkShape shape = model.head.shape;
  shape.planes *= 2;
  shape.policy_planes = 0;
  const NetworkSize size{.blocks = 2, .channels = 8};
  LearnerCheckpoint learner = {
      .head = model.head,
      .state = {7, Filled(LearnerStateLayout(model.head.shape, model.head.size), 1)}};
  const std::string without = EncodeLearner(learner);
  EXPECT_EQ(DecodeLearner(without, "x")->critic, std::nullopt);
  learner.critic = {
      .shape = shape, .size = size, .state = {7, Filled(LearnerStateLayout(shape, size), 100)}};
  const auto decoded = DecodeLearner(EncodeLearner(learner), "x");
  ASSERT_TRUE(decoded.ok()) << decoded.status();
  EXPECT_EQ(*decoded, learner);
  learner.critic->state.tensors.pop_back();
  EXPECT_EQ(DecodeLearner(EncodeLearner(learner), "x").status().code(),
            absl::StatusCode::kDataLoss);
}

TEST(ModelFileTest, FilesOfLearnersHoldTheirMagnet) {
  const Model model = Sample();
  const std::vector<WeightSpec> layout =
      LearnerStateLayout(model.head.shape, model.head.size, {}, true);
  LearnerCheckpoint learner = {.head = model.head, .magnet = true, .state = {7, Filled(layout, 1)}};
  const auto decoded = DecodeLearner(EncodeLearner(learner), "x");
  ASSERT_TRUE(decoded.ok()) << decoded.status();
  EXPECT_EQ(*decoded, learner);
  learner.magnet = false;
  EXPECT_EQ(DecodeLearner(EncodeLearner(learner), "x").status().code(),
            absl::StatusCode::kDataLoss);
}

TEST(ModelFileTest, AnyFlippedBitIsFoundByTheName) {
  const std::string bytes = EncodeModel(Sample());
  const std::string name = Sha256Hex(bytes);
  for (size_t bit = 0; bit < bytes.size() * 8; bit += bytes.size() / 10 * 8 + 3) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    std::ofstream(Path(), std::ios::binary) << flipped;
    const auto loaded = LoadModel(Path(), name);
    EXPECT_EQ(loaded.status().code(), absl::StatusCode::kDataLoss);
    EXPECT_THAT(std::string(loaded.status().message()), HasSubstr("SHA-256 " + name + " wanted"));
  }
  std::filesystem::remove(Path());
}

TEST(ModelFileTest, FlippedBitsInTheHeaderNeverChangeTheWeights) {
  const Model model = Sample();
  const std::string bytes = EncodeModel(model);
  const size_t header =
      8 + static_cast<unsigned char>(bytes[0]) + 256u * static_cast<unsigned char>(bytes[1]);
  for (size_t byte = 0; byte < header; ++byte) {
    const size_t bit = byte * 8 + byte % 7;
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    const auto decoded = DecodeModel(flipped, "x");
    EXPECT_TRUE(!decoded.ok() || decoded->weights == model.weights) << bit;
  }
}

TEST(ModelFileTest, TruncatedFilesAreRefused) {
  const std::string bytes = EncodeModel(Sample());
  for (size_t part = 0; part < 16; ++part) {
    const auto decoded =
        DecodeModel(absl::string_view(bytes).substr(0, bytes.size() * part / 16), "x.kvm");
    EXPECT_EQ(decoded.status().code(), absl::StatusCode::kDataLoss) << part;
  }
}

TEST(ModelFileTest, MissingFilesAreNotFound) {
  EXPECT_EQ(LoadModel("/no/such/model").status().code(), absl::StatusCode::kNotFound);
}

TEST(ModelFileTest, TensorsOfAnotherArchitectureAreRefused) {
  Checkpoint checkpoint = *DecodeCheckpoint(EncodeModel(Sample()), "x");
  NetworkSize size = Sample().head.size;
  size.blocks = 2;
  checkpoint.metadata["size"] = SizeText(size);
  const auto decoded = DecodeModel(EncodeCheckpoint(checkpoint), "x.kvm");
  EXPECT_EQ(decoded.status().code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(decoded.status().message()), HasSubstr("x.kvm: wanted"));
}

TEST(ModelFileTest, GoldenAnswersAreKept) {
  Model model = Sample();
  for (const envs::Seat seat : {envs::Seat::k0, envs::Seat::k1}) {
    model.head.golden.push_back({"a; 0 b2", seat, {0.5f, 0.25f, 0.25f}, {0.75f, 0.25f}});
  }
  const auto decoded = DecodeModel(EncodeModel(model), "x");
  ASSERT_TRUE(decoded.ok()) << decoded.status();
  EXPECT_EQ(*decoded, model);
  Checkpoint checkpoint = *DecodeCheckpoint(EncodeModel(model), "x");
  checkpoint.metadata["golden.1"] = "1|a; 0 b2|0.5 0.5|1";
  const auto damaged = DecodeModel(EncodeCheckpoint(checkpoint), "x.kvm");
  EXPECT_EQ(damaged.status().code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(damaged.status().message()), HasSubstr("x.kvm: golden.1: wanted"));
}

TEST(ModelFileTest, OtherFormatsAreRefused) {
  Checkpoint checkpoint = *DecodeCheckpoint(EncodeModel(Sample()), "x");
  checkpoint.metadata["format"] = "kvintet-model-2";
  EXPECT_THAT(std::string(DecodeModel(EncodeCheckpoint(checkpoint), "x").status().message()),
              HasSubstr("format kvintet-model-1 wanted, found \"kvintet-model-2\""));
}

// As written by the first release, which had fewer options.
TEST(ModelFileTest, AModelOfAnEarlierProgramIsOfTheSameGame) {
  Model model = Sample();
  model.head.game =
      "konkvest{cycle=end,general_reach=lines,guard_reach=lines,max_plies=600,"
      "queen_retreat=straight,territory=strip}";
  const auto read = DecodeModel(EncodeModel(model), "x");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->head.game, envs::FullGameText("konkvest"));
}

TEST(ModelFileTest, LearnersReadBack) {
  const Model model = Sample();
  const auto learner = Learner::Create(model.head.shape, model.head.size, model.weights, {});
  ASSERT_TRUE(learner.ok()) << learner.status();
  LearnerCheckpoint checkpoint{.head = model.head, .state = (*learner)->SaveState()};
  checkpoint.state.steps = 123456789012;
  const auto decoded = DecodeLearner(EncodeLearner(checkpoint), "x");
  ASSERT_TRUE(decoded.ok()) << decoded.status();
  EXPECT_EQ(*decoded, checkpoint);
  EXPECT_EQ(DecodeModel(EncodeLearner(checkpoint), "x").status().code(),
            absl::StatusCode::kDataLoss);
}

TEST(NetworkConfigTest, DefaultsAreValid) {
  const auto size = SizeFromConfig({});
  ASSERT_TRUE(size.ok()) << size.status();
  EXPECT_TRUE(CheckSize(*size).ok());
  NetworkConfig network;
  network.set_device("CPU");
  const auto options = LearnerOptionsFromConfig({}, network, Precision::kBf16);
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_TRUE(CheckOptions(*options).ok());
  EXPECT_EQ(options->precision, Precision::kBf16);
}

TEST(NetworkConfigTest, MissingDevicesAreNamed) {
  NetworkConfig network;
  network.set_device("CUDA:77");
  EXPECT_THAT(
      std::string(LearnerOptionsFromConfig({}, network, Precision::kFp32).status().message()),
      HasSubstr("device CUDA:77 wanted"));
}

}  // namespace
}  // namespace kvintet::network

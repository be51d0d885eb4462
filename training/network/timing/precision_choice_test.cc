// How often precisions are tried, on which processors, and what is then chosen.
#include "training/network/timing/precision_choice.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/file.h"
#include "proto/network_config.pb.h"
#include "tests/support/run_threads.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/network/learning/made_up_rows.h"
#include "training/network/network_config.h"

namespace kvintet::network {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::RunThreads;
using testing::TempDir;

const Processor kWithUnits = {"a maker's", "AVX512_CORE_BF16", true};
const Processor kWithoutUnits = {"another's", "AVX2", false};
constexpr TrialRates kBf16IsFaster = {.fp32 = 1000, .bf16 = 2000};
constexpr TrialRates kFp32IsFaster = {.fp32 = 2000, .bf16 = 1000};
const Device kGpu = {.is_cuda = true};

// A model with `channels` channels. Each game has its own shape.
Model MakeModel(int channels, int rows = 3) {
  Model model;
  model.head.shape = {.planes = 2, .height = rows, .width = 3, .policy_planes = 1};
  model.head.size = {.blocks = 1, .channels = channels};
  model.weights = MadeUpWeights(model.head.shape, model.head.size, 1);
  return model;
}

// Six models of the same width, as a service loads them.
std::vector<Model> SixModels() {
  std::vector<Model> models;
  for (int rows = 3; rows < 9; ++rows) {
    models.push_back(MakeModel(8, rows));
  }
  return models;
}

class PrecisionChoiceTest : public ::testing::Test {
 protected:
  // A chooser as in one program. Its trials are counted.
  PrecisionChooser Chooser(const Processor& processor, TrialRates rates = kBf16IsFaster) {
    return {processor, file_, Counting(rates)};
  }
  PrecisionChooser::Trial Counting(absl::StatusOr<TrialRates> rates) {
    return [this, rates](const Device&, int channels) {
      tried_.push_back(channels);
      return rates;
    };
  }

  const TempDir folder_;
  const std::string file_ = folder_.Path("kvintet/precision.jsonl");
  // The width of each network for which both precisions were timed.
  std::vector<int> tried_;
};

TEST_F(PrecisionChoiceTest, NothingIsTriedWhereBf16HasNoFastPath) {
  PrecisionChooser chooser = Chooser(kWithoutUnits);
  for (const Model& model : SixModels()) {
    ASSERT_OK_AND_ASSIGN(const PrecisionChoice choice, chooser.Choose(model, {}));
    EXPECT_EQ(choice.precision, Precision::kFp32);
    EXPECT_EQ(choice.why, "bf16 has no fast path on this processor (AVX2)");
  }
  EXPECT_THAT(tried_, IsEmpty());
}

TEST_F(PrecisionChoiceTest, OneTrialServesAllModelsOfAWidth) {
  PrecisionChooser chooser = Chooser(kWithUnits, kFp32IsFaster);
  for (const Model& model : SixModels()) {
    ASSERT_OK_AND_ASSIGN(const PrecisionChoice choice, chooser.Choose(model, {}));
    EXPECT_EQ(choice.precision, Precision::kFp32);
    EXPECT_THAT(choice.why, HasSubstr("fp32 2000, bf16 1000, timed at this start"));
  }
  EXPECT_THAT(tried_, ElementsAre(8));
  ASSERT_OK(chooser.Choose(MakeModel(16), {}));
  EXPECT_THAT(tried_, ElementsAre(8, 16));
}

TEST_F(PrecisionChoiceTest, VeryWideNetworksAreOneWidth) {
  PrecisionChooser chooser = Chooser(kWithUnits, kFp32IsFaster);
  ASSERT_OK(chooser.Choose(MakeModel(257), {}));
  ASSERT_OK(chooser.Choose(MakeModel(300), {}));
  EXPECT_THAT(tried_, ElementsAre(kMaxTrialChannels));
}

TEST_F(PrecisionChoiceTest, ThreadsThatAskTogetherTryOnce) {
  PrecisionChooser chooser = Chooser(kWithUnits, kFp32IsFaster);
  const Model model = MakeModel(8);
  RunThreads(4, [&](size_t) { EXPECT_OK(chooser.Choose(model, {})); });
  EXPECT_THAT(tried_, ElementsAre(8));
}

TEST_F(PrecisionChoiceTest, TheMachineRemembersWhateverALaterTrialWouldSay) {
  const Model model = MakeModel(8);
  PrecisionChooser first = Chooser(kWithUnits, kFp32IsFaster);
  ASSERT_OK(first.Choose(model, {}));
  PrecisionChooser second = Chooser(kWithUnits, kBf16IsFaster);
  ASSERT_OK_AND_ASSIGN(const PrecisionChoice choice, second.Choose(model, {}));
  EXPECT_EQ(choice.precision, Precision::kFp32);
  EXPECT_THAT(choice.why, HasSubstr("fp32 2000, bf16 1000, remembered"));
  EXPECT_THAT(tried_, ElementsAre(8));
}

TEST_F(PrecisionChoiceTest, AnotherProcessorTriesForItself) {
  const Model model = MakeModel(8);
  PrecisionChooser first = Chooser(kWithUnits, kFp32IsFaster);
  ASSERT_OK(first.Choose(model, {}));
  Processor other = kWithUnits;
  other.kind = "a third one's";
  PrecisionChooser second = Chooser(other, kFp32IsFaster);
  ASSERT_OK(second.Choose(model, {}));
  EXPECT_THAT(tried_, ElementsAre(8, 8));
  // A processor without bf16 units does not use the result of one that has them.
  PrecisionChooser third = Chooser(kWithoutUnits);
  ASSERT_OK_AND_ASSIGN(const PrecisionChoice choice, third.Choose(model, {}));
  EXPECT_EQ(choice.precision, Precision::kFp32);
  EXPECT_THAT(tried_, ElementsAre(8, 8));
}

TEST_F(PrecisionChoiceTest, ABadFileCostsOneTrial) {
  const Model model = MakeModel(8);
  ASSERT_OK(MakeDirectories(folder_.Path("kvintet")));
  for (const char* const bad : {"junk", "{\"trial\":1,\n", "\n\n\n", "[[[[[[[[\n\xff"}) {
    tried_.clear();
    ASSERT_OK(WriteFileAtomically(file_, bad));
    PrecisionChooser first = Chooser(kWithUnits, kFp32IsFaster);
    ASSERT_OK(first.Choose(model, {}));
    PrecisionChooser second = Chooser(kWithUnits, kFp32IsFaster);
    ASSERT_OK(second.Choose(model, {}));
    EXPECT_THAT(tried_, ElementsAre(8)) << bad;
  }
}

TEST_F(PrecisionChoiceTest, WhereNothingCanBeWrittenEachProgramTriesOnce) {
  // Not even root can create a folder inside a file.
  ASSERT_OK(WriteFileAtomically(folder_.Path("kvintet"), "no folder"));
  const Model model = MakeModel(8);
  PrecisionChooser first = Chooser(kWithUnits, kFp32IsFaster);
  ASSERT_OK(first.Choose(model, {}));
  ASSERT_OK(first.Choose(model, {}));
  PrecisionChooser second = Chooser(kWithUnits, kFp32IsFaster);
  ASSERT_OK(second.Choose(model, {}));
  EXPECT_THAT(tried_, ElementsAre(8, 8));
}

TEST_F(PrecisionChoiceTest, OfTwoProgramsThatTryAtOnceTheFirstCounts) {
  const Model model = MakeModel(8);
  PrecisionChooser second(kWithUnits, file_, [&](const Device&, int) {
    PrecisionChooser first = Chooser(kWithUnits, kFp32IsFaster);
    EXPECT_OK(first.Choose(model, {}));
    return kBf16IsFaster;
  });
  ASSERT_OK_AND_ASSIGN(const PrecisionChoice choice, second.Choose(model, {}));
  EXPECT_EQ(choice.precision, Precision::kFp32);
  EXPECT_THAT(choice.why, HasSubstr("remembered"));
}

TEST_F(PrecisionChoiceTest, ATrialThatFailsLeavesFp32AndIsNotRemembered) {
  const Model model = MakeModel(8);
  PrecisionChooser first(kWithUnits, file_, Counting(absl::InternalError("no primitive")));
  for (int i = 0; i < 2; ++i) {
    ASSERT_OK_AND_ASSIGN(const PrecisionChoice choice, first.Choose(model, {}));
    EXPECT_EQ(choice.precision, Precision::kFp32);
    EXPECT_EQ(choice.why, "bf16 fails: no primitive");
  }
  EXPECT_THAT(tried_, ElementsAre(8));
  PrecisionChooser second = Chooser(kWithUnits, kFp32IsFaster);
  ASSERT_OK(second.Choose(model, {}));
  EXPECT_THAT(tried_, ElementsAre(8, 8));
}

TEST_F(PrecisionChoiceTest, AGainTooSmallToBeSureIsNone) {
  PrecisionChooser chooser = Chooser(kWithUnits, {.fp32 = 1000, .bf16 = 1090});
  ASSERT_OK_AND_ASSIGN(const PrecisionChoice choice, chooser.Choose(MakeModel(8), {}));
  EXPECT_EQ(choice.precision, Precision::kFp32);
}

// On this processor, whatever its features: bf16 is only computed where it is fast.
TEST_F(PrecisionChoiceTest, WhatIsFasterIsChosenWhereItIsNear) {
  PrecisionChooser chooser = Chooser(ThisProcessor());
  const Precision fast = ThisProcessor().fast_bf16 ? Precision::kBf16 : Precision::kFp32;
  ASSERT_OK_AND_ASSIGN(const PrecisionChoice near, chooser.Choose(MakeModel(32), {}));
  EXPECT_EQ(near.precision, fast) << near.why;
  Model model = MakeModel(32);
  for (NamedTensor& tensor : model.weights) {
    if (tensor.name == "policy.planes.weight") {
      std::ranges::for_each(tensor.values, [](float& value) { value *= 100; });
    }
  }
  ASSERT_OK_AND_ASSIGN(const PrecisionChoice far, chooser.Choose(model, {}));
  EXPECT_EQ(far.precision, Precision::kFp32) << far.why;
  EXPECT_EQ(tried_.size(), ThisProcessor().fast_bf16 ? 1u : 0u);
}

TEST_F(PrecisionChoiceTest, ConvolutionsAreTimedAlsoWithoutBf16) {
  PrecisionChooser chooser = Chooser(kWithoutUnits, {.fp32 = 1000, .winograd = 2000});
  for (const Model& model : SixModels()) {
    const ConvolutionChoice choice = chooser.ChooseConvolution(model, {});
    EXPECT_EQ(choice.convolution, Convolution::kWinograd) << choice.why;
    EXPECT_THAT(choice.why, HasSubstr("direct 1000, Winograd 2000, timed at this start"));
  }
  EXPECT_THAT(tried_, ElementsAre(8));
  NetworkConfig config;
  config.set_device("CPU");
  ASSERT_OK_AND_ASSIGN(const FormatChoice format, ChooseFormat(MakeModel(8), config, chooser));
  EXPECT_EQ(format.options.precision, Precision::kFp32);
  EXPECT_EQ(format.options.convolution, Convolution::kWinograd);
}

TEST_F(PrecisionChoiceTest, ConvolutionsThatGainTooLittleOrDoNotExistStayDirect) {
  PrecisionChooser chooser = Chooser(kWithoutUnits, {.fp32 = 1000, .winograd = 1090});
  EXPECT_EQ(chooser.ChooseConvolution(MakeModel(8), {}).convolution, Convolution::kDirect);
  tried_.clear();
  EXPECT_EQ(chooser.ChooseConvolution(MakeModel(12), {}).convolution, Convolution::kDirect);
  EXPECT_EQ(chooser.ChooseConvolution(MakeModel(8), kGpu).convolution, Convolution::kDirect);
  EXPECT_THAT(tried_, IsEmpty());
}

TEST_F(PrecisionChoiceTest, Bf16IsHeldAgainstTheFasterConvolution) {
  PrecisionChooser chooser = Chooser(kWithUnits, {.fp32 = 1000, .winograd = 3000, .bf16 = 2000});
  ASSERT_OK_AND_ASSIGN(const PrecisionChoice choice,
                       chooser.Choose(MakeModel(8), {}, Convolution::kWinograd));
  EXPECT_EQ(choice.precision, Precision::kFp32);
  EXPECT_THAT(choice.why, HasSubstr("fp32 3000, bf16 2000"));
}

TEST_F(PrecisionChoiceTest, OnAGpuEachProgramTriesOnce) {
  const Model model = MakeModel(8);
  for (int program = 0; program < 2; ++program) {
    PrecisionChooser chooser = Chooser(kWithoutUnits, kFp32IsFaster);
    ASSERT_OK(chooser.Choose(model, kGpu));
    ASSERT_OK(chooser.Choose(model, kGpu));
  }
  EXPECT_THAT(tried_, ElementsAre(8, 8));
}

TEST_F(PrecisionChoiceTest, WhatIsConfiguredIsNotTried) {
  PrecisionChooser chooser = Chooser(kWithUnits);
  NetworkConfig config;
  config.set_device("CPU");
  config.set_precision(NetworkConfig::BF16);
  ASSERT_OK(ChooseFormat(MakeModel(8), config, chooser));
  config.set_precision(NetworkConfig::FP32);
  for (const NetworkConfig::Convolution convolution :
       {NetworkConfig::DIRECT, NetworkConfig::WINOGRAD}) {
    config.set_convolution(convolution);
    ASSERT_OK_AND_ASSIGN(const FormatChoice format, ChooseFormat(MakeModel(8), config, chooser));
    EXPECT_EQ(format.options.convolution == Convolution::kWinograd,
              convolution == NetworkConfig::WINOGRAD);
  }
  EXPECT_THAT(tried_, IsEmpty());
  config.set_precision(NetworkConfig::AUTO);
  ASSERT_OK(ChooseFormat(MakeModel(8), config, chooser));
  EXPECT_THAT(tried_, ElementsAre(8));
}

TEST(WhySlowTest, OnlyBf16OnProcessorsWithoutUnitsIs) {
  const NetworkOptions bf16 = {.precision = Precision::kBf16};
  EXPECT_THAT(WhySlow(bf16, kWithoutUnits), HasSubstr("AVX2"));
  EXPECT_EQ(WhySlow(bf16, kWithUnits), "");
  EXPECT_EQ(WhySlow({.precision = Precision::kBf16, .device = kGpu}, kWithoutUnits), "");
  EXPECT_EQ(WhySlow({}, kWithoutUnits), "");
}

TEST(TimePrecisionsTest, GivesRatesOfWhatIsWorthATry) {
  ASSERT_OK_AND_ASSIGN(const TrialRates rates, TimePrecisions({}, 32));
  EXPECT_GT(rates.fp32, 0);
  EXPECT_GT(rates.winograd, 0);
  EXPECT_EQ(rates.bf16 > 0, ThisProcessor().fast_bf16);
  ASSERT_OK_AND_ASSIGN(const TrialRates odd, TimePrecisions({}, 12));
  EXPECT_GT(odd.fp32, 0);
  EXPECT_EQ(odd.winograd, 0);
}

}  // namespace
}  // namespace kvintet::network

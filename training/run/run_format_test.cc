// Tests of the format that a run stores, for gradient steps and evaluations.
#include "training/run/run_format.h"

#include <string>

#include <gtest/gtest.h>

#include "base/files/file.h"
#include "base/reports/log.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/network/tower/processor.h"

namespace kvintet::training {
namespace {

using network::Precision;
using testing::IsOk;
using testing::TempDir;

class RunFormatTest : public ::testing::Test {
 protected:
  absl::StatusOr<RunFormat> Format(const Config& config) const {
    return FormatOfRun(folder_.Path(), config, {});
  }
  static Config Configured(NetworkConfig::Precision playing, NetworkConfig::Precision learning) {
    Config config;
    config.mutable_network()->set_device("CPU");
    config.mutable_network()->set_precision(playing);
    config.mutable_learner()->set_precision(learning);
    return config;
  }

  const TempDir folder_;
};

TEST_F(RunFormatTest, LearnsInThePrecisionAskedFor) {
  ASSERT_OK_AND_ASSIGN(const RunFormat format,
                       Format(Configured(NetworkConfig::FP32, NetworkConfig::BF16)));
  EXPECT_EQ(format.playing.precision, Precision::kFp32);
  EXPECT_EQ(format.learning, Precision::kBf16);
}

TEST_F(RunFormatTest, AutoLearnsAsItEvaluates) {
  ASSERT_OK_AND_ASSIGN(const RunFormat format,
                       Format(Configured(NetworkConfig::BF16, NetworkConfig::AUTO)));
  EXPECT_EQ(format.learning, Precision::kBf16);
}

TEST_F(RunFormatTest, StaysWhatItWas) {
  ASSERT_THAT(Format(Configured(NetworkConfig::FP32, NetworkConfig::BF16)), IsOk());
  ASSERT_OK_AND_ASSIGN(const RunFormat format,
                       Format(Configured(NetworkConfig::BF16, NetworkConfig::FP32)));
  EXPECT_EQ(format.playing.precision, Precision::kFp32);
  EXPECT_EQ(format.learning, Precision::kBf16);
}

// Also run under a oneDNN limit that makes any processor one without bf16 units.
TEST_F(RunFormatTest, WarnsWhereWhatItKeepsIsSlow) {
  ASSERT_THAT(Format(Configured(NetworkConfig::BF16, NetworkConfig::AUTO)), IsOk());
  int warnings = 0;
  const ScopedLogSink count(
      [&](LogLevel level, absl::string_view) { warnings += level == LogLevel::kWarning ? 1 : 0; });
  ASSERT_OK_AND_ASSIGN(const RunFormat format,
                       Format(Configured(NetworkConfig::AUTO, NetworkConfig::AUTO)));
  EXPECT_EQ(format.playing.precision, Precision::kBf16);
  EXPECT_EQ(warnings, network::ThisProcessor().fast_bf16 ? 0 : 1);
}

TEST_F(RunFormatTest, KeepsItsConvolutions) {
  network::Model model;
  model.head.shape = {.planes = 2, .height = 3, .width = 3, .policy_planes = 1};
  Config config = Configured(NetworkConfig::FP32, NetworkConfig::FP32);
  config.mutable_network()->set_convolution(NetworkConfig::WINOGRAD);
  ASSERT_THAT(FormatOfRun(folder_.Path(), config, model), IsOk());
  config.mutable_network()->set_convolution(NetworkConfig::DIRECT);
  ASSERT_OK_AND_ASSIGN(const RunFormat format, FormatOfRun(folder_.Path(), config, model));
  EXPECT_EQ(format.playing.convolution, network::Convolution::kWinograd);
}

TEST_F(RunFormatTest, OlderRunsConvolveDirectly) {
  ASSERT_THAT(WriteFileAtomically(folder_.Path() + "/run.json", "{\"precision\":\"fp32\"}\n"),
              IsOk());
  Config config = Configured(NetworkConfig::FP32, NetworkConfig::FP32);
  config.mutable_network()->set_convolution(NetworkConfig::WINOGRAD);
  ASSERT_OK_AND_ASSIGN(const RunFormat format, Format(config));
  EXPECT_EQ(format.playing.convolution, network::Convolution::kDirect);
}

TEST_F(RunFormatTest, OlderRunsLearnAsTheyEvaluate) {
  ASSERT_THAT(WriteFileAtomically(folder_.Path() + "/run.json", "{\"precision\":\"bf16\"}\n"),
              IsOk());
  ASSERT_OK_AND_ASSIGN(const RunFormat format,
                       Format(Configured(NetworkConfig::FP32, NetworkConfig::FP32)));
  EXPECT_EQ(format.learning, Precision::kBf16);
}

}  // namespace
}  // namespace kvintet::training

// Tests of ValidateRanges: every kind of bound, nesting, several problems at once, valid defaults.
#include "proto/config_check.h"

#include <cmath>
#include <limits>
#include <string>

#include <absl/status/status.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "proto/config.pb.h"
#include "proto/textproto.h"
#include "tests/support/status_matchers.h"

namespace kvintet {
namespace {

using ::kvintet::testing::StatusIs;
using ::testing::HasSubstr;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

TEST(ValidateRangesTest, DefaultsAreInTheirRanges) {
  Config config;
  ASSERT_OK(MergeTextProto(ToTextProto(Config()), "defaults", config));
  ASSERT_TRUE(config.learner().has_window());
  EXPECT_OK(ValidateRanges(config, "defaults"));
}

TEST(ValidateRangesTest, TellsTheFieldItsRangeAndItsValue) {
  Config config;
  config.mutable_search()->set_simulations(-3);
  EXPECT_THAT(ValidateRanges(config, "here"),
              StatusIs(kInvalid, "here: search.simulations must be between 1 and 1000000, is -3"));
}

TEST(ValidateRangesTest, BoundsAreTaken) {
  SearchConfig config;
  config.set_simulations(1);
  EXPECT_OK(ValidateRanges(config, "here"));
  config.set_simulations(1000000);
  EXPECT_OK(ValidateRanges(config, "here"));
  config.set_simulations(1000001);
  EXPECT_THAT(ValidateRanges(config, "here"), StatusIs(kInvalid, "is 1000001"));
}

TEST(ValidateRangesTest, OpenBoundsAreNotTaken) {
  LearnerConfig config;
  config.set_learning_rate(0);
  EXPECT_THAT(ValidateRanges(config, "here"),
              StatusIs(kInvalid, "learning_rate must be above 0 and at most 10, is 0"));
  config.clear_learning_rate();
  config.set_ema_decay(1);
  EXPECT_THAT(ValidateRanges(config, "here"),
              StatusIs(kInvalid, "ema_decay must be at least 0 and below 1, is 1"));
}

TEST(ValidateRangesTest, ReachesNestedMessages) {
  Config config;
  config.mutable_learner()->mutable_window()->set_min_rows(0);
  EXPECT_THAT(ValidateRanges(config, "here"), StatusIs(kInvalid, "learner.window.min_rows must"));
}

TEST(ValidateRangesTest, RefusesWhatIsNotFinite) {
  PuctConfig config;
  config.set_c_puct(std::nan(""));
  EXPECT_THAT(ValidateRanges(config, "here"), StatusIs(kInvalid, "c_puct must be between 0 and"));
  config.set_c_puct(std::numeric_limits<double>::infinity());
  EXPECT_THAT(ValidateRanges(config, "here"), StatusIs(kInvalid, "is inf"));
}

TEST(ValidateRangesTest, TellsAllProblemsAtOnce) {
  Config config;
  config.mutable_search()->set_simulations(0);
  config.mutable_network()->set_blocks(1000);
  const absl::Status status = ValidateRanges(config, "here");
  EXPECT_THAT(std::string(status.message()), HasSubstr("search.simulations"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("\nhere: network.blocks"));
}

}  // namespace
}  // namespace kvintet

// Tests of text form: error messages, merging, and writing.
#include "proto/textproto.h"

#include <string>

#include <absl/status/status.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/file.h"
#include "proto/config.pb.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet {
namespace {

using ::kvintet::testing::StatusIs;
using ::kvintet::testing::TempDir;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

// The status of loading a file with this text.
absl::Status LoadText(const std::string& text) {
  const TempDir dir;
  EXPECT_OK(WriteFileAtomically(dir.Path("a.textproto"), text));
  Config config;
  return LoadTextProto(dir.Path("a.textproto"), config);
}

TEST(TextProtoTest, LoadsAFile) {
  const TempDir dir;
  ASSERT_OK(WriteFileAtomically(dir.Path("a.textproto"),
                                "# A comment.\ngame: 'renju'\nsearch { simulations: 7 }\n"));
  Config config;
  ASSERT_OK(LoadTextProto(dir.Path("a.textproto"), config));
  EXPECT_EQ(config.game(), "renju");
  EXPECT_EQ(config.search().simulations(), 7);
  EXPECT_EQ(config.search().gumbel().c_visit(), 50);
}

TEST(TextProtoTest, AMissingFileIsNamed) {
  Config config;
  EXPECT_THAT(LoadTextProto("/none/a.textproto", config),
              StatusIs(absl::StatusCode::kNotFound, "/none/a.textproto"));
}

TEST(TextProtoTest, AMisspeltFieldComesWithPlaceAndTheNearestName) {
  EXPECT_THAT(LoadText("seed: 1\nsearch {\n  simulatons: 5\n}\n"),
              StatusIs(kInvalid,
                       "/a.textproto:3:13: SearchConfig has no field simulatons, did you "
                       "mean simulations?"));
}

TEST(TextProtoTest, AFieldsEarlierNameComesWithItsName) {
  EXPECT_THAT(LoadText("self_play { yardstick_noise: 0.2 }"),
              StatusIs(kInvalid,
                       "SelfPlayConfig has no field yardstick_noise, it is called "
                       "baseline_noise now"));
}

TEST(TextProtoTest, ASettingThatMovedComesWithEachPlaceItHasNow) {
  EXPECT_THAT(LoadText("search { temperature: 0.5 }"),
              StatusIs(kInvalid,
                       "search.temperature is now search.puct.temperature, "
                       "search.policy.temperature, search.belief.temperature or "
                       "search.boltzmann.play_temperature"));
  SearchConfig search;
  EXPECT_THAT(MergeTextProto("belief_moves: 1", "here", search),
              StatusIs(kInvalid, "here: belief_moves is now belief.moves"));
}

TEST(TextProtoTest, AnEnumerationThatBecameAOneofComesWithItsMember) {
  EXPECT_THAT(LoadText("seed: 1\nsearch { algorithm: BELIEF simulations: 3 }"),
              StatusIs(kInvalid, ":2:19: search.algorithm: BELIEF is now search { belief { } }"));
  EXPECT_THAT(LoadText("search { algorithm: MINIMAX }"),
              StatusIs(kInvalid,
                       "search.algorithm is now search { gumbel { } }, search { puct { } }, "
                       "search { policy { } }, search { equilibrium { } }, search { belief { } } "
                       "or search { boltzmann { } }"));
}

TEST(TextProtoTest, OneAlgorithmIsSet) {
  EXPECT_THAT(LoadText("search { puct { } gumbel { } }"), StatusIs(kInvalid, "algorithm"));
}

TEST(TextProtoTest, EarlierNamesOfFieldsAreReplacedAndNothingElse) {
  EXPECT_EQ(
      WithCurrentNames("self_play { yardstick_noise: 0.2 sparring_model: \"yardstick_noise\" }",
                       *Config::descriptor()),
      "self_play { baseline_noise: 0.2 sparring_model: \"yardstick_noise\" }");
}

TEST(TextProtoTest, AnUnknownFieldComesWithThoseThereAre) {
  EXPECT_THAT(LoadText("storage { qqqqqqqq: 5 }"),
              StatusIs(kInvalid,
                       "StorageConfig has no field qqqqqqqq, only shard_bytes, "
                       "shard_seconds"));
}

TEST(TextProtoTest, AWrongTypeComesWithPlaceAndWhatWasWanted) {
  EXPECT_THAT(LoadText("seed: 1\nsearch { simulations: 'many' }"),
              StatusIs(kInvalid, "/a.textproto:2:23: expected integer"));
  EXPECT_THAT(LoadText("search { simulations: 1.5 }"),
              StatusIs(kInvalid, "/a.textproto:1:23: expected integer, got: 1.5"));
  EXPECT_THAT(LoadText("seed: -1"), StatusIs(kInvalid, "/a.textproto:1:7: expected integer"));
  EXPECT_THAT(LoadText("search { simulations: 99999999999 }"),
              StatusIs(kInvalid, "/a.textproto:1:23: integer out of range"));
  EXPECT_THAT(LoadText("search: 5"), StatusIs(kInvalid, "/a.textproto:1:9: expected \"{\""));
}

TEST(TextProtoTest, AnUnknownEnumerationValueComesWithAllThereAre) {
  EXPECT_THAT(LoadText("learner { optimizer: NEWTON }"),
              StatusIs(kInvalid, "optimizer must be one of ADAMW, SGD, is NEWTON"));
}

TEST(TextProtoTest, AFieldSetTwiceIsRefused) {
  EXPECT_THAT(LoadText("seed: 1\nseed: 2"), StatusIs(kInvalid, "/a.textproto:2:"));
}

TEST(TextProtoTest, AFailedMergeChangesNothing) {
  Config config;
  config.set_seed(5);
  EXPECT_THAT(MergeTextProto("seed: 6 sead: 7", "--set", config),
              StatusIs(kInvalid, "--set: Config has no field sead, did you mean seed?"));
  EXPECT_EQ(config.seed(), 5u);
}

TEST(TextProtoTest, AMergeKeepsTheOtherFields) {
  Config config;
  ASSERT_OK(MergeTextProto("search { simulations: 5 puct { c_puct: 2 } }", "one", config));
  ASSERT_OK(MergeTextProto("search { puct { c_puct: 3 } }", "two", config));
  EXPECT_EQ(config.search().simulations(), 5);
  EXPECT_EQ(config.search().puct().c_puct(), 3);
}

TEST(TextProtoTest, DefaultsAreWrittenOut) {
  Config config;
  config.mutable_search()->set_simulations(99);
  const std::string text = ToTextProto(config);
  EXPECT_THAT(text, HasSubstr("simulations: 99\n"));
  EXPECT_THAT(text, HasSubstr("c_visit: 50\n"));
  EXPECT_THAT(text, HasSubstr("gumbel {\n    max_considered: 16\n"));
  EXPECT_THAT(text, Not(HasSubstr("puct")));
  EXPECT_THAT(text, HasSubstr("window {\n    min_rows: 10000\n"));
  EXPECT_THAT(text, HasSubstr("learning_rate: 0.002\n"));
  EXPECT_THAT(text, HasSubstr("listen: \"127.0.0.1:50051\"\n"));
  EXPECT_FALSE(config.has_learner());
}

TEST(TextProtoTest, ResolvedTextReadsBackToItself) {
  Config config;
  ASSERT_OK(
      MergeTextProto("search { puct { c_puct: 0.1 } } network { device: 'CUDA:1' }", "", config));
  const std::string text = ToTextProto(config);
  Config again;
  ASSERT_OK(MergeTextProto(text, "resolved", again));
  EXPECT_EQ(ToTextProto(again), text);
  EXPECT_EQ(again.search().puct().c_puct(), 0.1);
}

// A stage's changes stay as written, since defaults would overwrite everything else.
TEST(TextProtoTest, ChangesInsideAMessageOfTheirTypeHaveNoDefaults) {
  Config config;
  ASSERT_OK(MergeTextProto("stage { changes { search { simulations: 5 } } }", "", config));
  const std::string text = ToTextProto(config);
  EXPECT_THAT(text, HasSubstr("changes {\n    search {\n      simulations: 5\n    }\n  }"));
  EXPECT_THAT(text, HasSubstr("begins: AUTO"));
  Config again;
  ASSERT_OK(MergeTextProto(text, "resolved", again));
  EXPECT_EQ(ToTextProto(again), text);
}

}  // namespace
}  // namespace kvintet

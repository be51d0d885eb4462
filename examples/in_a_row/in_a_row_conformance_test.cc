// Tests of in_a_row by Kvintet's conformance suite, and in lock-step with the reference.
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "examples/in_a_row/in_a_row_reference.h"
#include "tests/conformance/illegal_moves.h"
#include "tests/conformance/lockstep.h"
#include "tests/conformance/property.h"
#include "tests/conformance/twins.h"

namespace kvintet::conformance {
namespace {

// The game and its variants worth testing.
std::vector<std::string> Variants() {
  return {"in_a_row", "in_a_row{line=4,size=5}", "in_a_row{size=4,swap=no}"};
}

std::unique_ptr<reference::ReferenceGame> MakeReference(const std::string& variant) {
  return reference::MakeFrom(reference::InARowEntry(), variant);
}

using Case = std::tuple<std::string, Property>;

class InARowConformanceTest : public ::testing::TestWithParam<Case> {};

TEST_P(InARowConformanceTest, Holds) {
  const auto& [variant, property] = GetParam();
  const auto game = envs::MakeGame(variant);
  ASSERT_TRUE(game.ok()) << game.status();
  const absl::Status status = property.check(**game, Effort{});
  EXPECT_TRUE(status.ok()) << variant << ": " << status;
}

INSTANTIATE_TEST_SUITE_P(Properties, InARowConformanceTest,
                         ::testing::Combine(::testing::ValuesIn(Variants()),
                                            ::testing::ValuesIn(Properties().begin(),
                                                                Properties().end())),
                         [](const auto& instance) {
                           return std::get<1>(instance.param).name + std::string("_") +
                                  std::to_string(instance.index);
                         });

TEST(InARowReferenceTest, FastRulesAndReferenceAgree) {
  for (const std::string& variant : Variants()) {
    const auto game = envs::MakeGame(variant);
    ASSERT_TRUE(game.ok()) << game.status();
    const auto reference = MakeReference(variant);
    ASSERT_NE(reference, nullptr) << variant;
    const auto report = RunLockstep(**game, *reference, 2000, /*seed=*/1);
    EXPECT_TRUE(report.ok()) << variant << ": " << report.status();
  }
}

// If nothing is hidden there is nothing to find, and the test costs almost nothing.
TEST(InARowReferenceTest, NoSeatIsShownWhatItMayNotKnow) {
  for (const std::string& variant : Variants()) {
    const auto game = envs::MakeGame(variant);
    ASSERT_TRUE(game.ok()) << game.status();
    const auto reference = MakeReference(variant);
    ASSERT_NE(reference, nullptr) << variant;
    const TwinReport report = RunTwins(**game, *reference, 60, /*every=*/2, /*seed=*/1);
    for (const auto& [what, example] : report.leaks) {
      ADD_FAILURE() << variant << ": " << what << " leaks " << example;
    }
  }
}

TEST(InARowReferenceTest, IllegalMovesAreRefusedAndChangeNothing) {
  for (const std::string& variant : Variants()) {
    const auto game = envs::MakeGame(variant);
    ASSERT_TRUE(game.ok()) << game.status();
    const auto reference = MakeReference(variant);
    ASSERT_NE(reference, nullptr) << variant;
    const auto count = RunIllegalMoves(**game, *reference, 20, /*seed=*/1);
    EXPECT_TRUE(count.ok()) << variant << ": " << count.status();
  }
}

}  // namespace
}  // namespace kvintet::conformance

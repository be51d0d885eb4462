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

// A game's text, and the reference with the same options.
struct Variant {
  std::string text;
  std::shared_ptr<const reference::ReferenceGame> reference;
};

std::vector<Variant> Variants() {
  return {{"in_a_row", reference::MakeInARow(3, 3, true)},
          {"in_a_row{line=4,size=5}", reference::MakeInARow(5, 4, true)},
          {"in_a_row{size=4,swap=no}", reference::MakeInARow(4, 3, false)}};
}

using Case = std::tuple<Variant, Property>;

class InARowConformanceTest : public ::testing::TestWithParam<Case> {};

TEST_P(InARowConformanceTest, Holds) {
  const auto& [variant, property] = GetParam();
  const auto game = envs::MakeGame(variant.text);
  ASSERT_TRUE(game.ok()) << game.status();
  const absl::Status status = property.check(**game, Effort{});
  EXPECT_TRUE(status.ok()) << variant.text << ": " << status;
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
  for (const Variant& variant : Variants()) {
    const auto game = envs::MakeGame(variant.text);
    ASSERT_TRUE(game.ok()) << game.status();
    const auto report = RunLockstep(**game, *variant.reference, 2000, /*seed=*/1);
    EXPECT_TRUE(report.ok()) << variant.text << ": " << report.status();
  }
}

// If nothing is hidden there is nothing to find, and the test costs almost nothing.
TEST(InARowReferenceTest, NoSeatIsShownWhatItMayNotKnow) {
  for (const Variant& variant : Variants()) {
    const auto game = envs::MakeGame(variant.text);
    ASSERT_TRUE(game.ok()) << game.status();
    const TwinReport report = RunTwins(**game, *variant.reference, 60, /*every=*/2, /*seed=*/1);
    for (const auto& [what, example] : report.leaks) {
      ADD_FAILURE() << variant.text << ": " << what << " leaks " << example;
    }
  }
}

TEST(InARowReferenceTest, IllegalMovesAreRefusedAndChangeNothing) {
  for (const Variant& variant : Variants()) {
    const auto game = envs::MakeGame(variant.text);
    ASSERT_TRUE(game.ok()) << game.status();
    const auto count = RunIllegalMoves(**game, *variant.reference, 20, /*seed=*/1);
    EXPECT_TRUE(count.ok()) << variant.text << ": " << count.status();
  }
}

}  // namespace
}  // namespace kvintet::conformance

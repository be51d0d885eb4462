// Tests that every game has a reference and agrees with it over a few plies. The tests lockstep_*
// play 3,000 plies; the program `lockstep` plays any number.
#include "tests/conformance/lockstep.h"

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "tests/conformance/property.h"
#include "tests/reference/reference_registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::conformance {
namespace {

TEST(LockstepTest, EveryGameHasAReference) {
  ASSERT_FALSE(envs::GameNames().empty());
  for (const std::string& text : GamesToCheck()) {
    ASSERT_OK_AND_ASSIGN(const std::unique_ptr<envs::Game> game, envs::MakeGame(text));
    EXPECT_NE(reference::MakeReference(game->Spec().text), nullptr)
        << game->Spec().text << " needs a second implementation in tests/reference/";
  }
}

// Renju's openings have tens of thousands of moves, so it plays fewer plies.
TEST(LockstepTest, FastRulesAndReferencesAgree) {
  for (const std::string& text : GamesToCheck()) {
    ASSERT_OK_AND_ASSIGN(const std::unique_ptr<envs::Game> game, envs::MakeGame(text));
    const auto reference = reference::MakeReference(game->Spec().text);
    ASSERT_NE(reference, nullptr) << text;
    const int64_t plies = game->Spec().num_actions > 100 ? 120 : 1000;
    const auto report = RunLockstep(*game, *reference, plies, 1);
    EXPECT_OK(report) << text;
  }
}

TEST(LockstepTest, GamesWithoutReferenceAreNotFound) {
  EXPECT_EQ(reference::MakeReference("chess"), nullptr);
}

}  // namespace
}  // namespace kvintet::conformance

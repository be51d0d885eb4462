// Tests of non-interference: no game shows a seat anything that depends on hidden information.
#include "tests/conformance/twins.h"

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "tests/conformance/property.h"
#include "tests/reference/reference_registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::conformance {
namespace {

class TwinsTest : public ::testing::TestWithParam<std::string> {};

TEST_P(TwinsTest, SeatsSeeTheSameInTwins) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<envs::Game> game, envs::MakeGame(GetParam()));
  const bool open = !game->Spec().secrets;
  const auto reference = reference::MakeReference(game->Spec().text);
  ASSERT_NE(reference, nullptr);
  const TwinReport report = RunTwins(*game, *reference, open ? 9 : 240, open ? 24 : 2, 1);
  for (const auto& [face, example] : report.leaks) {
    ADD_FAILURE() << face << " leaks " << example;
  }
  EXPECT_GE(report.pairs, 9);
  if (!open) {
    EXPECT_GE(report.secret_pairs, report.pairs / 20) << "too few twins differ to prove anything";
  }
}

INSTANTIATE_TEST_SUITE_P(Games, TwinsTest, ::testing::ValuesIn(GamesToCheck()),
                         [](const auto& game) {
                           std::string name = game.param;
                           std::erase_if(name, [](char c) { return std::isalnum(c) == 0; });
                           return name;
                         });

}  // namespace
}  // namespace kvintet::conformance

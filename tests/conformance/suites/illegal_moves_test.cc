// Tests that no game accepts an illegal move, and that RunIllegalMoves would find one.
#include "tests/conformance/illegal_moves.h"

#include "envs/registry.h"
#include "tests/reference/reference_registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::conformance {
namespace {

using envs::Actor;
using envs::Playthrough;
using testing::StatusIs;

constexpr int64_t kPositions = 20;

class IllegalMovesTest : public ::testing::TestWithParam<std::string> {};

TEST_P(IllegalMovesTest, AreRefusedAndChangeNothing) {
  ASSERT_OK_AND_ASSIGN(const auto game, envs::MakeGame(GetParam()));
  const auto reference = reference::MakeReference(GetParam());
  ASSERT_NE(reference, nullptr);
  ASSERT_OK_AND_ASSIGN(const IllegalCount count, RunIllegalMoves(*game, *reference, kPositions, 1));
  EXPECT_GE(count.refused, 20 * kPositions);
}

INSTANTIATE_TEST_SUITE_P(Games, IllegalMovesTest, ::testing::ValuesIn(envs::GameNames()),
                         [](const auto& instance) { return instance.param; });

// Runs a negative control.
absl::Status Try(const MoveMaker& make) {
  const auto game = envs::MakeGame("connect_four");
  return RunIllegalMoves(**game, *reference::MakeReference("connect_four"), 5, 1, make).status();
}

TEST(IllegalMovesControlTest, FindsWhatIsTaken) {
  EXPECT_THAT(Try([](Playthrough*, Actor, const std::string&) { return absl::OkStatus(); }),
              StatusIs(absl::StatusCode::kFailedPrecondition, "may play"));
}

TEST(IllegalMovesControlTest, FindsWhatIsChangedAllTheSame) {
  EXPECT_THAT(Try([](Playthrough* play, Actor actor, const std::string& text) {
                const absl::Status status = play->ApplyMove(actor, text);
                play->Apply(play->Actors().First(), 0).IgnoreError();
                return status;
              }),
              StatusIs(absl::StatusCode::kFailedPrecondition, "changes the game"));
}

TEST(IllegalMovesControlTest, FindsAnotherCode) {
  EXPECT_THAT(Try([](Playthrough*, Actor, const std::string&) {
                return absl::InternalError("something is wrong");
              }),
              StatusIs(absl::StatusCode::kFailedPrecondition, "is refused by INTERNAL"));
}

}  // namespace
}  // namespace kvintet::conformance

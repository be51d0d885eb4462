// Tests of InformedAgent: what it sees, what others do not see, and that it needs
// AgentOptions::judges.
#include "arena/agents/informed_agent.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "arena/agents/agent_spec.h"
#include "arena/match.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

using ::absl::StatusCode;
using ::kvintet::testing::StatusIs;

constexpr char kTiny[] = "tiny_tantrix";

std::unique_ptr<envs::Game> Game(const std::string& text) {
  auto game = envs::MakeGame(text);
  EXPECT_OK(game.status());
  return *std::move(game);
}

// Takes the first legal action and records the views it was shown.
class Watcher final : public Agent {
 public:
  struct Seen {
    std::string position;
    std::string record;
    bool all;
  };
  explicit Watcher(const envs::Game& game, std::vector<Seen>* seen) : game_(game), seen_(seen) {}
  std::string Spec() const override { return "watcher"; }
  absl::Status Choose(std::span<const Turn> turns, std::span<Choice> choices) override {
    for (size_t i = 0; i < turns.size(); ++i) {
      seen_->push_back({game_.ViewText(turns[i].view), turns[i].record(), turns[i].all != nullptr});
      choices[i].action = envs::LegalList(game_, turns[i].view).front();
    }
    return absl::OkStatus();
  }

 private:
  const envs::Game& game_;
  std::vector<Seen>* const seen_;
};

// Two watchers, the first of them informed, in games of Tantrix with private racks.
class InformedMatchTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto game = Game(kTiny);
    auto known = Game("tiny_tantrix{racks=open}");
    const envs::Game& open = *known;
    InformedAgent informed("informed", std::move(known), std::make_unique<Watcher>(open, &told_));
    Watcher other(*game, &untold_);
    const MatchOptions options = {.pairs = 3, .seed = 4};
    ASSERT_OK_AND_ASSIGN(const MatchResult result, PlayMatch(*game, &informed, &other, options));
    EXPECT_EQ(result.scores.NumPairs(), 3);
    for (const MatchGame& one : result.games) {
      EXPECT_THAT(one.reason, ::testing::Not(::testing::HasSubstr("forfeit")));
    }
  }

  std::vector<Watcher::Seen> told_;
  std::vector<Watcher::Seen> untold_;
};

TEST_F(InformedMatchTest, IsToldWhatOthersAreNot) {
  ASSERT_FALSE(told_.empty());
  ASSERT_FALSE(untold_.empty());
  for (const Watcher::Seen& seen : told_) {
    EXPECT_THAT(seen.record, ::testing::HasSubstr("racks=open"));
    EXPECT_THAT(seen.record, ::testing::Not(::testing::HasSubstr("?")));
    EXPECT_FALSE(seen.all) << "the agent within sees a view of the other game, and no more";
  }
  int hidden = 0;
  for (const Watcher::Seen& seen : untold_) {
    EXPECT_FALSE(seen.all);
    hidden += seen.record.find('?') != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(hidden, 0);
}

TEST(InformedAgentTest, IsForJudges) {
  const auto game = Game(kTiny);
  EXPECT_OK(MakeAgent(*game, "informed:racks=open:belief:20", {.judges = true}));
  EXPECT_THAT(MakeAgent(*game, "informed:racks=open:belief:20"),
              StatusIs(StatusCode::kPermissionDenied, "knows more than a player may"));
  EXPECT_THAT(MakeAgent(*game, "informed:racks=open", {.judges = true}),
              StatusIs(StatusCode::kInvalidArgument, "an agent is"));
  for (const char* spec : {"informed:racks=open:informed:racks=open:random",
                           "informed:racks=open:informed:racks=private:random"}) {
    EXPECT_THAT(MakeAgent(*game, spec, {.judges = true}),
                StatusIs(StatusCode::kInvalidArgument, "found one that sees all"));
  }
}

// Under other rules the same events are a different game or an impossible one.
TEST(InformedAgentTest, SaysWhereTheGameCannotBeAsIfByItsOptions) {
  const auto game = Game("tic_tac_toe");
  auto other = Game("connect_four");
  InformedAgent agent("x", std::move(other), std::make_unique<Watcher>(*game, nullptr));
  envs::Playthrough play(*game);
  ASSERT_OK(play.ApplyMove(envs::Actor::kSeat0, "c3"));
  const envs::ViewBuffer view = play.View(envs::Seat::k1);
  const Turn turn = {.view = view.Span(), .all = &play};
  Choice choice;
  EXPECT_THAT(agent.Choose({&turn, 1}, {&choice, 1}),
              StatusIs(StatusCode::kFailedPrecondition, "agent 'x': the game so far does not fit"));
}

}  // namespace
}  // namespace kvintet::arena

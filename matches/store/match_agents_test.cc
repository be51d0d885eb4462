// Tests of Match: the models that play for agents are shown, journalled, and refused if not
// allowed.
#include <string>
#include <utility>

#include "matches/settings/agent_model.h"
#include "serving/errors/refusal.h"
#include "tests/support/matches/driven_match.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using envs::VariantFit;
using testing::DrivenMatch;
using testing::IsOk;

MATCHER_P2(IsRefusedFor, reason, field, "") {
  const absl::Status& status = testing::StatusOf(arg);
  *result_listener << "which is " << status.ToString() << ", field " << FieldOf(status);
  return ReasonOf(status) == reason && FieldOf(status) == field;
}

// A roster that returns what the test sets.
class ToldRoster final : public AgentRoster {
 public:
  AgentModel ModelOf(const envs::Game& game, const PlayerSettings& agent) const override {
    AgentModel told = game.Spec().text == missing ? AgentModel{.id = "rollouts:16"} : model;
    told.simulations = agent.simulations;
    return told;
  }
  AgentModel model = {.id = "c0ffee", .trained_on = "any", .fit = VariantFit::kSamePlay};
  // The game for which there is no model.
  std::string missing = {};
};

class AgentWorld : public DrivenMatch {
 public:
  AgentWorld() {
    sources.agents = &roster;
    Open();
  }
  static MatchSettings Against(const std::string& game) {
    MatchSettings settings = Settings(game);
    settings.players[1] = {
        .kind = PlayerKind::kAgent, .simulations = 7, .variety = 0.5, .level = 3};
    return settings;
  }
  absl::Status Try(const MatchSettings& settings) {
    return table->Create(settings, {}, [](const Admission&) { return std::string(); }).status();
  }
  // Plays the agent's turn with this model.
  void PlayAgent(const std::string& move, const AgentModel& by) {
    const std::vector<AgentTurn> turns = table->TakeAgentTurns(match);
    ASSERT_EQ(turns.size(), 1u);
    ASSERT_THAT(table->PlayAgent(turns[0], move, by), IsOk());
  }
  std::optional<PlayingAgent> Agent() { return See().players[1].agent; }

  ToldRoster roster;
};

TEST(MatchAgentsTest, AnAgentWithoutAModelMustBeAllowed) {
  AgentWorld world;
  MatchSettings settings = AgentWorld::Against("tic_tac_toe");
  world.roster.missing = "tic_tac_toe";
  EXPECT_THAT(world.Try(settings),
              IsRefusedFor(v1::REASON_NO_MODEL, "players.agent.allow_rollouts"));
  // The same holds before anybody joins.
  settings.players[0].open = true;
  EXPECT_THAT(world.Try(settings),
              IsRefusedFor(v1::REASON_NO_MODEL, "players.agent.allow_rollouts"));
  settings.players[0].open = false;
  settings.players[1].allow_rollouts = true;
  world.Create(settings);
  EXPECT_EQ(world.Agent()->model.id, "rollouts:16");
  EXPECT_EQ(world.Agent()->model.fit, VariantFit::kNone);
}

TEST(MatchAgentsTest, K14_ARematchDoesNotLoseItsModelSilently) {
  AgentWorld world;
  world.Create(AgentWorld::Against("kontranto"));
  const MatchView first = world.See();
  EXPECT_EQ(first.players[1].agent->model.id, "c0ffee");
  EXPECT_EQ(first.players[1].level, 3);
  // The colours are chosen now. A rematch is played without that choice.
  ASSERT_THAT(world.table->PlayAgent(world.table->TakeAgentTurns(world.match)[0], "circle"),
              IsOk());
  ASSERT_THAT(world.Move(0, "triangle"), IsOk());
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  world.roster.missing =
      *envs::WithOption(first.knowledge.game->Spec().text, "colour_choice", "false");
  EXPECT_THAT(world.Rematch(0), IsRefusedFor(v1::REASON_NO_MODEL, "players.agent.allow_rollouts"));
  EXPECT_EQ(world.See().game_number, 1);
  world.roster.missing.clear();
  ASSERT_THAT(world.Rematch(0), IsOk());
  EXPECT_EQ(world.See().game_number, 2);
  EXPECT_EQ(world.Agent()->model.id, "c0ffee");
  EXPECT_EQ(world.Agent()->since_ply, 0);
}

TEST(MatchAgentsTest, AnotherModelIsToldFromItsFirstMoveOn) {
  AgentWorld world;
  world.Create(AgentWorld::Against("tic_tac_toe"));
  AgentModel model = world.Agent()->model;
  EXPECT_EQ(model.simulations, 7);
  ASSERT_THAT(world.Move(0, "a1"), IsOk());
  world.PlayAgent("b1", model);
  EXPECT_EQ(world.Agent()->since_ply, 0);
  ASSERT_THAT(world.Move(0, "a2"), IsOk());
  model.id = "decade";
  model.fit = VariantFit::kSame;
  world.PlayAgent("b2", model);
  EXPECT_EQ(world.Agent()->model, model);
  EXPECT_EQ(world.Agent()->since_ply, 3);
  // A restart restores what was journalled.
  world.Open();
  EXPECT_EQ(world.Agent()->model, model);
  ASSERT_THAT(world.Move(0, "a3"), IsOk());
  ASSERT_OK_AND_ASSIGN(const MatchReport report,
                       world.table->Report(world.match, Audience::kSpectators, 0));
  EXPECT_EQ(AgentLines(report),
            (std::vector<std::string>{
                "player 1: model c0ffee, trained on the same play, any, level 3, 7 simulations, "
                "variety 0.5",
                "player 1: model decade, trained on this game, level 3, 7 simulations, variety "
                "0.5; from ply 3"}));
  EXPECT_NE(ReportText(report).find("\nagent     player 1: model c0ffee"), std::string::npos);
}

// The form used before journals recorded the models.
TEST(MatchAgentsTest, SettingsAndEventsOfBeforeAreRead) {
  Json settings = ToJson(AgentWorld::Against("tic_tac_toe"));
  settings["players"][1].erase("level");
  settings["players"][1].erase("allow_rollouts");
  ASSERT_OK_AND_ASSIGN(const MatchSettings read, SettingsFromJson(settings));
  EXPECT_EQ(read.players[1].simulations, 7);
  EXPECT_EQ(read.players[1].level, 0);
  // Such a match continues, and allows rematches, as before.
  EXPECT_TRUE(read.players[1].allow_rollouts);
  const MatchEvent event = {.kind = EventKind::kStarted, .text = "tic_tac_toe"};
  EXPECT_EQ(EventToText(event).find("agents"), std::string::npos);
  ASSERT_OK_AND_ASSIGN(const MatchEvent same, EventFromText(EventToText(event)));
  EXPECT_TRUE(same.agents[1].id.empty());
}

TEST(MatchAgentsTest, AgentsReadBackAsWritten) {
  MatchEvent event = {.kind = EventKind::kMoved, .player = 1, .text = "a1"};
  event.agents[1] = {
      .id = "c0ffee", .trained_on = "tic_tac_toe", .fit = VariantFit::kSimilar, .simulations = 9};
  ASSERT_OK_AND_ASSIGN(const MatchEvent read, EventFromText(EventToText(event)));
  EXPECT_EQ(read.agents, event.agents);
  std::string damaged = EventToText(event);
  damaged.replace(damaged.find("similar"), 7, "strange");
  EXPECT_EQ(EventFromText(damaged).status().code(), absl::StatusCode::kDataLoss);
}

// A match that began before its agent's model was recorded.
TEST(MatchAgentsTest, AGameOfBeforeTellsItsAgentFromItsNextMoveOn) {
  AgentWorld world;
  world.sources.agents = nullptr;
  world.Open();
  world.Create(AgentWorld::Against("tic_tac_toe"));
  EXPECT_FALSE(world.Agent().has_value());
  world.sources.agents = &world.roster;
  world.Open();
  ASSERT_THAT(world.Move(0, "a1"), IsOk());
  world.PlayAgent("b1", world.roster.model);
  EXPECT_EQ(world.Agent()->model.id, "c0ffee");
  EXPECT_EQ(world.Agent()->since_ply, 1);
}

}  // namespace
}  // namespace kvintet::matches

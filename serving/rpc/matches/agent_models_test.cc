// Tests of the model that plays a variant: in the catalogue, in calls, in matches and tournaments.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/files/file.h"
#include "envs/registry.h"
#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/catalog.pb.h"
#include "kvintet_api/v1/match.pb.h"
#include "kvintet_api/v1/tournament_service.pb.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "selfplay/files/judged_fits.h"
#include "selfplay/files/strength_levels.h"
#include "serving/client.h"
#include "serving/errors/refusal.h"
#include "serving/server.h"
#include "tests/support/matches/served_match.h"
#include "tests/support/service/refusal_matchers.h"
#include "tests/support/service/served_test.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::serving {
namespace {

using testing::IsOk;
using testing::IsRefusedFor;
using testing::kTimeout;
using testing::ServedMatch;
using testing::ServedTest;
using testing::StatusIs;

constexpr char kAllow[] = "players.agent.allow_rollouts";

std::string Canonical(const std::string& game) { return (*envs::MakeGame(game))->Spec().text; }

// A model with a uniform policy.
ServedModel MakeModel(const std::string& game, const std::string& id) {
  return {.game = game, .id = id, .factory = [](const envs::Game& played) {
            return std::make_unique<selfplay::UniformEvaluator>(played);
          }};
}

class AgentModelsTest : public ServedTest {
 protected:
  AgentModelsTest() {
    config_.set_threads(1);
    config_.set_matches(folder_.Path("matches"));
    search_.simulations = 2;
  }
  void Add(const std::string& game, const std::string& id) {
    ASSERT_THAT(models_.Add(MakeModel(game, id)), IsOk());
  }
  void Judge(const std::string& id, const std::string& game, double low) {
    Fits fits;
    fits.set_model(id);
    JudgedFit* judged = fits.add_judged();
    judged->set_game(Canonical(game));
    judged->set_against("rollouts:16");
    judged->set_score(0.6);
    judged->set_low(low);
    judged->set_high(0.7);
    judged->set_games(100);
    models_.AddFits(fits);
  }
  void Start(ServerOptions options = {}) { ServedTest::Start(models_, std::move(options)); }
  v1::GetGameResponse Told(const std::string& game) {
    v1::GetGameRequest request;
    request.set_game(game);
    const auto told = client_->Call<v1::GetGameResponse>(request, kTimeout);
    EXPECT_THAT(told, IsOk());
    return told.ok() ? *told : v1::GetGameResponse();
  }
  // The model that evaluates when a move is chosen.
  std::string Chooses(const std::string& game) {
    v1::ChooseMoveRequest request;
    request.mutable_state()->set_game(game);
    request.mutable_state()->set_seat(v1::SEAT_0);
    const auto chosen = client_->Call<v1::ChooseMoveResponse>(request, kTimeout);
    EXPECT_THAT(chosen, IsOk());
    return chosen.ok() ? chosen->model() : "";
  }

  ModelRegistry models_;
};

TEST_F(AgentModelsTest, TheCatalogueTellsWhatPlaysEachVariant) {
  Add("tantrix", "closed");
  Add("tantrix{racks=open}", "open");
  Start();
  const v1::GetGameResponse usual = Told("tantrix");
  EXPECT_EQ(usual.plays().model(), "closed");
  EXPECT_EQ(usual.plays().fit(), v1::FIT_TRAINED_ON_IT);
  EXPECT_EQ(usual.plays().trained_on(), Canonical("tantrix"));
  ASSERT_EQ(usual.others_size(), 1);
  EXPECT_EQ(usual.others(0).model(), "open");
  EXPECT_EQ(usual.others(0).fit(), v1::FIT_SIMILAR);
  EXPECT_FALSE(usual.others(0).has_judged());
  const v1::GetGameResponse green =
      Told("tantrix{colours=green-blue,lottery=no,racks=open,reward=tournament}");
  EXPECT_EQ(green.plays().model(), "open");
  EXPECT_EQ(green.plays().fit(), v1::FIT_SAME_PLAY);
  EXPECT_EQ(green.plays().trained_on(), Canonical("tantrix{racks=open}"));
  EXPECT_EQ(green.others(0).model(), "closed");
  const v1::GetGameResponse none = Told("tic_tac_toe");
  EXPECT_EQ(none.plays().model(), "rollouts:16");
  EXPECT_EQ(none.plays().fit(), v1::FIT_NONE);
  EXPECT_EQ(none.plays().trained_on(), "");
  EXPECT_EQ(none.others_size(), 0);
}

TEST_F(AgentModelsTest, ModelsAreListedWithTheGameThatTheyPlayAndTheirs) {
  Add("kontranto{colour_choice=false}", "fixed");
  Start();
  ASSERT_OK_AND_ASSIGN(const v1::ListModelsResponse listed,
                       client_->Call<v1::ListModelsResponse>(v1::ListModelsRequest(), kTimeout));
  std::map<std::string, const v1::Model*> by_game;
  for (const v1::Model& model : listed.models()) {
    EXPECT_TRUE(by_game.emplace(model.game(), &model).second) << model.game();
  }
  const v1::Model& own = *by_game.at(Canonical("kontranto{colour_choice=false}"));
  EXPECT_EQ(own.fit(), v1::FIT_TRAINED_ON_IT);
  const v1::Model& usual = *by_game.at(Canonical("kontranto"));
  EXPECT_EQ(usual.id(), "fixed");
  EXPECT_TRUE(usual.trained());
  EXPECT_EQ(usual.fit(), v1::FIT_SAME_PLAY);
  EXPECT_EQ(usual.trained_on(), own.game());
  EXPECT_EQ(by_game.at("tic_tac_toe")->fit(), v1::FIT_NONE);
}

TEST_F(AgentModelsTest, OfEqualFitsTheFirstByTextPlays) {
  Add("tantrix{colours=green-red}", "z");
  Add("tantrix{colours=blue-red}", "a");
  Add("tantrix{colours=green-red,lottery=no}", "far");
  Start();
  EXPECT_EQ(Told("tantrix").plays().model(), "a");
  EXPECT_EQ(Told("tantrix{colours=green-yellow,lottery=no}").plays().model(), "far");
  EXPECT_EQ(Told("tantrix").others(0).model(), "z");
  EXPECT_EQ(Told("tantrix").others(1).model(), "far");
}

TEST_F(AgentModelsTest, ASimilarModelPlaysOnlyWhereItWasJudgedBetterThanRandomGames) {
  Add("renju", "model");
  Judge("model", "renju{forbidden=masked}", 0.51);
  Start();
  EXPECT_EQ(Chooses("renju{forbidden=masked}"), "model");
  const v1::GetGameResponse masked = Told("renju{forbidden=masked}");
  EXPECT_EQ(masked.plays().fit(), v1::FIT_SIMILAR);
  EXPECT_EQ(masked.plays().judged().low(), 0.51);
  EXPECT_EQ(masked.plays().judged().games(), 100);
  EXPECT_EQ(masked.plays().judged().against(), "rollouts:16");
  // Its network cannot read other board sizes.
  EXPECT_EQ(Told("renju{opening=free}").others_size(), 0);
}

TEST_F(AgentModelsTest, ASimilarModelThatWasJudgedNoBetterDoesNotPlay) {
  Add("renju", "model");
  Judge("model", "renju{forbidden=masked}", 0.49);
  Judge("another", "renju{forbidden=masked}", 0.9);
  Start();
  EXPECT_EQ(Chooses("renju{forbidden=masked}"), "rollouts:16");
  const v1::GetGameResponse masked = Told("renju{forbidden=masked}");
  EXPECT_EQ(masked.plays().fit(), v1::FIT_NONE);
  ASSERT_EQ(masked.others_size(), 1);
  EXPECT_EQ(masked.others(0).judged().low(), 0.49);
}

TEST_F(AgentModelsTest, CallsUseWhatFits) {
  Add("kontranto", "model");
  Start();
  EXPECT_EQ(Chooses("kontranto{colour_choice=false}"), "model");
  EXPECT_EQ(Chooses("kontranto{zones=none}"), "rollouts:16");
}

TEST_F(AgentModelsTest, AMatchWhoseAgentHasNoModelSaysSoBeforeItStarts) {
  Add("kontranto", "model");
  Start();
  ServedMatch match(client_.get());
  ServedMatch::Agent agent;
  v1::CreateMatchRequest request = ServedMatch::Against("kontranto{zones=none}", agent);
  const absl::Status refused = match.Create(request);
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kFailedPrecondition, "no model plays kontranto"));
  EXPECT_THAT(refused, IsRefusedFor(v1::REASON_NO_MODEL, kAllow));
  request.mutable_players(0)->mutable_open();
  EXPECT_THAT(client_->Call<v1::CreateMatchResponse>(request, kTimeout),
              IsRefusedFor(v1::REASON_NO_MODEL, kAllow));
  agent.set_allow_rollouts(true);
  ASSERT_THAT(match.Create(ServedMatch::Against("kontranto{zones=none}", agent)), IsOk());
  ASSERT_THAT(match.Play(2), IsOk());
  ASSERT_OK_AND_ASSIGN(const v1::MatchState state, match.See());
  EXPECT_EQ(state.players(1).agent_model().model(), "rollouts:16");
  EXPECT_EQ(state.players(1).agent_model().fit(), v1::FIT_NONE);
  EXPECT_EQ(state.players(1).agent_model().simulations(), 2);
}

TEST_F(AgentModelsTest, ATournamentsAgentsNeedModelsToo) {
  Add("tantrix", "model");
  Start();
  const auto tournament = [&](const std::string& game) {
    v1::CreateTournamentRequest request;
    request.mutable_settings()->set_name("Open");
    request.mutable_settings()->set_game(game);
    const auto made = client_->Call<v1::CreateTournamentResponse>(request, kTimeout);
    EXPECT_THAT(made, IsOk());
    v1::AddMatchesRequest add;
    add.set_tournament(made->tournament());
    add.set_token(made->token());
    add.set_round(1);
    v1::TournamentPair* pair = add.add_pairs();
    pair->add_players()->set_person("Ada");
    pair->add_players()->mutable_agent()->set_name("Robot");
    return add;
  };
  v1::AddMatchesRequest add = tournament("tantrix{racks=open}");
  EXPECT_THAT(client_->Call<v1::AddMatchesResponse>(add, kTimeout),
              IsRefusedFor(v1::REASON_NO_MODEL, std::string("pairs.") + kAllow));
  v1::GetTournamentRequest get;
  get.set_tournament(add.tournament());
  ASSERT_OK_AND_ASSIGN(const v1::GetTournamentResponse nothing,
                       client_->Call<v1::GetTournamentResponse>(get, kTimeout));
  EXPECT_EQ(nothing.matches_size(), 0);
  add.mutable_pairs(0)->mutable_players(1)->mutable_agent()->set_allow_rollouts(true);
  EXPECT_THAT(client_->Call<v1::AddMatchesResponse>(add, kTimeout), IsOk());
  EXPECT_THAT(
      client_->Call<v1::AddMatchesResponse>(tournament("tantrix{colours=blue-green}"), kTimeout),
      IsOk());
}

// Levels belong to the model, whatever variant it plays.
TEST_F(AgentModelsTest, LevelsWorkInEveryVariantThatTheModelFits) {
  Add("tantrix", "model");
  ServerOptions options;
  Levels levels;
  levels.set_game(Canonical("tantrix"));
  levels.add_level()->set_simulations(1);
  levels.add_level()->set_simulations(3);
  ASSERT_THAT(options.levels.Add(levels), IsOk());
  Start(std::move(options));
  ServedMatch::Agent agent;
  agent.set_level(2);
  for (const char* game :
       {"tantrix{colours=green-blue}", "tantrix{lottery=no}", "tantrix{reward=tournament}"}) {
    ServedMatch match(client_.get());
    ASSERT_THAT(match.Create(ServedMatch::Against(game, agent)), IsOk()) << game;
    ASSERT_OK_AND_ASSIGN(const v1::MatchState state, match.See());
    EXPECT_EQ(state.players(1).agent_model().level(), 2);
    EXPECT_EQ(state.players(1).agent_model().simulations(), 3);
  }
  ServedMatch open(client_.get());
  agent.set_allow_rollouts(true);
  EXPECT_THAT(open.Create(ServedMatch::Against("tantrix{racks=open}", agent)),
              StatusIs(absl::StatusCode::kInvalidArgument, "has none"));
}

TEST_F(AgentModelsTest, ARestartedServerTellsWhichModelGoesOn) {
  Add("tic_tac_toe", "first");
  Start();
  ServedMatch match(client_.get());
  ASSERT_THAT(match.Create(ServedMatch::Against("tic_tac_toe", {})), IsOk());
  ASSERT_THAT(match.Play(1), IsOk());
  client_.reset();
  server_.reset();
  models_ = {};
  Start();
  ASSERT_OK_AND_ASSIGN(v1::MatchState state, match.See(client_.get()));
  EXPECT_EQ(state.players(1).agent_model().model(), "first");
  // The match continues, and its state names the model that plays.
  ASSERT_THAT(match.Play(1), IsOk());
  ASSERT_OK_AND_ASSIGN(state, match.See());
  EXPECT_EQ(state.players(1).agent_model().model(), "rollouts:16");
  EXPECT_EQ(state.players(1).agent_model().since_ply(), 3);
  ASSERT_THAT(match.Resign(), IsOk());
  ASSERT_OK_AND_ASSIGN(const v1::GetReportResponse report, match.Report());
  ASSERT_EQ(report.agents_size(), 2);
  EXPECT_EQ(report.agents(0).agent_model().model(), "first");
  EXPECT_EQ(report.agents(1).agent_model().fit(), v1::FIT_NONE);
  // A rematch with random games must be allowed explicitly.
  EXPECT_THAT(match.Rematch(), IsRefusedFor(v1::REASON_NO_MODEL, kAllow));
}

TEST(ReadFitsTest, ReadsWhatWasJudgedAndRefusesWhatWasNot) {
  const testing::TempDir folder;
  const std::string path = folder.Path("x.fits.textproto");
  const auto read = [&](const std::string& text) {
    EXPECT_THAT(WriteFileAtomically(path, text), IsOk());
    return selfplay::ReadFits(path);
  };
  ASSERT_OK_AND_ASSIGN(const Fits fits,
                       read("model: 'c0' judged { game: 'renju{forbidden=masked}' score: 0.6 "
                            "low: 0.5 high: 0.7 games: 10 }"));
  EXPECT_EQ(fits.judged(0).game(), Canonical("renju{forbidden=masked}"));
  EXPECT_THAT(read("judged { game: 'chess' }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "chess"));
  EXPECT_THAT(read("judged { game: 'renju' score: 0.6 }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "wanted score, low, high and games"));
  EXPECT_THAT(read("judged { game: 'renju' score: 1.6 }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "score"));
}

}  // namespace
}  // namespace kvintet::serving

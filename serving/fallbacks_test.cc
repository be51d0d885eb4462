// Tests that the service refuses rather than falls back silently: missing models, clocks without a
// kind, and more simulations than it allows.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/match.pb.h"
#include "kvintet_api/v1/tournament_service.pb.h"
#include "serving/client.h"
#include "serving/errors/refusal.h"
#include "serving/server.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/service/refusal_matchers.h"
#include "tests/support/service/served_test.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using testing::IsOk;
using testing::IsRefusedFor;
using testing::kTimeout;
using testing::ServedTest;
using testing::StatusIs;

// Records after which a seat moves, of the game with a model and of one without.
constexpr char kTrained[] = "tic_tac_toe; 0 b2";
constexpr char kUntrained[] = "connect_four; 0 d";

class FallbacksTest : public ServedTest {
 protected:
  void SetUp() override {
    config_.set_threads(1);
    config_.set_matches(folder_.Path("matches"));
    config_.set_max_simulations(16);
    ModelRegistry models;
    ASSERT_OK(models.Add({.game = "tic_tac_toe", .id = "fake", .factory = [](const auto& game) {
                            return std::make_unique<testing::FakeEvaluator>(
                                game, [](envs::ConstViews, auto, auto) {
                                  return selfplay::Wdl{0.5f, 0.25f, 0.25f};
                                });
                          }}));
    ServerOptions options;
    Levels levels;
    levels.set_game("tic_tac_toe");
    levels.add_level()->set_simulations(16);
    levels.add_level()->set_simulations(17);
    ASSERT_OK(options.levels.Add(levels));
    search_.simulations = 8;
    Start(std::move(models), std::move(options));
  }

  absl::StatusOr<v1::ChooseMoveResponse> Choose(const std::string& record, bool trained_only) {
    v1::ChooseMoveRequest request;
    request.mutable_state()->set_record(record);
    request.set_trained_only(trained_only);
    return client_->Call<v1::ChooseMoveResponse>(request, kTimeout);
  }
  absl::StatusOr<v1::EvaluateResponse> Evaluate(const std::vector<std::string>& records,
                                                bool trained_only) {
    v1::EvaluateRequest request;
    for (const std::string& record : records) {
      request.add_states()->set_record(record);
    }
    request.set_trained_only(trained_only);
    return client_->Call<v1::EvaluateResponse>(request, kTimeout);
  }
  // The last message of the stream.
  absl::StatusOr<v1::AnalyzeResponse> Analyze(const std::string& record, bool trained_only) {
    v1::AnalyzeRequest request;
    request.mutable_state()->set_record(record);
    request.set_trained_only(trained_only);
    v1::AnalyzeResponse last;
    const absl::Status status =
        client_->Follow<v1::AnalyzeResponse>(request, kTimeout, [&](const auto& message) {
          last = message;
          return true;
        });
    return status.ok() ? absl::StatusOr<v1::AnalyzeResponse>(last) : status;
  }
  absl::StatusOr<v1::ReviewSummary> Review(const std::string& record, bool trained_only) {
    v1::AnalyzeGameRequest request;
    request.mutable_state()->set_record(record);
    request.set_trained_only(trained_only);
    v1::ReviewSummary summary;
    const absl::Status status =
        client_->Follow<v1::AnalyzeGameResponse>(request, kTimeout, [&](const auto& message) {
          summary = message.summary();
          return true;
        });
    return status.ok() ? absl::StatusOr<v1::ReviewSummary>(summary) : status;
  }

  static v1::CreateMatchRequest Between(const std::string& game) {
    v1::CreateMatchRequest request;
    request.set_game(game);
    request.add_players()->set_person("Ada");
    request.add_players()->set_person("Bob");
    return request;
  }
  absl::Status Create(const v1::CreateMatchRequest& request) {
    return client_->Call<v1::CreateMatchResponse>(request, kTimeout).status();
  }
  absl::Status CreateWith(const std::string& game, const v1::Clock& clock) {
    v1::CreateMatchRequest request = Between(game);
    *request.mutable_clock() = clock;
    return Create(request);
  }
  absl::StatusOr<v1::CreateTournamentResponse> CreateTournament(
      const v1::TournamentSettings& settings) {
    v1::CreateTournamentRequest request;
    *request.mutable_settings() = settings;
    return client_->Call<v1::CreateTournamentResponse>(request, kTimeout);
  }
};

TEST_F(FallbacksTest, WhoWantsATrainedModelGetsOneOrARefusal) {
  EXPECT_THAT(Choose(kTrained, true), IsOk());
  EXPECT_THAT(Evaluate({kTrained}, true), IsOk());
  EXPECT_THAT(Analyze(kTrained, true), IsOk());
  EXPECT_THAT(Review(kTrained, true), IsOk());
  constexpr auto kNone = v1::REASON_NO_TRAINED_MODEL;
  EXPECT_THAT(Choose(kUntrained, true), IsRefusedFor(kNone, "trained_only"));
  EXPECT_THAT(Evaluate({kTrained, kUntrained}, true), IsRefusedFor(kNone, "trained_only"));
  EXPECT_THAT(Analyze(kUntrained, true), IsRefusedFor(kNone, "trained_only"));
  EXPECT_THAT(Review(kUntrained, true), IsRefusedFor(kNone, "trained_only"));
  EXPECT_THAT(Choose(kUntrained, true),
              StatusIs(absl::StatusCode::kFailedPrecondition, "connect_four has no trained model"));
}

TEST_F(FallbacksTest, AnAnswerTellsWhetherTheModelIsTrained) {
  for (const bool trained : {true, false}) {
    const std::string record = trained ? kTrained : kUntrained;
    ASSERT_OK_AND_ASSIGN(const v1::ChooseMoveResponse chosen, Choose(record, false));
    EXPECT_EQ(chosen.trained(), trained);
    ASSERT_OK_AND_ASSIGN(const v1::AnalyzeResponse analysed, Analyze(record, false));
    EXPECT_EQ(analysed.trained(), trained);
    ASSERT_OK_AND_ASSIGN(const v1::ReviewSummary reviewed, Review(record, false));
    EXPECT_EQ(reviewed.trained(), trained);
  }
  ASSERT_OK_AND_ASSIGN(const v1::EvaluateResponse judged, Evaluate({kTrained, kUntrained}, false));
  EXPECT_TRUE(judged.evaluations(0).trained());
  EXPECT_FALSE(judged.evaluations(1).trained());
}

TEST_F(FallbacksTest, AClockWithoutAKindIsRefused) {
  v1::Clock clock;
  EXPECT_THAT(CreateWith("renju", clock), IsRefusedFor(v1::REASON_BAD_FIELD, "clock.kind"));
  clock.set_total_ms(300'000);
  EXPECT_THAT(CreateWith("konkvest", clock), IsRefusedFor(v1::REASON_BAD_FIELD, "clock.kind"));
  v1::TournamentSettings settings;
  settings.set_name("Cup");
  settings.set_game("konkvest");
  *settings.mutable_clock() = clock;
  EXPECT_THAT(CreateTournament(settings),
              IsRefusedFor(v1::REASON_BAD_FIELD, "settings.clock.kind"));
  settings.clear_clock();
  EXPECT_THAT(CreateTournament(settings), IsOk());
}

// Without a clock in the request, the game's default clock is used.
TEST_F(FallbacksTest, WithoutAClockTheGamesUsualOneRuns) {
  ASSERT_OK_AND_ASSIGN(const v1::CreateMatchResponse made,
                       client_->Call<v1::CreateMatchResponse>(Between("konkvest"), kTimeout));
  v1::GetMatchRequest look;
  look.set_match(made.match());
  ASSERT_OK_AND_ASSIGN(const v1::GetMatchResponse seen,
                       client_->Call<v1::GetMatchResponse>(look, kTimeout));
  EXPECT_EQ(seen.state().clock().kind(), v1::Clock::KIND_HOURGLASS);
  EXPECT_EQ(seen.state().clock().total_ms(), 600'000);
}

TEST_F(FallbacksTest, AFieldThatAClocksKindHasNotIsRefused) {
  v1::Clock clock;
  clock.set_kind(v1::Clock::KIND_NONE);
  clock.set_total_ms(300'000);
  EXPECT_THAT(CreateWith("renju", clock), IsRefusedFor(v1::REASON_BAD_FIELD, "clock.total_ms"));
  clock.set_kind(v1::Clock::KIND_STAGES);
  clock.add_stages()->set_ms(60'000);
  EXPECT_THAT(CreateWith("renju", clock), IsRefusedFor(v1::REASON_BAD_FIELD, "clock.total_ms"));
  clock.clear_total_ms();
  EXPECT_THAT(CreateWith("renju", clock), IsOk());
  clock.set_kind(v1::Clock::KIND_HOURGLASS);
  EXPECT_THAT(CreateWith("konkvest", clock), IsRefusedFor(v1::REASON_BAD_FIELD, "clock.stages"));
}

// An agent has the requested strength, or the request is refused.
TEST_F(FallbacksTest, MoreSimulationsThanTheServerAllowsAreRefused) {
  v1::CreateMatchRequest request = Between("tic_tac_toe");
  v1::NewPlayer::Agent* agent = request.mutable_players(1)->mutable_agent();
  agent->set_simulations(16);
  EXPECT_THAT(Create(request), IsOk());
  agent->set_simulations(17);
  EXPECT_THAT(Create(request), IsRefusedFor(v1::REASON_BAD_BUDGET, "players.agent.simulations"));
  v1::TournamentSettings settings;
  settings.set_name("Cup");
  settings.set_game("tic_tac_toe");
  ASSERT_OK_AND_ASSIGN(const v1::CreateTournamentResponse made, CreateTournament(settings));
  v1::AddMatchesRequest round;
  round.set_tournament(made.tournament());
  round.set_token(made.token());
  round.set_round(1);
  *round.add_pairs()->mutable_players() = request.players();
  EXPECT_THAT(client_->Call<v1::AddMatchesResponse>(round, kTimeout),
              IsRefusedFor(v1::REASON_BAD_BUDGET, "pairs.players.agent.simulations"));
}

TEST_F(FallbacksTest, ALevelThatTakesMoreThanTheServerAllowsIsRefused) {
  v1::ChooseMoveRequest choose;
  choose.mutable_state()->set_game("tic_tac_toe");
  choose.set_level(1);
  EXPECT_THAT(client_->Call<v1::ChooseMoveResponse>(choose, kTimeout), IsOk());
  choose.set_level(2);
  EXPECT_THAT(client_->Call<v1::ChooseMoveResponse>(choose, kTimeout),
              IsRefusedFor(v1::REASON_BAD_BUDGET, "level"));
  v1::CreateMatchRequest request = Between("tic_tac_toe");
  request.mutable_players(1)->mutable_agent()->set_level(2);
  EXPECT_THAT(Create(request), IsRefusedFor(v1::REASON_BAD_BUDGET, "players.agent.level"));
}

}  // namespace
}  // namespace kvintet::serving

// Tests of LevelTable, and of requests with levels.
#include "serving/models/level_table.h"

#include <gtest/gtest.h>

#include "base/files/file.h"
#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/catalog.pb.h"
#include "kvintet_api/v1/match.pb.h"
#include "selfplay/files/strength_levels.h"
#include "serving/client.h"
#include "serving/errors/refusal.h"
#include "serving/server.h"
#include "tests/support/service/timeout.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::serving {
namespace {

using testing::IsOk;
using testing::kTimeout;
using testing::StatusIs;

constexpr char kText[] = R"(
game: "tic_tac_toe"
model: "rollouts:16"
level { simulations: 1 variety: 5 elo: 10 low: -5 high: 25 games: 40 p50_ms: 1 p95_ms: 2 }
level { simulations: 16 variety: 0.5 elo: 100 low: 80 high: 120 games: 40 p50_ms: 3 p95_ms: 4 }
level { simulations: 64 }
)";

class LevelTableTest : public ::testing::Test {
 protected:
  absl::StatusOr<Levels> Read(const std::string& text) {
    const std::string path = folder_.Path("x.levels.textproto");
    KVINTET_CHECK(WriteFileAtomically(path, text).ok());
    return selfplay::ReadLevels(path);
  }

  testing::TempDir folder_;
};

TEST_F(LevelTableTest, IsReadFromAFile) {
  ASSERT_OK_AND_ASSIGN(const Levels levels, Read(kText));
  LevelTable table;
  ASSERT_THAT(table.Add(levels), IsOk());
  EXPECT_EQ(table.Of("renju"), nullptr);
  ASSERT_OK_AND_ASSIGN(const StrengthLevel second, table.Find(levels.game(), 2));
  EXPECT_EQ(second.simulations(), 16);
  EXPECT_THAT(table.Add(levels), StatusIs(absl::StatusCode::kAlreadyExists));
}

TEST_F(LevelTableTest, NamesWhatIsWrongWithAFile) {
  EXPECT_THAT(Read("game: \"chess\" level {}"),
              StatusIs(absl::StatusCode::kInvalidArgument, "chess"));
  EXPECT_THAT(Read("game: \"tic_tac_toe\""),
              StatusIs(absl::StatusCode::kInvalidArgument, "wanted a level"));
  EXPECT_THAT(Read("game: \"tic_tac_toe\" level { simulations: 0 }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "simulations"));
  EXPECT_THAT(Read("game: \"tic_tac_toe\" level { depth: 3 }"),
              StatusIs(absl::StatusCode::kInvalidArgument, "depth"));
  EXPECT_THAT(selfplay::ReadLevels(folder_.Path("none")), StatusIs(absl::StatusCode::kNotFound));
}

class LevelsServiceTest : public LevelTableTest {
 protected:
  void Start(const std::string& text) {
    ServeConfig config;
    config.set_listen("127.0.0.1:0");
    config.set_matches(folder_.Path("matches"));
    ServerOptions options;
    ASSERT_OK_AND_ASSIGN(Levels levels, Read(text));
    ASSERT_THAT(options.levels.Add(std::move(levels)), IsOk());
    ASSERT_OK_AND_ASSIGN(server_,
                         Server::Start(config, selfplay::SearchSettings(), {}, std::move(options)));
    ASSERT_OK_AND_ASSIGN(client_, Client::Connect(server_->Address(), kTimeout));
  }
  absl::StatusOr<v1::ChooseMoveResponse> Choose(int level, int simulations = 0) {
    v1::ChooseMoveRequest request;
    request.mutable_state()->set_game("tic_tac_toe");
    request.set_level(level);
    request.set_simulations(simulations);
    request.set_seed(1);
    return client_->Call<v1::ChooseMoveResponse>(request, kTimeout);
  }
  v1::Model Model() {
    const auto models = client_->Call<v1::ListModelsResponse>(v1::ListModelsRequest(), kTimeout);
    KVINTET_CHECK(models.ok());
    for (const v1::Model& model : models->models()) {
      if (model.game() == "tic_tac_toe") {
        return model;
      }
    }
    return {};
  }

  std::unique_ptr<Server> server_;
  std::unique_ptr<Client> client_;
};

TEST_F(LevelsServiceTest, AreListedWithTheirRatings) {
  Start(kText);
  const v1::Model model = Model();
  ASSERT_EQ(model.levels_size(), 3);
  EXPECT_EQ(model.levels(1).level(), 2);
  EXPECT_EQ(model.levels(1).simulations(), 16);
  EXPECT_EQ(model.levels(1).rating().low(), 80);
  EXPECT_EQ(model.levels(0).rating().p95_ms(), 2);
  EXPECT_FALSE(model.levels(2).has_rating()) << "it has not been rated";
}

// Ratings belong to one model.
TEST_F(LevelsServiceTest, AreListedWithoutRatingsForAnotherModel) {
  std::string text = kText;
  text.replace(text.find("rollouts:16"), 11, "another one");
  Start(text);
  EXPECT_EQ(Model().levels_size(), 3);
  EXPECT_FALSE(Model().levels(0).has_rating());
}

TEST_F(LevelsServiceTest, SayHowManySimulationsAMoveTakes) {
  Start(kText);
  ASSERT_OK_AND_ASSIGN(const v1::ChooseMoveResponse weak, Choose(1));
  ASSERT_OK_AND_ASSIGN(const v1::ChooseMoveResponse strong, Choose(3));
  EXPECT_LE(weak.evaluations(), 2);
  EXPECT_GT(strong.evaluations(), 32);
}

TEST_F(LevelsServiceTest, AreRefusedWhereThereAreNone) {
  Start(kText);
  EXPECT_EQ(FieldOf(Choose(4).status()), "level");
  EXPECT_EQ(FieldOf(Choose(-1).status()), "level");
  EXPECT_EQ(FieldOf(Choose(1, 8).status()), "level");
  v1::ChooseMoveRequest request;
  request.mutable_state()->set_game("connect_four");
  request.set_level(1);
  EXPECT_THAT(client_->Call<v1::ChooseMoveResponse>(request, kTimeout),
              StatusIs(absl::StatusCode::kInvalidArgument, "has none"));
}

TEST_F(LevelsServiceTest, AreTakenByAgentsOfMatches) {
  Start(kText);
  v1::CreateMatchRequest request;
  request.set_game("tic_tac_toe");
  for (const int level : {1, 3}) {
    v1::NewPlayer::Agent* agent = request.add_players()->mutable_agent();
    agent->set_level(level);
    agent->set_allow_rollouts(true);
  }
  ASSERT_OK_AND_ASSIGN(const v1::CreateMatchResponse created,
                       client_->Call<v1::CreateMatchResponse>(request, kTimeout));
  v1::WatchMatchRequest watch;
  watch.set_match(created.match());
  bool over = false;
  EXPECT_THAT(client_->Follow<v1::WatchMatchResponse>(watch, kTimeout,
                                                      [&](const v1::WatchMatchResponse& seen) {
                                                        over = seen.state().phase() ==
                                                               v1::MatchState::PHASE_OVER;
                                                        return !over;
                                                      }),
              IsOk());
  EXPECT_TRUE(over);
  request.mutable_players(0)->mutable_agent()->set_level(9);
  const auto refused = client_->Call<v1::CreateMatchResponse>(request, kTimeout);
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kInvalidArgument, "wanted 1 to 3, found 9"));
  EXPECT_EQ(FieldOf(refused.status()), "players.agent.level");
}

// Konkvest matches have an option of their own, but levels are rated without it.
TEST_F(LevelsServiceTest, AreTakenByAgentsOfKonkvest) {
  Start("game: \"konkvest\" model: \"rollouts:16\" level { simulations: 1 }");
  v1::CreateMatchRequest request;
  request.add_players()->mutable_agent()->set_level(1);
  request.mutable_players(0)->mutable_agent()->set_allow_rollouts(true);
  request.add_players()->set_person("Ada");
  for (const char* game : {"konkvest", "konkvest{cycle=go_on}"}) {
    request.set_game(game);
    EXPECT_THAT(client_->Call<v1::CreateMatchResponse>(request, kTimeout), IsOk()) << game;
  }
}

}  // namespace
}  // namespace kvintet::serving

// Tests that the trained model plays an agent's games and rematches in every variant that it fits,
// by counting its evaluations.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

#include "envs/registry.h"
#include "selfplay/files/strength_levels.h"
#include "serving/server.h"
#include "tests/support/http_get.h"
#include "tests/support/matches/served_match.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/network/files/model_file.h"
#include "training/network/network_evaluator.h"

namespace kvintet {
namespace {

using testing::ServedMatch;

constexpr std::chrono::milliseconds kTimeout(60000);
constexpr int kMoves = 3;

// A network that counts its evaluations.
class CountingEvaluator final : public selfplay::Evaluator {
 public:
  CountingEvaluator(const envs::Game& game, network::PlayingNetwork playing,
                    std::atomic<int64_t>* asked)
      : network_(game, std::move(playing)), asked_(asked) {}
  const envs::Game& game() const override { return network_.game(); }
  std::string Id() const override { return network_.Id(); }
  absl::Status Evaluate(const selfplay::EvaluationRequest& request,
                        const selfplay::EvaluationResult& result) override {
    *asked_ += request.Count();
    return network_.Evaluate(request, result);
  }

 private:
  network::NetworkEvaluator network_;
  std::atomic<int64_t>* const asked_;
};

// The shipped model of a game. Tests run in the project's root folder.
absl::StatusOr<serving::ServedModel> Shipped(const std::string& name, std::atomic<int64_t>* asked) {
  KVINTET_ASSIGN_OR_RETURN(const network::NamedModel model,
                           network::LoadModel(absl::StrCat("models/", name, ".model")));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game,
                           envs::MakeGame(model.model.head.game));
  KVINTET_ASSIGN_OR_RETURN(network::PlayingNetwork playing,
                           network::MakePlayingNetwork(*game, model, {}));
  return serving::ServedModel{
      .game = model.model.head.game, .id = model.name, .factory = [=](const envs::Game& played) {
        return std::make_unique<CountingEvaluator>(played, playing, asked);
      }};
}

// A match to create, and the game's name.
struct Wanted {
  std::string name;
  std::string game;
  v1::Fit fit;
  // The colour that the person wishes, unless empty.
  std::string colour = {};
};

class TrainedRematchTest : public ::testing::TestWithParam<Wanted> {
 protected:
  void SetUp() override {
    ServeConfig config;
    config.set_listen("127.0.0.1:0");
    config.set_metrics("127.0.0.1:0");
    // Only evaluations for matches are counted, so no probes.
    config.set_probe_ms(0);
    config.set_threads(1);
    config.set_matches(folder_.Path("matches"));
    const std::string& name = GetParam().name;
    ASSERT_OK_AND_ASSIGN(serving::ServedModel model, Shipped(name, &asked_));
    id_ = model.id;
    serving::ModelRegistry models;
    ASSERT_OK(models.Add(std::move(model)));
    serving::ServerOptions options;
    ASSERT_OK_AND_ASSIGN(Levels levels,
                         selfplay::ReadLevels(absl::StrCat("models/", name, ".levels.textproto")));
    level_ = levels.level(1);
    ASSERT_OK(options.levels.Add(std::move(levels)));
    ASSERT_OK_AND_ASSIGN(server_, serving::Server::Start(config, selfplay::SearchSettings(),
                                                         std::move(models), std::move(options)));
    ASSERT_OK_AND_ASSIGN(client_, serving::Client::Connect(server_->Address(), kTimeout));
    match_.emplace(client_.get());
  }

  // Whether rollouts were used instead of a model.
  bool RolloutsWereAsked() const {
    const auto address = serving::ParseListenAddress(server_->MetricsAddress());
    const std::string page = testing::HttpGet(*address, "GET /metrics HTTP/1.0\r\n\r\n");
    EXPECT_NE(page.find(absl::StrCat("evaluations_total{model=\"", id_)), std::string::npos);
    return page.find("evaluations_total{model=\"rollouts") != std::string::npos;
  }

  // Plays some moves; returns the number of evaluations by the model meanwhile.
  int64_t AskedWhilePlaying() {
    const int64_t before = asked_;
    EXPECT_OK(match_->Play(kMoves));
    return asked_ - before;
  }

  void ExpectNamed(int game_number) {
    ASSERT_OK_AND_ASSIGN(const v1::MatchState state, match_->See());
    EXPECT_EQ(state.game_number(), game_number);
    EXPECT_FALSE(state.players(0).has_agent_model());
    const v1::AgentModel& model = state.players(1).agent_model();
    EXPECT_EQ(model.model(), id_);
    EXPECT_EQ(model.level(), 2);
    EXPECT_EQ(model.simulations(), level_.simulations());
    EXPECT_EQ(model.variety(), level_.variety());
    EXPECT_EQ(model.since_ply(), 0);
    EXPECT_EQ(model.trained_on().substr(0, GetParam().name.size()), GetParam().name);
  }

  testing::TempDir folder_;
  std::atomic<int64_t> asked_ = 0;
  std::string id_;
  StrengthLevel level_;
  std::unique_ptr<serving::Server> server_;
  std::unique_ptr<serving::Client> client_;
  std::optional<ServedMatch> match_;
};

TEST_P(TrainedRematchTest, TheModelPlaysTheGameAndTheRematch) {
  const Wanted& wanted = GetParam();
  ServedMatch::Agent agent;
  agent.set_level(2);
  v1::ColourWish wish;
  wish.set_first(wanted.colour);
  ASSERT_OK(match_->Create(
      ServedMatch::Against(wanted.game, agent, wanted.colour.empty() ? nullptr : &wish)));
  EXPECT_GT(AskedWhilePlaying(), 0);
  ExpectNamed(1);
  ASSERT_OK_AND_ASSIGN(const v1::MatchState first, match_->See());
  EXPECT_EQ(first.players(1).agent_model().fit(), wanted.fit);
  ASSERT_OK(match_->Resign());
  ASSERT_OK_AND_ASSIGN(const v1::GetReportResponse report, match_->Report());
  EXPECT_NE(report.text().find("player 1: model " + id_), std::string::npos);
  EXPECT_NE(report.text().find(", level 2, "), std::string::npos);
  ASSERT_EQ(report.agents_size(), 1);
  EXPECT_EQ(report.agents(0).player(), 1);
  EXPECT_EQ(report.agents(0).agent_model().model(), id_);
  ASSERT_OK(match_->Rematch());
  EXPECT_GT(AskedWhilePlaying(), 0);
  ExpectNamed(2);
  EXPECT_FALSE(RolloutsWereAsked());
}

const std::vector<Wanted>& AllWanted() {
  static const std::vector<Wanted> kWanted = {
      {"kontranto", "kontranto", v1::FIT_TRAINED_ON_IT},
      {"kontranto", "kontranto{colour_choice=false}", v1::FIT_SAME_PLAY},
      {"renju", "renju", v1::FIT_TRAINED_ON_IT},
      {"punct", "punct", v1::FIT_SAME_PLAY},
      {"punct", "punct{max_plies=200}", v1::FIT_SAME_PLAY},
      // In matches the players are asked what to do when a position repeats.
      {"konkvest", "konkvest", v1::FIT_SAME_PLAY},
      {"konkvest", "konkvest{cycle=restart,max_plies=300}", v1::FIT_SAME_PLAY},
      {"tantrix", "tantrix", v1::FIT_TRAINED_ON_IT},
      {"tantrix", "tantrix{colours=green-blue}", v1::FIT_SAME_PLAY},
      {"tantrix", "tantrix{lottery=no,reward=tournament}", v1::FIT_SAME_PLAY},
      {"tantrix", "tantrix", v1::FIT_SAME_PLAY, "green"}};
  return kWanted;
}

INSTANTIATE_TEST_SUITE_P(Games, TrainedRematchTest, ::testing::ValuesIn(AllWanted()),
                         [](const auto& wanted) {
                           return absl::StrCat(wanted.param.name, "_", wanted.index);
                         });

}  // namespace
}  // namespace kvintet

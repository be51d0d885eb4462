// Tests of Server and Client: correct answers and bad input, as a client sees them.
#include "serving/server.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include "envs/registry.h"
#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/catalog.pb.h"
#include "kvintet_api/v1/rules.pb.h"
#include "serving/client.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/service/served_test.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::serving {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::kTimeout;
using testing::ServedTest;
using testing::StatusIs;

// A server on a free port, and a client for it.
class ServerTest : public ServedTest {
 protected:
  using ServedTest::Start;
  static v1::GameState Start(const std::string& game) {
    v1::GameState situation;
    situation.set_game(game);
    return situation;
  }
  static v1::GameState Record(const std::string& record) {
    v1::GameState situation;
    situation.set_record(record);
    return situation;
  }

  absl::StatusOr<v1::DescribeResponse> Describe(const v1::GameState& situation) {
    v1::DescribeRequest request;
    *request.mutable_state() = situation;
    return client_->Call<v1::DescribeResponse>(request, kTimeout);
  }
  absl::StatusOr<v1::ListMovesResponse> ListMoves(const v1::GameState& situation,
                                                  const std::string& prefix = "", int size = 0,
                                                  const std::string& token = "") {
    v1::ListMovesRequest request;
    *request.mutable_state() = situation;
    request.set_prefix(prefix);
    request.set_page_size(size);
    request.set_page_token(token);
    return client_->Call<v1::ListMovesResponse>(request, kTimeout);
  }
  absl::StatusOr<v1::ApplyResponse> Apply(const v1::GameState& situation, const std::string& move) {
    v1::ApplyRequest request;
    *request.mutable_state() = situation;
    request.set_move(move);
    return client_->Call<v1::ApplyResponse>(request, kTimeout);
  }
  absl::StatusOr<v1::EvaluateResponse> Evaluate(const v1::GameState& situation,
                                                bool omniscient = false) {
    v1::EvaluateRequest request;
    *request.add_states() = situation;
    request.set_omniscient(omniscient);
    return client_->Call<v1::EvaluateResponse>(request, kTimeout);
  }
  absl::StatusOr<v1::ChooseMoveResponse> ChooseMove(const v1::GameState& situation, int simulations,
                                                    uint64_t seed,
                                                    std::chrono::milliseconds timeout = kTimeout) {
    v1::ChooseMoveRequest request;
    *request.mutable_state() = situation;
    request.set_simulations(simulations);
    request.set_seed(seed);
    return client_->Call<v1::ChooseMoveResponse>(request, timeout);
  }
};

// A slow model that counts its evaluations.
ModelRegistry SlowModel(std::chrono::milliseconds each, std::atomic<int>* judged = nullptr) {
  ModelRegistry models;
  const absl::Status added = models.Add(
      {.game = "tic_tac_toe", .id = "slow", .factory = [=](const envs::Game& game) {
         return std::make_unique<testing::FakeEvaluator>(game, [=](envs::ConstViews, auto, auto) {
           if (judged != nullptr) {
             ++*judged;
           }
           std::this_thread::sleep_for(each);
           return selfplay::Wdl{0.5f, 0.25f, 0.25f};
         });
       }});
  KVINTET_CHECK(added.ok());
  return models;
}

TEST_F(ServerTest, ListsEveryGameWithItsOptionsAndTheLimits) {
  Start();
  ASSERT_OK_AND_ASSIGN(const v1::ListGamesResponse games,
                       client_->Call<v1::ListGamesResponse>(v1::ListGamesRequest(), kTimeout));
  ASSERT_EQ(static_cast<size_t>(games.games_size()), envs::GameNames().size());
  EXPECT_EQ(games.games(0).name(), envs::GameNames()[0]);
  EXPECT_EQ(games.limits().max_positions(), 64);
  EXPECT_EQ(games.limits().max_request_bytes(), 256 * 1024);
}

TEST_F(ServerTest, TellsOneGameUnderItsOptions) {
  Start();
  ASSERT_OK_AND_ASSIGN(const v1::ListGamesResponse games,
                       client_->Call<v1::ListGamesResponse>(v1::ListGamesRequest(), kTimeout));
  v1::GetGameRequest request;
  request.set_game(games.games(0).name());
  ASSERT_OK_AND_ASSIGN(v1::GetGameResponse told,
                       client_->Call<v1::GetGameResponse>(request, kTimeout));
  EXPECT_EQ(told.game().SerializeAsString(), games.games(0).SerializeAsString());
  request.set_game("goofspiel{cards=4}");
  ASSERT_OK_AND_ASSIGN(told, client_->Call<v1::GetGameResponse>(request, kTimeout));
  EXPECT_EQ(told.game().name(), "goofspiel");
  EXPECT_EQ(told.game().text(), "goofspiel{cards=4,objective=points,order=random}");
}

TEST_F(ServerTest, SaysThatAGameWithoutAModelIsServedByRollouts) {
  Start(SlowModel(std::chrono::milliseconds(0)));
  ASSERT_OK_AND_ASSIGN(const v1::ListModelsResponse models,
                       client_->Call<v1::ListModelsResponse>(v1::ListModelsRequest(), kTimeout));
  for (const v1::Model& model : models.models()) {
    EXPECT_EQ(model.trained(), model.game() == "tic_tac_toe") << model.game();
    EXPECT_EQ(model.id(), model.trained() ? "slow" : "rollouts:16");
  }
}

TEST_F(ServerTest, DescribesTheStartOfAGame) {
  Start();
  ASSERT_OK_AND_ASSIGN(const v1::DescribeResponse response, Describe(Start("tic_tac_toe")));
  const v1::Description& start = response.description();
  EXPECT_EQ(start.seat(), v1::SEAT_0);
  ASSERT_EQ(start.actors_size(), 1);
  EXPECT_EQ(start.actors(0), v1::ACTOR_SEAT_0);
  EXPECT_FALSE(start.ended());
  EXPECT_EQ(start.seat_record(), "tic_tac_toe");
  int actions = 0;
  for (const v1::Shape& shape : start.scene().shapes()) {
    actions += shape.action().empty() ? 0 : 1;
  }
  EXPECT_EQ(actions, 9);
}

TEST_F(ServerTest, ListsMovesByPageAndByPrefix) {
  Start();
  ASSERT_OK_AND_ASSIGN(const v1::ListMovesResponse all, ListMoves(Start("tic_tac_toe")));
  ASSERT_EQ(all.moves_size(), 9);
  EXPECT_EQ(all.actor(), v1::ACTOR_SEAT_0);
  std::string token;
  std::vector<std::string> paged;
  do {
    ASSERT_OK_AND_ASSIGN(const v1::ListMovesResponse page,
                         ListMoves(Start("tic_tac_toe"), "", 4, token));
    for (const v1::Move& move : page.moves()) {
      paged.push_back(move.text());
    }
    token = page.next_page_token();
  } while (!token.empty());
  ASSERT_EQ(paged.size(), 9u);
  EXPECT_EQ(paged[8], all.moves(8).text());
  const std::string prefix = all.moves(0).text().substr(0, 1);
  ASSERT_OK_AND_ASSIGN(const v1::ListMovesResponse some, ListMoves(Start("tic_tac_toe"), prefix));
  EXPECT_EQ(some.moves_size(), 3);
}

TEST_F(ServerTest, ListsTheOutcomesOfChance) {
  Start();
  ASSERT_OK_AND_ASSIGN(const v1::ListMovesResponse deals, ListMoves(Start("kuhn")));
  EXPECT_EQ(deals.actor(), v1::ACTOR_CHANCE);
  double sum = 0;
  for (const v1::Move& deal : deals.moves()) {
    sum += deal.probability();
  }
  EXPECT_NEAR(sum, 1, 1e-9);
}

TEST_F(ServerTest, PlaysAWholeGameByApplyingTheFirstMoves) {
  Start();
  v1::GameState situation = Start("tic_tac_toe");
  bool ended = false;
  while (!ended) {
    ASSERT_OK_AND_ASSIGN(const v1::ListMovesResponse moves, ListMoves(situation));
    ASSERT_OK_AND_ASSIGN(const v1::ApplyResponse next, Apply(situation, moves.moves(0).text()));
    situation = next.state();
    ended = next.description().ended();
  }
  ASSERT_OK_AND_ASSIGN(const v1::DescribeResponse end, Describe(situation));
  EXPECT_EQ(end.description().result().returns(0), 1);
  EXPECT_EQ(end.description().actors_size(), 0);
  EXPECT_THAT(Apply(situation, "a1"), StatusIs(absl::StatusCode::kFailedPrecondition, "ended"));
}

TEST_F(ServerTest, EvaluatesEachSituationFromTheSeatThatActs) {
  Start();
  v1::EvaluateRequest request;
  for (int i = 0; i < 64; ++i) {
    *request.add_states() = Start("tic_tac_toe");
  }
  ASSERT_OK_AND_ASSIGN(const v1::EvaluateResponse response,
                       client_->Call<v1::EvaluateResponse>(request, kTimeout));
  ASSERT_EQ(response.evaluations_size(), 64);
  const v1::Evaluation& first = response.evaluations(0);
  EXPECT_NEAR(first.win() + first.draw() + first.loss(), 1, 1e-6);
  ASSERT_EQ(first.policy_size(), 9);
  EXPECT_NEAR(first.policy(0).probability(), 1.0 / 9, 1e-6);
  EXPECT_EQ(first.model(), "rollouts:16");
  *request.add_states() = Start("tic_tac_toe");
  EXPECT_THAT(client_->Call<v1::EvaluateResponse>(request, kTimeout),
              StatusIs(absl::StatusCode::kInvalidArgument, "wanted 1 to 64, found 65"));
}

TEST_F(ServerTest, ChoosesTheWinningMoveBySearch) {
  Start();
  v1::GameState situation = Start("tic_tac_toe");
  ASSERT_OK_AND_ASSIGN(const v1::ListMovesResponse moves, ListMoves(situation));
  for (const int i : {0, 3, 1, 4}) {
    ASSERT_OK_AND_ASSIGN(const v1::ApplyResponse next, Apply(situation, moves.moves(i).text()));
    situation = next.state();
  }
  ASSERT_OK_AND_ASSIGN(const v1::ChooseMoveResponse chosen, ChooseMove(situation, 64, 1));
  EXPECT_EQ(chosen.move(), moves.moves(2).text());
  EXPECT_EQ(chosen.candidates(0).action(), moves.moves(2).text());
  EXPECT_EQ(chosen.candidates(0).value(), 1);
  EXPECT_NEAR(chosen.win() + chosen.draw() + chosen.loss(), 1, 1e-6);
  EXPECT_GT(chosen.evaluations(), 1);
}

// Both seats act at once, so there is no tree search; drawing from the policy takes one evaluation.
TEST_F(ServerTest, SearchesWhereBothSeatsActAtOnce) {
  Start();
  v1::GameState situation;
  situation.set_seat_record("oshi_zumo");
  situation.set_seat(v1::SEAT_0);
  ASSERT_OK_AND_ASSIGN(const v1::ChooseMoveResponse chosen, ChooseMove(situation, 64, 1));
  EXPECT_GT(chosen.evaluations(), 8);
  ASSERT_OK_AND_ASSIGN(const v1::ChooseMoveResponse again, ChooseMove(situation, 64, 1));
  EXPECT_EQ(chosen.move(), again.move());
}

// The opponent's card is hidden, so whole moves are tried for each possible card.
TEST_F(ServerTest, SearchesWhereSomethingIsHidden) {
  Start();
  v1::GameState situation;
  situation.set_seat_record("kuhn; chance deal J; chance deal ?; 0 pass; 1 bet");
  situation.set_seat(v1::SEAT_0);
  ASSERT_OK_AND_ASSIGN(const v1::ChooseMoveResponse chosen, ChooseMove(situation, 64, 1));
  EXPECT_EQ(chosen.move(), "pass");
  ASSERT_EQ(chosen.candidates_size(), 2);
  for (const v1::Candidate& candidate : chosen.candidates()) {
    EXPECT_EQ(candidate.visits(), 32);
  }
  EXPECT_LT(chosen.candidates(1).value(), chosen.candidates(0).value());
  EXPECT_GE(std::min({chosen.win(), chosen.draw(), chosen.loss()}), 0);
}

// With a queen, seat 0 does not know who has won the showdown.
TEST_F(ServerTest, TellsOnlyAResultThatASeatKnows) {
  Start();
  const auto described = [this](const std::string& record) {
    v1::GameState situation;
    situation.set_seat_record(record);
    situation.set_seat(v1::SEAT_0);
    const absl::StatusOr<v1::DescribeResponse> response = Describe(situation);
    EXPECT_THAT(response, IsOk());
    return response->description();
  };
  const v1::Description open = described("kuhn; chance deal Q; chance deal ?; 0 bet; 1 bet");
  EXPECT_TRUE(open.ended());
  EXPECT_FALSE(open.has_result());
  EXPECT_EQ(described("kuhn; chance deal K; chance deal ?; 0 bet; 1 bet").result().returns(0), 1);
  EXPECT_EQ(described("kuhn; chance deal Q; chance deal ?; 0 bet; 1 pass").result().returns(0),
            0.5);
}

TEST_F(ServerTest, ChoosesTheSameMoveForTheSameSeed) {
  Start();
  v1::GameState situation;
  situation.set_seat_record("goofspiel");
  situation.set_seat(v1::SEAT_0);
  ASSERT_OK_AND_ASSIGN(const v1::ListMovesResponse deals, ListMoves(Start("goofspiel")));
  if (deals.actor() == v1::ACTOR_CHANCE) {
    v1::ApplyRequest request;
    *request.mutable_state() = situation;
    request.set_actor(v1::ACTOR_CHANCE);
    request.set_move(deals.moves(0).text());
    ASSERT_OK_AND_ASSIGN(const v1::ApplyResponse dealt,
                         client_->Call<v1::ApplyResponse>(request, kTimeout));
    situation = dealt.state();
  }
  std::vector<std::string> chosen;
  for (uint64_t seed = 0; seed < 16; ++seed) {
    ASSERT_OK_AND_ASSIGN(const v1::ChooseMoveResponse first, ChooseMove(situation, 0, seed));
    ASSERT_OK_AND_ASSIGN(const v1::ChooseMoveResponse second, ChooseMove(situation, 0, seed));
    EXPECT_EQ(first.move(), second.move());
    chosen.push_back(first.move());
  }
  EXPECT_GT(std::set<std::string>(chosen.begin(), chosen.end()).size(), 1u);
}

TEST_F(ServerTest, RefusesToAnalyseARecordThatTellsMoreThanTheSeatKnows) {
  Start();
  ASSERT_OK_AND_ASSIGN(const v1::ListMovesResponse deals, ListMoves(Start("kuhn")));
  v1::GameState situation = Start("kuhn");
  for (int i = 0; i < 2; ++i) {
    ASSERT_OK_AND_ASSIGN(const v1::ListMovesResponse left, ListMoves(situation));
    ASSERT_OK_AND_ASSIGN(const v1::ApplyResponse dealt, Apply(situation, left.moves(0).text()));
    situation = dealt.state();
  }
  EXPECT_THAT(Evaluate(situation),
              StatusIs(absl::StatusCode::kFailedPrecondition, "wanted a seat's record"));
  EXPECT_THAT(Evaluate(situation, true), IsOk());
  ASSERT_OK_AND_ASSIGN(const v1::DescribeResponse known, Describe(situation));
  v1::GameState own;
  own.set_seat_record(known.description().seat_record());
  own.set_seat(v1::SEAT_0);
  EXPECT_THAT(own.seat_record(), HasSubstr("?"));
  EXPECT_THAT(Evaluate(own), IsOk());
}

TEST_F(ServerTest, NamesWhatIsWrongWithASituation) {
  Start();
  EXPECT_THAT(Describe(Start("chess")), StatusIs(absl::StatusCode::kNotFound, "chess"));
  EXPECT_THAT(Describe(v1::GameState()), StatusIs(absl::StatusCode::kInvalidArgument, "game"));
  EXPECT_THAT(Describe(Start("tic_tac_toe{size=4}")),
              StatusIs(absl::StatusCode::kInvalidArgument, "size"));
  EXPECT_THAT(Describe(Record("tic_tac_toe; 0 z9")),
              StatusIs(absl::StatusCode::kInvalidArgument, "0 z9"));
  v1::GameState impossible = Start("tic_tac_toe");
  impossible.set_position("XXXXXXXXX");
  EXPECT_THAT(Describe(impossible), StatusIs(absl::StatusCode::kInvalidArgument));
  v1::GameState nobody;
  nobody.set_seat_record("tic_tac_toe");
  EXPECT_THAT(Describe(nobody), StatusIs(absl::StatusCode::kInvalidArgument, "seat"));
  EXPECT_THAT(ListMoves(Start("goofspiel"), "", -1), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(ListMoves(Start("tic_tac_toe"), "", 1, "next"),
              StatusIs(absl::StatusCode::kInvalidArgument, "page_token"));
}

TEST_F(ServerTest, RefusesAnIllegalMove) {
  Start();
  EXPECT_THAT(Apply(Start("tic_tac_toe"), "z9"),
              StatusIs(absl::StatusCode::kInvalidArgument, "z9"));
}

TEST_F(ServerTest, RefusesMoreSimulationsThanItsLimit) {
  Start();
  EXPECT_THAT(ChooseMove(Start("tic_tac_toe"), 10001, 0),
              StatusIs(absl::StatusCode::kInvalidArgument, "wanted 0 to 10000, found 10001"));
}

TEST_F(ServerTest, RefusesALargeRequest) {
  Start();
  EXPECT_THAT(Describe(Record("tic_tac_toe; " + std::string(256 * 1024, ' '))),
              StatusIs(absl::StatusCode::kResourceExhausted));
}

TEST_F(ServerTest, RefusesAPortThatIsTaken) {
  Start();
  config_.set_listen(server_->Address());
  EXPECT_THAT(Server::Start(config_, search_, {}).status(),
              StatusIs(absl::StatusCode::kAlreadyExists, server_->Address()));
}

TEST_F(ServerTest, ServesOnAUnixSocketAndLeavesItToItsOwner) {
  const testing::TempDir folder;
  config_.set_listen("unix:" + folder.Path("socket"));
  Start();
  EXPECT_EQ(server_->Address(), config_.listen());
  EXPECT_THAT(Server::Start(config_, search_, {}).status(),
              StatusIs(absl::StatusCode::kAlreadyExists, "socket"));
  EXPECT_THAT(Describe(Start("tic_tac_toe")), IsOk());
}

TEST_F(ServerTest, DoesNotReplaceAFileByItsSocket) {
  const testing::TempDir folder;
  std::ofstream(folder.Path("file")) << "kept";
  config_.set_listen("unix:" + folder.Path("file"));
  EXPECT_THAT(Server::Start(config_, search_, {}).status(),
              StatusIs(absl::StatusCode::kAlreadyExists, "file"));
}

TEST_F(ServerTest, NamesAFolderThatIsNotThere) {
  const testing::TempDir folder;
  config_.set_listen("unix:" + folder.Path("none/socket"));
  EXPECT_THAT(Server::Start(config_, search_, {}).status(),
              StatusIs(absl::StatusCode::kFailedPrecondition, "No such file or directory"));
}

// A server that was killed leaves its socket file behind.
TEST_F(ServerTest, TakesTheSocketOfAServerThatIsGone) {
  const testing::TempDir folder;
  const std::string path = folder.Path("socket");
  sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = {}};
  std::ranges::copy(path, address.sun_path);
  const int gone = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(gone, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  close(gone);
  config_.set_listen("unix:" + path);
  Start();
  EXPECT_THAT(Describe(Start("tic_tac_toe")), IsOk());
}

TEST_F(ServerTest, ListensOnLoopbackOnly) {
  for (const char* address : {"0.0.0.0:0", "192.0.2.1:50051", "[::]:0", "example.org:1"}) {
    config_.set_listen(address);
    EXPECT_THAT(Server::Start(config_, search_, {}).status(),
                StatusIs(absl::StatusCode::kInvalidArgument, "loopback"))
        << address;
  }
  for (const char* address : {"", "127.0.0.1", "127.0.0.1:65536", "127.0.0.1:x", "unix:"}) {
    config_.set_listen(address);
    EXPECT_THAT(Server::Start(config_, search_, {}).status(),
                StatusIs(absl::StatusCode::kInvalidArgument, "wanted"))
        << address;
  }
}

TEST_F(ServerTest, EndsASearchAtTheDeadline) {
  Start(SlowModel(std::chrono::milliseconds(5)));
  EXPECT_THAT(ChooseMove(Start("tic_tac_toe"), 10000, 0, std::chrono::milliseconds(300)),
              StatusIs(absl::StatusCode::kDeadlineExceeded));
}

TEST_F(ServerTest, RefusesAtOnceWhatCannotBeDoneInTime) {
  Start(SlowModel(std::chrono::milliseconds(20)));
  ASSERT_THAT(Evaluate(Start("tic_tac_toe")), IsOk());
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(ChooseMove(Start("tic_tac_toe"), 10000, 0),
              StatusIs(absl::StatusCode::kDeadlineExceeded, "would take about"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, kTimeout / 4);
}

TEST_F(ServerTest, CutsCallsWithoutADeadlineToItsOwn) {
  config_.set_max_deadline_ms(200);
  Start(SlowModel(std::chrono::milliseconds(5)));
  EXPECT_THAT(ChooseMove(Start("tic_tac_toe"), 10000, 0),
              StatusIs(absl::StatusCode::kDeadlineExceeded, "the deadline has passed"));
}

TEST_F(ServerTest, RefusesAnalysesBeyondItsQueue) {
  config_.set_max_queued(1);
  std::atomic<int> judged = 0;
  Start(SlowModel(std::chrono::milliseconds(20), &judged));
  std::jthread first([&] { EXPECT_THAT(ChooseMove(Start("tic_tac_toe"), 100, 0), IsOk()); });
  while (judged == 0) {
    std::this_thread::yield();
  }
  EXPECT_THAT(Evaluate(Start("tic_tac_toe")),
              StatusIs(absl::StatusCode::kResourceExhausted, "try again later"));
}

TEST_F(ServerTest, SharesItselfAmongManyClients) {
  Start();
  std::vector<std::jthread> clients;
  for (int i = 0; i < 8; ++i) {
    clients.emplace_back([this] {
      auto client = Client::Connect(server_->Address(), kTimeout);
      ASSERT_THAT(client, IsOk());
      v1::ChooseMoveRequest request;
      request.mutable_state()->set_game("tic_tac_toe");
      request.set_simulations(64);
      request.set_seed(7);
      const auto chosen = (*client)->Call<v1::ChooseMoveResponse>(request, kTimeout);
      ASSERT_THAT(chosen, IsOk());
      EXPECT_GT(chosen->candidates(0).visits(), 0);
    });
  }
}

TEST_F(ServerTest, StopsInTheMiddleOfASearch) {
  std::atomic<int> judged = 0;
  Start(SlowModel(std::chrono::milliseconds(5), &judged));
  std::jthread searching([&] { EXPECT_FALSE(ChooseMove(Start("tic_tac_toe"), 10000, 0).ok()); });
  while (judged == 0) {
    std::this_thread::yield();
  }
  const auto start = std::chrono::steady_clock::now();
  server_->Shutdown(std::chrono::milliseconds(50));
  server_->Wait();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST_F(ServerTest, LetsTheNextServerHaveItsPort) {
  Start();
  const std::string address = server_->Address();
  server_->Shutdown(std::chrono::milliseconds(0));
  config_.set_listen(address);
  Start();
  EXPECT_EQ(server_->Address(), address);
}

TEST(ClientTest, SaysThatNobodyAnswers) {
  const testing::TempDir folder;
  EXPECT_THAT(
      Client::Connect("unix:" + folder.Path("none"), std::chrono::milliseconds(100)).status(),
      StatusIs(absl::StatusCode::kUnavailable, "no server answers"));
}

}  // namespace
}  // namespace kvintet::serving

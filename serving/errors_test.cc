// Tests of the service's errors: for each reason, a client's call that is refused for it.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <limits>
#include <new>
#include <span>
#include <thread>
#include <utility>

#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/catalog.pb.h"
#include "kvintet_api/v1/match.pb.h"
#include "kvintet_api/v1/rules.pb.h"
#include "serving/calls/call.h"
#include "serving/client.h"
#include "serving/errors/refusal.h"
#include "serving/server.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/service/refusal_matchers.h"
#include "tests/support/service/served_test.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::serving {
namespace {

using testing::IsOk;
using testing::IsRefusedFor;
using testing::kTimeout;
using testing::ServedTest;

// A slow model of tic-tac-toe that counts its evaluations and may fail.
ModelRegistry Model(std::chrono::milliseconds each, std::atomic<int>* judged,
                    const absl::Status& result = absl::OkStatus()) {
  ModelRegistry models;
  const absl::Status added =
      models.Add({.game = "tic_tac_toe", .id = "fake", .factory = [=](const envs::Game& game) {
                    auto evaluator = std::make_unique<testing::FakeEvaluator>(
                        game, [=](envs::ConstViews, auto, auto) {
                          ++*judged;
                          std::this_thread::sleep_for(each);
                          return selfplay::Wdl{0.5f, 0.25f, 0.25f};
                        });
                    evaluator->SetStatus(result);
                    return evaluator;
                  }});
  KVINTET_CHECK(added.ok());
  return models;
}

class ErrorsTest : public ServedTest {
 protected:
  void Start(ModelRegistry models = {}) {
    ServedTest::Start(std::move(models), {.quotas = quotas_});
  }

  // A function that sets a state.
  using Setter = std::function<void(v1::GameState*)>;
  absl::Status Describe(const Setter& set) {
    v1::DescribeRequest request;
    set(request.mutable_state());
    return client_->Call<v1::DescribeResponse>(request, kTimeout).status();
  }
  absl::Status Describe(const std::string& record) {
    return Describe([&](v1::GameState* situation) { situation->set_record(record); });
  }
  absl::Status ListMoves(const Setter& set, const std::string& token = "") {
    v1::ListMovesRequest request;
    set(request.mutable_state());
    request.set_page_token(token);
    return client_->Call<v1::ListMovesResponse>(request, kTimeout).status();
  }
  absl::Status Apply(const std::string& record, const std::string& move) {
    v1::ApplyRequest request;
    request.mutable_state()->set_record(record);
    request.set_move(move);
    return client_->Call<v1::ApplyResponse>(request, kTimeout).status();
  }
  absl::Status GetGame(const std::string& game) {
    v1::GetGameRequest request;
    request.set_game(game);
    return client_->Call<v1::GetGameResponse>(request, kTimeout).status();
  }
  absl::Status Evaluate(const std::vector<std::string>& records) {
    v1::EvaluateRequest request;
    for (const std::string& record : records) {
      request.add_states()->set_record(record);
    }
    return client_->Call<v1::EvaluateResponse>(request, kTimeout).status();
  }
  absl::Status Choose(int simulations, double variety = 0,
                      std::chrono::milliseconds timeout = kTimeout) {
    v1::ChooseMoveRequest request;
    request.mutable_state()->set_game("tic_tac_toe");
    request.set_simulations(simulations);
    request.set_variety(variety);
    return client_->Call<v1::ChooseMoveResponse>(request, timeout).status();
  }
  // Reviews one decision of a game of tic-tac-toe.
  absl::Status Review(const std::string& record, int decision) {
    v1::AnalyzeGameRequest request;
    request.mutable_state()->set_record(record);
    request.set_simulations(8);
    request.set_first(decision);
    request.set_count(1);
    return client_->Follow<v1::AnalyzeGameResponse>(request, kTimeout,
                                                    [](const auto&) { return true; });
  }
  // Runs `work` during a long search.
  void DuringASearch(const std::atomic<int>& judged, const std::function<void()>& work) {
    const std::unique_ptr<Client> other = Connect();
    std::jthread searching([&] {
      v1::ChooseMoveRequest request;
      request.mutable_state()->set_game("tic_tac_toe");
      request.set_simulations(100);
      EXPECT_THAT(other->Call<v1::ChooseMoveResponse>(request, kTimeout), IsOk());
    });
    while (judged == 0) {
      std::this_thread::yield();
    }
    work();
  }

  Quotas quotas_;
};

TEST_F(ErrorsTest, BadField) {
  Start();
  EXPECT_THAT(Describe([](v1::GameState*) {}), IsRefusedFor(v1::REASON_BAD_FIELD, "state.game"));
  EXPECT_THAT(Describe([](v1::GameState* situation) {
                situation->set_game("kuhn");
                situation->set_seat(static_cast<v1::Seat>(7));
              }),
              IsRefusedFor(v1::REASON_BAD_FIELD, "state.seat"));
  EXPECT_THAT(Describe([](v1::GameState* situation) { situation->set_seat_record("kuhn"); }),
              IsRefusedFor(v1::REASON_BAD_FIELD, "state.seat"));
  const auto both = [](v1::GameState* situation) { situation->set_game("oshi_zumo"); };
  EXPECT_THAT(ListMoves(both), IsRefusedFor(v1::REASON_BAD_FIELD, "state.seat"));
  EXPECT_THAT(Apply("oshi_zumo", "1"), IsRefusedFor(v1::REASON_BAD_FIELD, "actor"));
  EXPECT_THAT(ListMoves([](v1::GameState* situation) { situation->set_game("tic_tac_toe"); }, "x"),
              IsRefusedFor(v1::REASON_BAD_FIELD, "page_token"));
  EXPECT_THAT(Choose(1, std::numeric_limits<double>::quiet_NaN()),
              IsRefusedFor(v1::REASON_BAD_FIELD, "variety"));
}

TEST_F(ErrorsTest, BadOptions) {
  Start();
  EXPECT_THAT(Describe([](v1::GameState* situation) { situation->set_game("renju{size=4}"); }),
              IsRefusedFor(v1::REASON_BAD_OPTIONS, "state.game"));
}

TEST_F(ErrorsTest, BadNotation) {
  Start();
  EXPECT_THAT(Describe("tic_tac_toe; 0 z9"), IsRefusedFor(v1::REASON_BAD_NOTATION, "state.record"));
  EXPECT_THAT(Evaluate({"tic_tac_toe", "tic_tac_toe; 0 b2; 1 b2"}),
              IsRefusedFor(v1::REASON_BAD_NOTATION, "states[1].record"));
  EXPECT_THAT(Describe([](v1::GameState* situation) {
                situation->set_game("tic_tac_toe");
                situation->set_position("XXXXXXXXX");
              }),
              IsRefusedFor(v1::REASON_BAD_NOTATION, "state.position"));
  // White has begun a move.
  const std::string box = "T6 C2 E4 L2 M2 R2";
  EXPECT_THAT(ListMoves([&](v1::GameState* situation) {
                situation->set_game("punct");
                situation->set_position("-; white " + box + "; black " + box + "; white T");
              }),
              IsRefusedFor(v1::REASON_BAD_NOTATION, "state.position"));
}

TEST_F(ErrorsTest, BadBudget) {
  Start();
  EXPECT_THAT(Choose(-1), IsRefusedFor(v1::REASON_BAD_BUDGET, "simulations"));
  EXPECT_THAT(Choose(std::numeric_limits<int>::max()),
              IsRefusedFor(v1::REASON_BAD_BUDGET, "simulations"));
  EXPECT_THAT(Evaluate({}), IsRefusedFor(v1::REASON_BAD_BUDGET, "states"));
  EXPECT_THAT(Evaluate(std::vector<std::string>(65, "tic_tac_toe")),
              IsRefusedFor(v1::REASON_BAD_BUDGET, "states"));
}

TEST_F(ErrorsTest, IllegalMove) {
  Start();
  EXPECT_THAT(Apply("tic_tac_toe; 0 b2", "b2"), IsRefusedFor(v1::REASON_ILLEGAL_MOVE, "move"));
}

TEST_F(ErrorsTest, UnknownGame) {
  Start();
  EXPECT_THAT(Describe([](v1::GameState* situation) { situation->set_game("chess"); }),
              IsRefusedFor(v1::REASON_UNKNOWN_GAME, "state.game"));
  EXPECT_THAT(Evaluate({"chess; 0 e4"}), IsRefusedFor(v1::REASON_UNKNOWN_GAME, "states[0].record"));
  EXPECT_THAT(GetGame("chess"), IsRefusedFor(v1::REASON_UNKNOWN_GAME, "game"));
  EXPECT_THAT(GetGame("renju{opening=wild}"), IsRefusedFor(v1::REASON_BAD_OPTIONS, "game"));
  EXPECT_THAT(GetGame(""), IsRefusedFor(v1::REASON_BAD_FIELD, "game"));
}

TEST_F(ErrorsTest, GameOver) {
  Start();
  const std::string won = "tic_tac_toe; 0 a1; 1 b1; 0 a2; 1 b2; 0 a3";
  EXPECT_THAT(Apply(won, "c3"), IsRefusedFor(v1::REASON_GAME_OVER, ""));
  EXPECT_THAT(Evaluate({won}), IsRefusedFor(v1::REASON_GAME_OVER, ""));
}

TEST_F(ErrorsTest, NotYourTurn) {
  Start();
  EXPECT_THAT(ListMoves([](v1::GameState* situation) {
                situation->set_game("tic_tac_toe");
                situation->set_seat(v1::SEAT_1);
              }),
              IsRefusedFor(v1::REASON_NOT_YOUR_TURN, "state.seat"));
}

TEST_F(ErrorsTest, NoTrainedModel) {
  Start();
  v1::ChooseMoveRequest request;
  request.mutable_state()->set_game("tic_tac_toe");
  request.set_trained_only(true);
  EXPECT_THAT(client_->Call<v1::ChooseMoveResponse>(request, kTimeout),
              IsRefusedFor(v1::REASON_NO_TRAINED_MODEL, "trained_only"));
}

TEST_F(ErrorsTest, TellsMore) {
  Start();
  EXPECT_THAT(Evaluate({"kuhn; chance deal J; chance deal Q"}),
              IsRefusedFor(v1::REASON_TELLS_MORE, "states[0].record"));
}

TEST_F(ErrorsTest, TooLarge) {
  Start();
  EXPECT_THAT(Describe("tic_tac_toe; " + std::string(256 * 1024, ' ')),
              IsRefusedFor(v1::REASON_TOO_LARGE, ""));
}

TEST_F(ErrorsTest, TooManyCalls) {
  config_.set_max_calls(1);
  std::atomic<int> judged = 0;
  Start(Model(std::chrono::milliseconds(20), &judged));
  DuringASearch(judged, [&] {
    EXPECT_THAT(Describe("tic_tac_toe"), IsRefusedFor(v1::REASON_TOO_MANY_CALLS, ""));
  });
}

TEST_F(ErrorsTest, Overloaded) {
  config_.set_max_queued(1);
  std::atomic<int> judged = 0;
  Start(Model(std::chrono::milliseconds(20), &judged));
  DuringASearch(judged, [&] {
    EXPECT_THAT(Evaluate({"tic_tac_toe"}), IsRefusedFor(v1::REASON_OVERLOADED, ""));
  });
}

TEST_F(ErrorsTest, Quota) {
  quotas_.mutable_each()->set_calls(1);
  std::atomic<int> judged = 0;
  Start(Model(std::chrono::milliseconds(20), &judged));
  DuringASearch(judged,
                [&] { EXPECT_THAT(Describe("tic_tac_toe"), IsRefusedFor(v1::REASON_QUOTA, "")); });
}

TEST_F(ErrorsTest, QuotaIsFreeAsSoonAsACallIsAnswered) {
  quotas_.mutable_each()->set_calls(1);
  Start();
  for (int call = 0; call < 3000; ++call) {
    ASSERT_THAT(Describe("tic_tac_toe"), IsOk()) << call;
  }
}

// The error says after what time evaluations are available again.
TEST_F(ErrorsTest, QuotaOfEvaluations) {
  quotas_.mutable_each()->set_evaluations_per_second(1);
  quotas_.mutable_each()->set_evaluations_burst(50);
  std::atomic<int> judged = 0;
  Start(Model(std::chrono::milliseconds(0), &judged));
  EXPECT_THAT(Choose(100), IsOk());
  const absl::Status spent = Evaluate({"tic_tac_toe"});
  EXPECT_THAT(spent, IsRefusedFor(v1::REASON_QUOTA, ""));
  ASSERT_TRUE(RetryOf(spent));
  EXPECT_GT(*RetryOf(spent), std::chrono::seconds(1));
  EXPECT_THAT(Describe("tic_tac_toe"), IsOk());
}

TEST_F(ErrorsTest, LiveMatch) {
  const testing::TempDir folder;
  config_.set_matches(folder.Path("matches"));
  Start();
  v1::CreateMatchRequest create;
  create.set_game("tic_tac_toe");
  create.add_players()->set_person("a");
  create.add_players()->set_person("b");
  ASSERT_OK_AND_ASSIGN(const v1::CreateMatchResponse match,
                       client_->Call<v1::CreateMatchResponse>(create, kTimeout));
  const std::vector<std::string> moves = {"a1", "b2", "b1", "c1", "a3", "a2"};
  std::string record = "tic_tac_toe";
  for (int ply = 0; ply < std::ssize(moves); ++ply) {
    EXPECT_THAT(Evaluate({record}), IsOk()) << record;
    v1::CommitMoveRequest move;
    move.set_match(match.match());
    move.set_token(match.tokens(ply % 2));
    move.set_game_number(1);
    move.set_expected_ply(ply);
    move.set_move(moves[static_cast<size_t>(ply)]);
    ASSERT_THAT(client_->Call<v1::CommitMoveResponse>(move, kTimeout), IsOk());
    record += "; " + std::to_string(ply % 2) + " " + move.move();
  }
  EXPECT_THAT(Evaluate({record}), IsRefusedFor(v1::REASON_LIVE_MATCH, ""));
  EXPECT_THAT(Evaluate({record + "; 0 c2"}), IsRefusedFor(v1::REASON_LIVE_MATCH, ""));
  // The same position by another order of moves, and a move that is not played.
  const std::string other = "tic_tac_toe; 0 b1; 1 b2; 0 a1; 1 c1; 0 a3; 1 a2; 0 c2";
  EXPECT_THAT(Evaluate({other}), IsOk());
  EXPECT_THAT(Review(other, 6), IsRefusedFor(v1::REASON_LIVE_MATCH, ""));
  EXPECT_THAT(Review(other, 5), IsRefusedFor(v1::REASON_LIVE_MATCH, ""))
      << "the value of the next decision is needed";
  EXPECT_THAT(Review(other, 0), IsOk());
  EXPECT_THAT(Describe(record), IsOk()) << "the rules are everybody's";
  v1::ActRequest resign;
  resign.set_match(match.match());
  resign.set_token(match.tokens(0));
  resign.set_game_number(1);
  resign.set_kind(v1::ActRequest::KIND_RESIGN);
  ASSERT_THAT(client_->Call<v1::ActResponse>(resign, kTimeout), IsOk());
  EXPECT_THAT(Evaluate({record}), IsOk());
  EXPECT_THAT(Review(other, 6), IsOk());
}

TEST_F(ErrorsTest, PredictedLate) {
  std::atomic<int> judged = 0;
  Start(Model(std::chrono::milliseconds(20), &judged));
  ASSERT_THAT(Evaluate({"tic_tac_toe"}), IsOk());
  EXPECT_THAT(Choose(10000), IsRefusedFor(v1::REASON_PREDICTED_LATE, ""));
}

TEST_F(ErrorsTest, Late) {
  config_.set_max_deadline_ms(200);
  std::atomic<int> judged = 0;
  Start(Model(std::chrono::milliseconds(5), &judged));
  EXPECT_THAT(Choose(10000), IsRefusedFor(v1::REASON_LATE, ""));
}

TEST_F(ErrorsTest, Bug) {
  std::atomic<int> judged = 0;
  Start(Model(std::chrono::milliseconds(0), &judged, absl::ResourceExhaustedError("no memory")));
  EXPECT_THAT(Evaluate({"tic_tac_toe"}), IsRefusedFor(v1::REASON_BUG, ""));
}

// A model of tic-tac-toe with these answers.
ModelRegistry ModelThatSays(testing::FakeEvaluator::Judge judge) {
  ModelRegistry models;
  KVINTET_CHECK(models
                    .Add({.game = "tic_tac_toe",
                          .id = "fake",
                          .factory =
                              [judge = std::move(judge)](const envs::Game& game) {
                                return std::make_unique<testing::FakeEvaluator>(game, judge);
                              }})
                    .ok());
  return models;
}

TEST_F(ErrorsTest, BugWhereAModelSaysWhatIsNoNumber) {
  Start(ModelThatSays([](envs::ConstViews, auto, auto) {
    return selfplay::Wdl{std::numeric_limits<float>::quiet_NaN(), 0, 0};
  }));
  EXPECT_THAT(Evaluate({"tic_tac_toe"}), IsRefusedFor(v1::REASON_BUG, ""));
  EXPECT_THAT(Choose(16), IsRefusedFor(v1::REASON_BUG, ""));
  EXPECT_THAT(Describe("tic_tac_toe"), IsOk());
}

TEST_F(ErrorsTest, BugWhereAModelPrefersWhatIsNoNumber) {
  Start(ModelThatSays([](envs::ConstViews, auto, std::span<float> logits) {
    logits.back() = std::numeric_limits<float>::infinity();
    return selfplay::Wdl{1, 0, 0};
  }));
  EXPECT_THAT(Choose(16), IsRefusedFor(v1::REASON_BUG, ""));
}

// Our code throws nothing, but libraries that models use may.
TEST_F(ErrorsTest, BugWhereAModelThrows) {
  std::atomic<bool> throws = true;
  Start(ModelThatSays([&](envs::ConstViews, auto, auto) -> selfplay::Wdl {
    if (throws) {
      throw std::bad_alloc();
    }
    return {1, 0, 0};
  }));
  EXPECT_THAT(Choose(16), IsRefusedFor(v1::REASON_BUG, ""));
  throws = false;
  EXPECT_THAT(Choose(16), IsOk());
}

// No client can see this error, since the client is gone.
TEST(CallErrorTest, Cancelled) {
  class GoneCall final : public Call {
   public:
    GoneCall() : Call(Clock::now(), Clock::now() + kTimeout) { Cancel(); }
    void Finish(const absl::Status& /*status*/) override {}
  };
  EXPECT_THAT(GoneCall().Check(), IsRefusedFor(v1::REASON_CANCELLED, ""));
}

// A call that arrives after the server was told to stop.
TEST(CallErrorTest, Draining) {
  CallGate gate(
      1, [](auto, auto) { return absl::OkStatus(); }, [](const CallReport&) {});
  gate.Close();
  EXPECT_THAT(gate.Enter("any", {}, nullptr), IsRefusedFor(v1::REASON_DRAINING, ""));
}

}  // namespace
}  // namespace kvintet::serving

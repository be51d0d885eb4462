// Tests of Analyze and AnalyzeGame, as clients see them.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "kvintet_api/v1/analysis.pb.h"
#include "serving/client.h"
#include "serving/errors/refusal.h"
#include "serving/server.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/service/served_test.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using testing::IsOk;
using testing::kTimeout;
using testing::ServedTest;
using testing::StatusIs;

constexpr char kBlunders[] = "tic_tac_toe; 0 a1; 1 b2; 0 a2; 1 c1; 0 b1; 1 a3";

// A slow model of tic-tac-toe that counts its evaluations.
ModelRegistry SlowModel(std::chrono::milliseconds each, std::atomic<int>* judged) {
  ModelRegistry models;
  const absl::Status added = models.Add(
      {.game = "tic_tac_toe", .id = "slow", .factory = [=](const envs::Game& game) {
         return std::make_unique<testing::FakeEvaluator>(game, [=](envs::ConstViews, auto, auto) {
           ++*judged;
           std::this_thread::sleep_for(each);
           return selfplay::Wdl{0.5f, 0, 0.5f};
         });
       }});
  KVINTET_CHECK(added.ok());
  return models;
}

class AnalysisStreamsTest : public ServedTest {
 protected:
  void Start(ModelRegistry models = {}) {
    ServedTest::Start(std::move(models), {.quotas = quotas_});
  }

  static v1::AnalyzeRequest Request(const std::string& record, int simulations) {
    v1::AnalyzeRequest request;
    request.mutable_state()->set_record(record);
    request.set_simulations(simulations);
    request.set_report_every_ms(50);
    request.set_seed(1);
    return request;
  }
  // All messages of a stream that ends with ok.
  std::vector<v1::AnalyzeResponse> Analyze(const v1::AnalyzeRequest& request) {
    std::vector<v1::AnalyzeResponse> messages;
    EXPECT_THAT(client_->Follow<v1::AnalyzeResponse>(request, kTimeout,
                                                     [&](const v1::AnalyzeResponse& message) {
                                                       messages.push_back(message);
                                                       return true;
                                                     }),
                IsOk());
    return messages;
  }
  absl::Status Refused(const v1::AnalyzeRequest& request) {
    return client_->Follow<v1::AnalyzeResponse>(request, kTimeout,
                                                [](const v1::AnalyzeResponse&) { return true; });
  }
  std::vector<v1::AnalyzeGameResponse> Review(const v1::AnalyzeGameRequest& request) {
    std::vector<v1::AnalyzeGameResponse> messages;
    EXPECT_THAT(
        client_->Follow<v1::AnalyzeGameResponse>(request, kTimeout,
                                                 [&](const v1::AnalyzeGameResponse& message) {
                                                   messages.push_back(message);
                                                   return true;
                                                 }),
        IsOk());
    return messages;
  }
  static v1::AnalyzeGameRequest Game(const std::string& record, int simulations) {
    v1::AnalyzeGameRequest request;
    request.mutable_state()->set_record(record);
    request.set_simulations(simulations);
    request.set_seed(1);
    return request;
  }

  Quotas quotas_;
};

TEST_F(AnalysisStreamsTest, EndsInExactlyOneFinalAnswer) {
  std::atomic<int> judged = 0;
  Start(SlowModel(std::chrono::milliseconds(2), &judged));
  const std::vector<v1::AnalyzeResponse> messages = Analyze(Request("tic_tac_toe", 300));
  ASSERT_FALSE(messages.empty());
  for (size_t i = 0; i < messages.size(); ++i) {
    EXPECT_EQ(messages[i].final(), i + 1 == messages.size());
    EXPECT_EQ(messages[i].stop() == v1::AnalyzeResponse::STOP_UNSPECIFIED, !messages[i].final());
    if (i > 0) {
      EXPECT_GT(messages[i].sequence(), messages[i - 1].sequence());
      EXPECT_GE(messages[i].evaluations(), messages[i - 1].evaluations());
    }
  }
  const v1::AnalyzeResponse& last = messages.back();
  EXPECT_EQ(last.stop(), v1::AnalyzeResponse::STOP_SIMULATIONS);
  EXPECT_EQ(last.candidates_size(), 8);
  EXPECT_EQ(last.line(0), last.move());
  EXPECT_EQ(last.model(), "slow");
  EXPECT_NEAR(last.win() + last.draw() + last.loss(), 1, 1e-6);
}

TEST_F(AnalysisStreamsTest, GivesTheSameAnswerForTheSameSeed) {
  Start();
  const v1::AnalyzeRequest request = Request("tic_tac_toe; 0 b2", 200);
  v1::AnalyzeResponse first = Analyze(request).back();
  v1::AnalyzeResponse second = Analyze(request).back();
  for (v1::AnalyzeResponse* answer : {&first, &second}) {
    answer->clear_milliseconds();
    answer->clear_sequence();
  }
  EXPECT_EQ(first.SerializeAsString(), second.SerializeAsString());
}

TEST_F(AnalysisStreamsTest, EndsWhenItsTimeIsUp) {
  std::atomic<int> judged = 0;
  Start(SlowModel(std::chrono::milliseconds(2), &judged));
  v1::AnalyzeRequest request = Request("tic_tac_toe", 10000);
  request.set_max_ms(200);
  const std::vector<v1::AnalyzeResponse> messages = Analyze(request);
  EXPECT_EQ(messages.back().stop(), v1::AnalyzeResponse::STOP_TIME);
  EXPECT_FALSE(messages.back().move().empty());
  EXPECT_LT(judged, 10000);
}

TEST_F(AnalysisStreamsTest, SaysWhenThereIsNothingToSearch) {
  Start();
  const std::vector<v1::AnalyzeResponse> messages =
      Analyze(Request("tic_tac_toe; 0 a1; 1 b1; 0 c1; 1 a2; 0 b2; 1 c2; 0 b3; 1 a3", 100));
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].stop(), v1::AnalyzeResponse::STOP_FORCED);
  EXPECT_EQ(messages[0].move(), "c3");
}

// The search ends at its next Check, so at most one more batch is evaluated.
TEST_F(AnalysisStreamsTest, StopsTheSearchWhenTheClientGivesUp) {
  std::atomic<int> judged = 0;
  config_.set_threads(1);
  Start(SlowModel(std::chrono::milliseconds(2), &judged));
  EXPECT_THAT(
      client_->Follow<v1::AnalyzeResponse>(Request("tic_tac_toe", 10000), kTimeout,
                                           [](const v1::AnalyzeResponse&) { return false; }),
      IsOk());
  // Once the cancellation has arrived, other searches have the only thread to themselves.
  v1::ChooseMoveRequest other;
  other.mutable_state()->set_game("tic_tac_toe");
  other.set_simulations(50);
  int judged_for_other = 0;
  do {
    const int before = judged;
    ASSERT_THAT(client_->Call<v1::ChooseMoveResponse>(other, kTimeout), IsOk());
    judged_for_other = judged - before;
  } while (judged_for_other > 51);
  EXPECT_LT(judged, 10000);
}

TEST_F(AnalysisStreamsTest, EndsWithAnErrorWhenTheServerStops) {
  std::atomic<int> judged = 0;
  Start(SlowModel(std::chrono::milliseconds(2), &judged));
  std::jthread stopping([&] {
    while (judged < 5) {
      std::this_thread::yield();
    }
    server_->Shutdown(std::chrono::milliseconds(0));
  });
  const absl::Status status = Refused(Request("tic_tac_toe", 10000));
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kUnavailable));
}

TEST_F(AnalysisStreamsTest, NamesWhatIsWrongWithARequest) {
  Start();
  v1::AnalyzeRequest request = Request("tic_tac_toe", -1);
  EXPECT_EQ(ReasonOf(Refused(request)), v1::REASON_BAD_BUDGET);
  request = Request("tic_tac_toe; 0 z9", 1);
  EXPECT_EQ(FieldOf(Refused(request)), "state.record");
  request = Request("tic_tac_toe", 1);
  request.set_max_ms(-1);
  EXPECT_EQ(FieldOf(Refused(request)), "max_ms");
  request = Request("tic_tac_toe", 1);
  request.set_report_every_ms(10);
  EXPECT_EQ(FieldOf(Refused(request)), "report_every_ms");
  request = Request("tic_tac_toe", 1);
  request.set_max_candidates(-1);
  EXPECT_EQ(FieldOf(Refused(request)), "max_candidates");
  request = Request("kuhn; chance deal J; chance deal Q", 1);
  EXPECT_EQ(ReasonOf(Refused(request)), v1::REASON_TELLS_MORE);
  request.set_omniscient(true);
  EXPECT_THAT(Refused(request), IsOk());
}

TEST_F(AnalysisStreamsTest, AreBoundedForEachCaller) {
  quotas_.mutable_each()->set_streams(1);
  std::atomic<int> judged = 0;
  Start(SlowModel(std::chrono::milliseconds(5), &judged));
  const std::unique_ptr<Client> other = Connect();
  bool asked = false;
  EXPECT_THAT(client_->Follow<v1::AnalyzeResponse>(
                  Request("tic_tac_toe", 10000), kTimeout,
                  [&](const v1::AnalyzeResponse&) {
                    asked = true;
                    const absl::Status status = other->Follow<v1::AnalyzeResponse>(
                        Request("tic_tac_toe", 1), kTimeout, [](const auto&) { return true; });
                    EXPECT_EQ(ReasonOf(status), v1::REASON_QUOTA);
                    return false;
                  }),
              IsOk());
  EXPECT_TRUE(asked);
}

TEST_F(AnalysisStreamsTest, LooksAtEveryDecisionOfAGame) {
  Start();
  // Seat 1 does not block the line, seat 0 does not complete it, and seat 1 completes its own.
  const std::vector<v1::AnalyzeGameResponse> messages = Review(Game(kBlunders, 400));
  ASSERT_EQ(messages.size(), 7u);
  for (int i = 0; i < 6; ++i) {
    const v1::ReviewedDecision& decision = messages[static_cast<size_t>(i)].decision();
    EXPECT_EQ(decision.decision(), i);
    EXPECT_EQ(decision.event(), i);
    EXPECT_EQ(decision.seat(), i % 2 == 0 ? v1::SEAT_0 : v1::SEAT_1);
    EXPECT_TRUE(decision.has_loss()) << i;
  }
  const v1::ReviewedDecision& let = messages[3].decision();
  EXPECT_EQ(let.best(), "a3");
  EXPECT_GT(let.loss(), 0.5);
  const v1::ReviewedDecision& missed = messages[4].decision();
  EXPECT_EQ(missed.played(), "b1");
  EXPECT_EQ(missed.best(), "a3");
  EXPECT_EQ(missed.value(), 1);
  EXPECT_EQ(missed.loss(), 2);
  EXPECT_EQ(messages[5].decision().loss(), 0);
  const v1::ReviewSummary& summary = messages[6].summary();
  ASSERT_EQ(summary.seats_size(), 2);
  EXPECT_EQ(summary.seats(0).decisions(), 3);
  EXPECT_EQ(summary.seats(1).decisions(), 3);
  EXPECT_GE(summary.seats(1).best(), 1);
  EXPECT_EQ(summary.model(), "rollouts:16");
}

TEST_F(AnalysisStreamsTest, LooksAtSomeDecisionsOnly) {
  Start();
  v1::AnalyzeGameRequest request = Game(kBlunders, 20);
  request.set_seat(v1::SEAT_1);
  request.set_first(2);
  request.set_count(3);
  const std::vector<v1::AnalyzeGameResponse> messages = Review(request);
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[0].decision().decision(), 3);
  EXPECT_TRUE(messages[0].decision().has_loss()) << "the next decision is looked at for it";
  EXPECT_EQ(messages[1].summary().seats(1).decisions(), 1);
  EXPECT_EQ(messages[1].summary().seats(0).decisions(), 0);
}

// In a game with secrets, each decision is reviewed with what its seat knew.
TEST_F(AnalysisStreamsTest, LooksAtAGameWithSecrets) {
  Start();
  v1::AnalyzeGameRequest request =
      Game("kuhn; chance deal J; chance deal K; 0 pass; 1 bet; 0 pass", 64);
  EXPECT_EQ(ReasonOf(client_->Follow<v1::AnalyzeGameResponse>(request, kTimeout,
                                                              [](const auto&) { return true; })),
            v1::REASON_TELLS_MORE);
  request.set_omniscient(true);
  const std::vector<v1::AnalyzeGameResponse> all = Review(request);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[2].decision().played(), "pass");
  EXPECT_EQ(all[2].decision().best(), "pass");
  // Seat 0's knowledge does not depend on the other card, and neither does its review.
  v1::AnalyzeGameRequest own;
  own.mutable_state()->set_seat_record("kuhn; chance deal J; chance deal ?; 0 pass; 1 bet; 0 pass");
  own.mutable_state()->set_seat(v1::SEAT_0);
  own.set_simulations(64);
  own.set_seed(1);
  const std::vector<v1::AnalyzeGameResponse> seen = Review(own);
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen[0].decision().played(), "pass");
  EXPECT_EQ(seen[1].decision().value(), all[2].decision().value());
}

TEST_F(AnalysisStreamsTest, LooksAtBothSeatsOfASimultaneousStage) {
  Start();
  v1::AnalyzeGameRequest request = Game("oshi_zumo; 0 1; 1 2", 32);
  request.set_omniscient(true);
  const std::vector<v1::AnalyzeGameResponse> messages = Review(request);
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_EQ(messages[0].decision().seat(), v1::SEAT_0);
  EXPECT_EQ(messages[1].decision().seat(), v1::SEAT_1);
}

TEST_F(AnalysisStreamsTest, RefusesToGoThroughAPosition) {
  Start();
  v1::AnalyzeGameRequest request;
  request.mutable_state()->set_game("tic_tac_toe");
  request.mutable_state()->set_position("X../.../...");
  const absl::Status status =
      client_->Follow<v1::AnalyzeGameResponse>(request, kTimeout, [](const auto&) { return true; });
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace kvintet::serving

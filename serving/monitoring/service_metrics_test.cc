// Tests of monitoring: metrics, their page, the log, and the probe.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <latch>
#include <thread>
#include <vector>

#include "absl/strings/str_split.h"

#include "base/files/file.h"
#include "base/reports/json.h"
#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/rules.pb.h"
#include "serving/calls/stall_monitor.h"
#include "serving/errors/refusal.h"
#include "serving/forced_exit.h"
#include "serving/monitoring/call_log.h"
#include "serving/monitoring/probe.h"
#include "serving/monitoring/prometheus_text.h"
#include "serving/net/accept_loop.h"
#include "serving/net/http_page.h"
#include "serving/server.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/http_get.h"
#include "tests/support/service/served_test.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using ::testing::HasSubstr;
using testing::HttpGet;
using testing::IsOk;
using testing::kTimeout;
using ::testing::Not;
using testing::ServedTest;

TEST(PrometheusTextTest, WritesEachKindWithItsLabels) {
  Metrics metrics;
  metrics.NamedCounter("calls_total{code=\"OK\"}").Add(3);
  metrics.NamedCounter("calls_total{code=\"LATE\"}").Add();
  metrics.NamedGauge("bytes").Set(1234567890);
  metrics.NamedHistogram("seconds{method=\"a\"}").Observe(0.5);
  metrics.NamedHistogram("seconds{method=\"a\"}").Observe(1.5);
  const std::string text = PrometheusText(metrics.Snapshot());
  EXPECT_THAT(text, HasSubstr("# TYPE kvintet_calls_total counter\n"
                              "kvintet_calls_total{code=\"LATE\"} 1\n"
                              "kvintet_calls_total{code=\"OK\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("# TYPE kvintet_bytes gauge\nkvintet_bytes 1234567890\n"));
  EXPECT_THAT(text, HasSubstr("# TYPE kvintet_seconds histogram\n"));
  EXPECT_THAT(text, HasSubstr("kvintet_seconds_bucket{method=\"a\",le=\"+Inf\"} 2\n"
                              "kvintet_seconds_sum{method=\"a\"} 2\n"
                              "kvintet_seconds_count{method=\"a\"} 2\n"));
}

// Prometheus requires increasing bounds and cumulative counts.
TEST(PrometheusTextTest, CountsBucketsFromBelow) {
  Metrics metrics;
  for (int i = 0; i < 100; ++i) {
    metrics.NamedHistogram("s").Observe(0.001 * i);
  }
  double bound = 0;
  int count = 0;
  int buckets = 0;
  for (const std::string& line :
       std::vector<std::string>(absl::StrSplit(PrometheusText(metrics.Snapshot()), '\n'))) {
    double next_bound = 0;
    int next_count = 0;
    if (std::sscanf(line.c_str(), "kvintet_s_bucket{le=\"%lf\"} %d", &next_bound, &next_count) ==
        2) {
      EXPECT_GT(next_bound, bound);
      EXPECT_GE(next_count, count);
      bound = next_bound;
      count = next_count;
      ++buckets;
    }
  }
  EXPECT_EQ(count, 100);
  EXPECT_GT(buckets, 10);
}

TEST(HttpPageTest, AnswersWhatItHasAndNothingElse) {
  ASSERT_OK_AND_ASSIGN(const ListenAddress address, ParseListenAddress("127.0.0.1:0"));
  ASSERT_OK_AND_ASSIGN(Listener listener, Listener::Open(address));
  HttpPage::Pages pages;
  pages["/a"] = [] { return HttpAnswer{200, "here\n"}; };
  const HttpPage page(std::move(listener), std::move(pages));
  EXPECT_THAT(HttpGet(page.Address(), "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"), HasSubstr("200 OK"));
  EXPECT_THAT(HttpGet(page.Address(), "GET /a?x=1 HTTP/1.0\r\n\r\n"), HasSubstr("\r\n\r\nhere\n"));
  EXPECT_THAT(HttpGet(page.Address(), "GET /b HTTP/1.0\r\n\r\n"), HasSubstr("404"));
  EXPECT_THAT(HttpGet(page.Address(), "POST /a HTTP/1.0\r\n\r\n"), HasSubstr("405"));
  EXPECT_THAT(HttpGet(page.Address(), "GET /a\r\n\r\n"), HasSubstr("400"));
  EXPECT_THAT(HttpGet(page.Address(), std::string(10000, 'x')), HasSubstr("400"));
}

TEST(HttpPageTest, SlowClientsAreDisconnectedWhileOthersAreServed) {
  ASSERT_OK_AND_ASSIGN(const ListenAddress address, ParseListenAddress("127.0.0.1:0"));
  ASSERT_OK_AND_ASSIGN(Listener listener, Listener::Open(address));
  HttpPage::Pages pages;
  pages["/a"] = [] { return HttpAnswer{200, "here\n"}; };
  const HttpPage page(std::move(listener), std::move(pages));
  ASSERT_OK_AND_ASSIGN(const int slow, ConnectTo(page.Address()));
  // A byte every 100 ms: no single read lasts two seconds.
  int bytes = 0;
  std::thread dripping([&] {
    while (bytes < 200 && send(slow, "G", 1, MSG_NOSIGNAL) == 1) {
      ++bytes;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  });
  EXPECT_THAT(HttpGet(page.Address(), "GET /a HTTP/1.0\r\n\r\n"), HasSubstr("here\n"));
  dripping.join();
  EXPECT_LT(bytes, 200);
  close(slow);
}

TEST(HttpPageTest, AFewConnectionsAreServedAtATime) {
  ASSERT_OK_AND_ASSIGN(const ListenAddress address, ParseListenAddress("127.0.0.1:0"));
  ASSERT_OK_AND_ASSIGN(Listener listener, Listener::Open(address));
  const HttpPage page(std::move(listener), {});
  const int before = OpenDescriptors();
  std::vector<int> silent(64);
  for (int& one : silent) {
    ASSERT_OK_AND_ASSIGN(one, ConnectTo(page.Address()));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_LE(OpenDescriptors(), before + 64 + 16);
  for (const int one : silent) {
    close(one);
  }
  EXPECT_THAT(HttpGet(page.Address(), "GET /a HTTP/1.0\r\n\r\n"), HasSubstr("404"));
}

TEST(CallLogTest, SaysHowACallEndedAndNoMore) {
  const CallReport report = {.method = "kvintet.v1.RulesService/Apply",
                             .seconds = 0.25,
                             .request_bytes = 7,
                             .status = Refusal(v1::REASON_ILLEGAL_MOVE, "secret h8", "move")};
  ASSERT_OK_AND_ASSIGN(const Json line, ParseJson(CallLine(report, absl::UnixEpoch()), "line"));
  EXPECT_EQ(line["time"], "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(line["method"], report.method);
  EXPECT_EQ(line["code"], "INVALID_ARGUMENT");
  EXPECT_EQ(line["reason"], "ILLEGAL_MOVE");
  EXPECT_EQ(line["milliseconds"], 250.0);
  EXPECT_EQ(line["bytes"], 7);
  EXPECT_EQ(line.size(), 6u);
}

TEST(CallLogTest, CountsWhatItCannotWrite) {
  Counter dropped;
  EXPECT_FALSE(CallLog::Open("/nowhere/log", &dropped).ok());
  {
    ASSERT_OK_AND_ASSIGN(const auto log, CallLog::Open("/dev/full", &dropped));
    log->Write({.method = "m", .seconds = 0, .request_bytes = 0, .status = {}});
  }
  EXPECT_EQ(dropped.Value(), 1u);
}

TEST(StallMonitorTest, TellsOnceOfAHandlerThatIsStuck) {
  StallMonitor watch;
  {
    const StallMonitor::Scope scope(&watch, "method");
    EXPECT_TRUE(watch.NewlyStuck(std::chrono::hours(1)).empty());
    std::vector<std::string> stuck;
    while (stuck.empty()) {
      stuck = watch.NewlyStuck(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(stuck, std::vector<std::string>{"method"});
    EXPECT_TRUE(watch.NewlyStuck(std::chrono::milliseconds(1)).empty());
    EXPECT_GT(watch.LongestSeconds(), 0.001);
  }
  EXPECT_GT(watch.LongestSeconds(), 0.001);
}

TEST(ProbeTest, GivesUpAfterThreeFailuresInARow) {
  std::atomic<int> asked = 0;
  std::latch dead(1);
  int failures = 0;
  const Probe probe(
      std::chrono::milliseconds(1),
      [&] {
        // The second consecutive failure is followed by a success.
        return ++asked == 3 ? absl::OkStatus() : absl::UnavailableError("no");
      },
      [&](const absl::Status& /*why*/, bool last) {
        ++failures;
        if (last) {
          dead.count_down();
        }
      });
  dead.wait();
  EXPECT_EQ(asked, 6);
  EXPECT_EQ(failures, 5);
  EXPECT_FALSE(probe.Healthy());
}

TEST(ForcedExitDeathTest, EndsTheProcessWhenItTakesTooLong) {
  EXPECT_EXIT(
      {
        const ForcedExit exit(std::chrono::milliseconds(10));
        std::this_thread::sleep_for(std::chrono::hours(1));
      },
      ::testing::ExitedWithCode(kForcedExitCode), "by force");
}

TEST(ForcedExitDeathTest, LetsAProcessGoThatStopsInTime) {
  constexpr int kOwnCode = 7;
  static_assert(kOwnCode != kForcedExitCode);
  EXPECT_EXIT(
      {
        { const ForcedExit exit(std::chrono::milliseconds(1000)); }
        std::this_thread::sleep_for(std::chrono::milliseconds(1200));
        _exit(kOwnCode);
      },
      ::testing::ExitedWithCode(kOwnCode), "");
}

// A server with a metrics page and a log.
class ServerNumbersTest : public ServedTest {
 protected:
  ServerNumbersTest() {
    config_.set_metrics("127.0.0.1:0");
    config_.set_probe_ms(0);
    config_.set_call_log(folder_.Path("calls"));
  }
  std::string Page(const std::string& path) const {
    const auto address = ParseListenAddress(server_->MetricsAddress());
    KVINTET_CHECK(address.ok());
    return HttpGet(*address, "GET " + path + " HTTP/1.0\r\n\r\n");
  }
};

TEST_F(ServerNumbersTest, CountsCallsByMethodCodeAndReasonAndNothingSecret) {
  Start();
  const auto client = Connect();
  v1::ChooseMoveRequest choice;
  choice.mutable_state()->set_game("tic_tac_toe");
  choice.set_simulations(16);
  ASSERT_THAT(client->Call<v1::ChooseMoveResponse>(choice, kTimeout), IsOk());
  v1::ApplyRequest apply;
  apply.mutable_state()->set_record("tic_tac_toe; 0 b2");
  apply.set_move("b2");
  EXPECT_FALSE(client->Call<v1::ApplyResponse>(apply, kTimeout).ok());
  server_->Shutdown(kTimeout);
  ASSERT_OK_AND_ASSIGN(const std::string log, (server_.reset(), ReadFile(config_.call_log())));
  const std::vector<std::string> lines = WholeLines(log);
  ASSERT_EQ(lines.size(), 2u) << log;
  // A line is written after the answer is sent, so that the second call may be the first to write.
  EXPECT_THAT(lines, ::testing::Contains(HasSubstr("ILLEGAL_MOVE")));
  EXPECT_THAT(log, Not(HasSubstr("b2")));
  EXPECT_THAT(log, Not(HasSubstr("tic_tac_toe")));
}

TEST_F(ServerNumbersTest, ShowsThemOnAPage) {
  Start();
  const auto client = Connect();
  v1::ChooseMoveRequest choice;
  choice.mutable_state()->set_game("tic_tac_toe");
  choice.set_simulations(16);
  ASSERT_THAT(client->Call<v1::ChooseMoveResponse>(choice, kTimeout), IsOk());
  v1::DescribeRequest unknown;
  unknown.mutable_state()->set_game("chess");
  EXPECT_FALSE(client->Call<v1::DescribeResponse>(unknown, kTimeout).ok());
  // A call is counted when gRPC has completed it, which may be after the client has its answer.
  std::string page;
  do {
    page = Page("/metrics");
  } while (page.find("UNKNOWN_GAME") == std::string::npos);
  EXPECT_THAT(page, HasSubstr("kvintet_serving_calls_total{method=\"kvintet.v1.AnalysisService/"
                              "ChooseMove\",code=\"OK\"} 1\n"));
  EXPECT_THAT(page, HasSubstr("kvintet_serving_refused_total{reason=\"UNKNOWN_GAME\"} 1\n"));
  EXPECT_THAT(page, HasSubstr("kvintet_serving_evaluations_total{model=\"rollouts:16\"}"));
  for (const char* name :
       {"serving_queue_seconds_count", "serving_search_seconds_count",
        "serving_evaluation_seconds_count", "serving_batch_positions_count",
        "serving_queue_depth{queue=\"work\"}", "serving_queue_oldest_seconds{queue=\"analysis\"}",
        "serving_connections ", "serving_connections_shed_total{why=\"address\"} 0",
        "serving_resident_bytes ", "serving_open_descriptors ", "serving_healthy 1",
        "serving_longest_reaction_seconds ", "serving_agent_turns_retried_total 0"}) {
    EXPECT_THAT(page, HasSubstr(std::string("kvintet_") + name));
  }
  EXPECT_THAT(Page("/healthz"), HasSubstr("200 OK"));
}

// The probe covers the listener, gRPC's threads, the queue and the evaluator.
TEST_F(ServerNumbersTest, FindsOutThatItNoLongerAnswers) {
  config_.set_probe_ms(10);
  std::latch stuck(1);
  ModelRegistry models;
  ASSERT_THAT(models.Add({.game = "tic_tac_toe",
                          .id = "stuck",
                          .factory =
                              [&](const auto& game) {
                                return std::make_unique<testing::FakeEvaluator>(
                                    game, [&](envs::ConstViews, auto, auto) {
                                      stuck.wait();
                                      return selfplay::Wdl{1, 0, 0};
                                    });
                              }}),
              IsOk());
  std::latch failed(1);
  Start(std::move(models), {.on_failure = [&] { failed.count_down(); }});
  failed.wait();
  EXPECT_THAT(Page("/healthz"), HasSubstr("503"));
  stuck.count_down();
  server_.reset();
}

TEST_F(ServerNumbersTest, AnswersItselfAgainAndAgain) {
  config_.set_probe_ms(1);
  config_.set_tokens(folder_.Path("tokens"));
  std::ofstream(config_.tokens()) << "# none\n";
  Start();
  while (Page("/metrics").find("AnalysisService/Evaluate\",code=\"OK\"") == std::string::npos) {
  }
}

}  // namespace
}  // namespace kvintet::serving

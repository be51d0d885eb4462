// Tests of RunService and StudyService, as clients see them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "absl/strings/numbers.h"

#include "base/files/file.h"
#include "base/status_macros.h"
#include "kvintet_api/v1/run.pb.h"
#include "kvintet_api/v1/study.pb.h"
#include "serving/client.h"
#include "serving/errors/refusal.h"
#include "tests/support/service/served_test.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using testing::IsOk;
using testing::kTimeout;
using testing::ServedTest;
using testing::StatusIs;

// A run whose progress.json is its number of games, and whose metrics.jsonl its number of rounds.
absl::StatusOr<int64_t> NumberIn(const std::string& path) {
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  int64_t number = 0;
  if (!absl::SimpleAtoi(text, &number)) {
    return absl::DataLossError(path + ": wanted a number");
  }
  return number;
}

absl::StatusOr<v1::RunSummary> ReadSummary(const std::string& folder) {
  v1::RunSummary summary;
  KVINTET_ASSIGN_OR_RETURN(const int64_t games, NumberIn(folder + "/progress.json"));
  summary.set_games(games);
  return summary;
}

absl::StatusOr<RunReport> ReadReport(const std::string& folder) {
  RunReport report;
  KVINTET_ASSIGN_OR_RETURN(*report.state.mutable_summary(), ReadSummary(folder));
  KVINTET_ASSIGN_OR_RETURN(const int64_t rounds, NumberIn(folder + "/metrics.jsonl"));
  report.history.set_rounds(static_cast<int32_t>(rounds));
  return report;
}

class ReportServicesTest : public ServedTest {
 protected:
  ReportServicesTest() {
    config_.set_threads(1);
    config_.set_max_watchers(2);
  }

  void Write(const std::string& path, const std::string& text) const {
    ASSERT_THAT(WriteFileAtomically(folder_.Path(path), text), IsOk());
  }
  void MakeRun(const std::string& name, const std::string& games) const {
    ASSERT_THAT(MakeDirectories(folder_.Path("runs/" + name)), IsOk());
    Write("runs/" + name + "/config.textproto", "");
    Write("runs/" + name + "/progress.json", games);
    Write("runs/" + name + "/metrics.jsonl", "1");
  }
  void Start() {
    config_.set_runs(folder_.Path("runs"));
    Restart();
  }
  void Restart() {
    RunReader reader = {.summary = &ReadSummary,
                        .report = &ReadReport,
                        .is_working = [this](const std::string&) { return working_.load(); }};
    ServedTest::Start({}, {.runs = std::move(reader)});
  }
  absl::StatusOr<v1::GetRunResponse> GetRun(const std::string& name) const {
    v1::GetRunRequest request;
    request.set_run(name);
    return client_->Call<v1::GetRunResponse>(request, kTimeout);
  }

  std::atomic<bool> working_ = true;
};

TEST_F(ReportServicesTest, WithoutFoldersThereIsNothing) {
  Restart();
  ASSERT_OK_AND_ASSIGN(const auto runs,
                       client_->Call<v1::ListRunsResponse>(v1::ListRunsRequest(), kTimeout));
  EXPECT_EQ(runs.runs_size(), 0);
  ASSERT_OK_AND_ASSIGN(const auto studies,
                       client_->Call<v1::ListStudiesResponse>(v1::ListStudiesRequest(), kTimeout));
  EXPECT_EQ(studies.studies_size(), 0);
  EXPECT_THAT(GetRun("one"), StatusIs(absl::StatusCode::kNotFound, "no run named 'one'"));
}

TEST_F(ReportServicesTest, RunsAreListedAndABrokenOneHidesNoOther) {
  MakeRun("one", "5");
  MakeRun("broken", "five");
  Start();
  ASSERT_OK_AND_ASSIGN(const auto list,
                       client_->Call<v1::ListRunsResponse>(v1::ListRunsRequest(), kTimeout));
  ASSERT_EQ(list.runs_size(), 2);
  for (const v1::RunSummary& run : list.runs()) {
    const bool broken = run.run() == "broken";
    EXPECT_EQ(run.problem(), broken ? "broken/progress.json: wanted a number" : "");
    EXPECT_EQ(run.games(), broken ? 0 : 5);
  }
  ASSERT_OK_AND_ASSIGN(const v1::GetRunResponse one, GetRun("one"));
  EXPECT_EQ(one.state().summary().run(), "one");
  EXPECT_EQ(one.state().summary().phase(), v1::RUN_PHASE_WORKING);
  EXPECT_EQ(one.history().rounds(), 1);
  const absl::Status broken = GetRun("broken").status();
  EXPECT_EQ(ReasonOf(broken), v1::REASON_CORRUPT);
  const absl::Status path = GetRun("../runs/one").status();
  EXPECT_EQ(ReasonOf(path), v1::REASON_BAD_FIELD);
  EXPECT_EQ(FieldOf(path), "run");
}

TEST_F(ReportServicesTest, AStreamTellsOfChangesAndOfTheHistoryOnlyIfItIsAnother) {
  MakeRun("one", "5");
  Start();
  v1::WatchRunRequest request;
  request.set_run("one");
  int seen = 0;
  const absl::Status status = client_->Follow<v1::WatchRunResponse>(
      request, kTimeout, [&](const v1::WatchRunResponse& news) {
        const v1::RunSummary& run = news.state().summary();
        switch (seen++) {
          case 0:
            EXPECT_EQ(run.games(), 5);
            EXPECT_EQ(news.history().rounds(), 1);
            Write("runs/one/progress.json", "6");
            return true;
          case 1:
            EXPECT_EQ(run.games(), 6);
            EXPECT_FALSE(news.has_history());
            Write("runs/one/metrics.jsonl", "2");
            return true;
          case 2:
            EXPECT_EQ(news.history().rounds(), 2);
            working_ = false;
            return true;
          default:
            EXPECT_EQ(run.phase(), v1::RUN_PHASE_STOPPED);
            return false;
        }
      });
  EXPECT_THAT(status, IsOk());
  EXPECT_EQ(seen, 4);
}

TEST_F(ReportServicesTest, StreamsEndWithTheRunAndWithTheServer) {
  MakeRun("one", "5");
  Start();
  v1::WatchRunRequest request;
  request.set_run("none");
  const auto ignore = [](const v1::WatchRunResponse&) { return true; };
  EXPECT_THAT(client_->Follow<v1::WatchRunResponse>(request, kTimeout, ignore),
              StatusIs(absl::StatusCode::kNotFound, "none"));
  request.set_run("one");
  const absl::Status damaged =
      client_->Follow<v1::WatchRunResponse>(request, kTimeout, [&](const v1::WatchRunResponse&) {
        Write("runs/one/progress.json", "damaged");
        return true;
      });
  EXPECT_EQ(ReasonOf(damaged), v1::REASON_CORRUPT);
  Write("runs/one/progress.json", "7");
  std::jthread stopper;
  const absl::Status stopped =
      client_->Follow<v1::WatchRunResponse>(request, kTimeout, [&](const v1::WatchRunResponse&) {
        stopper = std::jthread([&] { server_->Shutdown(std::chrono::milliseconds(0)); });
        return true;
      });
  EXPECT_EQ(ReasonOf(stopped), v1::REASON_DRAINING);
}

TEST_F(ReportServicesTest, StudiesAreShown) {
  ASSERT_THAT(MakeDirectories(folder_.Path("studies/hex")), IsOk());
  Write("studies/hex/games.jsonl", "{\"games\":[\"hex\"]}\n");
  config_.set_studies(folder_.Path("studies"));
  Restart();
  v1::GetStudyRequest request;
  request.set_study("hex");
  ASSERT_OK_AND_ASSIGN(const auto study, client_->Call<v1::GetStudyResponse>(request, kTimeout));
  EXPECT_EQ(study.summary().games(0), "hex");
  request.set_study("..");
  EXPECT_EQ(FieldOf(client_->Call<v1::GetStudyResponse>(request, kTimeout).status()), "study");
}

}  // namespace
}  // namespace kvintet::serving

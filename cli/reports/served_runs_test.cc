// Tests of ServedRuns: curves of long histories, runs that are being written, and damaged ones.
#include "cli/reports/served_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "absl/strings/str_cat.h"

#include "base/files/file.h"
#include "base/files/file_lock.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::cli {
namespace {

using testing::IsOk;
using testing::StatusIs;
using training::Progress;

Progress Round(int64_t number) {
  Progress round = {.games = 10 * number,
                    .rows = 100 * number,
                    .steps = number,
                    .policy_loss = static_cast<double>(number),
                    .value_loss = 0.5,
                    .seconds = 2.0 * static_cast<double>(number)};
  round.learning.strength["greedy"] = {
      .pairs = 8, .elo = static_cast<double>(number), .low = -50, .high = 50};
  return round;
}

std::vector<Progress> Rounds(int64_t count) {
  std::vector<Progress> rounds;
  for (int64_t number = 1; number <= count; ++number) {
    rounds.push_back(Round(number));
  }
  return rounds;
}

std::map<std::string, v1::RunCurve> CurvesByName(const std::vector<Progress>& rounds) {
  std::map<std::string, v1::RunCurve> curves;
  for (const v1::RunCurve& curve : CurvesOf(rounds)) {
    curves[curve.figure()] = curve;
  }
  return curves;
}

TEST(CurvesTest, AShortHistoryHasAPointForEachRound) {
  std::map<std::string, v1::RunCurve> curves = CurvesByName(Rounds(3));
  const v1::RunCurve& loss = curves["loss/policy"];
  ASSERT_EQ(loss.points_size(), 3);
  EXPECT_EQ(loss.points(1).value(), 2);
  EXPECT_EQ(loss.points(1).games(), 20);
  EXPECT_EQ(loss.points(1).seconds(), 4);
  EXPECT_FALSE(loss.points(1).has_low());
  EXPECT_FALSE(curves.contains("held_out/policy_kl"));
}

TEST(CurvesTest, ALongHistoryHasMeansThatStandAtTheLastRound) {
  std::map<std::string, v1::RunCurve> curves = CurvesByName(Rounds(1000));
  const v1::RunCurve& loss = curves["loss/policy"];
  ASSERT_EQ(loss.points_size(), 200);
  EXPECT_EQ(loss.points(0).value(), 3);
  EXPECT_EQ(loss.points(0).games(), 50);
  EXPECT_EQ(loss.points(199).value(), 998);
  EXPECT_EQ(loss.points(199).games(), 10000);
  const v1::RunCurve& strength = curves["strength/greedy"];
  ASSERT_EQ(strength.points_size(), 200);
  EXPECT_EQ(strength.points(199).value(), 1000);
  EXPECT_EQ(strength.points(199).low(), -50);
}

TEST(CurvesTest, PartsOfUnequalLengthLoseNoRound) {
  std::map<std::string, v1::RunCurve> curves = CurvesByName(Rounds(301));
  ASSERT_EQ(curves["loss/policy"].points_size(), 200);
  EXPECT_EQ(curves["loss/policy"].points(199).games(), 3010);
}

TEST(CurvesTest, RoundsBeforeTheFirstStepHaveNoLoss) {
  std::vector<Progress> rounds = Rounds(2);
  rounds[0].steps = 0;
  EXPECT_EQ(CurvesByName(rounds)["loss/policy"].points_size(), 1);
}

class RunReaderTest : public ::testing::Test {
 protected:
  void Write(const std::string& file, const std::string& text) const {
    ASSERT_THAT(WriteFileAtomically(folder_.Path(file), text), IsOk());
  }
  void WriteConfig() const { Write("config.textproto", "game: \"tic_tac_toe\"\n"); }
  static std::string Line(const Progress& round) { return ToJsonLine(ToJson(round)) + "\n"; }

  const serving::RunReader reader_ = MakeRunReader();
  const testing::TempDir folder_;
};

TEST_F(RunReaderTest, ARunThatHasJustBegunHasNoFigures) {
  WriteConfig();
  ASSERT_OK_AND_ASSIGN(const v1::RunSummary summary, reader_.summary(folder_.Path()));
  EXPECT_EQ(summary.game(), "tic_tac_toe");
  EXPECT_EQ(summary.games(), 0);
  ASSERT_OK_AND_ASSIGN(const serving::RunReport report, reader_.report(folder_.Path()));
  EXPECT_EQ(report.state.summary().game(), "tic_tac_toe");
  EXPECT_EQ(report.history.rounds(), 0);
}

TEST_F(RunReaderTest, ALineThatIsBeingWrittenIsLeftOut) {
  WriteConfig();
  Write("metrics.jsonl", Line(Round(1)) + Line(Round(2)) + R"({"steps": 3, "run/ga)");
  ASSERT_OK_AND_ASSIGN(const serving::RunReport report, reader_.report(folder_.Path()));
  EXPECT_EQ(report.history.rounds(), 2);
  EXPECT_EQ(report.state.summary().games(), 20);
  EXPECT_FALSE(report.state.summary().has_seconds_left());
  EXPECT_FALSE(report.state.bottleneck().empty());
  EXPECT_EQ(report.state.figures().at("loss/policy"), 2);
  ASSERT_OK_AND_ASSIGN(const v1::RunSummary summary, reader_.summary(folder_.Path()));
  EXPECT_EQ(summary.games(), 20);
}

TEST_F(RunReaderTest, HowItStandsComesFromTheLatestProgress) {
  WriteConfig();
  Write("metrics.jsonl", Line(Round(1)));
  Progress now = Round(2);
  now.seconds_left = 30;
  now.done_share = 0.25;
  now.games_in_play = 4;
  now.learning.ends["line"] = 0.75;
  Write("progress.json", ToJsonLine(ToStateJson(now)) + "\n");
  ASSERT_OK_AND_ASSIGN(const serving::RunReport report, reader_.report(folder_.Path()));
  EXPECT_EQ(report.history.rounds(), 1);
  EXPECT_EQ(report.state.summary().games(), 20);
  EXPECT_EQ(report.state.summary().seconds_left(), 30);
  EXPECT_EQ(report.state.summary().done_share(), 0.25);
  EXPECT_EQ(report.state.games_in_play(), 4);
  EXPECT_EQ(report.state.figures().at("ends/line"), 0.75);
}

TEST_F(RunReaderTest, DamageIsNamedWithItsLine) {
  WriteConfig();
  Write("metrics.jsonl", Line(Round(1)) + "{\"steps\": 1}\n" + Line(Round(2)));
  EXPECT_THAT(reader_.report(folder_.Path()).status(),
              StatusIs(absl::StatusCode::kDataLoss, "metrics.jsonl:2: run/games"));
  Write("metrics.jsonl", Line(Round(1)));
  Write("ratings.jsonl", "{\"kind\":\"ladder\"}\n");
  EXPECT_THAT(reader_.report(folder_.Path()).status(),
              StatusIs(absl::StatusCode::kDataLoss, "ratings.jsonl:1: confidence"));
  Write("config.textproto", "game: tic tac toe");
  EXPECT_FALSE(reader_.summary(folder_.Path()).ok());
}

TEST_F(RunReaderTest, TheLadderHasModelsAndAgents) {
  WriteConfig();
  Write("metrics.jsonl", Line(Round(1)));
  Write(
      "ratings.jsonl",
      std::string(R"({"kind":"ladder","confidence":0.95,"pairs":90})") + "\n" +
          R"({"kind":"player","player":"model:abc","elo":310.5,"low":250,"high":370,"games":60,)" +
          R"("score":0.8,"steps":1,"seconds":2.5})" + "\n" +
          R"({"kind":"player","player":"random","elo":0,"low":-60,"high":60,"games":120,)" +
          R"("score":0.2})" + "\n");
  ASSERT_OK_AND_ASSIGN(const serving::RunReport report, reader_.report(folder_.Path()));
  const v1::RunLadder& ladder = report.history.ladder();
  EXPECT_EQ(ladder.pairs(), 90);
  ASSERT_EQ(ladder.players_size(), 2);
  EXPECT_TRUE(ladder.players(0).model());
  EXPECT_EQ(ladder.players(0).player(), "abc");
  EXPECT_EQ(ladder.players(0).elo(), 310.5);
  EXPECT_EQ(ladder.players(0).seconds(), 2.5);
  EXPECT_FALSE(ladder.players(1).model());
  EXPECT_EQ(ladder.players(1).low(), -60);
}

// The weakest player is the agent that gives the scale.
TEST_F(RunReaderTest, OfManyModelsSomeAreLeftOutAndNoAgent) {
  WriteConfig();
  Write("metrics.jsonl", Line(Round(1)));
  std::string text = R"({"kind":"ladder","confidence":0.95,"pairs":90})"
                     "\n";
  for (int i = 0; i < 500; ++i) {
    absl::StrAppend(&text, R"({"kind":"player","player":"model:)", i, R"(","elo":)", 1000 - i,
                    R"(,"low":0,"high":1000,"games":8,"score":0.8,"steps":1,"seconds":2.5})", "\n");
  }
  absl::StrAppend(&text, R"({"kind":"player","player":"random","elo":0,"low":-60,"high":60,)",
                  R"("games":120,"score":0.2})", "\n");
  Write("ratings.jsonl", text);
  ASSERT_OK_AND_ASSIGN(const serving::RunReport report, reader_.report(folder_.Path()));
  const v1::RunLadder& ladder = report.history.ladder();
  ASSERT_EQ(ladder.players_size(), 200);
  EXPECT_EQ(ladder.players(0).player(), "0");
  EXPECT_EQ(ladder.players(199).player(), "random");
  for (int i = 1; i < 199; ++i) {
    const double gap = ladder.players(i - 1).elo() - ladder.players(i).elo();
    EXPECT_GE(gap, 2);
    EXPECT_LE(gap, 3);
  }
}

TEST_F(RunReaderTest, ARunIsWorkedOnWhileItsLockIsHeld) {
  EXPECT_FALSE(reader_.is_working(folder_.Path()));
  ASSERT_OK_AND_ASSIGN(const FileLock lock, FileLock::Acquire(folder_.Path("lock")));
  EXPECT_TRUE(reader_.is_working(folder_.Path()));
}

}  // namespace
}  // namespace kvintet::cli

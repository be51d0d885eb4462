// Tests of StudyShelf: studies at every stage, and damaged ones.
#include "serving/reports/study_shelf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/files/file.h"
#include "serving/errors/refusal.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::serving {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::StatusIs;

constexpr char kSettings[] =
    R"({"kind":"balance study","version":3,"games":["hex{size=5}","hex{size=7}"]})";

// A report with one level, and members that the message does not have.
constexpr char kReport[] = R"({
  "kind": "balance report", "version": 2, "complete": true, "players": "Two players.",
  "settings": {"kind": "balance study", "games": ["hex{size=5}"], "margin": 0.02,
               "levels": [{"name": "random", "specs": ["random"]}], "seed": 7},
  "headline": "random",
  "front": [{"game": "hex{size=5}", "title": "hex", "symmetry": "",
             "lights": {"fair": {"light": "red", "label": "no", "sentence": "S.", "trend": ""}},
             "board": {"cells": [[1, 2, 3]]}}],
  "levels": [{"game": "hex{size=5}", "level": "random", "games": 64, "complete": true,
              "wins": 40, "draws": 0, "losses": 24,
              "score": {"value": 0.625, "low": 0.5, "high": 0.75}, "verdict": "V",
              "track": [[8, 0.5, 0, 1]],
              "choices": {"value": 12.5, "low": null, "high": null, "games": 1}}],
  "strengths": [], "duels": [], "differences": []})";

class StudyShelfTest : public ::testing::Test {
 protected:
  void Write(const std::string& study, const std::string& file, const std::string& text) const {
    ASSERT_THAT(MakeDirectories(folder_.Path(study)), IsOk());
    ASSERT_THAT(WriteFileAtomically(folder_.Path(study) + "/" + file, text), IsOk());
  }
  const testing::TempDir folder_;
};

TEST_F(StudyShelfTest, AStudyHasTheFiguresOfItsReport) {
  Write("hex", "games.jsonl", std::string(kSettings) + "\n{\"kind\":\"ga");
  Write("hex", "report.json", kReport);
  ASSERT_OK_AND_ASSIGN(const v1::GetStudyResponse study, StudyShelf(folder_.Path()).Find("hex"));
  EXPECT_EQ(study.summary().study(), "hex");
  EXPECT_EQ(study.summary().games_size(), 2);
  EXPECT_TRUE(study.summary().reported());
  EXPECT_TRUE(study.summary().complete());
  EXPECT_EQ(study.summary().games_played(), 64);
  EXPECT_GT(study.summary().changed_ms(), 0);
  EXPECT_EQ(study.report().front(0).lights().at("fair").light(), "red");
  const v1::StudyLevel& level = study.report().levels(0);
  EXPECT_EQ(level.score().low(), 0.5);
  EXPECT_EQ(level.choices().value(), 12.5);
  EXPECT_FALSE(level.choices().has_low());
  EXPECT_EQ(study.report().settings().seed(), 7u);
}

TEST_F(StudyShelfTest, AStudyThatIsStillPlayedHasNoReport) {
  Write("hex", "games.jsonl", std::string(kSettings) + "\n");
  ASSERT_OK_AND_ASSIGN(const v1::GetStudyResponse study, StudyShelf(folder_.Path()).Find("hex"));
  EXPECT_EQ(study.summary().games(0), "hex{size=5}");
  EXPECT_FALSE(study.summary().reported());
  EXPECT_FALSE(study.has_report());
}

TEST_F(StudyShelfTest, DamagedStudiesHaveTheirProblemAndHideNoOthers) {
  Write("sound", "games.jsonl", std::string(kSettings) + "\n");
  Write("cut", "games.jsonl", "{\"kind\":");
  Write("empty", "games.jsonl", "");
  Write("old", "games.jsonl", std::string(kSettings) + "\n");
  Write("old", "report.json", R"({"kind": "balance report", "version": 1})");
  Write("torn", "games.jsonl", std::string(kSettings) + "\n");
  Write("torn", "report.json", std::string(kReport).substr(0, 700));
  Write("wrong", "games.jsonl", std::string(kSettings) + "\n");
  Write("wrong", "report.json",
        R"({"kind": "balance report", "version": 2, "levels": [{"games": "many"}]})");
  StudyShelf shelf(folder_.Path());
  ASSERT_OK_AND_ASSIGN(const v1::ListStudiesResponse list, shelf.List());
  ASSERT_EQ(list.studies_size(), 6);
  for (const v1::StudySummary& study : list.studies()) {
    EXPECT_EQ(study.problem().empty(), study.study() == "sound") << study.problem();
    EXPECT_EQ(study.problem().find(folder_.Path()), std::string::npos) << study.problem();
  }
  const absl::Status old = shelf.Find("old").status();
  EXPECT_EQ(ReasonOf(old), v1::REASON_CORRUPT);
  EXPECT_THAT(old, StatusIs(absl::StatusCode::kDataLoss,
                            "old/report.json: wanted a balance report of version 2, found"));
  EXPECT_THAT(std::string(shelf.Find("cut").status().message()), HasSubstr("cut/games.jsonl:1"));
}

TEST_F(StudyShelfTest, AListFollowsTheFiles) {
  Write("hex", "games.jsonl", std::string(kSettings) + "\n");
  StudyShelf shelf(folder_.Path());
  ASSERT_OK_AND_ASSIGN(const v1::ListStudiesResponse before, shelf.List());
  EXPECT_FALSE(before.studies(0).reported());
  Write("hex", "report.json", kReport);
  ASSERT_OK_AND_ASSIGN(const v1::ListStudiesResponse after, shelf.List());
  EXPECT_TRUE(after.studies(0).reported());
}

}  // namespace
}  // namespace kvintet::serving

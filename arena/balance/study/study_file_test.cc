// Tests of StudyFile: files survive writing and reading; damaged files and other studies are
// refused.
#include "arena/balance/study/study_file.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/files/file.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::arena {
namespace {

using testing::StatusIs;

StudySettings SomeSettings() {
  return {.games = {"renju{opening=free}", "renju{opening=rif1996}"},
          .levels = {{.name = "random", .specs = {"random", "random"}},
                     {.name = "model 1 / 2", .specs = {"model:a", "model:b"}}},
          .seed = uint64_t{1} << 63,
          .margin = 0.03,
          .max_games = 500};
}

StudyLine SomeLine(int64_t index) {
  return {.place = {.variant = 1, .level = 1},
          .index = index,
          .game = {.first_return = -1,
                   .reason = "five \"in\" a row",
                   .truncated = true,
                   .moves = 3,
                   .decisions = 4,
                   .forced = 1,
                   .choices = 17.25,
                   .margin = {3, -3},
                   .values = {0.125, -0.5},
                   .record = "renju; 0 h8"}};
}

StudyDuel SomeDuel() {
  StudyDuel duel = {.variant = 1, .a = 1, .b = 0, .a_first = {1, 2, 3}, .b_first = {3, 2, 1}};
  duel.scores.Add(1, -1);
  return duel;
}

class StudyFileTest : public ::testing::Test {
 protected:
  std::string Path() const { return folder_.Path("games.jsonl"); }
  // A study of two games and a duel.
  std::string Write() const {
    auto file = StudyFile::Open(Path(), SomeSettings());
    EXPECT_THAT(file, testing::IsOk());
    EXPECT_THAT(file->Add({SomeLine(0), SomeLine(1)}), testing::IsOk());
    EXPECT_THAT(file->Add(SomeDuel()), testing::IsOk());
    return *ReadFile(Path());
  }

  const testing::TempDir folder_;
};

TEST_F(StudyFileTest, ReadsWhatItWrote) {
  Write();
  ASSERT_OK_AND_ASSIGN(const StudyFile file, StudyFile::Open(Path(), SomeSettings()));
  const std::vector<StudyGame>& games = file.Games().At({.variant = 1, .level = 1});
  ASSERT_EQ(games.size(), 2u);
  EXPECT_EQ(games[1], SomeLine(1).game);
  EXPECT_TRUE(file.Games().At({.variant = 0, .level = 1}).empty());
  EXPECT_TRUE(file.Games().At({.variant = 1, .level = 1}, 1).empty());
  ASSERT_EQ(file.Games().duels.size(), 1u);
  EXPECT_EQ(file.Games().duels[0].scores.pairs, SomeDuel().scores.pairs);
  EXPECT_EQ(file.Games().duels[0].a_first, SomeDuel().a_first);
  EXPECT_EQ(file.Games().duels[0].b_first, SomeDuel().b_first);
}

// A file as the first release wrote it, which knew fewer options.
TEST_F(StudyFileTest, AStudyOfAnEarlierProgramGoesOn) {
  StudySettings settings = SomeSettings();
  settings.games[1] =
      "konkvest{cycle=end,general_reach=lines,guard_reach=lines,max_plies=600,"
      "queen_retreat=straight,territory=strip}";
  { ASSERT_OK(StudyFile::Open(Path(), settings)); }
  settings.games[1] = "konkvest{capture_in_row=counts}";
  EXPECT_THAT(StudyFile::Open(Path(), settings), testing::IsOk());
  settings.games[1] = "konkvest{capture_in_row=ends_row}";
  EXPECT_THAT(StudyFile::Open(Path(), settings),
              StatusIs(absl::StatusCode::kFailedPrecondition, "other settings"));
}

TEST_F(StudyFileTest, ATornLineNeverCounted) {
  const std::string text = Write();
  ASSERT_OK(WriteFileAtomically(Path(), text + text.substr(0, 30)));
  ASSERT_OK_AND_ASSIGN(const StudyFile file, StudyFile::Open(Path(), SomeSettings()));
  EXPECT_EQ(*ReadFile(Path()), text);
}

TEST_F(StudyFileTest, OtherSettingsAndASecondProcessAreRefused) {
  {
    ASSERT_OK_AND_ASSIGN(const StudyFile file, StudyFile::Open(Path(), SomeSettings()));
    EXPECT_THAT(StudyFile::Open(Path(), SomeSettings()),
                StatusIs(absl::StatusCode::kFailedPrecondition, "games.jsonl.lock"));
  }
  StudySettings other = SomeSettings();
  other.seed = 2;
  EXPECT_THAT(StudyFile::Open(Path(), other),
              StatusIs(absl::StatusCode::kFailedPrecondition, "other settings"));
}

TEST_F(StudyFileTest, DamageIsNamedWithItsLine) {
  const std::string text = Write();
  const size_t second = text.find('\n', text.find('\n') + 1) + 1;
  const auto broken = [&](const std::string& wrong) {
    EXPECT_THAT(WriteFileAtomically(Path(), wrong), testing::IsOk());
    return StudyFile::Open(Path(), SomeSettings()).status();
  };
  EXPECT_THAT(broken("hello\n"), StatusIs(absl::StatusCode::kDataLoss, ":1:1: "));
  EXPECT_THAT(broken("{\"kind\":\"ladder\",\"version\":1}\n"),
              StatusIs(absl::StatusCode::kDataLoss, "'ladder'"));
  EXPECT_THAT(broken(text + "{}\n"), StatusIs(absl::StatusCode::kDataLoss, ":5: "));
  // A game that is missing.
  const size_t first = text.find('\n') + 1;
  EXPECT_THAT(broken(text.substr(0, first) + text.substr(second)),
              StatusIs(absl::StatusCode::kDataLoss, ":2: wanted game 0, found game 1"));
  std::string level = text;
  level.replace(level.find("\"level\":1"), 8, "\"level\":9");
  EXPECT_THAT(broken(level), StatusIs(absl::StatusCode::kDataLoss, "level: wanted less than 2"));
  StudyDuel duel = SomeDuel();
  duel.a_first[1] = -3;
  {
    ASSERT_OK(WriteFileAtomically(Path(), text));
    ASSERT_OK_AND_ASSIGN(StudyFile file, StudyFile::Open(Path(), SomeSettings()));
    ASSERT_OK(file.Add(duel));
  }
  EXPECT_THAT(StudyFile::Open(Path(), SomeSettings()).status(),
              StatusIs(absl::StatusCode::kDataLoss, ":5: a_first: a count is -3"));
}

TEST(StudySettingsTest, ComeBackFromTheirLine) {
  ASSERT_OK_AND_ASSIGN(const StudySettings settings, SettingsFromJson(ToJson(SomeSettings())));
  EXPECT_EQ(settings, SomeSettings());
}

TEST(StudySettingsTest, AStudyOfTheFirstWaveIsReadAsItWas) {
  StudySettings before = SomeSettings();
  before.min_games = 0;
  Json line = ToJson(before);
  line["version"] = 2;
  line.erase("min_games");
  ASSERT_OK_AND_ASSIGN(const StudySettings settings, SettingsFromJson(line));
  EXPECT_EQ(settings, before);
  line["version"] = 4;
  EXPECT_THAT(SettingsFromJson(line),
              testing::StatusIs(absl::StatusCode::kInvalidArgument, "version 2 to 3"));
}

TEST(StudySettingsTest, WhatIsOutOfRangeIsNamed) {
  const auto check = [](const auto& change) {
    StudySettings settings = SomeSettings();
    change(&settings);
    return CheckSettings(settings);
  };
  const auto code = absl::StatusCode::kInvalidArgument;
  EXPECT_THAT(check([](StudySettings*) {}), testing::IsOk());
  EXPECT_THAT(check([](StudySettings* s) { s->margin = 0.6; }), StatusIs(code, "margin"));
  EXPECT_THAT(check([](StudySettings* s) { s->margin = NAN; }), StatusIs(code, "margin"));
  EXPECT_THAT(check([](StudySettings* s) { s->confidence = 1; }), StatusIs(code, "confidence"));
  EXPECT_THAT(check([](StudySettings* s) { s->max_games = 0; }), StatusIs(code, "max_games"));
  EXPECT_THAT(check([](StudySettings* s) { s->playouts = 0; }), StatusIs(code, "playouts"));
  EXPECT_THAT(check([](StudySettings* s) { s->levels.clear(); }), StatusIs(code, "a player"));
  EXPECT_THAT(check([](StudySettings* s) { s->levels[0].specs.pop_back(); }),
              StatusIs(code, "'random'"));
}

}  // namespace
}  // namespace kvintet::arena

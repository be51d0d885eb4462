// Tests of ReportPdf: pages for all kinds of games, reproducible bytes, and names that cannot be
// shown.
#include "matches/report/report_pdf.h"

#include <string>

#include "absl/strings/match.h"

#include "matches/report/cairo_page.h"
#include "matches/report/report_steps.h"
#include "tests/support/matches/driven_tournament.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using testing::DrivenMatch;
using testing::IsOk;

// The number of pages in a file written by Cairo.
size_t PagesOf(const std::string& pdf) {
  const std::string object = "/Type /Page ";
  size_t pages = 0;
  for (size_t at = pdf.find(object); at != std::string::npos; at = pdf.find(object, at + 1)) {
    ++pages;
  }
  return pages;
}

// Plays the first legal moves of a game, then resigns.
MatchReport Played(DrivenMatch* world, const std::string& game, int plies) {
  world->Create(game);
  if (world->See().phase == Phase::kReady) {
    EXPECT_THAT(world->Act(0, ActKind::kReady), IsOk());
    EXPECT_THAT(world->Act(1, ActKind::kReady), IsOk());
  }
  while (world->See().phase != Phase::kOver && world->See().ply < plies) {
    for (int player = 0; player < kPlayers; ++player) {
      const MatchView sight = world->See(player);
      const bool acts = sight.knowledge.actors.Has(sight.knowledge.seat);
      if (sight.phase != Phase::kOver && acts && !sight.own) {
        EXPECT_THAT(world->Move(player, world->Legal(player, 1)[0]), IsOk());
      }
    }
  }
  if (world->See().phase != Phase::kOver) {
    EXPECT_THAT(world->Act(1, ActKind::kResign), IsOk());
  }
  auto report = world->table->Report(world->match, Audience::kSpectators, 0);
  KVINTET_CHECK(report.ok());
  return *std::move(report);
}

class ReportPdfTest : public ::testing::TestWithParam<const char*> {};

TEST_P(ReportPdfTest, HasAPageForTheGameAndOneForEachNineSteps) {
  DrivenMatch world;
  const MatchReport report = Played(&world, GetParam(), 40);
  ASSERT_OK_AND_ASSIGN(const std::string pdf, ReportPdf(report, envs::Palette::kUsual));
  EXPECT_TRUE(absl::StartsWith(pdf, "%PDF-"));
  const size_t steps = StepsOf(report, 600).size();
  EXPECT_EQ(PagesOf(pdf), 1 + (steps + 8) / 9);
  ASSERT_OK_AND_ASSIGN(const std::string again, ReportPdf(report, envs::Palette::kUsual));
  EXPECT_TRUE(pdf == again);
}

INSTANTIATE_TEST_SUITE_P(Games, ReportPdfTest,
                         ::testing::Values("kontranto", "renju", "punct", "konkvest", "tantrix",
                                           "tic_tac_toe"));

TEST(ReportActsTest, WhatTheDirectorHasDoneStandsOnPagesOfItsOwn) {
  testing::DrivenTournament world("tic_tac_toe");
  world.Begin();
  using Kind = DirectorActKind;
  const std::string longest(500, 'w');
  for (const Kind kind : {Kind::kPaused, Kind::kResumed, Kind::kPaused, Kind::kResumed}) {
    ASSERT_THAT(world.Do({.kind = kind, .reason = longest}), IsOk());
  }
  ASSERT_THAT(world.Do({.kind = Kind::kDisqualified, .reason = longest, .player = 0}), IsOk());
  ASSERT_OK_AND_ASSIGN(MatchReport report,
                       world.table->Report(world.match, Audience::kSpectators, 0));
  ASSERT_OK_AND_ASSIGN(const std::string pdf, ReportPdf(report, envs::Palette::kUsual));
  report.acts.clear();
  ASSERT_OK_AND_ASSIGN(const std::string without, ReportPdf(report, envs::Palette::kUsual));
  // Four acts fit on a page.
  EXPECT_EQ(PagesOf(pdf), PagesOf(without) + 2);
}

TEST(ReportPalettesTest, T7_GreenIsWhiteForTheColourBlind) {
  DrivenMatch world;
  const MatchReport report = Played(&world, "tantrix", 60);
  ASSERT_OK_AND_ASSIGN(const std::string usual, ReportPdf(report, envs::Palette::kUsual));
  ASSERT_OK_AND_ASSIGN(const std::string blind, ReportPdf(report, envs::Palette::kColourBlind));
  EXPECT_FALSE(usual == blind);
}

TEST(ReportNamesTest, AreShownThoughTheyAreNoText) {
  DrivenMatch world;
  MatchReport report = Played(&world, "tic_tac_toe", 3);
  report.players[0].name = "\xff\xc0 \xed\xa0\x80 ended\xe2\x82";
  EXPECT_THAT(ReportPdf(report, envs::Palette::kUsual), IsOk());
}

TEST(ValidTextTest, KeepsCharactersAndNothingElse) {
  const std::string good = "Ad\xc3\xa4le \xe2\x82\xac \xf0\x9f\x99\x82";
  EXPECT_EQ(ValidText(good), good);
  EXPECT_EQ(ValidText("a\xff"
                      "b"),
            "a?b");
  EXPECT_EQ(ValidText("\xc0\x80"), "??");
  EXPECT_EQ(ValidText("\xed\xa0\x80"), "???");
  EXPECT_EQ(ValidText("\xf4\x90\x80\x80"), "????");
  EXPECT_EQ(ValidText("\xe2\x82"), "??");
}

TEST(CairoPageTest, WrapsTextIntoLinesThatFit) {
  cairo_surface_t* surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 10, 10);
  cairo_t* cairo = cairo_create(surface);
  CairoPage page(cairo);
  const std::string text = "one two,three four";
  std::string joined;
  const std::vector<std::string> lines = page.Wrapped(text, 10, false, 40, 10);
  EXPECT_GT(lines.size(), 1u);
  for (const std::string& line : lines) {
    joined += line;
  }
  EXPECT_EQ(joined, text);
  EXPECT_EQ(page.Wrapped(text, 10, false, 1000, 10), std::vector<std::string>{text});
  const std::vector<std::string> cut = page.Wrapped(text, 10, false, 40, 1);
  ASSERT_EQ(cut.size(), 1u);
  EXPECT_TRUE(absl::EndsWith(cut[0], "..."));
  EXPECT_TRUE(page.Wrapped("", 10, false, 40, 3).empty());
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
}

}  // namespace
}  // namespace kvintet::matches

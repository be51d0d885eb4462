// Tests of MatchJournal by itself: what was stored comes back, and a failed append stores nothing.
#include "matches/store/match_journal.h"

#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/reports/json.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::matches {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::IsOk;
using ::testing::Not;
using testing::StatusIs;

class MatchJournalTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto journal = MatchJournal::Open(folder_.Path() + "/matches");
    ASSERT_THAT(journal.status(), IsOk());
    journal_ = *std::move(journal);
  }

  static MatchEvent Created() {
    return {.kind = EventKind::kCreated,
            .text = ToJsonLine(ToJson(MatchSettings{.game = "tic_tac_toe"}))};
  }

  absl::Status Append(const std::string& match, int64_t first,
                      const std::vector<MatchEvent>& events, bool over = false) {
    const JournalEntry entry = {.match = match, .first = first, .events = events, .over = over};
    return journal_->Append(std::span(&entry, 1), {});
  }

  const testing::TempDir folder_;
  std::unique_ptr<MatchJournal> journal_;
};

TEST_F(MatchJournalTest, EventsComeBackAsTheyWereStored) {
  const MatchEvent moved = {
      .kind = EventKind::kMoved,
      .player = 1,
      .text = "5",
      .nonce = "n",
      .flag = true,
      .colours = {.first = "red", .second = "blue", .colour_blind = true, .opponent = "green"},
      .agents = {AgentModel{.id = "rollouts:16", .simulations = 4}, AgentModel{.id = "other"}},
      .at_millis = 7,
      .reading = {.spent = {1, 2}, .waited = {3, 4}}};
  ASSERT_THAT(Append("a", 0, {Created(), moved}), IsOk());
  ASSERT_OK_AND_ASSIGN(const auto loaded, journal_->Load("a"));
  ASSERT_TRUE(loaded.has_value());
  ASSERT_EQ(loaded->events.size(), 2u);
  EXPECT_EQ(EventToText(loaded->events[0]), EventToText(Created()));
  const MatchEvent& found = loaded->events[1];
  EXPECT_EQ(EventToText(found), EventToText(moved));
  EXPECT_EQ(found.text, "5");
  EXPECT_EQ(found.colours, moved.colours);
  EXPECT_EQ(found.agents, moved.agents);
  EXPECT_EQ(found.reading, moved.reading);
}

TEST_F(MatchJournalTest, WishesAndModelsAreWrittenOnlyWhereThereAreAny) {
  const std::string text = EventToText({.kind = EventKind::kMoved, .text = "5"});
  EXPECT_THAT(text, Not(HasSubstr("colours")));
  EXPECT_THAT(text, Not(HasSubstr("agents")));
}

TEST_F(MatchJournalTest, TextsThatAreNoEventsAreDamage) {
  Json json = *ParseJson(EventToText(Created()), "event");
  const auto with = [&](const std::string& key, const Json& value) {
    Json changed = json;
    changed[key] = value;
    return EventFromText(ToJsonLine(changed)).status();
  };
  EXPECT_THAT(with("player", -1), IsOk());
  for (const int player : {-2, 2}) {
    EXPECT_THAT(with("player", player), StatusIs(absl::StatusCode::kDataLoss));
  }
  EXPECT_THAT(with("agents", Json::array()), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(with("agents", "two"), StatusIs(absl::StatusCode::kDataLoss));
}

TEST_F(MatchJournalTest, LiveMatchesAreThoseThatAreNotOver) {
  for (const char* match : {"b", "a", "c"}) {
    ASSERT_THAT(Append(match, 0, {Created()}, /*over=*/std::string(match) == "c"), IsOk());
  }
  EXPECT_THAT(*journal_->LiveMatches(), ElementsAre("a", "b"));
  ASSERT_THAT(Append("a", 1, {Created()}, /*over=*/true), IsOk());
  EXPECT_THAT(*journal_->LiveMatches(), ElementsAre("b"));
}

// A number that is taken already makes the second entry fail.
TEST_F(MatchJournalTest, AnAppendThatFailsStoresNothingAndTheNextSucceeds) {
  ASSERT_THAT(Append("a", 0, {Created()}), IsOk());
  const std::vector<MatchEvent> events = {Created()};
  const std::vector<JournalEntry> both = {{.match = "b", .first = 0, .events = events},
                                          {.match = "a", .first = 0, .events = events}};
  EXPECT_THAT(journal_->Append(both, {}), Not(IsOk()));
  EXPECT_FALSE(journal_->Load("b")->has_value());
  EXPECT_EQ((*journal_->Load("a"))->events.size(), 1u);
  EXPECT_THAT(Append("b", 0, {Created()}), IsOk());
  EXPECT_TRUE(journal_->Load("b")->has_value());
}

TEST_F(MatchJournalTest, AReadingCountsUntilTheNextEvent) {
  ASSERT_THAT(Append("a", 0, {Created(), Created()}), IsOk());
  const JournalReading saved = {.match = "a", .events = 2, .reading = {.spent = {5, 6}}};
  ASSERT_THAT(journal_->SaveReadings(std::span(&saved, 1)), IsOk());
  ASSERT_TRUE((*journal_->Load("a"))->reading.has_value());
  EXPECT_EQ((*journal_->Load("a"))->reading, saved.reading);
  ASSERT_THAT(Append("a", 2, {Created()}), IsOk());
  EXPECT_FALSE((*journal_->Load("a"))->reading.has_value());
}

Tournament InSection(const std::string& id, const std::string& section) {
  Tournament event;
  event.id = id;
  event.settings.match.game = "tic_tac_toe";
  event.settings.section_id = section;
  return event;
}

TEST_F(MatchJournalTest, ASectionHasItsTournamentsSorted) {
  for (const Tournament& event :
       {InSection("t2", "s"), InSection("t1", "s"), InSection("t3", "")}) {
    ASSERT_THAT(journal_->AddTournament(event, {}), IsOk());
  }
  EXPECT_THAT(*journal_->TournamentsOf("s"), ElementsAre("t1", "t2"));
  EXPECT_THAT(*journal_->TournamentsOf(""), IsEmpty());
  EXPECT_EQ(*journal_->CountTournaments(), 3);
}

}  // namespace
}  // namespace kvintet::matches

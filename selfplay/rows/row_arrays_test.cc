// Tests of RowGatherer and PolicyLists against the rows of a replay.
#include "selfplay/rows/row_arrays.h"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "selfplay/rows/policy_lists.h"
#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::PlayRecords;
using ::kvintet::testing::SmallTask;
using ::kvintet::testing::StatusIs;

void Nothing(const ReplayedRow&) {}

class RowArraysTest : public ::testing::TestWithParam<std::string> {};

TEST_P(RowArraysTest, HoldWhatEachRowShows) {
  const auto game = testing::Game(GetParam());
  const auto actions = static_cast<size_t>(game->Spec().num_actions);
  RowGatherer gatherer(*game);
  for (const GameRecord& record : PlayRecords(SmallTask(*game, 5))) {
    ASSERT_OK(gatherer.Add(record, [&](const ReplayedRow& shown) {
      const RowArrays& rows = gatherer.Rows();
      const std::span mask = std::span(rows.mask).last(actions);
      const std::span policy = std::span(rows.policy).last(actions);
      EXPECT_EQ(std::accumulate(mask.begin(), mask.end(), size_t{0}), shown.legal.size());
      EXPECT_NEAR(std::accumulate(policy.begin(), policy.end(), 0.0), 1, 1e-5);
      EXPECT_EQ(mask[static_cast<size_t>(rows.action.back())], 1);
      EXPECT_EQ(rows.seat.back(), envs::Index(shown.seat));
      EXPECT_EQ(rows.game.back(), record.number);
      EXPECT_EQ(rows.ply.back(), shown.row->event);
      EXPECT_EQ(rows.value.back(), record.ResultFor(*shown.row));
      EXPECT_EQ(gatherer.Models()[static_cast<size_t>(rows.model.back())],
                record.models[shown.row->model]);
    }));
  }
  const size_t count = gatherer.Rows().value.size();
  EXPECT_GT(count, 0u);
  VisitRowArrays(game->Spec(), gatherer.Rows(),
                 [&](const char* name, const auto& array, const std::vector<int64_t>& extents) {
                   size_t size = count;
                   for (const int64_t extent : extents) {
                     size *= static_cast<size_t>(extent);
                   }
                   EXPECT_EQ(array.size(), size) << name;
                 });
}

TEST_P(RowArraysTest, ListsHoldTheSamePoliciesByEntryOfTheNetwork) {
  const auto game = testing::Game(GetParam());
  RowGatherer gatherer(*game);
  PolicyLists lists;
  lists.Clear();
  for (const GameRecord& record : PlayRecords(SmallTask(*game, 3))) {
    ASSERT_OK(gatherer.Add(record, [&](const ReplayedRow& shown) {
      const auto first = static_cast<size_t>(lists.offsets.back());
      AppendPolicy(*game, record, shown, /*symmetry=*/0, shown.view, &lists);
      std::vector<int32_t> wanted(shown.legal.size());
      game->PolicyIndices(shown.view, shown.legal, wanted);
      const std::span policy =
          std::span(gatherer.Rows().policy).last(static_cast<size_t>(game->Spec().num_actions));
      ASSERT_EQ(lists.indices.size() - first, wanted.size());
      for (size_t i = 0; i < wanted.size(); ++i) {
        EXPECT_EQ(lists.indices[first + i], wanted[i]);
        EXPECT_EQ(lists.probabilities[first + i], policy[static_cast<size_t>(shown.legal[i])]);
      }
    }));
  }
  EXPECT_EQ(lists.offsets.size(), gatherer.Rows().value.size() + 1);
}

INSTANTIATE_TEST_SUITE_P(Games, RowArraysTest, ::testing::Values("tic_tac_toe", "tiny_punct"));

TEST(RowGathererTest, ModelsAreNamedOnce) {
  const auto game = testing::Game("tic_tac_toe");
  std::vector<GameRecord> records = PlayRecords(SmallTask(*game, 2));
  records[0].models = {"b"};
  records[1].models = {"a", "b"};
  RowGatherer gatherer(*game);
  for (const GameRecord& record : records) {
    ASSERT_OK(gatherer.Add(record, Nothing));
  }
  EXPECT_EQ(gatherer.Models(), (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(gatherer.Rows().model.front(), 0);
  EXPECT_EQ(gatherer.Rows().model.back(), 1);
}

TEST(RowGathererTest, RefusesARecordOfAnotherGame) {
  const auto game = testing::Game("tic_tac_toe");
  const auto other = testing::Game("connect_four");
  RowGatherer gatherer(*other);
  EXPECT_THAT(gatherer.Add(PlayRecords(SmallTask(*game, 1))[0], Nothing),
              StatusIs(absl::StatusCode::kFailedPrecondition));
}

}  // namespace
}  // namespace kvintet::selfplay

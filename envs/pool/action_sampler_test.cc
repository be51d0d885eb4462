// Tests of SampleActions.
#include "envs/pool/action_sampler.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace kvintet::envs {
namespace {

TEST(ActionSamplerTest, DrawsFromTheRowsOwnStreams) {
  std::vector<RowState> states;
  for (uint32_t i = 0; i < 19; ++i) {
    states.push_back({.seed = uint64_t{0x123456789abcdef0} + i,
                      .row = 3 * i,
                      .episode = i / 2,
                      .action_draw = i});
  }
  const std::vector<uint64_t> masks(19 * 2, ~uint64_t{0});
  std::vector<Action> actions(19 * 2);
  SampleActions(states, masks, actions);
  for (uint32_t i = 0; i < 19; ++i) {
    RandomStream random(uint64_t{0x123456789abcdef0} + i, 3 * i, i / 2, Purpose::kAgent);
    random.SetDraw(4 * i);
    EXPECT_EQ(actions[2 * i], static_cast<Action>(random.Next64() >> 58));
    EXPECT_EQ(actions[2 * i + 1], static_cast<Action>(random.Next64() >> 58));
    EXPECT_EQ(states[i].action_draw, i + 1);
  }
}

TEST(ActionSamplerTest, ChoosesAmongLegalActionsOfAllWords) {
  std::vector<RowState> states(4000);
  for (uint32_t i = 0; i < 4000; ++i) {
    states[i].row = i;
  }
  std::vector<uint64_t> masks;
  for (int i = 0; i < 4000; ++i) {
    masks.insert(masks.end(), {0x8000000000000001, 0, 0x10});
  }
  std::vector<Action> actions(4000);
  SampleActions(states, masks, actions);
  // Five standard deviations of a count whose mean is 1333.
  for (const Action action : {0, 63, 132}) {
    EXPECT_NEAR(static_cast<double>(std::ranges::count(actions, action)), 1333, 150);
  }
}

TEST(ActionSamplerTest, NoLegalActionGivesNoAction) {
  std::vector<RowState> states(1);
  std::vector<Action> actions = {5, 5};
  SampleActions(states, std::vector<uint64_t>{0, 4}, actions);
  EXPECT_EQ(actions, (std::vector<Action>{kNoAction, 2}));
}

}  // namespace
}  // namespace kvintet::envs

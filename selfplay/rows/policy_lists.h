// PolicyLists: the policies of rows over the entries of a network's policy, as a learner takes
// them.
#pragma once

#include <cstdint>
#include <vector>

#include "envs/game.h"
#include "selfplay/records/game_record.h"
#include "selfplay/records/replay_rows.h"

namespace kvintet::selfplay {

// Policies of several rows, concatenated.
struct PolicyLists {
  // Policy indices of legal actions, and their probabilities; row b has offsets[b] to [b + 1].
  std::vector<int32_t> indices;
  std::vector<float> probabilities;
  std::vector<int32_t> offsets;

  void Clear();
  // Appends the rows of `later`. REQUIRES: both were cleared first.
  void Append(const PolicyLists& later);
};

// Appends the policy of a replayed row under a symmetry of the game. The actions keep the order of
// the row's legal actions. `image`: the row's view under that symmetry. REQUIRES: ReplayRows or
// CheckRecord has accepted the record; the lists were cleared first.
void AppendPolicy(const envs::Game& game, const GameRecord& record, const ReplayedRow& row,
                  int symmetry, envs::ConstViews image, PolicyLists* policies);

}  // namespace kvintet::selfplay

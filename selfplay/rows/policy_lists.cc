// PolicyLists: see the header.
#include "selfplay/rows/policy_lists.h"

#include <cstddef>
#include <span>

namespace kvintet::selfplay {

void PolicyLists::Clear() {
  indices.clear();
  probabilities.clear();
  offsets.assign(1, 0);
}

void PolicyLists::Append(const PolicyLists& later) {
  const int32_t before = offsets.back();
  indices.insert(indices.end(), later.indices.begin(), later.indices.end());
  probabilities.insert(probabilities.end(), later.probabilities.begin(), later.probabilities.end());
  for (size_t row = 1; row < later.offsets.size(); ++row) {
    offsets.push_back(before + later.offsets[row]);
  }
}

void AppendPolicy(const envs::Game& game, const GameRecord& record, const ReplayedRow& row,
                  int symmetry, envs::ConstViews image, PolicyLists* policies) {
  std::vector<envs::Action> images;
  images.reserve(row.legal.size());
  for (const envs::Action action : row.legal) {
    images.push_back(game.TransformAction(symmetry, row.view, action));
  }
  const size_t first = policies->indices.size();
  policies->indices.resize(first + row.legal.size());
  game.PolicyIndices(image, images, std::span(policies->indices).subspan(first));
  policies->probabilities.resize(first + row.legal.size());
  FillPolicy(record, *row.row, row.legal, std::span(policies->probabilities).subspan(first));
  policies->offsets.push_back(static_cast<int32_t>(policies->indices.size()));
}

}  // namespace kvintet::selfplay

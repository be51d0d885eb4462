// AnswersTo: see the header.
#include "arena/exams/answers.h"

#include <algorithm>
#include <cstdint>

#include "base/status_macros.h"

namespace kvintet::arena {
namespace {

constexpr size_t kBatch = 256;
// A ply so late that no agent draws its move for the sake of varied openings.
constexpr uint32_t kLate = uint32_t{1} << 30;

}  // namespace

absl::StatusOr<std::vector<envs::Action>> AnswersTo(const std::vector<envs::ConstViews>& views,
                                                    Agent* agent) {
  const envs::RepetitionHistory history(0);
  std::vector<envs::Action> answers;
  for (size_t begin = 0; begin < views.size(); begin += kBatch) {
    std::vector<Turn> turns;
    for (size_t i = begin; i < std::min(views.size(), begin + kBatch); ++i) {
      turns.push_back({.view = views[i],
                       .history = &history,
                       .game_index = static_cast<int>(i),
                       .key = {.row = static_cast<uint32_t>(i), .episode = kLate}});
    }
    std::vector<Choice> choices(turns.size());
    KVINTET_RETURN_IF_ERROR(agent->Choose(turns, choices));
    for (const Choice& choice : choices) {
      answers.push_back(choice.action);
    }
  }
  return answers;
}

}  // namespace kvintet::arena

// LikelyMoves: see the header.
#include "arena/agents/likely_moves.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "base/check.h"
#include "base/status_macros.h"
#include "selfplay/equilibrium/seat_moves.h"

namespace kvintet::arena {
namespace {

using selfplay::JointStage;
using selfplay::SeatMoves;

// One stage, whose partial moves are all extended in parallel, action by action.
class GrowingMoves {
 public:
  GrowingMoves(const envs::Game& game, const Turn& turn)
      : turn_(turn), stage_(game), moves_(&stage_, envs::Other(game.ViewSeat(turn.view))) {
    stage_.Start(turn.view, turn.history, JointStage::OwnChoices::kForgotten);
    moves_.Reset();
    Keep({.node = 0, .probability = 1});
  }

  // Appends the turns for which policies are needed. They are valid until Hear.
  void AddTurns(std::vector<Turn>* turns) {
    views_.clear();
    for (const Beginning& one : open_) {
      views_.push_back(moves_.View(one.node));
      turns->push_back({.view = views_.back().Span(),
                        .history = turn_.history,
                        .game_index = turn_.game_index,
                        .key = turn_.key});
    }
  }
  size_t NumOpen() const { return open_.size(); }

  // `policies` [NumOpen()].
  void Hear(std::span<const std::vector<double>> policies) {
    const std::vector<Beginning> asked = std::exchange(open_, {});
    for (size_t i = 0; i < asked.size(); ++i) {
      KVINTET_CHECK_EQ(policies[i].size(), moves_.Legal(asked[i].node).size());
      for (size_t rank = 0; rank < policies[i].size(); ++rank) {
        if (const double probability = asked[i].probability * policies[i][rank]; probability > 0) {
          Keep({.node = moves_.Follow(asked[i].node, rank), .probability = probability});
        }
      }
    }
    const auto likeliest = std::ranges::max_element(open_, {}, &Beginning::probability);
    const double least = open_.empty() ? 0 : std::min(kMinLikelyBeginning, likeliest->probability);
    std::erase_if(open_, [least](const Beginning& one) { return one.probability < least; });
  }

  LikelyMoves Found() {
    double sum = 0;
    for (const double probability : found_.probabilities) {
      sum += probability;
    }
    for (double& probability : found_.probabilities) {
      probability /= sum;
    }
    found_.dropped = std::max(0.0, 1 - sum);
    return std::move(found_);
  }

 private:
  struct Beginning {
    int node = 0;
    double probability = 0;
  };

  void Keep(const Beginning& one) {
    if (moves_.Complete(one.node)) {
      found_.moves.push_back(moves_.MoveOf(one.node));
      found_.probabilities.push_back(one.probability);
    } else {
      open_.push_back(one);
    }
  }

  const Turn& turn_;
  JointStage stage_;
  SeatMoves moves_;
  std::vector<Beginning> open_;
  std::vector<envs::ViewBuffer> views_;
  LikelyMoves found_;
};

}  // namespace

absl::StatusOr<std::vector<LikelyMoves>> AskLikelyMoves(const envs::Game& game, Agent* agent,
                                                        std::span<const Turn> turns) {
  std::vector<std::unique_ptr<GrowingMoves>> stages;
  for (const Turn& turn : turns) {
    stages.push_back(std::make_unique<GrowingMoves>(game, turn));
  }
  while (true) {
    std::vector<Turn> asked;
    for (const std::unique_ptr<GrowingMoves>& stage : stages) {
      stage->AddTurns(&asked);
    }
    if (asked.empty()) {
      break;
    }
    std::vector<std::vector<double>> policies(asked.size());
    KVINTET_RETURN_IF_ERROR(agent->TellPolicies(asked, policies));
    std::span<const std::vector<double>> rest = policies;
    for (const std::unique_ptr<GrowingMoves>& stage : stages) {
      const std::span<const std::vector<double>> own = rest.first(stage->NumOpen());
      rest = rest.subspan(own.size());
      stage->Hear(own);
    }
  }
  std::vector<LikelyMoves> found;
  found.reserve(stages.size());
  for (const std::unique_ptr<GrowingMoves>& stage : stages) {
    found.push_back(stage->Found());
  }
  return found;
}

}  // namespace kvintet::arena

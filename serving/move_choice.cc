// MoveChoice: see the header.
#include "serving/move_choice.h"

#include <limits>
#include <utility>

#include "base/status_macros.h"

namespace kvintet::serving {

namespace {

SearchConfig ForPlay(SearchConfig config, double variety) {
  if (config.algorithm() == SearchConfig::POLICY) {
    config.set_temperature(1);
    config.set_temperature_plies(std::numeric_limits<int32_t>::max());
    return config;
  }
  config.set_gumbel_scale(config.gumbel_scale() * variety);
  config.set_dirichlet_fraction(config.dirichlet_fraction() * variety);
  config.set_temperature(config.temperature() * variety);
  if (config.algorithm() == SearchConfig::EQUILIBRIUM) {
    config.set_explore_uniform(config.explore_uniform() * variety);
  }
  return config;
}

}  // namespace

MoveChoice::MoveChoice(PointOfView point, uint64_t seed)
    : point_(std::move(point)), seed_(seed), view_(point_.view), trail_(point_.trail) {}

absl::StatusOr<std::unique_ptr<MoveChoice>> MoveChoice::Create(PointOfView point,
                                                               const SearchConfig& config,
                                                               double variety, uint64_t seed) {
  const envs::Game& game = *point.game->game;
  auto choice = std::unique_ptr<MoveChoice>(new MoveChoice(std::move(point), seed));
  const SearchConfig suited = ForPlay(selfplay::SuitedTo(game, config), variety);
  if (suited.algorithm() != SearchConfig::POLICY) {
    choice->rounds_ = suited.simulations();
  }
  KVINTET_ASSIGN_OR_RETURN(choice->search_, selfplay::MakeSearch(game, suited));
  choice->Begin();
  return choice;
}

void MoveChoice::Begin() {
  search_->BeginFromView(view_.Span(), {.trail = &trail_,
                                        .seat = point_.seat,
                                        .seed = seed_,
                                        .game = 0,
                                        .ply = static_cast<uint32_t>(actions_.size())});
}

bool MoveChoice::Advance() {
  while (!search_->Advance()) {
    if (actions_.empty()) {
      first_ = search_->Result();
    }
    if (!Take(search_->Result().action)) {
      return false;
    }
    Begin();
  }
  return true;
}

bool MoveChoice::Take(envs::Action action) {
  const envs::Game& game = *point_.game->game;
  actions_.push_back(action);
  game.Follow(view_.Span(), &trail_, envs::ActorOf(point_.seat), action);
  return game.MoveProgress(view_.Span()) > 0;
}

void MoveChoice::Resume(const selfplay::Evaluation& evaluation) {
  ++evaluations_;
  search_->Resume(evaluation);
}

std::string MoveChoice::Text() const {
  return point_.game->game->MoveText(point_.view.Span(), actions_);
}

}  // namespace kvintet::serving

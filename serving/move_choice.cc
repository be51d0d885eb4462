// MoveChoice: see the header.
#include "serving/move_choice.h"

#include <limits>
#include <utility>

#include "base/check.h"
#include "base/rng.h"
#include "base/status_macros.h"
#include "envs/one_row.h"

namespace kvintet::serving {

MoveChoice::MoveChoice(PointOfView point, uint64_t seed)
    : point_(std::move(point)),
      seed_(seed),
      view_(point_.view),
      trail_(point_.trail),
      position_(1, point_.game->game->Spec().position_bytes) {}

absl::StatusOr<std::unique_ptr<MoveChoice>> MoveChoice::Create(PointOfView point,
                                                               const SearchConfig& config,
                                                               uint64_t seed) {
  const envs::Game& game = *point.game->game;
  auto choice = std::unique_ptr<MoveChoice>(new MoveChoice(std::move(point), seed));
  const bool open = game.Spec().perfect_information && !game.Spec().simultaneous;
  if (open && config.algorithm() != SearchConfig::POLICY) {
    // Where nothing is hidden there is one position to draw.
    RandomStream random(seed, 0, 0, Purpose::kResample);
    game.Resample(choice->view_.Span(), &random, choice->position_.Span());
    KVINTET_ASSIGN_OR_RETURN(choice->search_, selfplay::MakeSearch(game, config));
    choice->rounds_ = config.simulations();
  } else {
    SearchConfig drawn = config;
    drawn.set_algorithm(SearchConfig::POLICY);
    drawn.set_temperature(1);
    drawn.set_temperature_plies(std::numeric_limits<int32_t>::max());
    auto policy = std::make_unique<selfplay::PolicyPlay>(game, drawn);
    choice->policy_ = policy.get();
    choice->search_ = std::move(policy);
  }
  choice->Begin();
  return choice;
}

void MoveChoice::Begin() {
  const selfplay::SearchRoot root = {.position = position_.Span(),
                                     .trail = &trail_,
                                     .seat = point_.seat,
                                     .seed = seed_,
                                     .game = 0,
                                     .ply = static_cast<uint32_t>(actions_.size())};
  if (policy_ != nullptr) {
    policy_->BeginFromView(view_.Span(), root);
  } else {
    search_->Begin(root);
  }
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
  if (policy_ != nullptr) {
    game.Follow(view_.Span(), &trail_, envs::ActorOf(point_.seat), action);
  } else {
    envs::StepOne(game, position_.Span(), &trail_, envs::ActorOf(point_.seat), action);
    view_ = envs::ViewOf(game, position_.Span(), point_.seat);
  }
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

// PolicyPlay: see the header.
#include "selfplay/search/policy_play.h"

#include <algorithm>

#include "base/check.h"
#include "envs/action_mask.h"
#include "selfplay/evaluators/softmax.h"
#include "selfplay/search/temperature.h"

namespace kvintet::selfplay {

PolicyPlay::PolicyPlay(const envs::Game& game, const PolicySettings& settings)
    : game_(game),
      settings_(settings),
      view_(1, game.Spec().view_bytes),
      mask_(static_cast<size_t>(game.Spec().MaskWords())) {}

void PolicyPlay::Begin(const SearchRoot& root) {
  envs::CopyRows<envs::ViewTag>(root.view, view_.Span());
  game_.LegalActions(view_.Span(), mask_);
  envs::ActionMask(mask_).List(&legal_);
  KVINTET_CHECK(!legal_.empty());
  root_ = root.WithoutBorrowed();
  waiting_ = true;
}

void PolicyPlay::Resume(const Evaluation& evaluation) {
  KVINTET_CHECK(waiting_);
  waiting_ = false;
  priors_.resize(legal_.size());
  policy_.resize(legal_.size());
  Softmax(evaluation.logits, policy_, priors_);
  std::ranges::copy(priors_, policy_.begin());
  auto chosen = static_cast<size_t>(std::ranges::max_element(priors_) - priors_.begin());
  decision_.behaviour = 1;
  acting_.assign(legal_.size(), 0.0);
  acting_[chosen] = 1;
  if (settings_.temperature > 0 && root_.ply < static_cast<uint32_t>(settings_.temperature_plies)) {
    Temper(settings_.temperature, policy_);
    RandomStream random = root_.Stream(Purpose::kTemperature);
    chosen = DrawIndex(policy_, &random);
    decision_.behaviour = policy_[chosen];
    acting_ = policy_;
  }
  decision_.actions.assign(legal_.size(), {});
  for (size_t i = 0; i < legal_.size(); ++i) {
    decision_.actions[i] = {.action = legal_[i],
                            .visits = 0,
                            .prior = priors_[i],
                            .policy = static_cast<float>(policy_[i]),
                            .value = 0};
  }
  decision_.action = legal_[chosen];
  decision_.value = evaluation.wdl.Value();
  decision_.draw = evaluation.wdl.draw;
  decision_.forced = legal_.size() == 1;
  decision_.line.assign(1, decision_.action);
}

}  // namespace kvintet::selfplay

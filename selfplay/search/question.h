// Question: a view to be evaluated, with its legal actions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "envs/action_mask.h"
#include "envs/game.h"

namespace kvintet::selfplay {

class Question {
 public:
  // `game` must outlive it.
  explicit Question(const envs::Game& game)
      : game_(game),
        view_(1, game.Spec().view_bytes),
        mask_(static_cast<size_t>(game.Spec().MaskWords())) {}

  // Copies the view of a seat that must act.
  void Set(envs::ConstViews one) {
    envs::CopyRows<envs::ViewTag>(one, view_.Span());
    FindLegal();
  }
  void Set(envs::ConstPositions one, envs::Seat seat) {
    game_.MakeViews(one, {&seat, 1}, view_.Span());
    FindLegal();
  }

  envs::ConstViews View() const { return view_.Span(); }
  // Ascending.
  std::span<const envs::Action> Legal() const { return legal_; }

 private:
  void FindLegal() {
    game_.LegalActions(view_.Span(), mask_);
    envs::ConstActionMask(mask_).List(&legal_);
    KVINTET_CHECK(!legal_.empty());
  }

  const envs::Game& game_;
  envs::ViewBuffer view_;
  std::vector<uint64_t> mask_;
  std::vector<envs::Action> legal_;
};

}  // namespace kvintet::selfplay

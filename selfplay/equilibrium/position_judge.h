// PositionJudge: what a position is worth, by the views of all who act there.
#pragma once

#include <optional>
#include <vector>

#include "envs/game.h"
#include "selfplay/evaluators/evaluator.h"

namespace kvintet::selfplay {

// One position at a time. Worth to seat 0: its return at the end of the game or where the rules
// know it, else the mean of what an evaluator says of each view, seat 1's turned round. Of all
// images of a view under symmetries that leave the seats, the evaluator is shown always the same.
// So, whatever it says, images are worth the same, and where the seats have changed places worths
// add up to zero: an image of Kontranto that exchanges the colours is worth to White what the
// position was to Black. Of one thread. `game` must outlive it.
class PositionJudge {
 public:
  PositionJudge(const envs::Game& game, bool known_returns);

  void Start(envs::ConstPositions one);
  // Whether a view is still to be judged.
  bool Waiting() const { return !seats_.empty(); }
  // REQUIRES: Waiting.
  envs::ConstViews View() const { return shown_.Span(); }
  void Hear(const Wdl& wdl);
  // REQUIRES: started, not Waiting.
  double Value() const { return sum_ / count_; }

 private:
  void MakeView();

  const envs::Game& game_;
  const bool known_returns_;
  envs::PositionBuffer position_;
  envs::ViewBuffer view_;
  envs::ViewBuffer image_;
  envs::ViewBuffer shown_;
  // Still to be asked; the last is next.
  std::vector<envs::Seat> seats_;
  double sum_ = 0;
  int count_ = 0;
};

}  // namespace kvintet::selfplay

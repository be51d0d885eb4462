// PositionJudge: evaluates a position through the views of all seats that act there.
#pragma once

#include <optional>
#include <vector>

#include "envs/game.h"
#include "selfplay/evaluators/evaluator.h"

namespace kvintet::selfplay {

// Handles one position at a time. The value is seat 0's: its return at the end of the game or where
// the rules know it, else the mean of the evaluator's values of each view, with seat 1's negated.
// Of all images of a view under symmetries that keep the seats, the evaluator is always shown the
// same one. So for any evaluator, images have equal values, and images with the seats exchanged
// have values that add up to zero. For example, an image of Kontranto that exchanges the colours is
// worth to White what the position was worth to Black. One thread at a time. `game` must outlive
// it.
class PositionJudge {
 public:
  PositionJudge(const envs::Game& game, bool known_returns);

  void Start(envs::ConstPositions one);
  // Whether a view still waits for an evaluation.
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
  // Seats whose views are still to be evaluated; the last is next.
  std::vector<envs::Seat> seats_;
  double sum_ = 0;
  int count_ = 0;
};

}  // namespace kvintet::selfplay

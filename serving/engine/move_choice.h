// MoveChoice: the task of choosing one complete move.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "selfplay/search/explanation.h"
#include "selfplay/search/foresight.h"
#include "selfplay/search/search.h"
#include "selfplay/settings/search_settings.h"
#include "serving/engine/point_of_view.h"
#include "serving/engine/task.h"

namespace kvintet::serving {

// Decides action after action until the move is complete, using the search that the game supports
// (selfplay::SupportedSettings) and only what the seat knows.
class MoveChoice final : public Task {
 public:
  // Searches as `settings` say if that search supports the game, with the noise that
  // selfplay::PlaySettings keeps. REQUIRES: the seat must act.
  static absl::StatusOr<std::unique_ptr<MoveChoice>> Create(
      PointOfView point, const selfplay::SearchSettings& settings, double variety, uint64_t seed);

  bool Advance() override;
  envs::ConstViews View() const override { return search_->View(); }
  std::span<const envs::Action> Legal() const override { return search_->Legal(); }
  void Resume(const selfplay::Evaluation& evaluation) override;
  void Foresee(int most, std::vector<selfplay::Question>* questions) override {
    ahead_.Foresee(search_.get(), most, questions);
  }
  void Tell(const selfplay::Question& question, const selfplay::Evaluation& evaluation) override {
    ahead_.Tell(question, evaluation);
  }

  // What the first decision has found so far; false if its search cannot report that. REQUIRES: the
  // task does not wait for an evaluation.
  bool CurrentDecision(selfplay::Decision* first);
  // From now on, a search that can report at any time stops with what it has found.
  void Hurry() { hurried_ = true; }

  // From now on, decisions are explained if their searches can do that, with at most `most` moves
  // of each seat; 0: not.
  void ExplainMoves(size_t most) { explained_moves_ = most; }
  // What the move rests on: the first explanation that a decision gave.
  const selfplay::Explanation& Explained() const { return explained_; }

  // Whether each of its actions was the only legal one. REQUIRES: the choice is made.
  bool Forced() const { return forced_; }
  // The point of view at the start of the move.
  const PointOfView& Point() const { return point_; }
  // The answer: the move, the result of its first decision, and the evaluations used.
  std::string Text() const;
  const selfplay::Decision& First() const { return first_; }
  int Evaluations() const { return evaluations_ + static_cast<int>(ahead_.Used()); }
  // Number of consecutive evaluations that one decision needs.
  int Rounds() const { return rounds_; }

 private:
  MoveChoice(PointOfView point, uint64_t seed);
  // Begins the decision on the next action.
  void Begin();
  // Whether the current decision is made and stored in `decision_`, so that no evaluation is
  // needed.
  bool Decided();
  // The interim result of the current decision; false if it cannot be reported.
  bool AnytimeSearch(selfplay::Decision* decision);
  void Explain();
  // Applies an action; false if the move is complete.
  bool Take(envs::Action action);

  const PointOfView point_;
  const uint64_t seed_;
  // What the seat knows after the actions so far.
  envs::ViewBuffer view_;
  envs::RepetitionHistory history_;
  std::unique_ptr<selfplay::Search> search_;
  selfplay::Foresight ahead_;
  std::vector<envs::Action> actions_;
  selfplay::Decision decision_;
  selfplay::Decision first_;
  bool hurried_ = false;
  size_t explained_moves_ = 0;
  selfplay::Explanation explained_;
  // Those that the task stopped for.
  int evaluations_ = 0;
  bool forced_ = true;
  int rounds_ = 1;
};

}  // namespace kvintet::serving

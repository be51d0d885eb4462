// MoveChoice: the task of choosing one whole move.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "proto/search_config.pb.h"
#include "selfplay/search/search.h"
#include "serving/engine/situation.h"
#include "serving/engine/task.h"

namespace kvintet::serving {

// Decides action after action until the move is whole, by the search that the game allows
// (selfplay::SuitedTo), from what the seat knows and no more.
class MoveChoice final : public Task {
 public:
  // The search is as `config` says where that can play the game, its noise as selfplay::ForPlay
  // keeps it. REQUIRES: the seat must act.
  static absl::StatusOr<std::unique_ptr<MoveChoice>> Create(PointOfView point,
                                                            const SearchConfig& config,
                                                            double variety, uint64_t seed);

  bool Advance() override;
  envs::ConstViews View() const override { return search_->View(); }
  std::span<const envs::Action> Legal() const override { return search_->Legal(); }
  void Resume(const selfplay::Evaluation& evaluation) override;

  // What the first decision has found so far; false where its search cannot tell. REQUIRES: no
  // evaluation is waited for.
  bool SoFar(selfplay::Decision* first);
  // From now on a search that can tell what it has found is ended where it stands.
  void Hurry() { hurried_ = true; }

  // Whether each of its actions was the only legal one. REQUIRES: the choice is made.
  bool Forced() const { return forced_; }
  // Where the move starts.
  const PointOfView& Point() const { return point_; }
  // The answer: the move, what the first of its decisions found, and evaluations used.
  std::string Text() const;
  const selfplay::Decision& First() const { return first_; }
  int Evaluations() const { return evaluations_; }
  // Evaluations that one decision needs, one after the other.
  int Rounds() const { return rounds_; }

 private:
  MoveChoice(PointOfView point, uint64_t seed);
  // Begins the decision of the next action.
  void Begin();
  // Whether the present decision has fallen, into `decision_`, and none is waited for.
  bool Decided();
  // What the present decision has found so far, if that can be told.
  bool Interim(selfplay::Decision* decision);
  // Takes an action; false when the move is whole.
  bool Take(envs::Action action);

  const PointOfView point_;
  const uint64_t seed_;
  // What the seat knows after the actions so far.
  envs::ViewBuffer view_;
  envs::Trail trail_;
  std::unique_ptr<selfplay::Search> search_;
  std::vector<envs::Action> actions_;
  selfplay::Decision decision_;
  selfplay::Decision first_;
  bool hurried_ = false;
  int evaluations_ = 0;
  bool forced_ = true;
  int rounds_ = 1;
};

}  // namespace kvintet::serving

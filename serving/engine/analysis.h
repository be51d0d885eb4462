// Analysis: the task of searching for the best move and telling how far that has got.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "absl/status/statusor.h"

#include "proto/search_config.pb.h"
#include "serving/engine/move_choice.h"

namespace kvintet::serving {

// Why a search tells what it has found.
enum class AnalysisStop { kGoesOn, kSimulations, kTime, kForced };

// How long a search goes on.
struct AnalysisLimits {
  // Of one action.
  int simulations = 0;
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
  // Between messages of progress.
  std::chrono::milliseconds report_every = {};
};

// What a search has found so far.
struct Finding {
  AnalysisStop stop = AnalysisStop::kGoesOn;
  // The first decision.
  selfplay::Decision first = {};
  // The whole move; empty where it is several actions and the search goes on.
  std::string move = {};
  // Used so far.
  int evaluations = 0;
};

// The best search for looking, not for playing: trees by PUCT, whose visits go where it matters.
SearchConfig SearchForAnalysis(const SearchConfig& config, int simulations);

// A tree can be looked at and cut short at any time (selfplay::Interim). Where a search cannot, a
// small one is followed by larger ones, each twice the one before: the last is the one that was
// asked for.
class Analysis final : public Task {
 public:
  using Tell = std::function<void(const Finding&)>;
  // `config` as of SearchForAnalysis. `tell` is called by whoever advances, and must not block.
  // REQUIRES: the seat must act.
  static absl::StatusOr<std::unique_ptr<Analysis>> Create(PointOfView point,
                                                          const SearchConfig& config,
                                                          const AnalysisLimits& limits,
                                                          uint64_t seed, Tell tell);

  bool Advance() override;
  envs::ConstViews View() const override { return choice_->View(); }
  std::span<const envs::Action> Legal() const override { return choice_->Legal(); }
  void Resume(const selfplay::Evaluation& evaluation) override { choice_->Resume(evaluation); }

  const PointOfView& Point() const { return point_; }
  // REQUIRES: Advance returned false.
  const Finding& Final() const { return found_; }

 private:
  using Clock = std::chrono::steady_clock;
  Analysis(PointOfView point, const SearchConfig& config, const AnalysisLimits& limits,
           uint64_t seed, Tell tell);
  // A search with so many simulations.
  absl::Status Begin(int simulations);
  void Report(Clock::time_point now);
  // The choice is made: takes over what it found. Whether that is all that was wanted.
  bool Conclude(Clock::time_point now);

  const PointOfView point_;
  SearchConfig config_;
  const AnalysisLimits limits_;
  const uint64_t seed_;
  const Tell tell_;
  std::unique_ptr<MoveChoice> choice_;
  // Of choices before this one.
  int evaluations_ = 0;
  Clock::time_point next_report_;
  // A choice has been made, perhaps not the last.
  bool concluded_ = false;
  // The time was up before the choice was made.
  bool hurried_ = false;
  // As of the choices that have been made.
  Finding found_;
  // Evaluations that the last message told of.
  int reported_ = 0;
};

}  // namespace kvintet::serving

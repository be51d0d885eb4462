// Analysis: the task of searching for the best move while reporting progress.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "absl/status/statusor.h"

#include "selfplay/settings/search_settings.h"
#include "serving/engine/move_choice.h"

namespace kvintet::serving {

// Why a search reports: it goes on, or it has stopped.
enum class AnalysisStop { kGoesOn, kSimulations, kTime, kForced };

// When a search stops, and how often it reports.
struct AnalysisLimits {
  // Per action.
  int simulations = 0;
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
  // Interval between progress messages.
  std::chrono::milliseconds report_every = {};
  // Explain the result, with at most this many moves of each seat; 0: do not.
  size_t explained_moves = 0;
};

// What a search has found so far.
struct Finding {
  AnalysisStop stop = AnalysisStop::kGoesOn;
  // The first decision of the move.
  selfplay::Decision first = {};
  // The whole move; empty if it consists of several actions and the search continues.
  std::string move = {};
  // Evaluations used so far.
  int evaluations = 0;
  // What the last whole search rests on, if that was asked for.
  selfplay::Explanation explained = {};
};

// The search settings suited to analysis rather than to play: puct trees, whose visits concentrate
// on the best moves.
selfplay::SearchSettings SearchForAnalysis(const selfplay::SearchSettings& settings,
                                           int simulations);

// If the search supports it (selfplay::AnytimeSearch), its tree can be inspected and stopped at any
// time. Otherwise a series of searches runs, each twice as large as the one before, up to the size
// requested.
class Analysis final : public Task {
 public:
  using Tell = std::function<void(const Finding&)>;
  // `settings` are those of SearchForAnalysis. `tell` is called by the thread that calls Advance
  // and must not block. REQUIRES: the seat must act.
  static absl::StatusOr<std::unique_ptr<Analysis>> Create(PointOfView point,
                                                          const selfplay::SearchSettings& settings,
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
  Analysis(PointOfView point, const selfplay::SearchSettings& settings,
           const AnalysisLimits& limits, uint64_t seed, Tell tell);
  // Begins a search with this many simulations.
  absl::Status Begin(int simulations);
  void Report(Clock::time_point now);
  // Takes over the result of a finished choice. Returns whether nothing more is wanted.
  bool Conclude(Clock::time_point now);

  const PointOfView point_;
  selfplay::SearchSettings settings_;
  const AnalysisLimits limits_;
  const uint64_t seed_;
  const Tell tell_;
  std::unique_ptr<MoveChoice> choice_;
  // Used by the choices before the current one.
  int evaluations_ = 0;
  Clock::time_point next_report_;
  // A choice has been made, perhaps not the last one.
  bool concluded_ = false;
  // Time ran out before the choice was made.
  bool hurried_ = false;
  // The result of the choices made so far.
  Finding found_;
  // Evaluations at the time of the last message.
  int reported_ = 0;
};

}  // namespace kvintet::serving

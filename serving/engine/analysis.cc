// Analysis: see the header.
#include "serving/engine/analysis.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "base/status_macros.h"
#include "selfplay/search_factory.h"

namespace kvintet::serving {
namespace {

// Who waits wants to see something soon.
constexpr std::chrono::milliseconds kFirstReport(200);
// Of the first search where it cannot be cut short.
constexpr int kFirstSearch = 32;

}  // namespace

SearchConfig SearchForAnalysis(const SearchConfig& config, int simulations) {
  SearchConfig analysis;
  analysis.set_algorithm(SearchConfig::PUCT);
  analysis.set_c_puct(config.c_puct());
  analysis.set_fpu_reduction(config.fpu_reduction());
  analysis.set_known_returns(config.known_returns());
  // All moves are to be judged, also beside one that wins.
  analysis.set_forced_wins(false);
  analysis.set_simulations(simulations);
  return analysis;
}

Analysis::Analysis(PointOfView point, const SearchConfig& config, const AnalysisLimits& limits,
                   uint64_t seed, Tell tell)
    : point_(std::move(point)),
      config_(config),
      limits_(limits),
      seed_(seed),
      tell_(std::move(tell)),
      next_report_(Clock::now() + std::min(kFirstReport, limits.report_every)) {}

absl::StatusOr<std::unique_ptr<Analysis>> Analysis::Create(PointOfView point,
                                                           const SearchConfig& config,
                                                           const AnalysisLimits& limits,
                                                           uint64_t seed, Tell tell) {
  const SearchConfig suited = selfplay::SuitedTo(*point.game->game, config);
  // Trees, which can be cut short, and policies, to which the number is nothing.
  const bool at_once =
      suited.algorithm() == config.algorithm() || suited.algorithm() == SearchConfig::POLICY;
  std::unique_ptr<Analysis> analysis(
      new Analysis(std::move(point), config, limits, seed, std::move(tell)));
  const int most = limits.simulations;
  KVINTET_RETURN_IF_ERROR(analysis->Begin(at_once ? most : std::min(most, kFirstSearch)));
  return analysis;
}

absl::Status Analysis::Begin(int simulations) {
  config_.set_simulations(simulations);
  KVINTET_ASSIGN_OR_RETURN(choice_, MoveChoice::Create(point_, config_, 0, seed_));
  return absl::OkStatus();
}

bool Analysis::Advance() {
  const Clock::time_point now = Clock::now();
  if (now >= limits_.until && concluded_) {
    found_.stop = AnalysisStop::kTime;
    found_.evaluations = evaluations_ + choice_->Evaluations();
    return false;
  }
  if (now >= limits_.until && !hurried_) {
    hurried_ = true;
    choice_->Hurry();
  } else if (now >= next_report_) {
    Report(now);
  }
  while (!choice_->Advance()) {
    if (Conclude(now)) {
      return false;
    }
    tell_(found_);
    // It could be begun before, with fewer.
    KVINTET_CHECK(Begin(std::min(limits_.simulations, 2 * config_.simulations())).ok());
  }
  return true;
}

void Analysis::Report(Clock::time_point now) {
  next_report_ = now + limits_.report_every;
  const int evaluations = evaluations_ + choice_->Evaluations();
  if (evaluations == reported_) {
    return;
  }
  reported_ = evaluations;
  Finding progress = found_;
  progress.evaluations = evaluations;
  if (choice_->SoFar(&progress.first)) {
    const std::array<envs::Action, 1> begun = {progress.first.action};
    envs::ViewBuffer after = point_.view;
    envs::Trail trail = point_.trail;
    const envs::Game& game = *point_.game->game;
    game.Follow(after.Span(), &trail, envs::ActorOf(point_.seat), begun[0]);
    const bool whole = game.MoveProgress(after.Span()) == 0;
    progress.move = whole ? game.MoveText(point_.view.Span(), begun) : "";
  }
  tell_(progress);
}

bool Analysis::Conclude(Clock::time_point now) {
  concluded_ = true;
  evaluations_ += choice_->Evaluations();
  found_.first = choice_->First();
  found_.move = choice_->Text();
  found_.evaluations = evaluations_;
  if (choice_->Forced()) {
    found_.stop = AnalysisStop::kForced;
  } else if (config_.simulations() >= limits_.simulations && !hurried_) {
    found_.stop = AnalysisStop::kSimulations;
  } else if (hurried_ || now >= limits_.until) {
    found_.stop = AnalysisStop::kTime;
  }
  return found_.stop != AnalysisStop::kGoesOn;
}

}  // namespace kvintet::serving

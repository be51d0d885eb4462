// Analysis: see the header.
#include "serving/engine/analysis.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "base/status_macros.h"
#include "selfplay/search_factory.h"
#include "selfplay/settings/algorithm.h"

namespace kvintet::serving {
namespace {

// The first message comes early, for users who wait for it.
constexpr std::chrono::milliseconds kFirstReport(200);
// Simulations of the first search if it cannot be cut short.
constexpr int kFirstSearch = 32;

}  // namespace

selfplay::SearchSettings SearchForAnalysis(const selfplay::SearchSettings& settings,
                                           int simulations) {
  const auto puct = selfplay::OwnSettings<selfplay::PuctSettings>(settings);
  return {.simulations = simulations,
          .known_returns = settings.known_returns,
          // Every move is to be evaluated, even if another one wins by force or this one loses.
          .forced_wins = false,
          .defences = false,
          .algorithm =
              selfplay::PuctSettings{.c_puct = puct.c_puct, .fpu_reduction = puct.fpu_reduction}};
}

Analysis::Analysis(PointOfView point, const selfplay::SearchSettings& settings,
                   const AnalysisLimits& limits, uint64_t seed, Tell tell)
    : point_(std::move(point)),
      settings_(settings),
      limits_(limits),
      seed_(seed),
      tell_(std::move(tell)),
      next_report_(Clock::now() + std::min(kFirstReport, limits.report_every)) {}

absl::StatusOr<std::unique_ptr<Analysis>> Analysis::Create(PointOfView point,
                                                           const selfplay::SearchSettings& settings,
                                                           const AnalysisLimits& limits,
                                                           uint64_t seed, Tell tell) {
  const selfplay::SearchSettings suited = selfplay::SupportedSettings(*point.game->game, settings);
  // Trees can be cut short, and for policies the number of simulations does not matter.
  const bool at_once = AlgorithmOf(suited) == AlgorithmOf(settings) ||
                       AlgorithmOf(suited) == selfplay::Algorithm::kPolicy;
  std::unique_ptr<Analysis> analysis(
      new Analysis(std::move(point), settings, limits, seed, std::move(tell)));
  const int most = limits.simulations;
  KVINTET_RETURN_IF_ERROR(analysis->Begin(at_once ? most : std::min(most, kFirstSearch)));
  return analysis;
}

absl::Status Analysis::Begin(int simulations) {
  settings_.simulations = simulations;
  KVINTET_ASSIGN_OR_RETURN(choice_, MoveChoice::Create(point_, settings_, 0, seed_));
  // A belief follows from the root alone, so that of the first search holds for all.
  choice_->ExplainMoves(found_.explained.belief ? 0 : limits_.explained_moves);
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
    // This cannot fail, since a search with fewer simulations began before.
    KVINTET_CHECK(Begin(std::min(limits_.simulations, 2 * settings_.simulations)).ok());
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
  if (choice_->CurrentDecision(&progress.first)) {
    const std::array<envs::Action, 1> begun = {progress.first.action};
    envs::ViewBuffer after = point_.view;
    envs::RepetitionHistory history = point_.history;
    const envs::Game& game = *point_.game->game;
    game.Follow(after.Span(), &history, envs::ActorOf(point_.seat), begun[0]);
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
  if (!found_.explained.belief) {
    found_.explained = choice_->Explained();
  }
  if (choice_->Forced()) {
    found_.stop = AnalysisStop::kForced;
  } else if (settings_.simulations >= limits_.simulations && !hurried_) {
    found_.stop = AnalysisStop::kSimulations;
  } else if (hurried_ || now >= limits_.until) {
    found_.stop = AnalysisStop::kTime;
  }
  return found_.stop != AnalysisStop::kGoesOn;
}

}  // namespace kvintet::serving

// StrengthMeter: see the header.
#include "training/learning/strength.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <absl/strings/str_cat.h>

#include "arena/agents/agent_spec.h"
#include "arena/match.h"
#include "base/reports/log.h"
#include "base/status_macros.h"

namespace kvintet::training {
namespace {

constexpr char kPast[] = "past";
// Scores closer to 0 or 1 than this have no meaningful Elo.
constexpr double kMinScore = 0.001;
// Maximum time between checks for a pair to play.
constexpr std::chrono::seconds kPause(1);

double Elo(double score) { return arena::EloOfScore(std::clamp(score, kMinScore, 1 - kMinScore)); }

}  // namespace

absl::Status CheckReferences(const envs::Game& game, const StrengthConfig& config) {
  for (const std::string& reference : config.reference()) {
    const absl::Status status = arena::MakeAgent(game, reference).status();
    if (!status.ok()) {
      return absl::Status(status.code(), absl::StrCat("strength.reference: ", status.message()));
    }
  }
  return absl::OkStatus();
}

StrengthMeter::StrengthMeter(const envs::Game& game, const StrengthConfig& config,
                             double busy_share, uint64_t seed)
    : game_(game),
      config_(config),
      busy_share_(busy_share),
      seed_(seed),
      span_(std::chrono::duration_cast<Clock::duration>(
          std::chrono::duration<double, std::ratio<60>>(config.against_minutes()))),
      thread_([this](const std::stop_token& stop) { Work(stop); }) {}

StrengthMeter::~StrengthMeter() {
  thread_.request_stop();
  changed_.notify_all();
}

void StrengthMeter::Publish(const std::string& model_file, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  models_.push_back({model_file, now});
  while (models_.size() > 1 && models_[1].time <= now - span_) {
    models_.pop_front();
  }
  changed_.notify_all();
}

std::map<std::string, EloFigures> StrengthMeter::Figures(Clock::time_point now) const {
  std::map<std::string, arena::PairScores> sums;
  {
    const std::lock_guard lock(mutex_);
    for (const Played& played : played_) {
      if (played.time > now - span_) {
        sums[played.opponent].Add(played.scores);
      }
    }
  }
  std::map<std::string, EloFigures> figures;
  for (const auto& [opponent, scores] : sums) {
    const arena::Interval score = scores.Estimate();
    figures[opponent] = {.pairs = static_cast<double>(scores.NumPairs()),
                         .elo = Elo(score.score),
                         .low = Elo(score.low),
                         .high = Elo(score.high)};
  }
  return figures;
}

std::string StrengthMeter::SpecOf(const std::string& model_file) const {
  return absl::StrCat("model:", model_file, ",simulations=", config_.simulations(),
                      ",precision=fp32,device=CPU");
}

std::optional<StrengthMeter::Pairing> StrengthMeter::Next(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  const auto opponents = static_cast<size_t>(config_.reference_size()) + 1;
  for (size_t i = 0; i < opponents && !models_.empty(); ++i) {
    const size_t which = turn_++ % opponents;
    const std::string newest = SpecOf(models_.back().file);
    if (which > 0) {
      const std::string& reference = config_.reference(static_cast<int>(which) - 1);
      return Pairing{newest, reference, reference};
    }
    const auto past = std::find_if(models_.rbegin(), models_.rend(), [&](const Published& model) {
      return model.time <= now - span_;
    });
    if (past != models_.rend() && past != models_.rbegin()) {
      return Pairing{newest, SpecOf(past->file), kPast};
    }
  }
  return std::nullopt;
}

absl::Status StrengthMeter::PlayPair(const Pairing& pairing, const std::stop_token& stop) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<arena::Agent> newest,
                           arena::MakeAgent(game_, pairing.newest));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<arena::Agent> opponent,
                           arena::MakeAgent(game_, pairing.opponent_spec));
  arena::MatchOptions options = {.pairs = 1,
                                 .opening_random_plies = config_.opening_random_plies(),
                                 .parallel_games = 2,
                                 .stop = stop};
  {
    const std::lock_guard lock(mutex_);
    options.seed = seed_ + turn_;
  }
  KVINTET_ASSIGN_OR_RETURN(const arena::MatchResult result,
                           arena::PlayMatch(game_, newest.get(), opponent.get(), options));
  const Clock::time_point now = Clock::now();
  const std::lock_guard lock(mutex_);
  played_.push_back({now, pairing.opponent, result.scores});
  while (played_.front().time <= now - span_) {
    played_.pop_front();
  }
  return absl::OkStatus();
}

void StrengthMeter::Work(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    const Clock::time_point begun = Clock::now();
    Clock::duration rest = kPause;
    if (const std::optional<Pairing> pairing = Next(begun)) {
      if (const absl::Status played = PlayPair(*pairing, stop); played.ok()) {
        rest = std::chrono::duration_cast<Clock::duration>((Clock::now() - begun) *
                                                           (1 / busy_share_ - 1));
      } else {
        LogWarning("training", "a pair of games that measures strength was not played",
                   {{"opponent", pairing->opponent}, {"why", played.message()}});
      }
    }
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, stop, rest, [] { return false; });
  }
}

}  // namespace kvintet::training

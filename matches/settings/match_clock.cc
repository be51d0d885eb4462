// MatchClock: see the header.
#include "matches/settings/match_clock.h"

#include <algorithm>

namespace kvintet::matches {

MatchClock::MatchClock(ClockSettings settings) : settings_(std::move(settings)) { StartAgain(1); }

void MatchClock::StartAgain(double share, const ClockReading& reading) {
  reading_ = reading;
  share_ = share;
  total_ = ShareOf(settings_.total_millis);
  given_ = {};
  stage_ = {};
  moves_ = {};
  if (settings_.kind == ClockKind::kStages) {
    granted_.fill(ShareOf(settings_.stages.front().millis));
  }
}

int64_t MatchClock::ShareOf(int64_t millis) const {
  return static_cast<int64_t>(static_cast<double>(millis * kMicrosPerMilli) * share_);
}

ClockReading MatchClock::Read(int64_t now) const {
  ClockReading reading = reading_;
  if (!since_) {
    return reading;
  }
  const int64_t passed = std::max<int64_t>(0, now - *since_);
  for (size_t player = 0; player < kPlayers; ++player) {
    reading.spent[player] += running_.clock[player] ? passed : 0;
    reading.waited[player] += running_.patience[player] ? passed : 0;
  }
  return reading;
}

void MatchClock::Set(const ClockReading& reading, std::optional<int64_t> now) {
  reading_ = reading;
  since_ = now;
}

void MatchClock::Moved(int player) {
  StopWaiting(player);
  if (settings_.kind != ClockKind::kStages) {
    return;
  }
  const auto p = static_cast<size_t>(player);
  const ClockStage& stage = settings_.stages[stage_[p]];
  granted_[p] += stage.increment_millis * kMicrosPerMilli;
  if (stage.moves > 0 && ++moves_[p] == stage.moves) {
    moves_[p] = 0;
    stage_[p] = std::min(stage_[p] + 1, settings_.stages.size() - 1);
    granted_[p] += ShareOf(settings_.stages[stage_[p]].millis);
  }
}

std::optional<int64_t> MatchClock::Left(int player, const ClockReading& reading) const {
  const auto p = static_cast<size_t>(player);
  switch (settings_.kind) {
    case ClockKind::kStages:
      return granted_[p] + given_[p] - reading.spent[p];
    case ClockKind::kHourglass:
      return total_ / kPlayers + given_[p] - reading.spent[p] + reading.spent[1 - p];
    case ClockKind::kPenalty:
      return total_ + given_[p] - reading.spent[p];
    case ClockKind::kNone:
    case ClockKind::kInformative:
      break;
  }
  return std::nullopt;
}

bool MatchClock::HasFlag() const {
  return settings_.kind == ClockKind::kStages || settings_.kind == ClockKind::kHourglass;
}

}  // namespace kvintet::matches

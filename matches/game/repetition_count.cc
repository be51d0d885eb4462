// RepetitionCount: see the header.
#include "matches/game/repetition_count.h"

#include "envs/match_play.h"

namespace kvintet::matches {
namespace {

// From public information.
Key128 KeyOf(const envs::Playthrough& play) {
  return play.game().match_play()->RepetitionKey(play.View(envs::Seat::kSpectator).Span());
}

}  // namespace

int RepetitionCount::OccurrencesAt(const envs::Playthrough& play) const {
  if (!resets_ || static_cast<int>(play.Events().size()) < first_turn_) {
    return 0;
  }
  const auto known = occurrences_.find(KeyOf(play));
  return known == occurrences_.end() ? 1 : known->second + 1;
}

void RepetitionCount::Count(const envs::Playthrough& play) {
  const int occurrences = OccurrencesAt(play);
  if (occurrences > 0) {
    occurrences_[KeyOf(play)] = occurrences;
    has_cycled_ = occurrences > 1;
  }
}

}  // namespace kvintet::matches

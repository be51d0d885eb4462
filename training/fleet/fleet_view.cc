// FleetView: see the header.
#include "training/fleet/fleet_view.h"

#include <vector>

#include <absl/strings/str_cat.h>

#include "base/status_macros.h"
#include "training/network/tower/processor.h"

namespace kvintet::training {

absl::Status FleetView::Look(RunLink* link, Clock::time_point now) {
  if (!pace_.IsDue(now)) {
    return absl::OkStatus();
  }
  KVINTET_ASSIGN_OR_RETURN(const std::vector<ActorNote> notes, link->Actors());
  actors_ = paused_ = full_ = 0;
  const std::string& own = network::ThisProcessor().instructions;
  for (const ActorNote& note : notes) {
    if (note.state == ActorState::kRating) {
      continue;
    }
    ++actors_;
    paused_ += note.state == ActorState::kPaused ? 1 : 0;
    full_ += note.state == ActorState::kSpoolFull ? 1 : 0;
    if (same_bytes_ && !note.processor.empty() && note.processor != own) {
      mixed_.Tell(absl::StrCat(note.name, " has ", note.processor, ", the learner has ", own));
    }
  }
  return absl::OkStatus();
}

}  // namespace kvintet::training

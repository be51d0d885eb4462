// FleetPage: see the header.
#include "cli/pages/fleet_page.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace kvintet::cli {
namespace {

using training::ActorNote;
using training::ActorState;

// What holds the whole back, in a sentence.
std::string Bottleneck(std::vector<ActorNote> actors) {
  std::erase_if(actors, [](const ActorNote& note) { return note.state == ActorState::kRating; });
  const auto in = [&](ActorState state) {
    return std::ranges::count(actors, state, &ActorNote::state);
  };
  const auto full = in(ActorState::kSpoolFull);
  const auto paused = in(ActorState::kPaused);
  if (actors.empty()) {
    return "no actor has shown itself lately: start `kvintet act`";
  }
  if (full > 0) {
    return absl::StrCat("the learner does not keep up: ", full, " of ", actors.size(),
                        " spools are full");
  }
  if (paused > 0) {
    return absl::StrCat("the learner does not keep up: ", paused, " of ", actors.size(),
                        " actors pause until it does");
  }
  if (in(ActorState::kPlaying) == 0) {
    return "all actors wait for the learner";
  }
  return "the actors: more of them would play more games";
}

}  // namespace

std::string FleetText(const training::RunHead& head, const std::vector<ActorNote>& actors) {
  std::string text = absl::StrFormat("epoch %d, model %s of game %d, %d actors\n\n", head.epoch,
                                     head.model.substr(0, 12), head.generation, actors.size());
  absl::StrAppendFormat(&text, "%-24s %10s %10s %9s %8s %9s  %s\n", "actor", "games", "rows",
                        "evals/s", "spool", "model age", "state");
  double rate = 0;
  for (const ActorNote& note : actors) {
    rate += note.evaluations_per_second;
    absl::StrAppendFormat(
        &text, "%-24s %10d %10d %9.0f %6.1fM %9d  %s\n", note.name, note.games, note.rows,
        note.evaluations_per_second, static_cast<double>(note.spool_bytes) / (1 << 20),
        std::max<int64_t>(head.generation - note.generation, 0), training::ToText(note.state));
  }
  absl::StrAppendFormat(&text, "\n%.0f evaluations/s. What limits it: %s\n", rate,
                        Bottleneck(actors));
  return text;
}

}  // namespace kvintet::cli

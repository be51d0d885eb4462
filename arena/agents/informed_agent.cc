// InformedAgent: see the header.
#include "arena/agents/informed_agent.h"

#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/text/playthrough.h"

namespace kvintet::arena {
namespace {

absl::Status CannotBe(const std::string& spec, absl::string_view why) {
  return absl::FailedPreconditionError(
      absl::StrCat("agent '", spec, "': the game so far does not fit its options: ", why));
}

// Replays all events, including those of incomplete moves, under the other options.
absl::StatusOr<envs::Playthrough> PlayAgain(const envs::Playthrough& played,
                                            const envs::Game& known, const std::string& spec) {
  envs::Playthrough play(known);
  for (const envs::PlayedEvent& event : played.Events()) {
    for (const envs::Action action : event.actions) {
      if (const absl::Status applied = play.Apply(event.actor, action); !applied.ok()) {
        return CannotBe(spec, applied.message());
      }
    }
  }
  if (play.Actors() != played.Actors()) {
    return CannotBe(spec, "a different seat acts");
  }
  return play;
}

}  // namespace

InformedAgent::InformedAgent(std::string spec, std::unique_ptr<envs::Game> known,
                             std::unique_ptr<Agent> agent)
    : spec_(std::move(spec)), known_(std::move(known)), agent_(std::move(agent)) {}

absl::Status InformedAgent::Choose(std::span<const Turn> turns, std::span<Choice> choices) {
  std::vector<envs::Playthrough> plays;
  std::vector<envs::ViewBuffer> views;
  plays.reserve(turns.size());
  views.reserve(turns.size());
  std::vector<Turn> told;
  for (const Turn& turn : turns) {
    KVINTET_CHECK(turn.all != nullptr);
    KVINTET_ASSIGN_OR_RETURN(envs::Playthrough play, PlayAgain(*turn.all, *known_, spec_));
    const envs::Seat seat = turn.all->game().ViewSeat(turn.view);
    plays.push_back(std::move(play));
    views.push_back(plays.back().View(seat));
    const envs::Playthrough& last = plays.back();
    told.push_back({.view = std::as_const(views.back()).Span(),
                    .history = SharedHistory(last),
                    .record = [&last, seat] { return last.SeatRecord(seat); },
                    .game_index = turn.game_index,
                    .key = turn.key});
  }
  return agent_->Choose(told, choices);
}

}  // namespace kvintet::arena

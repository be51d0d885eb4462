// GameSteps: see the header.
#include "cli/pages/game_steps.h"

#include "base/status_macros.h"
#include "envs/text/playthrough.h"
#include "envs/text/record_text.h"
#include "envs/text/seat_play.h"

namespace kvintet::cli {
namespace {

using envs::Playthrough;
using envs::RecordEvent;
using envs::Seat;

// The events of a record, without the remark on the next actor with which a seat's record may end.
absl::StatusOr<std::vector<RecordEvent>> EventsOf(const envs::Game& game, std::string record) {
  if (game.TellsActors()) {
    envs::CutToldText(&record);
  }
  return envs::ParseRecord(game, record);
}

PageStep Picture(const Playthrough& play, const std::vector<Seat>& seats, std::string event) {
  PageStep step = {.event = std::move(event), .scenes = {}};
  for (const Seat seat : seats) {
    step.scenes.push_back(play.game().MakeScene(play.View(seat).Span()));
  }
  return step;
}

}  // namespace

std::vector<Seat> SeatsOf(const envs::Game& game, Viewer viewer) {
  switch (viewer) {
    case Viewer::kSeat0:
      return {Seat::k0};
    case Viewer::kSeat1:
      return {Seat::k1};
    case Viewer::kSpectator:
      return {Seat::kSpectator};
    case Viewer::kAll:
      break;
  }
  if (game.Spec().perfect_information) {
    return {Seat::k0};
  }
  return {Seat::k0, Seat::k1};
}

std::string SeatName(Seat seat) {
  return seat == Seat::kSpectator ? "spectator" : seat == Seat::k0 ? "seat 0" : "seat 1";
}

absl::StatusOr<std::vector<PageStep>> StepsOf(const envs::Game& game, const std::string& record,
                                              Viewer viewer) {
  const std::vector<Seat> seats = SeatsOf(game, viewer);
  KVINTET_ASSIGN_OR_RETURN(const Playthrough whole, Playthrough::FromRecord(game, record));
  const std::string told = viewer == Viewer::kAll ? whole.Record() : whole.SeatRecord(seats[0]);
  KVINTET_ASSIGN_OR_RETURN(const std::vector<RecordEvent> known, EventsOf(game, told));
  KVINTET_ASSIGN_OR_RETURN(const std::vector<RecordEvent> events, EventsOf(game, whole.Record()));
  Playthrough play(game);
  std::vector<PageStep> steps = {Picture(play, seats, "")};
  // While a simultaneous stage is open, a seat's record contains only its own choice.
  for (size_t i = 0; i < events.size(); ++i) {
    KVINTET_RETURN_IF_ERROR(play.ApplyMove(events[i].actor, events[i].text));
    if (i < known.size()) {
      steps.push_back(Picture(play, seats, envs::EventText(known[i])));
    } else {
      steps.back() = Picture(play, seats, steps.back().event);
    }
  }
  return steps;
}

absl::StatusOr<std::vector<PageStep>> StepsOfSeat(const envs::Game& game, Seat seat,
                                                  const std::string& record) {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<RecordEvent> events, EventsOf(game, record));
  envs::SeatPlay play(game, seat);
  std::vector<PageStep> steps = {{"", {game.MakeScene(play.View())}}};
  for (size_t i = 0; i < events.size(); ++i) {
    if (const absl::Status followed = play.ApplyMove(events[i].actor, events[i].text);
        !followed.ok()) {
      return envs::AtEvent(i, events[i], followed);
    }
    steps.push_back({envs::EventText(events[i]), {game.MakeScene(play.View())}});
  }
  return steps;
}

}  // namespace kvintet::cli

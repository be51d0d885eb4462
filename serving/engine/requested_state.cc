// RequestedState: see the header.
#include "serving/engine/requested_state.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/rng.h"
#include "base/status_macros.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/rule_options.h"
#include "envs/text/example_play.h"
#include "envs/text/typed_move.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {

using envs::Actor;
using envs::ActorSet;
using envs::Playthrough;
using envs::Seat;
using envs::SeatPlay;

namespace {

constexpr char kBlanks[] = " \t\r\n";
// Number of events in an example.
constexpr int kExampleEvents = 2;
// Number of positions that must agree before a seat is told the result of a game.
constexpr uint32_t kResultDraws = 64;

bool IsRecord(const RequestedStateText& text) {
  return text.known == Known::kRecord || text.known == Known::kSeatRecord;
}

// A record begins with its game.
std::string HeadOf(const RequestedStateText& text) {
  return std::string(absl::StripAsciiWhitespace(text.text.substr(0, text.text.find(';'))));
}

std::string GameOf(const RequestedStateText& text) {
  return text.game.empty() && IsRecord(text) ? HeadOf(text) : text.game;
}

// The form of a record, shown by the first events of the game that its first word names.
std::string RecordForm(const std::string& head) {
  const absl::StatusOr<std::unique_ptr<envs::Game>> game =
      envs::MakeGame(head.substr(0, head.find_first_of(kBlanks)));
  std::string form = "renju; 0 h8; 0 i9";
  if (game.ok()) {
    const std::string record = envs::ExamplePlay(**game, kExampleEvents).Record();
    form = (*game)->Spec().name + record.substr(record.find(';'));
  }
  return absl::StrCat("a record is a game and then its events, separated by ';', as in '", form,
                      "'");
}

// Adds a valid example to the refusal of a position.
absl::Status WithExample(const absl::Status& refused, const envs::Game& game) {
  const envs::Playthrough play = envs::ExamplePlay(game, kExampleEvents);
  return absl::Status(refused.code(), absl::StrCat(refused.message(), "; for example '",
                                                   game.PositionText(play.Position()), "'"));
}

// Calls speak of whole moves, so a position where a seat has begun one is refused.
absl::Status CheckBetweenMoves(const Playthrough& play) {
  if (play.BetweenMoves()) {
    return absl::OkStatus();
  }
  const Seat begun = play.InMove(Seat::k0) ? Seat::k0 : Seat::k1;
  return absl::InvalidArgumentError(absl::StrCat("wanted a position between moves, and here seat ",
                                                 Index(begun), " has begun one"));
}

std::string SpokenName(Actor actor) {
  return actor == Actor::kChance ? "chance" : absl::StrCat("seat ", Index(actor));
}

// The name of the field that holds the text.
absl::string_view FieldOf(Known known) {
  switch (known) {
    case Known::kRecord:
      return "record";
    case Known::kSeatRecord:
      return "seat_record";
    case Known::kPosition:
      return "position";
    case Known::kStart:
      return "game";
  }
  KVINTET_CHECK(false);
}

// Draws a position that is consistent with what a seat knows. Each `number` names another draw.
envs::PositionBuffer Draw(const SeatPlay& play, uint32_t number = 0) {
  RandomStream random(0, 0, number, Purpose::kResample);
  envs::PositionBuffer position(1, play.game().Spec().position_bytes);
  play.game().Resample(play.View(), &random, position.Span());
  return position;
}

// The result of a game that has ended, if a seat's record tells it: positions that fit the record
// may differ in it, such as in who has won a showdown.
std::optional<envs::Outcome> ResultOf(const SeatPlay& play) {
  const envs::Game& game = play.game();
  const envs::Outcome result = game.Result(Draw(play).Span());
  for (uint32_t number = 1; game.Spec().secrets && number < kResultDraws; ++number) {
    const envs::Outcome other = game.Result(Draw(play, number).Span());
    if (other.returns != result.returns || other.margin != result.margin) {
      return std::nullopt;
    }
  }
  return result;
}

}  // namespace

RequestedState::RequestedState(std::shared_ptr<const ServedGame> served, Known known,
                               std::optional<Seat> seat, FollowedPlay play)
    : served_(std::move(served)), known_(known), seat_(seat), play_(std::move(play)) {}

absl::StatusOr<RequestedState> RequestedState::Read(GameCache* games,
                                                    const RequestedStateText& text) {
  // Game names have no blanks, so here events stand in place of the game.
  if (const std::string head = HeadOf(text);
      IsRecord(text) && envs::GameNameOf(head).find_first_of(kBlanks) != std::string::npos) {
    return Refusal(
        v1::REASON_BAD_NOTATION,
        absl::StrCat(FieldOf(text.known), ": ", RecordForm(head), "; found '", head, "'"),
        FieldOf(text.known));
  }
  const std::string name = GameOf(text);
  KVINTET_ASSIGN_OR_RETURN(
      std::shared_ptr<const ServedGame> served,
      FindGame(games, name, name.empty() || !text.game.empty() ? "game" : FieldOf(text.known)));
  absl::StatusOr<FollowedPlay> play = ReadPlay(*served->game, text);
  if (!play.ok()) {
    return WithReason(play.status(), v1::REASON_BAD_NOTATION, FieldOf(text.known));
  }
  return RequestedState(std::move(served), text.known, text.seat, *std::move(play));
}

absl::StatusOr<FollowedPlay> RequestedState::ReadPlay(const envs::Game& game,
                                                      const RequestedStateText& text) {
  switch (text.known) {
    case Known::kStart:
      return Playthrough(game);
    case Known::kRecord: {
      KVINTET_ASSIGN_OR_RETURN(Playthrough play, Playthrough::FromRecord(game, text.text));
      return play;
    }
    case Known::kPosition: {
      absl::StatusOr<Playthrough> play = Playthrough::FromPosition(game, text.text);
      const absl::Status read = play.ok() ? CheckBetweenMoves(*play) : play.status();
      return read.ok() ? absl::StatusOr<FollowedPlay>(*std::move(play)) : WithExample(read, game);
    }
    case Known::kSeatRecord: {
      if (!text.seat) {
        return Refusal(v1::REASON_BAD_FIELD, "seat: a seat's record needs the seat, none is given",
                       "seat");
      }
      KVINTET_ASSIGN_OR_RETURN(SeatPlay play, SeatPlay::FromRecord(game, *text.seat, text.text));
      return play;
    }
  }
  KVINTET_CHECK(false);
}

Seat RequestedState::Viewer() const {
  if (seat_) {
    return *seat_;
  }
  const ActorSet actors = Actors();
  const bool one_seat = !actors.Empty() && !actors.Simultaneous() && !actors.Has(Actor::kChance);
  return one_seat ? envs::SeatOf(actors.First()) : Seat::kSpectator;
}

ActorSet RequestedState::Actors() const {
  return std::visit([](const auto& play) { return play.Actors(); }, play_);
}

std::optional<envs::Outcome> RequestedState::Result() const {
  KVINTET_CHECK(Ended());
  const auto* full = std::get_if<Playthrough>(&play_);
  return full != nullptr ? full->Result() : ResultOf(std::get<SeatPlay>(play_));
}

PointOfView RequestedState::View() const {
  PointOfView point = PointOfViewOf(served_, play_, Viewer());
  if (known_ == Known::kPosition) {
    // It lacks the events before the position.
    point.record.clear();
  }
  return point;
}

absl::StatusOr<PointOfView> RequestedState::ActingView() const {
  const ActorSet actors = Actors();
  if (actors.Empty()) {
    return Refusal(v1::REASON_GAME_OVER, "the game has ended");
  }
  if (!seat_ && actors.Simultaneous()) {
    return Refusal(v1::REASON_BAD_FIELD, "seat: both seats act, say which", "seat");
  }
  PointOfView point = View();
  if (point.seat == Seat::kSpectator || !game().MustAct(point.view.Span())) {
    const std::string who = actors.Has(Actor::kChance)
                                ? "chance acts: ListMoves lists its outcomes, draw one and Apply it"
                            : point.seat == Seat::kSpectator
                                ? "a spectator does not act"
                                : absl::StrCat("seat ", Index(point.seat), " need not act now");
    return Refusal(v1::REASON_NOT_YOUR_TURN, who, "seat");
  }
  return point;
}

absl::StatusOr<envs::ConstPositions> RequestedState::Position() const {
  if (const auto* full = std::get_if<Playthrough>(&play_)) {
    return full->Position();
  }
  return Refusal(v1::REASON_BAD_FIELD, "wanted a record or a position, found a seat's record",
                 "seat_record");
}

bool RequestedState::TellsMore() const {
  const bool full = known_ == Known::kRecord || known_ == Known::kPosition;
  return full && game().Spec().secrets;
}

std::optional<envs::ViewBuffer> RequestedState::MoversView(Actor actor) const {
  if (actor == Actor::kChance) {
    return std::nullopt;
  }
  if (const auto* full = std::get_if<Playthrough>(&play_)) {
    return full->View(envs::SeatOf(actor));
  }
  const PointOfView point = View();
  const bool own = point.seat == envs::SeatOf(actor);
  return own && game().MoveProgress(point.view.Span()) == 0 ? std::optional(point.view)
                                                            : std::nullopt;
}

absl::Status RequestedState::Apply(std::optional<Actor> actor, const std::string& move) {
  const ActorSet actors = Actors();
  if (actors.Empty()) {
    return Refusal(v1::REASON_GAME_OVER, "the game has ended");
  }
  if (!actor && actors.Simultaneous()) {
    return Refusal(v1::REASON_BAD_FIELD, "actor: both seats act, say which", "actor");
  }
  const Actor acting = actor.value_or(actors.First());
  // A client that knows only one seat's part may need to say who acts.
  if (std::holds_alternative<Playthrough>(play_) && !actors.Has(acting)) {
    return Refusal(v1::REASON_NOT_YOUR_TURN,
                   absl::StrCat("actor: ", SpokenName(acting), " need not act now, ",
                                SpokenName(actors.First()), " does"),
                   "actor");
  }
  const std::optional<envs::ViewBuffer> view = MoversView(acting);
  const std::string meant = view ? envs::MeantMove(game(), view->Span(), move) : move;
  const absl::Status applied =
      std::visit([&](auto& play) { return play.ApplyMove(acting, meant); }, play_);
  const bool told = !applied.ok() && view;
  return WithReason(told ? envs::WithLegalMoves(applied, game(), view->Span()) : applied,
                    v1::REASON_ILLEGAL_MOVE, "move");
}

std::string RequestedState::Text() const {
  if (known_ == Known::kPosition) {
    return game().PositionText(std::get<Playthrough>(play_).Position());
  }
  return std::visit([](const auto& play) { return play.Record(); }, play_);
}

std::string RequestedState::SeatRecord() const {
  if (known_ == Known::kPosition) {
    return "";
  }
  if (const auto* full = std::get_if<Playthrough>(&play_)) {
    return full->SeatRecord(Viewer());
  }
  return std::get<SeatPlay>(play_).Record();
}

}  // namespace kvintet::serving

// Conformance checks of names, texts and scenes: see the header.
#include "tests/conformance/naming.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "absl/strings/ascii.h"

#include "base/status_macros.h"
#include "envs/one_row.h"
#include "envs/text/moves.h"
#include "envs/text/seat_play.h"
#include "envs/text/trace.h"

namespace kvintet::conformance {
namespace {

using envs::Shape;
using envs::ShapeKind;

// The maximum number of whole moves checked in one position.
constexpr int kMaxMoves = 400;

// Calls check(seat, view) for each seat that must act.
template <typename Check>
absl::Status ForActingSeats(const Playthrough& play, const Check& check) {
  for (const Seat seat : kSeats) {
    if (play.Actors().Has(seat)) {
      KVINTET_RETURN_IF_ERROR(check(seat, play.View(seat)));
    }
  }
  return absl::OkStatus();
}

bool PlainText(const std::string& text) {
  return !text.empty() && text != envs::kUnknownMove && text.find(';') == std::string::npos &&
         text.front() != ' ' && text.back() != ' ' &&
         std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

absl::Status CheckNamesAt(const Playthrough& play, const ViewBuffer& view) {
  std::set<std::string> names;
  for (const Action action : LegalList(play.game(), view.Span())) {
    const std::string name = play.game().ActionName(view.Span(), action);
    if (!PlainText(name) || !names.insert(name).second) {
      return Broken(play, "the name of action ", action, " is no name or another's: '", name, "'");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckMove(const Playthrough& play, ConstViews view, const envs::Move& move) {
  if (!PlainText(move.text)) {
    return Broken(play, "a move has the text '", move.text, "'");
  }
  const auto parsed = play.game().ParseMove(view, move.text);
  if (!parsed.ok()) {
    return Broken(play, "the legal move '", move.text, "' is refused: ", parsed.status().message());
  }
  if (*parsed != move.actions) {
    return Broken(play, "'", move.text, "' reads back to other actions");
  }
  for (const std::string& wrong :
       {move.text + "x", "x" + move.text, std::string("?"), std::string()}) {
    const auto refused = play.game().ParseMove(view, wrong);
    if (refused.ok() || refused.status().code() != absl::StatusCode::kInvalidArgument) {
      return Broken(play, "'", wrong, "' is read as a move");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckMovesAt(const Playthrough& play, Seat seat, const ViewBuffer& view) {
  std::set<std::string> texts;
  absl::Status status;
  int left = kMaxMoves;
  VisitMoves(play.game(), view.Span(), {}, [&](const envs::Move& move) {
    // A move written by a person is matched without regard to case (envs::MeantMove).
    if (!texts.insert(absl::AsciiStrToLower(move.text)).second) {
      status =
          Broken(play, NameOf(seat), " has two moves '", move.text, "', whatever its capitals");
    } else if (left % 8 == 0) {
      status = CheckMove(play, view.Span(), move);
    }
    return status.ok() && --left > 0;
  });
  if (status.ok() && texts.empty()) {
    return Broken(play, NameOf(seat), " must act and has no whole move");
  }
  return status;
}

// The masks of both seats and the actors, for comparing positions.
std::vector<int> ChoicesIn(const Game& game, ConstPositions one) {
  std::vector<int> choices = {ActorsOf(game, one).Bits()};
  for (const Seat seat : kSeats) {
    const std::vector<Action> legal = LegalList(game, ViewOf(game, one, seat).Span());
    choices.push_back(-1);
    choices.insert(choices.end(), legal.begin(), legal.end());
  }
  return choices;
}

absl::Status CheckPositionTextAt(const Playthrough& play) {
  const Game& game = play.game();
  const std::string text = game.PositionText(play.Position());
  PositionBuffer parsed(1, game.Spec().position_bytes);
  const absl::Status status = game.ParsePosition(text, parsed.Span());
  if (!status.ok()) {
    // The position of a finished game need not be a valid start.
    return play.Ended() ? absl::OkStatus()
                        : Broken(play, "'", text, "' is refused: ", status.message());
  }
  const std::string again = game.PositionText(parsed.Span());
  if (again != text) {
    return Broken(play, "'", text, "' reads back as '", again, "'");
  }
  if (ChoicesIn(game, play.Position()) != ChoicesIn(game, parsed.Span())) {
    return Broken(play, "'", text, "' reads back with other actors or legal actions");
  }
  return absl::OkStatus();
}

// The text with one character changed, inserted, deleted or swapped with the next.
std::string WithMistake(std::string text, RandomStream* random) {
  const size_t at = random->Below(static_cast<uint32_t>(text.size()));
  const char other = text[random->Below(static_cast<uint32_t>(text.size()))];
  switch (random->Below(5)) {
    case 0:
      text[at] = other;
      break;
    case 1:
      text.insert(at, 1, other);
      break;
    case 2:
      text.erase(at, 1);
      break;
    case 3:
      std::swap(text[at], text[text.size() - 1 - at]);
      break;
    default:
      text.resize(at);
      break;
  }
  return text;
}

// A position read from a text can be played to its end.
absl::Status PlayToTheEnd(const Game& game, const std::string& text, RandomStream* random) {
  auto play = Playthrough::FromPosition(game, text);
  KVINTET_RETURN_IF_ERROR(play.status());
  for (int left = game.Spec().max_game_length; !play->Ended() && left > 0; --left) {
    const absl::Status status = StepRandomly(&*play, random);
    if (!status.ok()) {
      return Broken(*play, "from '", text, "': ", status.message());
    }
  }
  return absl::OkStatus();
}

absl::Status CheckWrongPositionTextAt(const Playthrough& play, RandomStream* random) {
  const Game& game = play.game();
  const std::string text = WithMistake(game.PositionText(play.Position()), random);
  PositionBuffer parsed(1, game.Spec().position_bytes);
  const absl::Status status = game.ParsePosition(text, parsed.Span());
  if (!status.ok()) {
    const bool well_said =
        status.code() == absl::StatusCode::kInvalidArgument && !status.message().empty();
    return well_said ? absl::OkStatus()
                     : Broken(play, "'", text, "' is refused badly: ", status.ToString());
  }
  const std::string again = game.PositionText(parsed.Span());
  PositionBuffer reparsed(1, game.Spec().position_bytes);
  if (!game.ParsePosition(again, reparsed.Span()).ok() || !Same(parsed, reparsed)) {
    return Broken(play, "'", text, "' is read as '", again, "', which does not read back");
  }
  return PlayToTheEnd(game, again, random);
}

absl::Status CheckRecordAt(const Playthrough& play) {
  const auto again = Playthrough::FromRecord(play.game(), play.Record());
  if (!again.ok()) {
    return Broken(play, "the record is refused: ", again.status().message());
  }
  if (!SameBytes(again->Position().Bytes(), play.Position().Bytes()) ||
      again->Record() != play.Record()) {
    return Broken(play, "the record reads back to another game");
  }
  return absl::OkStatus();
}

absl::Status CheckSeatRecordsAt(const Playthrough& play) {
  for (const Seat seat : kViewers) {
    const std::string record = play.SeatRecord(seat);
    const auto followed = envs::SeatPlay::FromRecord(play.game(), seat, record);
    if (!followed.ok()) {
      return Broken(play, "the record of ", NameOf(seat), ", '", record,
                    "', is refused: ", followed.status().message());
    }
    if (followed->Record() != record) {
      return Broken(play, "the record of ", NameOf(seat), ", '", record, "', reads back as '",
                    followed->Record(), "'");
    }
    if (!SameBytes(followed->View().Bytes(), play.View(seat).Span().Bytes())) {
      return Broken(play, "the record of ", NameOf(seat), ", '", record,
                    "', gives another view than MakeViews");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckWrongRecordAt(const Playthrough& play, RandomStream* random) {
  const std::string text = WithMistake(play.Record(), random);
  const auto read = Playthrough::FromRecord(play.game(), text);
  if (read.ok()) {
    KVINTET_RETURN_IF_ERROR(CheckRecordAt(*read));
  }
  const Seat seat = kViewers[random->Below(3)];
  const std::string seat_text = WithMistake(play.SeatRecord(seat), random);
  const auto followed = envs::SeatPlay::FromRecord(play.game(), seat, seat_text);
  if (followed.ok() && !envs::SeatPlay::FromRecord(play.game(), seat, followed->Record()).ok()) {
    return Broken(play, "'", seat_text, "' is read as the record '", followed->Record(), "' of ",
                  NameOf(seat), ", which is refused");
  }
  return absl::OkStatus();
}

bool WellFormed(const Shape& shape) {
  const bool finite = std::ranges::all_of(shape.points, [](float x) { return std::isfinite(x); });
  switch (shape.kind) {
    case ShapeKind::kPolygon:
      return finite && shape.points.size() >= 6 && shape.points.size() % 2 == 0;
    case ShapeKind::kDisc:
      return finite && shape.points.size() == 3 && shape.points[2] > 0;
    case ShapeKind::kLabel:
      return finite && shape.points.size() == 2 && !shape.text.empty();
    case ShapeKind::kButton:
      return shape.points.empty() && !shape.text.empty();
  }
  return false;
}

absl::Status CheckSceneAt(const Playthrough& play) {
  for (const Seat seat : kViewers) {
    const ViewBuffer view = play.View(seat);
    const envs::Scene scene = play.game().MakeScene(view.Span());
    std::vector<Action> shown;
    for (const Shape& shape : scene.shapes) {
      if (!WellFormed(shape)) {
        return Broken(play, "a shape '", shape.text, "' is not well formed");
      }
      if (shape.action != envs::kNoAction) {
        shown.push_back(shape.action);
      }
    }
    std::ranges::sort(shown);
    if (shown != LegalList(play.game(), view.Span())) {
      return Broken(play, "the scene of ", NameOf(seat), " has ", shown.size(),
                    " actions, which are not the ", LegalList(play.game(), view.Span()).size(),
                    " legal ones once each");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckPolicyAt(const Playthrough& play, Seat seat, const ViewBuffer& view) {
  const std::vector<Action> legal = LegalList(play.game(), view.Span());
  std::vector<int32_t> indices(legal.size());
  play.game().PolicyIndices(view.Span(), legal, indices);
  const std::set<int32_t> distinct(indices.begin(), indices.end());
  if (distinct.size() != indices.size() || *distinct.begin() < 0 ||
      *distinct.rbegin() >= play.game().Spec().PolicySize()) {
    return Broken(play, "legal actions of ", NameOf(seat),
                  " share a place in the policy or have none");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckActionNames(const Game& game, const Effort& effort) {
  return Walk(game, effort, 2, [](const Playthrough& play) {
    return ForActingSeats(play,
                          [&](Seat, const ViewBuffer& view) { return CheckNamesAt(play, view); });
  });
}

absl::Status CheckMoveTexts(const Game& game, const Effort& effort) {
  return Walk(game, effort, 12, [](const Playthrough& play) {
    if (!play.BetweenMoves()) {
      return absl::OkStatus();
    }
    return ForActingSeats(
        play, [&](Seat seat, const ViewBuffer& view) { return CheckMovesAt(play, seat, view); });
  });
}

absl::Status CheckPositionTexts(const Game& game, const Effort& effort) {
  return Walk(game, effort, 2, [](const Playthrough& play) {
    return play.BetweenMoves() ? CheckPositionTextAt(play) : absl::OkStatus();
  });
}

absl::Status CheckWrongPositionTexts(const Game& game, const Effort& effort) {
  RandomStream random(effort.seed, 0, 2, Purpose::kTest);
  return Walk(game, effort, 4, [&random](const Playthrough& play) {
    for (int i = 0; i < 4 && play.BetweenMoves(); ++i) {
      KVINTET_RETURN_IF_ERROR(CheckWrongPositionTextAt(play, &random));
    }
    return absl::OkStatus();
  });
}

absl::Status CheckRecords(const Game& game, const Effort& effort) {
  return Walk(game, effort, 24, [](const Playthrough& play) {
    const bool whole =
        std::ranges::all_of(play.Events(), [](const envs::PlayedEvent& e) { return e.complete; });
    return whole ? CheckRecordAt(play) : absl::OkStatus();
  });
}

absl::Status CheckSeatRecords(const Game& game, const Effort& effort) {
  return Walk(game, effort, 24, [](const Playthrough& play) {
    const bool whole =
        std::ranges::all_of(play.Events(), [](const envs::PlayedEvent& e) { return e.complete; });
    return whole ? CheckSeatRecordsAt(play) : absl::OkStatus();
  });
}

absl::Status CheckWrongRecords(const Game& game, const Effort& effort) {
  RandomStream random(effort.seed, 0, 3, Purpose::kTest);
  return Walk(game, effort, 24, [&random](const Playthrough& play) {
    for (int i = 0; i < 3; ++i) {
      KVINTET_RETURN_IF_ERROR(CheckWrongRecordAt(play, &random));
    }
    return absl::OkStatus();
  });
}

absl::Status CheckScenes(const Game& game, const Effort& effort) {
  return Walk(game, effort, 2, CheckSceneAt);
}

absl::Status CheckPolicyIndices(const Game& game, const Effort& effort) {
  return Walk(game, effort, 2, [](const Playthrough& play) {
    return ForActingSeats(
        play, [&](Seat seat, const ViewBuffer& view) { return CheckPolicyAt(play, seat, view); });
  });
}

absl::Status CheckSeeds(const Game& game, const Effort&) {
  std::set<std::vector<std::string>> traces;
  for (uint64_t seed = 0; seed < 16; ++seed) {
    const auto trace = envs::TraceGame(game, 0, {.seed = seed, .legal = false});
    if (trace != envs::TraceGame(game, 0, {.seed = seed, .legal = false})) {
      return Broken(game, "seed ", seed, " gives two different games");
    }
    traces.insert(trace);
  }
  return traces.size() > 1 ? absl::OkStatus() : Broken(game, "sixteen seeds give the same game");
}

}  // namespace kvintet::conformance

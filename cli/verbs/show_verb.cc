// kvintet show: a recorded game with its moves, board and result.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "base/files/file.h"
#include "base/reports/json.h"
#include "base/status_macros.h"
#include "cli/pages/game_steps.h"
#include "cli/pages/scene_page.h"
#include "cli/play/palette.h"
#include "cli/play/recorded_game.h"
#include "cli/verb.h"
#include "envs/drawing/scene_text.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "envs/text/seat_play.h"
#include "selfplay/records/record_file.h"

namespace kvintet::cli {
namespace {

using envs::Playthrough;
using envs::Seat;

struct ShowArguments {
  std::string record;
  int64_t game = 0;
  std::optional<int> ply;
  std::optional<std::string> seat;
  std::string html;
  bool json = false;
  std::string palette = "usual";
};

// A game and its record as text.
struct ShownGame {
  std::unique_ptr<envs::Game> game;
  std::string record;
};

absl::StatusOr<ShownGame> FromText(const std::string& text) {
  const std::string name = text.substr(0, text.find(';'));
  absl::StatusOr<std::unique_ptr<envs::Game>> game = envs::MakeGame(name);
  if (!game.ok()) {
    return absl::Status(game.status().code(),
                        absl::StrCat("wanted a file or a record 'GAME; 0 MOVE; ...', found '", text,
                                     "': ", game.status().message()));
  }
  return ShownGame{*std::move(game), text};
}

absl::Status CheckGame(const ShowArguments& arguments, int64_t games) {
  if (arguments.game < games) {
    return absl::OkStatus();
  }
  if (games == 0) {
    return absl::NotFoundError(absl::StrCat(arguments.record, " holds no games"));
  }
  return absl::NotFoundError(absl::StrCat("--game must be 0..", games - 1, " in ", arguments.record,
                                          ", is ", arguments.game));
}

absl::StatusOr<ShownGame> FromRecordFile(const ShowArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(RecordedGame found, ReadRecordedGame(arguments.record, arguments.game));
  return ShownGame{std::move(found.game), std::move(found.text)};
}

// Reads a game from the argument itself, a line of a text file, or a game of a record file or a
// run.
absl::StatusOr<ShownGame> ReadGame(const ShowArguments& arguments) {
  std::error_code ignored;
  if (absl::EndsWith(arguments.record, std::string(selfplay::kRecordFileEnding)) ||
      std::filesystem::is_directory(arguments.record, ignored)) {
    return FromRecordFile(arguments);
  }
  if (!std::filesystem::exists(arguments.record, ignored)) {
    return FromText(arguments.record);
  }
  KVINTET_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(arguments.record));
  const std::vector<std::string> lines = absl::StrSplit(bytes, '\n', absl::SkipWhitespace());
  KVINTET_RETURN_IF_ERROR(CheckGame(arguments, std::ssize(lines)));
  return FromText(lines[static_cast<size_t>(arguments.game)]);
}

std::string FirstEvents(const std::string& record, int ply) {
  const std::vector<std::string> parts = absl::StrSplit(record, ';');
  std::string text = parts[0];
  for (size_t i = 1; i < parts.size() && i <= static_cast<size_t>(ply); ++i) {
    absl::StrAppend(&text, ";", parts[i]);
  }
  return text;
}

// What to show, with a picture for each point of view.
struct ShownRecord {
  // As the viewer may write it.
  std::string record = {};
  std::vector<envs::Scene> scenes = {};
  std::vector<std::string> events = {};
  std::optional<envs::Outcome> outcome = {};
};

absl::Status AddEvents(const envs::Game& game, std::string record, ShownRecord* shown) {
  if (game.TellsActors()) {
    envs::CutToldText(&record);
  }
  KVINTET_ASSIGN_OR_RETURN(const std::vector<envs::RecordEvent> events,
                           envs::ParseRecord(game, record));
  for (const envs::RecordEvent& event : events) {
    shown->events.push_back(envs::EventText(event));
  }
  return absl::OkStatus();
}

// The last picture for each point of view. Without a viewer, shows the complete record.
absl::StatusOr<ShownRecord> ShowRecord(const ShownGame& game, bool partial,
                                       const std::optional<Viewer>& viewer) {
  const std::vector<Seat> seats = SeatsOf(*game.game, viewer.value_or(Viewer::kAll));
  ShownRecord shown = {.record = game.record};
  if (partial) {
    KVINTET_ASSIGN_OR_RETURN(const envs::SeatPlay play,
                             envs::SeatPlay::FromRecord(*game.game, seats[0], game.record));
    shown.scenes = {game.game->MakeScene(play.View())};
  } else {
    KVINTET_ASSIGN_OR_RETURN(const Playthrough play,
                             Playthrough::FromRecord(*game.game, game.record));
    if (play.Ended()) {
      shown.outcome = play.Result();
    }
    for (const Seat seat : seats) {
      shown.scenes.push_back(game.game->MakeScene(play.View(seat).Span()));
    }
    if (viewer.value_or(Viewer::kAll) != Viewer::kAll) {
      shown.record = play.SeatRecord(seats[0]);
    }
  }
  KVINTET_RETURN_IF_ERROR(AddEvents(*game.game, shown.record, &shown));
  return shown;
}

std::string OutcomeText(const envs::Outcome& outcome) {
  return absl::StrCat("result ", outcome.returns[0], " ", outcome.returns[1], ", margin ",
                      outcome.margin[0], " ", outcome.margin[1], " (", std::string(outcome.reason),
                      ")");
}

void Print(const ShownGame& game, const ShownRecord& shown, const std::string& end) {
  const bool colours = isatty(STDOUT_FILENO) != 0;
  std::printf("%s\n", game.game->Spec().text.c_str());
  for (size_t i = 0; i < shown.events.size(); ++i) {
    std::printf("%4zu  %s\n", i + 1, shown.events[i].c_str());
  }
  for (const envs::Scene& scene : shown.scenes) {
    std::printf("\n%s\n", envs::SceneText(scene, colours).c_str());
  }
  std::printf("\n%s\n", end.c_str());
}

Json ToJson(const ShownGame& game, const ShownRecord& shown) {
  Json scenes = Json::array();
  for (const envs::Scene& scene : shown.scenes) {
    scenes.push_back(envs::SceneText(scene));
  }
  Json json = {{"game", game.game->Spec().text},
               {"record", shown.record},
               {"events", shown.events},
               {"scenes", scenes},
               {"over", shown.outcome.has_value()}};
  if (shown.outcome) {
    json["returns"] = shown.outcome->returns;
    json["margin"] = shown.outcome->margin;
    json["reason"] = std::string(shown.outcome->reason);
  }
  return json;
}

absl::StatusOr<ScenePage> PageOf(const ShownGame& game, bool partial,
                                 const std::optional<Viewer>& viewer) {
  ScenePage page = {.title = game.game->Spec().text};
  if (!viewer && !game.game->Spec().perfect_information) {
    return absl::InvalidArgumentError(
        "a page of a game with hidden information: wanted --seat 0, 1, spectator or all");
  }
  const std::vector<Seat> seats = SeatsOf(*game.game, viewer.value_or(Viewer::kAll));
  for (const Seat seat : seats) {
    page.viewers.push_back(game.game->Spec().perfect_information ? "" : SeatName(seat));
  }
  if (partial) {
    KVINTET_ASSIGN_OR_RETURN(page.steps, StepsOfSeat(*game.game, seats[0], game.record));
  } else {
    KVINTET_ASSIGN_OR_RETURN(page.steps,
                             StepsOf(*game.game, game.record, viewer.value_or(Viewer::kAll)));
  }
  return page;
}

absl::Status WritePage(const ShowArguments& arguments, ScenePage page, const std::string& end) {
  for (PageStep& step : page.steps) {
    for (envs::Scene& scene : step.scenes) {
      scene = InPalette(std::move(scene), PaletteNamed(arguments.palette));
    }
  }
  page.end = end;
  return WriteFileAtomically(arguments.html, ToHtml(page));
}

std::optional<Viewer> ViewerNamed(const std::optional<std::string>& name) {
  if (!name) {
    return std::nullopt;
  }
  return *name == "0"     ? Viewer::kSeat0
         : *name == "1"   ? Viewer::kSeat1
         : *name == "all" ? Viewer::kAll
                          : Viewer::kSpectator;
}

// Whether the record is a seat's own: it contains `?`, or ends as only a seat's record does.
absl::StatusOr<bool> IsPartial(const ShownGame& game) {
  std::string told = game.record;
  const bool tells = game.game->TellsActors() && envs::CutToldText(&told).has_value();
  KVINTET_ASSIGN_OR_RETURN(const std::vector<envs::RecordEvent> events,
                           envs::ParseRecord(*game.game, told));
  return tells || std::ranges::any_of(events, envs::IsUnknown);
}

absl::Status Run(const ShowArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(ShownGame game, ReadGame(arguments));
  if (arguments.ply) {
    game.record = FirstEvents(game.record, *arguments.ply);
  }
  const std::optional<Viewer> viewer = ViewerNamed(arguments.seat);
  KVINTET_ASSIGN_OR_RETURN(const bool partial, IsPartial(game));
  if (partial && viewer.value_or(Viewer::kAll) == Viewer::kAll) {
    return absl::InvalidArgumentError("a record with ? is one seat's: wanted --seat 0 or 1");
  }
  KVINTET_ASSIGN_OR_RETURN(ShownRecord shown, ShowRecord(game, partial, viewer));
  for (envs::Scene& scene : shown.scenes) {
    scene = InPalette(std::move(scene), PaletteNamed(arguments.palette));
  }
  const std::string end = shown.outcome ? OutcomeText(*shown.outcome) : "the game is not over here";
  std::optional<ScenePage> page;
  if (!arguments.html.empty()) {
    KVINTET_ASSIGN_OR_RETURN(page, PageOf(game, partial, viewer));
  }
  if (arguments.json) {
    std::printf("%s\n", ToJsonLine(ToJson(game, shown)).c_str());
  } else {
    Print(game, shown, end);
  }
  return page ? WritePage(arguments, *std::move(page), end) : absl::OkStatus();
}

}  // namespace

void AddShowVerb(Verb program) {
  const Verb verb = program.AddVerb("show", "show a recorded game: moves, board, result");
  const auto arguments = std::make_shared<ShowArguments>();
  verb.Add("record", &arguments->record,
           "a record as text; a run or a record file of self-play; a text file with one "
           "record per line")
      .Required();
  verb.Add("--game", &arguments->game, "for a file: index of the game, from 0")
      .Range(int64_t{0}, int64_t{1} << 40);
  verb.Add("--ply", &arguments->ply, "show the board after this many events; default: the last")
      .Range(0, 1000000);
  verb.Add("--seat", &arguments->seat, "as this seat sees it; default: all")
      .OneOf({"0", "1", "spectator", "all"});
  verb.Add("--html", &arguments->html,
           "also write a page for stepping through the game to this file");
  verb.AddFlag("--json", &arguments->json, "print JSON");
  AddPalette(verb, &arguments->palette);
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli

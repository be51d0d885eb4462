// kvintet show: a recorded game: its moves, what it looks like, how it ended.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>
#include <CLI/CLI.hpp>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "base/file.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "cli/palette.h"
#include "cli/scene_page.h"
#include "cli/verb.h"
#include "envs/playthrough.h"
#include "envs/registry.h"
#include "envs/scene_text.h"
#include "envs/seat_play.h"
#include "selfplay/record_file.h"

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
  KVINTET_ASSIGN_OR_RETURN(const selfplay::RecordFile file,
                           selfplay::RecordFile::Read(arguments.record));
  KVINTET_ASSIGN_OR_RETURN(const std::vector<selfplay::GameRecord> records, file.ReadAll());
  KVINTET_RETURN_IF_ERROR(CheckGame(arguments, std::ssize(records)));
  const selfplay::GameRecord& record = records[static_cast<size_t>(arguments.game)];
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<envs::Game> game, envs::MakeGame(record.game));
  Playthrough play(*game);
  for (const selfplay::RecordedEvent& event : record.events) {
    KVINTET_RETURN_IF_ERROR(play.Apply(event.actor, event.action));
  }
  std::string text = play.Record();
  return ShownGame{std::move(game), std::move(text)};
}

// The argument itself, a line of a file of texts, or a game of a record file.
absl::StatusOr<ShownGame> ReadGame(const ShowArguments& arguments) {
  std::error_code ignored;
  if (absl::EndsWith(arguments.record, std::string(selfplay::kRecordFileEnding))) {
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

// What is shown: a picture for each point of view.
struct Shown {
  std::vector<envs::Scene> scenes = {};
  std::vector<std::string> events = {};
  std::optional<envs::Outcome> outcome = {};
};

absl::StatusOr<Shown> ShowSeatRecord(const ShownGame& shown, Seat seat) {
  KVINTET_ASSIGN_OR_RETURN(const envs::SeatPlay play,
                           envs::SeatPlay::FromRecord(*shown.game, seat, shown.record));
  return Shown{.scenes = {shown.game->MakeScene(play.View())}};
}

absl::StatusOr<Shown> ShowRecord(const ShownGame& shown, std::optional<Seat> seat) {
  KVINTET_ASSIGN_OR_RETURN(const Playthrough play,
                           Playthrough::FromRecord(*shown.game, shown.record));
  Shown result;
  if (play.Ended()) {
    result.outcome = play.Result();
  }
  std::vector<Seat> seats = {Seat::k0};
  if (seat) {
    seats = {*seat};
  } else if (!shown.game->Spec().perfect_information) {
    seats = {Seat::k0, Seat::k1};
  }
  for (const Seat looker : seats) {
    result.scenes.push_back(shown.game->MakeScene(play.View(looker).Span()));
  }
  return result;
}

std::string OutcomeText(const envs::Outcome& outcome) {
  return absl::StrCat("result ", outcome.returns[0], " ", outcome.returns[1], ", margin ",
                      outcome.margin[0], " ", outcome.margin[1], " (", std::string(outcome.reason),
                      ")");
}

void Print(const ShownGame& game, const Shown& shown, const std::string& end) {
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

Json ToJson(const ShownGame& game, const Shown& shown) {
  Json scenes = Json::array();
  for (const envs::Scene& scene : shown.scenes) {
    scenes.push_back(envs::SceneText(scene));
  }
  Json json = {{"game", game.game->Spec().text},
               {"record", game.record},
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

absl::Status Run(const ShowArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(ShownGame game, ReadGame(arguments));
  if (arguments.ply) {
    game.record = FirstEvents(game.record, *arguments.ply);
  }
  std::optional<Seat> seat;
  if (arguments.seat) {
    seat = *arguments.seat == "0" ? Seat::k0 : *arguments.seat == "1" ? Seat::k1 : Seat::kSpectator;
  }
  std::string told = game.record;
  const bool tells = game.game->TellsActors() && envs::CutToldText(&told).has_value();
  KVINTET_ASSIGN_OR_RETURN(const std::vector<envs::RecordEvent> events,
                           envs::ParseRecord(*game.game, told));
  const bool partial = tells || std::ranges::any_of(events, envs::IsUnknown);
  if (partial && !seat) {
    return absl::InvalidArgumentError("a record with ? is a seat's: say which, --seat 0 or 1");
  }
  KVINTET_ASSIGN_OR_RETURN(Shown shown,
                           partial ? ShowSeatRecord(game, *seat) : ShowRecord(game, seat));
  for (envs::Scene& scene : shown.scenes) {
    scene = InPalette(std::move(scene), PaletteNamed(arguments.palette));
  }
  for (const envs::RecordEvent& event : events) {
    shown.events.push_back(envs::EventText(event));
  }
  const std::string end = shown.outcome ? OutcomeText(*shown.outcome) : "the game is not over here";
  if (arguments.json) {
    std::printf("%s\n", ToJsonLine(ToJson(game, shown)).c_str());
  } else {
    Print(game, shown, end);
  }
  if (arguments.html.empty()) {
    return absl::OkStatus();
  }
  ScenePage page = {game.game->Spec().text, shown.scenes, shown.events};
  page.lines.push_back(end);
  return WriteFileAtomically(arguments.html, ToHtml(page));
}

}  // namespace

void AddShowVerb(CLI::App* program, Choice* choice) {
  CLI::App* verb = program->add_subcommand("show", "a recorded game: moves, scene, result");
  const auto arguments = std::make_shared<ShowArguments>();
  verb->add_option("record", arguments->record,
                   "the record as text; a record file of self-play; a file with a record a line")
      ->required();
  verb->add_option("--game", arguments->game, "of a file: which game, from 0")
      ->check(CLI::Range(int64_t{0}, int64_t{1} << 40));
  verb->add_option("--ply", arguments->ply, "the scene after so many events; default: the last")
      ->check(CLI::Range(0, 1000000));
  verb->add_option("--seat", arguments->seat, "as this seat sees it")
      ->check(CLI::IsMember({"0", "1", "spectator"}));
  verb->add_option("--html", arguments->html, "write a page there too");
  verb->add_flag("--json", arguments->json, "print JSON");
  AddPalette(verb, &arguments->palette);
  verb->callback([=] { choice->run = [=] { return Run(*arguments); }; });
}

}  // namespace kvintet::cli

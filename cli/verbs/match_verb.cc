// kvintet match: creates, joins, plays, watches and reports matches on a service.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

#include "base/files/file.h"
#include "base/status_macros.h"
#include "cli/play/line_input.h"
#include "cli/play/match_player.h"
#include "cli/play/palette.h"
#include "cli/verb.h"
#include "kvintet_api/v1/match.pb.h"
#include "proto/serve_config.pb.h"
#include "serving/client.h"

namespace kvintet::cli {
namespace {

using Milliseconds = std::chrono::milliseconds;

struct MatchArguments {
  std::string server = ServeConfig().listen();
  std::string game;
  std::string name;
  std::string invitation;
  MatchPlace place;
  std::string against = "agent";
  int simulations = 0;
  double variety = 0;
  int level = 0;
  bool allow_rollouts = false;
  bool second = false;
  bool lot = false;
  std::vector<std::string> colours;
  std::string opponents_colour;
  bool stay = false;
  std::string start;
  std::string word;
  bool confirmed = false;
  int game_number = 0;
  std::string pdf;
  std::string palette = "usual";
  bool live = false;
};

using Work = absl::Status (*)(const MatchArguments& arguments, serving::Client* client);

absl::Status Run(const MatchArguments& arguments, Work work) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<serving::Client> client,
                           serving::Client::Connect(arguments.server, serving::kConnectTime));
  return work(arguments, client.get());
}

absl::Status PlayAt(serving::Client* client, const MatchPlace& place) {
  LineInput input(STDIN_FILENO);
  MatchPlayer player(client, place, isatty(STDOUT_FILENO) != 0, [&] { return input.Next(); });
  return player.Play();
}

// Prints what the user needs to return to the match, on lines that a script can parse.
void Announce(const MatchPlace& place) {
  std::printf("match %s\ntoken %s\n", place.match.c_str(), place.token.c_str());
  std::fflush(stdout);
}

// Parses "2026-05-02T18:00:00Z", or a time from now such as "+90m", to milliseconds since 1970.
absl::StatusOr<int64_t> ParseStart(const std::string& text) {
  absl::Time start;
  absl::Duration wait;
  std::string error;
  if (text.starts_with('+') && absl::ParseDuration(text.substr(1), &wait)) {
    return absl::ToUnixMillis(absl::Now() + wait);
  }
  if (absl::ParseTime(absl::RFC3339_full, text, &start, &error)) {
    return absl::ToUnixMillis(start);
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "--start: wanted a time like 2026-05-02T18:00:00Z, or how long from now like +90m, found '",
      text, "'"));
}

bool IsColourBlind(const MatchArguments& arguments) {
  return PaletteNamed(arguments.palette) == envs::Palette::kColourBlind;
}

// The person's wish for colours; empty if there is none.
std::optional<v1::ColourWish> WishOf(const MatchArguments& arguments) {
  if (arguments.colours.empty() && arguments.opponents_colour.empty() &&
      !IsColourBlind(arguments)) {
    return std::nullopt;
  }
  v1::ColourWish wish;
  wish.set_first(arguments.colours.empty() ? "" : arguments.colours[0]);
  wish.set_second(arguments.colours.size() < 2 ? "" : arguments.colours[1]);
  wish.set_opponent(arguments.opponents_colour);
  wish.set_colour_blind(IsColourBlind(arguments));
  return wish;
}

absl::StatusOr<v1::CreateMatchRequest> MakeRequest(const MatchArguments& arguments) {
  v1::CreateMatchRequest request;
  if (!arguments.start.empty()) {
    KVINTET_ASSIGN_OR_RETURN(const int64_t start, ParseStart(arguments.start));
    request.set_start_ms(start);
  }
  request.set_game(arguments.game);
  request.set_seats(arguments.lot ? v1::SEAT_ORDER_LOT : v1::SEAT_ORDER_FIXED);
  for (int player = 0; player < 2; ++player) {
    v1::NewPlayer* made = request.add_players();
    if (player == (arguments.second ? 1 : 0)) {
      made->set_person(arguments.name);
      if (const auto wish = WishOf(arguments)) {
        *made->mutable_colours() = *wish;
      }
    } else if (arguments.against == "agent") {
      made->mutable_agent()->set_simulations(arguments.simulations);
      made->mutable_agent()->set_variety(arguments.variety);
      made->mutable_agent()->set_level(arguments.level);
      made->mutable_agent()->set_allow_rollouts(arguments.allow_rollouts);
    } else {
      made->mutable_open();
    }
  }
  return request;
}

absl::Status Create(const MatchArguments& arguments, serving::Client* client) {
  KVINTET_ASSIGN_OR_RETURN(const v1::CreateMatchRequest request, MakeRequest(arguments));
  KVINTET_ASSIGN_OR_RETURN(const v1::CreateMatchResponse created,
                           client->Call<v1::CreateMatchResponse>(request, kCallTime));
  const MatchPlace place = {created.match(), created.tokens(arguments.second ? 1 : 0)};
  Announce(place);
  if (!arguments.stay) {
    return PlayAt(client, place);
  }
  v1::GetMatchRequest look;
  look.set_match(place.match);
  look.set_token(place.token);
  KVINTET_ASSIGN_OR_RETURN(const v1::GetMatchResponse seen,
                           client->Call<v1::GetMatchResponse>(look, kCallTime));
  std::printf("%s", AgentLines(seen.state()).c_str());
  return absl::OkStatus();
}

absl::Status Join(const MatchArguments& arguments, serving::Client* client) {
  v1::JoinMatchRequest request;
  request.set_match(arguments.place.match);
  request.set_name(arguments.name);
  request.set_invitation(arguments.invitation);
  if (const auto wish = WishOf(arguments)) {
    *request.mutable_colours() = *wish;
  }
  KVINTET_ASSIGN_OR_RETURN(const v1::JoinMatchResponse joined,
                           client->Call<v1::JoinMatchResponse>(request, kCallTime));
  const MatchPlace place = {arguments.place.match, joined.token()};
  Announce(place);
  return arguments.stay ? absl::OkStatus() : PlayAt(client, place);
}

// Prints a line with the match's id, its game, its players and its state.
void PrintSummary(const v1::MatchSummary& match) {
  std::string phase = v1::MatchState::Phase_Name(match.phase()).substr(sizeof("PHASE_") - 1);
  std::ranges::transform(phase, phase.begin(), [](char letter) {
    return letter == '_' ? ' ' : static_cast<char>(letter | 0x20);
  });
  std::vector<std::string> players;
  for (const v1::PlayerState& player : match.players()) {
    players.push_back(player.open()            ? "open"
                      : !player.name().empty() ? player.name()
                      : player.agent()         ? "agent"
                                               : "person");
  }
  std::printf("%s  %s  %s  game %d, ply %d: %s%s%s%s%s\n", match.match().c_str(),
              match.game().c_str(), absl::StrJoin(players, " - ").c_str(), match.game_number(),
              match.ply(), phase.c_str(), match.has_end() ? ", " : "",
              match.has_end() ? match.end().result().reason().c_str() : "",
              match.start_ms() > 0 ? ", " : "", StartText(match.start_ms()).c_str());
}

absl::Status Play(const MatchArguments& arguments, serving::Client* client) {
  return PlayAt(client, arguments.place);
}

absl::Status Say(const MatchArguments& arguments, serving::Client* client) {
  return SayOnce(client, arguments.place, arguments.word, arguments.confirmed);
}

absl::Status Watch(const MatchArguments& arguments, serving::Client* client) {
  MatchPlayer player(client, arguments.place, isatty(STDOUT_FILENO) != 0,
                     [] { return std::optional<std::string>(); });
  return player.Watch();
}

absl::Status Report(const MatchArguments& arguments, serving::Client* client) {
  v1::GetReportRequest request;
  request.set_match(arguments.place.match);
  request.set_token(arguments.place.token);
  request.set_game_number(arguments.game_number);
  request.set_pdf(!arguments.pdf.empty());
  request.set_colour_blind(IsColourBlind(arguments));
  KVINTET_ASSIGN_OR_RETURN(const v1::GetReportResponse report,
                           client->Call<v1::GetReportResponse>(request, kCallTime));
  if (!arguments.pdf.empty()) {
    return WriteFileAtomically(arguments.pdf, report.pdf());
  }
  std::printf("%s", report.text().c_str());
  return absl::OkStatus();
}

absl::Status List(const MatchArguments& arguments, serving::Client* client) {
  v1::ListMatchesRequest request;
  request.set_game(arguments.game);
  request.set_live(arguments.live);
  do {
    KVINTET_ASSIGN_OR_RETURN(const v1::ListMatchesResponse page,
                             client->Call<v1::ListMatchesResponse>(request, kCallTime));
    for (const v1::MatchSummary& match : page.matches()) {
      PrintSummary(match);
    }
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  return absl::OkStatus();
}

Verb Add(const char* name, const char* meaning, Verb verb,
         const std::shared_ptr<MatchArguments>& arguments, Work work) {
  const Verb part = verb.AddVerb(name, meaning);
  part.Add("--server", &arguments->server, "HOST:PORT or unix:PATH");
  part.Runs([=] { return Run(*arguments, work); });
  return part;
}

void AddColours(Verb part, const std::shared_ptr<MatchArguments>& arguments) {
  part.Add("--colours", &arguments->colours, "Tantrix: the colour that you prefer, then another")
      .Values(1, 2, ',');
  part.Add("--opponents-colour", &arguments->opponents_colour,
           "Tantrix: the colours that a colour-blind opponent should have");
  AddPalette(part, &arguments->palette);
}

void AddCreate(Verb verb, const std::shared_ptr<MatchArguments>& arguments) {
  const Verb part = Add("create", "create a match and play it", verb, arguments, &Create);
  part.Add("game", &arguments->game, "the game with its options").Required();
  part.Add("--against", &arguments->against, "agent, or person (the first to join)")
      .OneOf({"agent", "person"});
  part.Add("--simulations", &arguments->simulations,
           "the agent's simulations; 0: as the service chooses")
      .Range(0, 1000000);
  part.Add("--variety", &arguments->variety, "the agent's variety, 0 to 1").Range(0.0, 1.0);
  part.Add("--level", &arguments->level,
           "the agent's level of strength, instead of simulations and variety; 0: none")
      .Range(0, 1000);
  part.AddFlag("--allow-rollouts", &arguments->allow_rollouts,
               "let the agent use random playouts if no model fits the game");
  part.AddFlag("--second", &arguments->second, "be player 1");
  part.AddFlag("--lot", &arguments->lot, "draw lots for the seats");
  part.Add("--name", &arguments->name, "your name");
  AddColours(part, arguments);
  part.Add("--start", &arguments->start,
           "when it begins, even if players are absent: 2026-05-02T18:00:00Z, or +90m from now");
  part.AddFlag("--stay", &arguments->stay, "print the match and the token, without playing now");
}

}  // namespace

void AddMatchVerb(Verb program) {
  const Verb verb = program.AddVerb("match", "whole matches on a service");
  verb.RequireVerb();
  const auto arguments = std::make_shared<MatchArguments>();
  AddCreate(verb, arguments);
  const Verb join = Add("join", "join a match and play it", verb, arguments, &Join);
  join.Add("--name", &arguments->name, "your name");
  join.Add("--invitation", &arguments->invitation, "the invitation from the director");
  AddColours(join, arguments);
  join.AddFlag("--stay", &arguments->stay, "print the token, without playing now");
  const Verb play = Add("play", "continue a match", verb, arguments, &Play);
  const Verb say =
      Add("say", "do one thing other than a move, without playing", verb, arguments, &Say);
  const Verb watch = Add("watch", "print what happens", verb, arguments, &Watch);
  const Verb report = Add("report", "print a game's report", verb, arguments, &Report);
  report.Add("--game", &arguments->game_number, "its number; default: the last one that has ended");
  report.Add("--pdf", &arguments->pdf,
             "write it to this file as PDF, with a picture for each step");
  AddPalette(report, &arguments->palette);
  const Verb list = Add("list", "print the public matches", verb, arguments, &List);
  list.Add("--game", &arguments->game, "only of this game");
  list.AddFlag("--live", &arguments->live, "only those that are not over");
  for (const Verb part : {join, play, say, watch, report}) {
    part.Add("match", &arguments->place.match, "the match's id").Required();
  }
  say.Add("word", &arguments->word, "the command, as in play: start-clock, contest, ...")
      .Required();
  say.AddFlag("--yes", &arguments->confirmed, "confirm resign");
  for (const Verb part : {play, say}) {
    part.Add("--token", &arguments->place.token, "your token").Required();
  }
  for (const Verb part : {watch, report}) {
    part.Add("--token", &arguments->place.token, "your token; default: a spectator's view");
  }
}

}  // namespace kvintet::cli

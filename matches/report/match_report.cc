// MatchReport: see the header.
#include "matches/report/match_report.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"

#include "matches/settings/side_names.h"
#include "matches/state/match_look.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {
namespace {

int PlayerOf(const MatchReport& report, envs::Seat seat) { return report.seats[0] == seat ? 0 : 1; }

std::string EndText(const MatchReport& report) {
  const MatchEnd& end = report.end;
  std::string text = absl::StrCat("result    ", ResultText(end), "\n");
  if (end.margin[0] != 0 || end.margin[1] != 0) {
    absl::StrAppend(&text, "score     ", end.margin[0], " : ", end.margin[1], "\n");
  }
  if (end.tenths) {
    absl::StrAppend(&text, "points    ", PointsText(end), "\n");
  }
  absl::StrAppend(&text, "position  ", report.caption, "\n");
  return text;
}

// The caption of the position that everyone may see.
std::string CaptionOf(const envs::Playthrough& play) {
  return play.game().MakeScene(play.View(envs::Seat::kSpectator).Span()).caption;
}

std::string LineText(const PlayedLine& line) {
  std::string text = absl::StrFormat(
      "%4d  %s  %-9s %s", line.ply, DateText(line.at_millis),
      line.player < 0 ? "" : TimeText(line.spent),
      absl::StrCat(line.player < 0 ? "chance" : absl::StrCat("player ", line.player), " ",
                   line.text));
  if (!line.seal.empty()) {
    absl::StrAppend(&text, "\n      seal ", line.seal, "\n      nonce ", line.nonce);
  }
  return text + "\n";
}

}  // namespace

std::string TimeText(int64_t micros) {
  const int64_t tenths = micros / 100'000;
  return absl::StrFormat("%d:%02d.%d", tenths / 600, tenths / 10 % 60, tenths % 10);
}

std::string DateText(int64_t millis) {
  return absl::FormatTime("%Y-%m-%d %H:%M:%S UTC", absl::FromUnixMillis(millis),
                          absl::UTCTimeZone());
}

std::string PlayerText(const PlayerSettings& player) {
  const std::string kind = player.kind == PlayerKind::kAgent ? "agent" : "person";
  return player.name.empty() ? kind : absl::StrCat(player.name, " (", kind, ")");
}

std::string SeatText(const MatchReport& report, envs::Seat seat) {
  const std::string& side = report.sides[At(Index(seat))];
  const int player = PlayerOf(report, seat);
  return absl::StrCat(side, side.empty() ? "" : ", ", "player ", player, ", ",
                      PlayerText(report.players[At(player)]));
}

std::vector<std::string> AgentLines(const MatchReport& report) {
  std::vector<std::string> lines;
  for (int player = 0; player < kPlayers; ++player) {
    for (const PlayingAgent& agent : report.agents[At(player)]) {
      lines.push_back(
          absl::StrCat("player ", player, ": ", AgentText(agent, report.players[At(player)])));
    }
  }
  return lines;
}

std::string ResultText(const MatchEnd& end) {
  return absl::StrFormat("%g : %g (%s%s%s)", end.returns[0], end.returns[1], end.reason,
                         end.claimed ? ", claimed" : "", end.truncated ? ", cut short" : "");
}

std::string PointsText(const MatchEnd& end) {
  return absl::StrFormat("%.1f : %.1f", (*end.tenths)[0] / 10.0, (*end.tenths)[1] / 10.0);
}

std::string TournamentText(const PublicTournamentPlace& event) {
  return absl::StrCat(event.event, ", round ", event.round,
                      event.replays.empty() ? "" : ", in place of match ", event.replays);
}

std::vector<std::string> ActLines(const ToldAct& told) {
  const auto end_text = [](const MatchEnd& end) {
    return absl::StrCat(ResultText(end), end.tenths ? ", points " : "",
                        end.tenths ? PointsText(end) : "");
  };
  std::vector<std::string> lines = {
      absl::StrCat(DateText(told.at_millis), ", ply ", told.ply, ": ", DirectorActText(told.act))};
  if (told.former) {
    lines.push_back(absl::StrCat("result before: ", end_text(*told.former)));
  }
  if (told.end) {
    lines.push_back(absl::StrCat("result by it: ", end_text(*told.end)));
  }
  return lines;
}

std::string WrongPauseText(const WrongPause& pause) {
  return absl::StrCat(DateText(pause.at_millis), ", ply ", pause.ply, ": player ", pause.player,
                      "'s was wrong, ", TimeText(kWrongPauseMillis * 1000),
                      " of its time to player ", 1 - pause.player);
}

absl::StatusOr<MatchReport> ReportOf(const Match& match, int game_number) {
  int number = game_number;
  if (number == 0) {
    number = match.game() == nullptr ? 1 : match.game()->number;
    number -= number > 1 && !match.game()->end ? 1 : 0;
  }
  const MatchGame* game = match.game(number);
  if (game == nullptr) {
    const bool without_games = match.game() == nullptr && match.end();
    return Refusal(v1::REASON_NO_SUCH_RESOURCE,
                   without_games ? "the match ended before its game began, so there is no report"
                                 : absl::StrCat("game_number: the match has no game ", number),
                   "game_number");
  }
  if (!game->end) {
    return Refusal(v1::REASON_NOT_NOW,
                   "the game is in play; its report is available after its end");
  }
  MatchReport report = {.match = match.id(),
                        .game_number = game->number,
                        .game = game->game,
                        .clock = match.settings().clock,
                        .start_millis = match.settings().start_millis,
                        .players = match.settings().players,
                        .seats = game->seats,
                        .agents = game->agents,
                        .spent = game->spent,
                        .records = game->parts,
                        .lines = game->lines,
                        .end = *game->end,
                        .wrong_pauses = game->wrong_pauses,
                        .caption = CaptionOf(game->play),
                        .event = TournamentSeen(match.settings()),
                        .acts = match.acts()};
  report.records.push_back(game->play.Record());
  for (const envs::Seat seat : {envs::Seat::k0, envs::Seat::k1}) {
    report.sides[At(Index(seat))] = SideName(game->play, seat);
  }
  return report;
}

std::string ReportText(const MatchReport& report) {
  std::string text = absl::StrCat("match     ", report.match, ", game ", report.game_number,
                                  "\ngame      ", report.game->Spec().text, "\n");
  for (const envs::Seat seat : {envs::Seat::k0, envs::Seat::k1}) {
    absl::StrAppend(&text, "seat ", Index(seat), "    ", SeatText(report, seat), ", time ",
                    TimeText(report.spent[At(PlayerOf(report, seat))]), "\n");
  }
  for (const std::string& line : AgentLines(report)) {
    absl::StrAppend(&text, "agent     ", line, "\n");
  }
  if (report.event) {
    absl::StrAppend(&text, "tournament ", TournamentText(*report.event), "\n");
  }
  if (report.start_millis > 0) {
    absl::StrAppend(&text, "start     ", DateText(report.start_millis), "\n");
  }
  absl::StrAppend(&text, "clock     ", ClockName(report.clock.kind), "\n", EndText(report));
  for (const WrongPause& pause : report.wrong_pauses) {
    absl::StrAppend(&text, "pause     ", WrongPauseText(pause), "\n");
  }
  for (const ToldAct& told : report.acts) {
    absl::StrAppend(&text, "director  ", absl::StrJoin(ActLines(told), "\n          "), "\n");
  }
  absl::StrAppend(&text, "\n");
  int resets = 0;
  for (const PlayedLine& line : report.lines) {
    absl::StrAppend(&text, line.resets != resets ? "      reset, seats exchanged\n" : "",
                    LineText(line));
    resets = line.resets;
  }
  absl::StrAppend(&text, "\n");
  for (const std::string& record : report.records) {
    absl::StrAppend(&text, record, "\n");
  }
  return text;
}

}  // namespace kvintet::matches

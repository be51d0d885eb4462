// MatchReport: see the header.
#include "serving/match/match_report.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"

namespace kvintet::serving {
namespace {

size_t At(int player) { return static_cast<size_t>(player); }

// "12:03.4": minutes, seconds, tenths.
std::string TimeText(int64_t micros) {
  const int64_t tenths = micros / 100'000;
  return absl::StrFormat("%d:%02d.%d", tenths / 600, tenths / 10 % 60, tenths % 10);
}

std::string DateText(int64_t millis) {
  return absl::FormatTime("%Y-%m-%d %H:%M:%S UTC", absl::FromUnixMillis(millis),
                          absl::UTCTimeZone());
}

std::string NameOf(const MatchReport& report, int player) {
  const PlayerSettings& settings = report.players[At(player)];
  const std::string kind = settings.kind == PlayerKind::kAgent ? "agent" : "person";
  return settings.name.empty() ? kind : absl::StrCat(settings.name, " (", kind, ")");
}

std::string Pair(double first, double second) { return absl::StrFormat("%g : %g", first, second); }

std::string EndText(const MatchReport& report) {
  const MatchEnd& end = report.end;
  std::string text = absl::StrCat("result    ", Pair(end.returns[0], end.returns[1]), " (",
                                  end.reason, end.truncated ? ", cut short" : "", ")\n");
  if (end.margin[0] != 0 || end.margin[1] != 0) {
    absl::StrAppend(&text, "score     ", end.margin[0], " : ", end.margin[1], "\n");
  }
  if (end.tenths) {
    absl::StrAppendFormat(&text, "points    %.1f : %.1f\n", (*end.tenths)[0] / 10.0,
                          (*end.tenths)[1] / 10.0);
  }
  return text;
}

std::string LineText(const PlayedLine& line) {
  std::string text = absl::StrFormat(
      "%4d  %s  %-9s %-40s", line.ply, DateText(line.at_millis),
      line.player < 0 ? "" : TimeText(line.spent),
      absl::StrCat(line.player < 0 ? "chance" : absl::StrCat("player ", line.player), " ",
                   line.text));
  if (!line.seal.empty()) {
    absl::StrAppend(&text, "\n      seal ", line.seal, "\n      nonce ", line.nonce);
  }
  return text + "\n";
}

}  // namespace

absl::StatusOr<MatchReport> ReportOf(const Match& match, int game_number) {
  int number = game_number;
  if (number == 0) {
    number = match.game() == nullptr ? 1 : match.game()->number;
    number -= number > 1 && !match.game()->end ? 1 : 0;
  }
  const MatchGame* game = match.game(number);
  if (game == nullptr) {
    return absl::NotFoundError(absl::StrCat("game_number: the match has no game ", number));
  }
  if (!game->end) {
    return absl::FailedPreconditionError("the game is in play; its report comes with its end");
  }
  MatchReport report = {.match = match.id(),
                        .game_number = game->number,
                        .game = game->game->Spec().text,
                        .clock = match.settings().clock,
                        .players = match.settings().players,
                        .seats = game->seats,
                        .spent = game->spent,
                        .records = game->parts,
                        .lines = game->lines,
                        .end = *game->end};
  report.records.push_back(game->play.Record());
  return report;
}

std::string ReportText(const MatchReport& report) {
  std::string text = absl::StrCat("match     ", report.match, ", game ", report.game_number,
                                  "\ngame      ", report.game, "\n");
  for (const envs::Seat seat : {envs::Seat::k0, envs::Seat::k1}) {
    const int player = report.seats[0] == seat ? 0 : 1;
    absl::StrAppend(&text, "seat ", Index(seat), "    player ", player, ", ",
                    NameOf(report, player), ", time ", TimeText(report.spent[At(player)]), "\n");
  }
  absl::StrAppend(&text, "clock     ", ClockName(report.clock.kind), "\n", EndText(report), "\n");
  for (const PlayedLine& line : report.lines) {
    absl::StrAppend(&text, LineText(line));
  }
  absl::StrAppend(&text, "\n");
  for (const std::string& record : report.records) {
    absl::StrAppend(&text, record, "\n");
  }
  return text;
}

}  // namespace kvintet::serving

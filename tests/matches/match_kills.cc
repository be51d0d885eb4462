// match_kills [KILLS [SEED]]: kills a process that plays and directs matches, again and again, and
// checks that everything it had acknowledged is in the journal, once and complete.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "base/check.h"
#include "base/rng.h"
#include "base/seconds.h"
#include "matches/store/match_journal.h"
#include "tests/matches/killed_play.h"
#include "tests/support/temp_dir.h"

namespace kvintet::matches {
namespace {

constexpr double kMaxSeconds = 5;

// The lines that were written before the kill.
std::vector<std::string> ReadUntilKilled(int pipe, pid_t child, size_t wanted) {
  std::string text;
  char buffer[4096];
  bool killed = false;
  for (ssize_t size = 0; (size = read(pipe, buffer, sizeof(buffer))) > 0;) {
    text.append(buffer, static_cast<size_t>(size));
    if (!killed && static_cast<size_t>(std::ranges::count(text, '\n')) >= wanted) {
      kill(child, SIGKILL);
      killed = true;
    }
  }
  return absl::StrSplit(text, '\n', absl::SkipEmpty());
}

bool EndsMatch(const ToldAct& told) { return !EndReason(told.act).empty(); }

// Whether the match, as rebuilt from its journal, has nothing half done.
bool IsWhole(const Match& match) {
  const MatchGame* game = match.game();
  if (match.phase() == Phase::kReady) {
    return true;
  }
  if (game == nullptr || game->play.Actors().Has(envs::Actor::kChance)) {
    return false;
  }
  const bool ended = game->play.Ended() || std::ranges::any_of(match.acts(), EndsMatch);
  return match.end() ? ended || match.end()->reason == "resigned" : !ended;
}

bool HasAct(const Match& match, int number, const std::string& name) {
  const auto place = static_cast<size_t>(number);
  return match.acts().size() > place && DirectorActName(match.acts()[place].act.kind) == name;
}

bool HasMove(const Match& match, int player, int ply, const std::string& move) {
  const MatchGame& game = *match.game();
  const auto& commit = game.commits[static_cast<size_t>(player)];
  const bool sealed = commit && commit->move == move && game.Ply() == ply;
  return sealed || std::ranges::any_of(game.lines, [&](const PlayedLine& line) {
           return line.player == player && line.ply == ply && line.text == move;
         });
}

bool HasEvents(const std::vector<MatchEvent>& events, int number, const std::string& name) {
  return std::ranges::count_if(events, [&](const MatchEvent& event) {
           return EventName(event.kind) == name;
         }) >= number;
}

// The number of acknowledged moves and acts that are lost or half done.
int CountLost(MatchJournal* journal, const std::vector<std::string>& lines) {
  int lost = 0;
  for (const std::string& line : lines) {
    const std::vector<std::string> words = absl::StrSplit(line, absl::MaxSplits(' ', 3));
    const auto loaded = journal->Load(words[0]);
    KVINTET_CHECK(loaded.ok());
    Match match(words[0], MakeShared, {.events = 16, .plies = 10'000});
    bool good = loaded->has_value();
    for (size_t i = 0; good && i < (*loaded)->events.size(); ++i) {
      good = match.Apply((*loaded)->events[i], std::nullopt).ok();
    }
    int player = 0;
    int ply = 0;
    KVINTET_CHECK(absl::SimpleAtoi(words[1], &player) && absl::SimpleAtoi(words[2], &ply));
    good = good && IsWhole(match) &&
           (player == kSaid       ? HasEvents((*loaded)->events, ply, words[3])
            : player == kDirector ? HasAct(match, ply, words[3])
                                  : HasMove(match, player, ply, words[3]));
    lost += good ? 0 : 1;
  }
  return lost;
}

struct Round {
  size_t acknowledged = 0;
  // How many of them are the director's.
  size_t acts = 0;
  int lost = 0;
  double seconds = 0;
};

Round KillOnce(const std::string& folder, uint64_t seed) {
  int ends[2];
  KVINTET_CHECK(pipe(ends) == 0);
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    PlayUntilKilled(folder, seed, ends[1]);
  }
  close(ends[1]);
  RandomStream random(seed, 99, 0, Purpose::kTest);
  const std::vector<std::string> lines = ReadUntilKilled(ends[0], child, 20 + random.Below(200));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  KVINTET_CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  Round round = {.acknowledged = lines.size()};
  const std::string directed = absl::StrCat(" ", kDirector, " ");
  round.acts = static_cast<size_t>(std::ranges::count_if(
      lines, [&](const std::string& line) { return absl::StrContains(line, directed); }));
  const auto start = std::chrono::steady_clock::now();
  OpenTable(folder).reset();
  round.seconds = SecondsSince(start);
  const auto journal = MatchJournal::Open(folder);
  KVINTET_CHECK(journal.ok());
  round.lost = CountLost(journal->get(), lines);
  return round;
}

int Run(int argc, char** argv) {
  int kills = 50;
  uint64_t seed = 1;
  if ((argc > 1 && !absl::SimpleAtoi(argv[1], &kills)) ||
      (argc > 2 && !absl::SimpleAtoi(argv[2], &seed))) {
    std::fprintf(stderr, "usage: match_kills [KILLS [SEED]]\n");
    return 2;
  }
  const testing::TempDir folder;
  Round all;
  for (int kill = 0; kill < kills; ++kill) {
    const Round round = KillOnce(folder.Path(), seed + static_cast<uint64_t>(kill));
    all.acknowledged += round.acknowledged;
    all.acts += round.acts;
    all.lost += round.lost;
    all.seconds = std::max(all.seconds, round.seconds);
  }
  std::printf(
      "%d kills, %zu acknowledged moves and acts of a director (%zu), %d lost or half done, "
      "ready again in %.2f s\n",
      kills, all.acknowledged, all.acts, all.lost, all.seconds);
  const bool both = all.acts > 0 && all.acknowledged > all.acts;
  return all.lost == 0 && both && all.seconds <= kMaxSeconds ? 0 : 1;
}

}  // namespace
}  // namespace kvintet::matches

int main(int argc, char** argv) { return kvintet::matches::Run(argc, argv); }

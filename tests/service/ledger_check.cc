// ledger_check: checks that a stopped service's journal has what the service told its clients.
//
// usage: ledger_check JOURNAL_FOLDER LEDGER. Prints one line of JSON. Exit code 0 if every match
// replays from its events, every acknowledged move of a person is stored exactly once and no other
// move is, and each player would see what it saw last.
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "absl/status/statusor.h"

#include "base/files/file.h"
#include "base/reports/json.h"
#include "base/status_macros.h"
#include "envs/registry.h"
#include "matches/state/match_look.h"
#include "matches/store/match_journal.h"
#include "tests/service/ledger.h"

namespace kvintet {
namespace {

using matches::Match;
using matches::MatchJournal;
using testing::Ledger;
using testing::MadeMove;

// The content of the journal for the matches of a ledger.
struct Kept {
  std::vector<MadeMove> moves = {};
  int matches = 0;
  // Matches that are missing or do not replay, and last views that differ now.
  int damaged = 0;
  int changed = 0;
  std::string example = {};
};

using SharedGame = std::shared_ptr<const envs::Game>;

// Makes each game once. Not thread-safe.
matches::GameFinder CachedGames() {
  auto games = std::make_shared<std::map<std::string, SharedGame>>();
  return [games](const std::string& text) -> absl::StatusOr<SharedGame> {
    SharedGame& known = (*games)[text];
    if (known == nullptr) {
      KVINTET_ASSIGN_OR_RETURN(known, envs::MakeGame(text));
    }
    return known;
  };
}

absl::Status Replay(MatchJournal* journal, Match* match) {
  KVINTET_ASSIGN_OR_RETURN(const auto kept, journal->Load(match->id()));
  if (!kept) {
    return absl::NotFoundError("no such match");
  }
  for (const matches::MatchEvent& event : kept->events) {
    KVINTET_RETURN_IF_ERROR(match->Apply(event, std::nullopt));
  }
  return absl::OkStatus();
}

bool IsPerson(const Match& match, int player) {
  return match.settings().players[static_cast<size_t>(player)].kind != matches::PlayerKind::kAgent;
}

// All moves and committed choices of persons.
void AddMoves(const Match& match, std::vector<MadeMove>* moves) {
  for (int number = 1; match.game(number) != nullptr; ++number) {
    const matches::MatchGame& game = *match.game(number);
    for (const matches::PlayedLine& line : game.lines) {
      if (line.player >= 0 && IsPerson(match, line.player)) {
        moves->push_back({match.id(), number, line.player, line.ply, line.text});
      }
    }
    for (int player = 0; player < matches::kPlayers; ++player) {
      const auto& choice = game.commits[static_cast<size_t>(player)];
      if (choice && IsPerson(match, player)) {
        moves->push_back({match.id(), number, player, game.Ply(), choice->move});
      }
    }
  }
}

bool SeesTheSame(const Match& match, const testing::LastSight& sight) {
  return match.game() != nullptr && match.game()->number == sight.game_number &&
         match.game()->Ply() == sight.ply &&
         PlayersKnowledge(match, sight.player).record == sight.move;
}

absl::StatusOr<Kept> ReadKept(const std::string& folder, const Ledger& ledger) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<MatchJournal> journal, MatchJournal::Open(folder));
  std::set<std::string> matches;
  for (const testing::LastSight& sight : ledger.sights) {
    matches.insert(sight.match);
  }
  const matches::GameFinder games = CachedGames();
  Kept kept = {.matches = static_cast<int>(matches.size())};
  for (const std::string& id : matches) {
    Match match(id, games, {.events = 16, .plies = 10'000});
    if (const absl::Status replayed = Replay(journal.get(), &match); !replayed.ok()) {
      ++kept.damaged;
      kept.example = id + ": " + replayed.ToString();
      continue;
    }
    AddMoves(match, &kept.moves);
    for (const testing::LastSight& sight : ledger.sights) {
      if (sight.match == id && !SeesTheSame(match, sight)) {
        ++kept.changed;
        kept.example = id + " was " + sight.move;
      }
    }
  }
  return kept;
}

absl::StatusOr<bool> Check(const std::string& folder, const std::string& path) {
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  KVINTET_ASSIGN_OR_RETURN(const Ledger ledger, testing::ReadLedger(text));
  KVINTET_ASSIGN_OR_RETURN(const Kept kept, ReadKept(folder, ledger));
  const testing::Differences found = testing::Compare(ledger.moves, kept.moves);
  const Json report = {{"matches", kept.matches},         {"acknowledged", ledger.moves.size()},
                       {"kept", kept.moves.size()},       {"lost", found.lost.size()},
                       {"doubled", found.doubled.size()}, {"damaged", kept.damaged},
                       {"changed", kept.changed},         {"example", kept.example}};
  std::printf("%s\n", ToJsonLine(report).c_str());
  return found.lost.empty() && found.doubled.empty() && kept.damaged == 0 && kept.changed == 0;
}

}  // namespace
}  // namespace kvintet

// An exception ends the process with its message.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: ledger_check JOURNAL_FOLDER LEDGER\n");
    return 2;
  }
  const absl::StatusOr<bool> good = kvintet::Check(argv[1], argv[2]);
  if (!good.ok()) {
    std::fprintf(stderr, "ledger_check: %s\n", good.status().ToString().c_str());
    return 2;
  }
  return *good ? 0 : 1;
}

// DrivenTournament: a tournament with time, secrets and chance controlled by a test.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

#include "tests/support/matches/driven_match.h"

namespace kvintet::testing {

// One tournament; `match` and `tokens` are those of the match added last.
class DrivenTournament : public DrivenMatch {
 public:
  explicit DrivenTournament(const std::string& game, uint64_t seed = 1)
      : DrivenTournament(EventOf(game), seed) {}
  explicit DrivenTournament(const matches::TournamentSettings& settings, uint64_t seed = 1)
      : DrivenMatch(seed) {
    const auto made = table->CreateTournament(
        settings, {}, [this](const matches::TournamentAdmission& admission) {
          event = admission.event;
          director = admission.token;
          return std::string();
        });
    KVINTET_CHECK(made.ok());
  }

  // Settings as in the game's rules.
  static matches::TournamentSettings EventOf(const std::string& game) {
    auto made = envs::MakeGame(game);
    KVINTET_CHECK(made.ok());
    matches::TournamentSettings settings = {
        .name = "Open", .match = Settings(game), .ranking = matches::RankingByRules(**made)};
    settings.match.event.emplace();
    settings.match.event->points = matches::PointsByRules(**made);
    return settings;
  }
  static matches::TournamentPair Between(const std::string& first, const std::string& second) {
    matches::TournamentPair pair;
    pair.players[0].name = first;
    pair.players[1].name = second;
    return pair;
  }

  absl::Status Add(const matches::RoundSettings& round, const matches::RequestKey& key = {}) {
    return table
        ->AddMatches(event, director, round, key,
                     [this](const std::vector<matches::AddedMatch>& made) {
                       added = made;
                       match = made.back().match;
                       return made.back().match;
                     })
        .status();
  }
  // A match between two persons, both of whom join, player 0 first.
  void Begin(const std::string& first = "Ada", const std::string& second = "Bob") {
    KVINTET_CHECK(Add({.pairs = {Between(first, second)}}).ok());
    for (int player = 0; player < matches::kPlayers; ++player) {
      KVINTET_CHECK(Come(player).ok());
    }
  }
  absl::Status Come(int player, const matches::RequestKey& key = {}) {
    return Come(added.back().invitations[static_cast<size_t>(player)], key);
  }
  absl::Status Come(const std::string& invitation, const matches::RequestKey& key = {}) {
    return table
        ->Join(match, {.name = "somebody", .invitation = invitation}, key,
               [this](const matches::Admission& admission) {
                 const auto player = static_cast<size_t>(admission.player);
                 tokens[player] = admission.tokens[player];
                 return std::string();
               })
        .status();
  }

  absl::Status Do(matches::DirectorAct act, const matches::RequestKey& key = {}) {
    if (act.reason.empty()) {
      act.reason = "as decided";
    }
    return table->Direct(match, director, act, key);
  }
  absl::Status Do(matches::DirectorActKind kind) { return Do({.kind = kind}); }
  absl::Status Do(matches::DirectorActKind kind, int player) {
    return Do({.kind = kind, .player = player});
  }
  // `match` becomes the new one.
  absl::Status Replay(bool paused = false, const matches::RequestKey& key = {}) {
    const auto made = table->Replay(match, director, {"as decided", paused}, key,
                                    [](const std::string& id) { return id; });
    if (made.ok()) {
      match = *made;
    }
    return made.status();
  }

  // For example "1 Ada 15, 2 Bob 5", points in tenths.
  std::string Ranking() {
    const auto rows = table->Standings(event, "");
    KVINTET_CHECK(rows.ok());
    std::string text;
    for (const matches::TableRow& row : *rows) {
      absl::StrAppend(&text, text.empty() ? "" : ", ", row.rank, " ", row.player, " ", row.tenths);
    }
    return text;
  }

  std::string event;
  std::string director;
  std::vector<matches::AddedMatch> added;
};

}  // namespace kvintet::testing

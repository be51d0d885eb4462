// DrivenSources, DrivenMatch: matches with time, secrets and chance controlled by a test.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "absl/strings/str_split.h"

#include "base/check.h"
#include "base/rng.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/moves.h"
#include "matches/store/match_store.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::testing {

// Time that passes only when the test says so.
class DrivenTime final : public matches::MatchTime {
 public:
  int64_t Monotonic() const override { return micros; }
  int64_t WallMillis() const override { return wall; }
  // Advances both clocks.
  void Pass(double seconds) {
    micros += static_cast<int64_t>(seconds * 1e6);
    wall += static_cast<int64_t>(seconds * 1e3);
  }
  int64_t micros = 1'000'000;
  int64_t wall = 1'800'000'000'000;
};

// Produces the same bytes in every run.
class CountedSecrets final : public matches::MatchSecrets {
 public:
  explicit CountedSecrets(uint64_t seed) : random_(seed, 0, 0, Purpose::kTest) {}
  void Fill(std::span<unsigned char> bytes) override {
    for (unsigned char& byte : bytes) {
      byte = static_cast<unsigned char>(random_.Next32() & 255);
    }
  }

 private:
  RandomStream random_;
};

// Draws the outcomes that a test has prepared, then random ones by a seed.
class LaidOutDealer final : public matches::MatchDealer {
 public:
  explicit LaidOutDealer(uint64_t seed) : random_(seed, 1, 0, Purpose::kTest) {}
  envs::Action Draw(std::span<const envs::ChanceOutcome> outcomes) override {
    if (next.empty()) {
      return envs::DrawOutcome(outcomes, &random_);
    }
    const envs::Action drawn = next.front();
    next.pop_front();
    return drawn;
  }
  std::deque<envs::Action> next;

 private:
  RandomStream random_;
};

struct DrivenSources {
  explicit DrivenSources(uint64_t seed = 1) : secrets(seed), dealer(seed) {}
  matches::MatchSources Borrow() { return {&time, &secrets, &dealer, agents}; }
  DrivenTime time;
  CountedSecrets secrets;
  LaidOutDealer dealer;
  const matches::AgentRoster* agents = nullptr;
};

// Finds games by their text and makes each once. Not thread-safe.
inline matches::GameFinder CachedGames() {
  auto games = std::make_shared<std::map<std::string, std::shared_ptr<const envs::Game>>>();
  return [games](const std::string& text) -> absl::StatusOr<std::shared_ptr<const envs::Game>> {
    std::shared_ptr<const envs::Game>& known = (*games)[text];
    if (known == nullptr) {
      auto made = envs::MakeGame(text);
      if (!made.ok()) {
        return made.status();
      }
      known = *std::move(made);
    }
    return known;
  };
}

// A store in its own folder, with one match between two persons or with an agent.
class DrivenMatch {
 public:
  explicit DrivenMatch(uint64_t seed = 1) : sources(seed) { Open(); }

  void Open() {
    table.reset();
    auto opened = matches::MatchStore::Open({.folder = folder.Path("matches"),
                                             .max_events = max_events,
                                             .max_plies = max_plies,
                                             .watches_time = false},
                                            games, sources.Borrow(), nullptr);
    KVINTET_CHECK(opened.ok());
    table = *std::move(opened);
  }

  // Both players are present from the start, and player 0 has seat 0.
  static matches::MatchSettings Settings(const std::string& game) {
    auto made = envs::MakeGame(game);
    KVINTET_CHECK(made.ok());
    const envs::MatchRules rules = matches::RulesOf(**made);
    return {.game = game,
            .clock = rules.clock,
            .patience_millis = matches::kPatienceMillis,
            .forced_reset = rules.forced_reset};
  }

  void Create(const std::string& game) { Create(Settings(game)); }
  void Create(const matches::MatchSettings& settings) {
    const auto created = table->Create(settings, {}, [this](const matches::Admission& admission) {
      match = admission.match;
      tokens = admission.tokens;
      return std::string();
    });
    KVINTET_CHECK(created.ok());
  }

  matches::MatchView See(matches::Audience audience = matches::Audience::kSpectators) {
    auto sight = table->Look(match, audience);
    KVINTET_CHECK(sight.ok());
    return *std::move(sight);
  }
  matches::MatchView See(int player) { return See(static_cast<matches::Audience>(player)); }

  absl::StatusOr<std::string> MoveAt(int player, int ply, const std::string& move,
                                     bool offers_draw = false,
                                     const matches::RequestKey& key = {}) {
    return table->Move(match, tokens[static_cast<size_t>(player)],
                       {See().game_number, ply, move, offers_draw}, key,
                       [](const matches::MoveReceipt& receipt) {
                         return std::to_string(receipt.ply) + " " + receipt.seal;
                       });
  }
  absl::StatusOr<std::string> Move(int player, const std::string& move, bool offers_draw = false) {
    return MoveAt(player, See().ply, move, offers_draw);
  }
  absl::Status Act(int player, matches::ActKind kind) {
    return table->Act(match, tokens[static_cast<size_t>(player)], See().game_number, kind, {});
  }
  absl::Status Rematch(int player) {
    return table->Rematch(match, tokens[static_cast<size_t>(player)], See().game_number, {});
  }

  // The player who must act, or -1.
  int ToAct() {
    const matches::MatchView sight = See();
    for (int player = 0; player < matches::kPlayers; ++player) {
      const auto& seat = sight.players[static_cast<size_t>(player)].seat;
      if (seat && sight.knowledge.actors.Has(*seat)) {
        return player;
      }
    }
    return -1;
  }

  // The texts of a player's legal moves, at most `most` of them.
  std::vector<std::string> Legal(int player, size_t most = 1000) {
    const matches::MatchView sight = See(player);
    std::vector<std::string> texts;
    const matches::Knowledge& known = sight.knowledge;
    for (const envs::Move& move : envs::LegalMoves(*known.game, known.view.Span(), "", most)) {
      texts.push_back(move.text);
    }
    return texts;
  }

  // All events that an audience received, oldest first.
  std::vector<matches::SeenEvent> Told(matches::Audience audience) {
    auto page = table->EventsAfter(match, audience, 0, 100000);
    KVINTET_CHECK(page.ok());
    return page->events;
  }
  bool WasTold(matches::Audience audience, matches::EventKind kind) {
    for (const matches::SeenEvent& event : Told(audience)) {
      if (event.kind == kind) {
        return true;
      }
    }
    return false;
  }

  void Pass(double seconds) {
    sources.time.Pass(seconds);
    table->RunDue();
  }

  TempDir folder;
  int max_events = 4096;
  int max_plies = 10'000;
  DrivenSources sources;
  matches::GameFinder games = CachedGames();
  std::unique_ptr<matches::MatchStore> table;
  std::string match;
  std::array<std::string, 2> tokens;
};

// Plays the moves of a record, each by the player of its seat.
inline void PlayAll(DrivenMatch* world, const std::string& record) {
  std::vector<std::string> events = absl::StrSplit(record, "; ");
  for (size_t i = 1; i < events.size(); ++i) {
    const int player = events[i][0] - '0';
    ASSERT_THAT(world->Move(player, events[i].substr(2)), IsOk()) << events[i];
  }
}

}  // namespace kvintet::testing

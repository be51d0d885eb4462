// Ladder: rates players by the games that tell most, one batch of pairs at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/agents/agent.h"
#include "arena/ladder_file.h"
#include "arena/statistics/rating.h"
#include "envs/game.h"

namespace kvintet::arena {

// One who is rated.
struct LadderPlayer {
  // In the file: the same agent under the same name, now and later.
  std::string name = {};
  // What MakeAgent takes, today.
  std::string spec = {};
};

// A player's place. Ratings are Elo; the interval is of the difference to the mean of all players.
struct LadderRow {
  size_t player = 0;
  double elo = 0;
  double low = 0;
  double high = 0;
  int64_t games = 0;
  // Mean points a game, a draw is half one.
  double score = 0;
};

// All players, the best first.
struct LadderTable {
  std::vector<LadderRow> rows = {};
  // What seat 0 gains, in Elo; and the share of draws among equals.
  double seat_elo = 0;
  double draw_share = 0;
  int64_t pairs = 0;
  // What one more pair of games would tell at most, in nats.
  double information = 0;
};

class Ladder {
 public:
  // Makes the agent of a spec.
  using Maker = std::function<absl::StatusOr<std::unique_ptr<Agent>>(const std::string& spec)>;

  // `game` must outlive the ladder. Pairs of one batch are played at the same time.
  Ladder(const envs::Game& game, const LadderSettings& settings, LadderFile file, Maker make,
         int pairs_per_batch)
      : game_(game),
        settings_(settings),
        file_(std::move(file)),
        make_(std::move(make)),
        pairs_per_batch_(pairs_per_batch) {}

  // Who is rated from now on. Games of players who are not among them stay in the file and count no
  // more. REQUIRES: names differ.
  void SetPlayers(std::vector<LadderPlayer> players);

  // What one more pair of games tells at most, in nats; 0 with fewer than two players.
  double Information() const;
  // Plays the batch that tells most and writes it down. Which one, and how it goes, depends on the
  // file, the players and the settings only. REQUIRES: two players.
  absl::StatusOr<LadderBatch> PlayNext();

  // `first` (a player's name) has 0 Elo, if it is one.
  LadderTable Table(const std::string& first, double confidence) const;

 private:
  // Of the players' games in the file.
  RatingFit Fit() const;
  absl::StatusOr<Agent*> AgentOf(const LadderPlayer& player);

  const envs::Game& game_;
  const LadderSettings settings_;
  LadderFile file_;
  const Maker make_;
  const int pairs_per_batch_;
  std::vector<LadderPlayer> players_;
  RatingFit fit_;
  // The agents last used, the newest at the end.
  std::vector<std::pair<std::string, std::unique_ptr<Agent>>> agents_;
};

}  // namespace kvintet::arena

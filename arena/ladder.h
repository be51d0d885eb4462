// Ladder: rates players by the most informative games, one batch of pairs at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
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

// A rated player.
struct LadderPlayer {
  // Name in the file; it always stands for the same agent.
  std::string name = {};
  // The current spec for MakeAgent.
  std::string spec = {};
};

// One row of the table. Ratings are in Elo; the interval is for the difference from the mean of all
// players.
struct LadderRow {
  size_t player = 0;
  double elo = 0;
  double low = 0;
  double high = 0;
  int64_t games = 0;
  // Mean points per game; a draw is half a point.
  double score = 0;
};

// All players, best first.
struct LadderTable {
  std::vector<LadderRow> rows = {};
  // Advantage of seat 0 in Elo, and the share of draws between equal players.
  double seat_elo = 0;
  double draw_share = 0;
  int64_t pairs = 0;
  // Greatest information gain of one more pair of games, in nats.
  double information = 0;
};

class Ladder {
 public:
  // Makes an agent from its spec.
  using Maker = std::function<absl::StatusOr<std::unique_ptr<Agent>>(const std::string& spec)>;

  // `game` must outlive the ladder. The pairs of a batch are played concurrently.
  Ladder(const envs::Game& game, const LadderSettings& settings, LadderFile file, Maker make,
         int pairs_per_batch)
      : game_(game),
        settings_(settings),
        file_(std::move(file)),
        make_(std::move(make)),
        pairs_per_batch_(pairs_per_batch) {}

  // Sets the rated players. Games of other players stay in the file but no longer count. REQUIRES:
  // names differ.
  // InvalidArgument if two have the same name.
  absl::Status SetPlayers(std::vector<LadderPlayer> players);

  // Greatest information gain of one more pair of games, in nats; 0 with fewer than two players.
  double Information() const;
  // Plays the most informative batch, of at most that many pairs, and stores it. The choice of
  // batch and its results depend only on the file, the players, the settings and the number of
  // pairs. REQUIRES: at least two players, most_pairs > 0.
  absl::StatusOr<LadderBatch> PlayNext(int64_t most_pairs = std::numeric_limits<int64_t>::max());

  // The player named `first`, if there is one, has 0 Elo.
  LadderTable Table(const std::string& first, double confidence) const;

 private:
  // The index of each player, by name.
  std::map<std::string, size_t> Places() const;
  // The batches between two of the players, which alone count.
  std::vector<const LadderBatch*> Counted() const;
  // Fits ratings to the players' games in the file.
  RatingFit Fit() const;
  absl::StatusOr<Agent*> AgentOf(const LadderPlayer& player);

  const envs::Game& game_;
  const LadderSettings settings_;
  LadderFile file_;
  const Maker make_;
  const int pairs_per_batch_;
  std::vector<LadderPlayer> players_;
  RatingFit fit_;
  // The agents used last, most recent at the end.
  std::vector<std::pair<std::string, std::unique_ptr<Agent>>> agents_;
};

}  // namespace kvintet::arena

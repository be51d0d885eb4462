// Ladder: see the header.
#include "arena/ladder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "absl/strings/str_cat.h"

#include "arena/match.h"
#include "arena/statistics/score.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/status_macros.h"

namespace kvintet::arena {
namespace {

// Number of agents kept loaded, because loading a network takes time.
constexpr size_t kKeptAgents = 16;

// The seed of one batch, so that its games do not depend on what was played before.
uint64_t SeedOf(const LadderSettings& settings, const LadderBatch& batch) {
  const std::string text =
      absl::StrCat(settings.seed, "\n", batch.a, "\n", batch.b, "\n", batch.batch);
  return HashBytes(std::as_bytes(std::span(text))).low;
}

void CountResult(double result, std::array<int64_t, 3>* counts) {
  ++(*counts)[result > 0 ? 0 : result == 0 ? 1 : 2];
}

SeatedCounts Seated(size_t seat0, size_t seat1, const std::array<int64_t, 3>& counts) {
  return {.seat0 = seat0,
          .seat1 = seat1,
          .wins = static_cast<double>(counts[0]),
          .draws = static_cast<double>(counts[1]),
          .losses = static_cast<double>(counts[2])};
}

}  // namespace

absl::Status Ladder::SetPlayers(std::vector<LadderPlayer> players) {
  std::set<std::string> names;
  for (const LadderPlayer& player : players) {
    if (!names.insert(player.name).second) {
      return absl::InvalidArgumentError(
          absl::StrCat("players: wanted different ones, found '", player.name, "' twice"));
    }
  }
  players_ = std::move(players);
  fit_ = Fit();
  return absl::OkStatus();
}

std::map<std::string, size_t> Ladder::Places() const {
  std::map<std::string, size_t> places;
  for (size_t i = 0; i < players_.size(); ++i) {
    places.emplace(players_[i].name, i);
  }
  return places;
}

std::vector<const LadderBatch*> Ladder::Counted() const {
  const std::map<std::string, size_t> places = Places();
  std::vector<const LadderBatch*> counted;
  for (const LadderBatch& batch : file_.Batches()) {
    if (places.contains(batch.a) && places.contains(batch.b)) {
      counted.push_back(&batch);
    }
  }
  return counted;
}

RatingFit Ladder::Fit() const {
  const std::map<std::string, size_t> places = Places();
  std::vector<SeatedCounts> counts;
  for (const LadderBatch* batch : Counted()) {
    const size_t a = places.at(batch->a);
    const size_t b = places.at(batch->b);
    counts.push_back(Seated(a, b, batch->a_first));
    // The counts are from the point of view of `a`, which holds seat 1 here.
    counts.push_back(Seated(b, a, {batch->b_first[2], batch->b_first[1], batch->b_first[0]}));
  }
  return FitRatings(players_.size(), counts);
}

double Ladder::Information() const {
  return players_.size() < 2 ? 0 : BestPairing(fit_).information;
}

absl::StatusOr<LadderBatch> Ladder::PlayNext(int64_t most_pairs) {
  const Pairing pairing = BestPairing(fit_);
  const LadderPlayer& a = players_[pairing.a];
  const LadderPlayer& b = players_[pairing.b];
  LadderBatch batch = {.a = a.name, .b = b.name};
  batch.batch = std::ranges::count_if(
      file_.Batches(), [&](const LadderBatch& one) { return one.a == a.name && one.b == b.name; });
  KVINTET_ASSIGN_OR_RETURN(Agent* const agent_a, AgentOf(a));
  KVINTET_ASSIGN_OR_RETURN(Agent* const agent_b, AgentOf(b));
  const int pairs = static_cast<int>(std::min<int64_t>(most_pairs, pairs_per_batch_));
  const MatchOptions options = {.pairs = pairs,
                                .opening_random_plies = settings_.opening_random_plies,
                                .parallel_games = 2 * pairs,
                                .seed = SeedOf(settings_, batch),
                                .max_plies = settings_.max_plies};
  KVINTET_ASSIGN_OR_RETURN(const MatchResult match, PlayMatch(game_, agent_a, agent_b, options));
  batch.scores = match.scores;
  for (const MatchGame& game : match.games) {
    CountResult(game.a_return, game.a_seat == 0 ? &batch.a_first : &batch.b_first);
  }
  KVINTET_RETURN_IF_ERROR(file_.Add(batch));
  fit_ = Fit();
  return batch;
}

absl::StatusOr<Agent*> Ladder::AgentOf(const LadderPlayer& player) {
  const auto found = std::ranges::find(agents_, player.name, &decltype(agents_)::value_type::first);
  if (found != agents_.end()) {
    std::rotate(found, found + 1, agents_.end());
    return agents_.back().second.get();
  }
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<Agent> agent, make_(player.spec));
  if (agents_.size() == kKeptAgents) {
    agents_.erase(agents_.begin());
  }
  agents_.emplace_back(player.name, std::move(agent));
  return agents_.back().second.get();
}

LadderTable Ladder::Table(const std::string& first, double confidence) const {
  LadderTable table = {.seat_elo = EloOf(fit_.seat), .information = Information()};
  const double z = NormalQuantile(confidence);
  double zero = 0;
  for (size_t i = 0; i < players_.size(); ++i) {
    zero = players_[i].name == first ? fit_.ratings[i] : zero;
  }
  for (size_t i = 0; i < players_.size(); ++i) {
    LadderRow row = {.player = i, .elo = EloOf(fit_.ratings[i] - zero)};
    const double half = EloOf(z * fit_.Deviation(i));
    row.low = row.elo - half;
    row.high = row.elo + half;
    double points = 0;
    for (const LadderBatch* counted : Counted()) {
      const LadderBatch& batch = *counted;
      if (batch.a == players_[i].name || batch.b == players_[i].name) {
        const PairScores own = batch.a == players_[i].name ? batch.scores : batch.scores.Reversed();
        row.games += 2 * own.NumPairs();
        points += 2 * static_cast<double>(own.NumPairs()) * own.Estimate().score;
      }
    }
    row.score = row.games == 0 ? 0.5 : points / static_cast<double>(row.games);
    table.rows.push_back(row);
  }
  for (const LadderBatch* batch : Counted()) {
    table.pairs += batch->scores.NumPairs();
  }
  std::ranges::stable_sort(table.rows,
                           [](const LadderRow& a, const LadderRow& b) { return a.elo > b.elo; });
  // For equal players without seat advantage.
  table.draw_share = std::exp(fit_.draw) / (2 + std::exp(fit_.draw));
  return table;
}

}  // namespace kvintet::arena

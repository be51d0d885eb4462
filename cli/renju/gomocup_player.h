// RenjuPlayer: an agent that plays Renju from any stones on the board, against a clock.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/agents/agent.h"
#include "arena/agents/timed_search.h"
#include "cli/renju/gomocup_session.h"
#include "envs/games/renju/renju.h"

namespace kvintet::cli {

// One thread at a time.
class RenjuPlayer {
 public:
  // `agent` is random, greedy, mcts:N or model:PATH[,simulations=N], or just the path of a model or
  // a run. Without simulations, a model thinks until its time is up. `game` is the game for agents
  // that are not models; a model names its own game. The search ends early when `stop` returns
  // true. Errors: InvalidArgument for other agents, FailedPrecondition for a model of another game.
  static absl::StatusOr<std::unique_ptr<RenjuPlayer>> Make(const std::string& agent,
                                                           const std::string& game, uint64_t seed,
                                                           std::function<bool()> stop);

  // Gomocup's number of the rule that is played: 0 freestyle, 4 renju.
  int Rule() const;
  // A legal point that is not forbidden. Errors: the game is over, or no point may be taken.
  absl::StatusOr<GomocupMove> Choose(const GomocupQuestion& question);

 private:
  RenjuPlayer(std::unique_ptr<envs::Game> game, envs::renju::Renju rules, uint64_t seed,
              std::function<bool()> stop)
      : game_(std::move(game)), rules_(rules), seed_(seed), stop_(std::move(stop)) {}

  absl::Status TakeAgent(const std::string& spec);
  absl::StatusOr<GomocupMove> BySearch(const GomocupQuestion& question,
                                       const selfplay::SearchRoot& root,
                                       std::span<const envs::Action> allowed);
  absl::StatusOr<GomocupMove> ByAgent(const selfplay::SearchRoot& root,
                                      std::span<const envs::Action> allowed);

  const std::unique_ptr<envs::Game> game_;
  const envs::renju::Renju rules_;
  const uint64_t seed_;
  const std::function<bool()> stop_;
  // Exactly one of the two is set.
  std::unique_ptr<arena::TimedSearch> search_;
  std::unique_ptr<arena::Agent> agent_;
  int max_simulations_ = 0;
  uint32_t moves_ = 0;
};

}  // namespace kvintet::cli

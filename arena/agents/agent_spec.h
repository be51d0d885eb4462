// MakeAgent: makes agents from their text form.
//
//   random                              uniformly
//   greedy                              the game's one-move baseline
//   mcts:800                            tree search with random rollouts
//   rollouts:32                         the search of self-play (gumbel, or equilibrium in
//                                       simultaneous games) without its noise, with random
//                                       rollouts; plays sensibly with a few simulations
//   belief:800                          belief search with random rollouts, for games with hidden
//                                       information; belief:800,greedy rolls out by the baseline
//   model:PATH[,simulations=64][,rollouts=16][,variety=0][,search=puct][,precision=fp32|bf16]
//             [,device=CPU][,symmetries=all][,fit=similar][,threat_nodes=0]
//                                       a model file, or the newest model of a run directory;
//                                       without search if simulations=0 or no search supports the
//                                       game. search= names the algorithm; the default is gumbel,
//                                       equilibrium in simultaneous games, and belief in games with
//                                       hidden information if simulations= is given. variety= is
//                                       that of a level (proto/levels.proto): 0 plays to win.
//                                       symmetries=all evaluates each view as the mean over all its
//                                       symmetric images, at that many times the cost. rollouts= is
//                                       belief's trial_rollouts; threat_nodes= and all other
//                                       settings of the search (proto/search_config.proto) keep
//                                       their names, those of its algorithm's message too:
//                                       c_scale=0.3. The model also plays variants with the same
//                                       play as its own (envs/text/variants.h), or with
//                                       fit=similar, similar ones
//   exec:COMMAND                        another program (arena/agents/exec_agent.h)
//   grpc:HOST:PORT                      a Kvintet service
//   lbr:[SEEDS:]AGENT                   the best one-step response to AGENT, for measurements only
//                                       (arena/agents/best_response_agent.h). Everything after
//                                       `lbr:` belongs to AGENT, commas too. SEEDS: how often AGENT
//                                       is queried per stage, default 1
//   informed:OPTION=VALUE:AGENT         AGENT with full information, as if the game had this option
//                                       (arena/agents/informed_agent.h), for measurements only:
//                                       informed:racks=open:belief:400
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"

#include "arena/agents/agent.h"
#include "selfplay/evaluators/evaluator.h"

namespace kvintet::arena {

// Settings that an agent's text form does not hold.
struct AgentOptions {
  // Time limit for each move of a program or service.
  std::chrono::milliseconds move_time = std::chrono::seconds(10);
  // Makes `grpc:` agents; empty in a build without the service.
  std::function<absl::StatusOr<std::unique_ptr<Agent>>(const envs::Game&, const std::string&)>
      connect = {};
  // Seed of the rollouts' random numbers.
  uint64_t rollout_seed = 0;
  // Allows agents that know the policies of others (`lbr:`) or what is hidden from their seat
  // (`informed:`). Set it only for measurements, never where the agent plays against people or
  // other parties' programs.
  bool judges = false;
};

// `game` must outlive the agent. InvalidArgument for a text of another form; PermissionDenied for
// an agent that needs AgentOptions::judges; other errors where the agent cannot be made: no such
// file, a model of another game, no search for this game.
absl::StatusOr<std::unique_ptr<Agent>> MakeAgent(const envs::Game& game, const std::string& spec,
                                                 const AgentOptions& options = {});

// The evaluator of `mcts:N` or `model:PATH...`, for searches of another kind.
struct Judge {
  std::unique_ptr<selfplay::Evaluator> evaluator = {};
  // From the text; empty if a model's text names none.
  std::optional<int> simulations = {};
};

// `game` must outlive the judge. Errors as of MakeAgent; InvalidArgument for agents of other kinds.
absl::StatusOr<Judge> MakeJudge(const envs::Game& game, const std::string& spec);

// The model file that PATH names: PATH itself, or the newest model of a run directory.
std::string ModelFileOf(const std::string& path);

}  // namespace kvintet::arena

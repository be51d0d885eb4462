// MakeAgent: agents by their text form.
//
//   random                              uniformly
//   greedy                              the game's one-move yardstick
//   mcts:800                            tree search with random rollouts
//   rollouts:32                         the search that learners use (GUMBEL with its noise; where
//                                       both seats act at once, EQUILIBRIUM) with random rollouts:
//                                       plays sensibly from a few simulations on, never twice alike
//   belief:800                          belief search with random rollouts, where something is
//                                       hidden; belief:800,greedy: the yardstick plays them
//   model:PATH[,simulations=64][,rollouts=16][,variety=0][,search=PUCT][,precision=fp32|bf16]
//             [,device=CPU][,fit=similar][,threat_nodes=0]
//                                       a model file, or the newest model of a run directory;
//                                       without search where simulations=0 or the game allows none.
//                                       search= names the search.algorithm; else it is GUMBEL,
//                                       where both seats act at once EQUILIBRIUM, where something
//                                       is hidden BELIEF if simulations are named. variety= is
//                                       as of a level (proto/levels.proto): 0 plays to win.
//                                       rollouts= is search.trial_rollouts; threat_nodes= and all
//                                       other settings of search (proto/search_config.proto) have
//                                       their own names. It plays variants that are the same play
//                                       (envs/text/variants.h); with fit=similar similar ones
//   exec:COMMAND                        another program (arena/agents/exec_agent.h)
//   grpc:HOST:PORT                      a service
//   lbr:[SEEDS:]AGENT                   the best answer to AGENT, one step ahead, for judges alone
//                                       (arena/agents/best_response_agent.h); all behind `lbr:` is
//                                       AGENT's, commas too. SEEDS: how often AGENT is asked, 1
//   informed:OPTION=VALUE:AGENT         AGENT told all there is to know, as if the game had this
//                                       option (arena/agents/informed_agent.h), for judges alone:
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

// What an agent's text does not say.
struct AgentOptions {
  // For each move of a program or service.
  std::chrono::milliseconds move_time = std::chrono::seconds(10);
  // Makes the agents `grpc:`; empty in a build without the service.
  std::function<absl::StatusOr<std::unique_ptr<Agent>>(const envs::Game&, const std::string&)>
      connect = {};
  // Names the random numbers of rollouts.
  uint64_t rollout_seed = 0;
  // Whether those who ask judge play, and so may have agents that know the policies of others
  // (`lbr:`) or what is hidden from their seat (`informed:`). Nobody who lets an agent play against
  // persons or others' programs does.
  bool judges = false;
};

// `game` must outlive the agent. InvalidArgument for a text that is none of the above; else why it
// cannot be had: no such file, another game's model, no search for this game; PermissionDenied for
// what only judges may have.
absl::StatusOr<std::unique_ptr<Agent>> MakeAgent(const envs::Game& game, const std::string& spec,
                                                 const AgentOptions& options = {});

// What judges positions for `mcts:N` or `model:PATH...`, for searches of another kind.
struct Judge {
  std::unique_ptr<selfplay::Evaluator> evaluator = {};
  // As the text says; empty where a model's text does not.
  std::optional<int> simulations = {};
};

// `game` must outlive the judge. Errors as of MakeAgent; InvalidArgument for agents of other kinds.
absl::StatusOr<Judge> MakeJudge(const envs::Game& game, const std::string& spec);

// The model file that PATH names: itself, or the newest of a run directory.
std::string ModelFileOf(const std::string& path);

}  // namespace kvintet::arena

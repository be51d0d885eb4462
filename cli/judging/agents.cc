// AllAgentOptions: see the header.
#include "cli/judging/agents.h"

#ifdef KVINTET_SERVING
#include "cli/judging/grpc_agent.h"
#endif

namespace kvintet::cli {

arena::AgentOptions AllAgentOptions() {
  arena::AgentOptions options;
#ifdef KVINTET_SERVING
  options.connect = [time = options.move_time](const envs::Game& game, const std::string& address) {
    return GrpcAgent::Make(game, address, time);
  };
#endif
  return options;
}

}  // namespace kvintet::cli

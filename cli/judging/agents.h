// AllAgentOptions: the kinds of agents that this program can connect.
#pragma once

#include "arena/agents/agent_spec.h"

namespace kvintet::cli {

// Includes `grpc:` agents if the program is built with the service.
arena::AgentOptions AllAgentOptions();

}  // namespace kvintet::cli

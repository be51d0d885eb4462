// AllAgentOptions: what this program can connect agents to.
#pragma once

#include "arena/agents/agent_spec.h"

namespace kvintet::cli {

// With `grpc:` agents where the program is built with the service.
arena::AgentOptions AllAgentOptions();

}  // namespace kvintet::cli

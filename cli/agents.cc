// AllAgentOptions: see the header.
#include "cli/agents.h"

namespace kvintet::cli {

arena::AgentOptions AllAgentOptions() { return {}; }

}  // namespace kvintet::cli

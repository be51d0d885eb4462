// ServeUntilStopped: see the header.
#include "serving/serve_until_stopped.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <memory>
#include <utility>

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "serving/forced_exit.h"

namespace kvintet::serving {

absl::Status ServeUntilStopped(const ServeConfig& config, const selfplay::SearchSettings& search,
                               ModelRegistry models, ServerOptions options, StopSignals* signals,
                               const std::function<void(const Server&)>& announce) {
  std::atomic<bool> failed = false;
  options.on_failure = [&failed] {
    failed = true;
    kill(getpid(), SIGTERM);
  };
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Server> server,
                           Server::Start(config, search, std::move(models), std::move(options)));
  announce(*server);
  const int signal = signals->Wait();
  LogInfo("serving", "stopping: calls in progress may end", {{"signal", signal}});
  const ForcedExit force{std::chrono::milliseconds(config.exit_ms())};
  server->Shutdown(std::chrono::milliseconds(config.drain_ms()));
  return failed ? absl::InternalError("the service no longer answered its own probe")
                : absl::OkStatus();
}

}  // namespace kvintet::serving

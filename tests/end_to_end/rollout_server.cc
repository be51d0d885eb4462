// A server without models, for clients under test: prints its address, stops at SIGTERM.
#include <cstdio>

#include "serving/server.h"
#include "serving/stop_signals.h"

int main(int argc, char** argv) {
  kvintet::serving::StopSignals signals;
  kvintet::ServeConfig config;
  config.set_listen(argc > 1 ? argv[1] : "127.0.0.1:0");
  auto server = kvintet::serving::Server::Start(config, kvintet::SearchConfig(), {});
  if (!server.ok()) {
    std::fprintf(stderr, "%s\n", server.status().ToString().c_str());
    return 2;
  }
  std::printf("%s\n", (*server)->Address().c_str());
  std::fflush(stdout);
  signals.Wait();
  (*server)->Shutdown(std::chrono::seconds(5));
  return 0;
}

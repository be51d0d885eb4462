// rollouts_service: the service without models, as a separate process for tests and benchmarks.
//
// usage: rollouts_service [SERVE_CONFIG], the configuration in protobuf's text form.
#include <google/protobuf/text_format.h>

#include <cstdio>
#include <string>

#include "serving/serve_until_stopped.h"

namespace {

int Fail(const std::string& text) {
  std::fprintf(stderr, "rollouts_service: %s\n", text.c_str());
  return 1;
}

void Announce(const kvintet::serving::Server& server) {
  std::printf("listening on %s\nmetrics on %s\n", server.Address().c_str(),
              server.MetricsAddress().c_str());
  if (!server.HttpAddress().empty()) {
    std::printf("page %s\n", server.HttpAddress().c_str());
  }
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  kvintet::ServeConfig config;
  if (argc > 2 || (argc == 2 && !google::protobuf::TextFormat::ParseFromString(argv[1], &config))) {
    return Fail("wanted a ServeConfig in text form");
  }
  // All clients of a load test have the same address.
  kvintet::Quotas quotas;
  quotas.mutable_each()->set_evaluations_per_second(0);
  // Must be created before gRPC starts threads.
  kvintet::serving::StopSignals signals;
  const absl::Status status = kvintet::serving::ServeUntilStopped(
      config, kvintet::selfplay::SearchSettings(), {}, {.quotas = quotas}, &signals, &Announce);
  return status.ok() ? 0 : Fail(status.ToString());
}

// JoinRun: this process as a further rank of a run on another host.
#pragma once

#include <stop_token>
#include <string>

#include <absl/status/status.h>

namespace kvintet::network {

// Which run, and how.
struct JoinOptions {
  // "HOST:PORT", where the run listens (RankDoor).
  std::string address = {};
  // For gradients; 0: one per core.
  int threads = 0;
  std::stop_token stop = {};
};

// Learns along until the run is over or this process is asked to stop; both are ok. Waits for a run
// that is not there, and tries again when the connection is lost. Errors: InvalidArgument for an
// address of another form; FailedPrecondition if the run has another program, or if something else
// than a run listens there; Unimplemented in a build without Gloo.
absl::Status JoinRun(const JoinOptions& options);

}  // namespace kvintet::network

// JoinRun: see the header.
#include "training/network/ranks/join_run.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <absl/strings/str_cat.h>

#include "base/pause.h"
#include "base/reports/log.h"
#include "base/status_macros.h"
#include "training/network/learning/rank_group.h"
#include "training/network/ranks/follower.h"
#include "training/network/ranks/rank_greeting.h"
#include "training/network/ranks/rank_line.h"
#include "training/network/ranks/rank_socket.h"

namespace kvintet::network {
namespace {

constexpr double kConnectSeconds = 5;
constexpr double kWelcomeSeconds = 10;
constexpr double kFirstPause = 0.5;
constexpr double kLongestPause = 15;

// Introduces this rank. FailedPrecondition if it is not wanted, or if this is no run.
absl::Status Introduce(RankLine* line, const RankGreeting& greeting, const std::stop_token& stop) {
  KVINTET_RETURN_IF_ERROR(line->Send(RankWord::kHello, PackGreeting(greeting)));
  const absl::StatusOr<RankMessage> answer = line->Hear(kWelcomeSeconds, stop);
  if (absl::IsInvalidArgument(answer.status())) {
    return absl::FailedPreconditionError(
        absl::StrCat("not a run's --ranks-at: ", answer.status().message()));
  }
  KVINTET_RETURN_IF_ERROR(answer.status());
  if (answer->word == RankWord::kRefused) {
    return absl::FailedPreconditionError(absl::StrCat("the run refuses: ", answer->bytes));
  }
  return absl::OkStatus();
}

// One connection, from its beginning to its end.
absl::Status FollowOnce(const SocketName& name, const RankGreeting& greeting,
                        const JoinOptions& options, bool* was_welcome) {
  KVINTET_ASSIGN_OR_RETURN(const int socket, ConnectTo(name, kConnectSeconds, options.stop));
  RankLine line(socket);
  KVINTET_RETURN_IF_ERROR(Introduce(&line, greeting, options.stop));
  *was_welcome = true;
  LogInfo("training", "joined the run", {{"at", ToText(name)}});
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  Follower follower(&line, options.threads > 0 ? options.threads : cores);
  return follower.Follow(options.stop);
}

}  // namespace

absl::Status JoinRun(const JoinOptions& options) {
  if (!HasRankGroups()) {
    return absl::UnimplementedError(absl::StrCat("--join: ", kWithoutGloo));
  }
  KVINTET_ASSIGN_OR_RETURN(const SocketName name, ParseSocketName(options.address, "--join"));
  KVINTET_ASSIGN_OR_RETURN(const RankGreeting greeting, OwnGreeting());
  double pause = kFirstPause;
  while (true) {
    bool was_welcome = false;
    absl::Status status = FollowOnce(name, greeting, options, &was_welcome);
    if (status.ok()) {
      LogInfo("training", "the run is over");
      return status;
    }
    if (options.stop.stop_requested()) {
      return absl::OkStatus();
    }
    if (absl::IsFailedPrecondition(status)) {
      return absl::FailedPreconditionError(absl::StrCat(ToText(name), ": ", status.message()));
    }
    if (was_welcome || pause == kFirstPause) {
      LogWarning("training", was_welcome ? "the run is lost; trying again" : "waiting for the run",
                 {{"at", ToText(name)}, {"why", status.message()}});
      pause = kFirstPause;
    }
    PauseFor(std::chrono::duration<double>(pause), options.stop);
    pause = std::min(2 * pause, kLongestPause);
  }
}

}  // namespace kvintet::network

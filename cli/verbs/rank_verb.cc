// kvintet rank: learns along with a run on another host. `train` starts such processes, too.
#include <memory>
#include <optional>
#include <string>

#include "cli/play/stop_on_signal.h"
#include "cli/verb.h"
#include "training/network/ranks/join_run.h"
#include "training/network/ranks/ranks.h"

namespace kvintet::cli {
namespace {

struct RankArguments {
  std::optional<std::string> join;
  int threads = 0;
  std::optional<int> parent;
};

absl::Status Run(const RankArguments& arguments) {
  if (arguments.parent) {
    return network::RunRank(*arguments.parent);
  }
  if (!arguments.join) {
    return absl::InvalidArgumentError("wanted --join HOST:PORT, found nothing");
  }
  const StopOnSignal signals("stopping; the run goes on without this rank");
  return network::JoinRun(
      {.address = *arguments.join, .threads = arguments.threads, .stop = signals.Token()});
}

}  // namespace

void AddRankVerb(Verb program) {
  const Verb verb =
      program.AddVerb("rank", "learn along with a run on another host, until it is over or Ctrl-C");
  const auto arguments = std::make_shared<RankArguments>();
  verb.Add("--join", &arguments->join, "HOST:PORT, the --ranks-at of a run by the same program");
  verb.Add("--threads", &arguments->threads, "threads that compute gradients; 0: one per core")
      .Range(0, 1024);
  verb.Add("--child-of", &arguments->parent,
           "the process of a first rank that has started this one")
      .Hide();
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli

// kvintet rank: a further rank of a run that trains with several. `train` starts it, not the user.
#include <memory>

#include "cli/verb.h"
#include "training/network/ranks/ranks.h"

namespace kvintet::cli {
namespace {

struct RankArguments {
  int parent = 0;
  int rank = 1;
  int ranks = 2;
  double timeout_seconds = 30;
};

absl::Status Run(const RankArguments& arguments) {
  const absl::Status status = network::RunRank(arguments.parent, arguments.rank, arguments.ranks,
                                               arguments.timeout_seconds);
  // The connection is lost because the first rank has ended, or the first rank will report the
  // failure.
  return absl::IsUnavailable(status) ? absl::OkStatus() : status;
}

}  // namespace

void AddRankVerb(Verb program) {
  const Verb verb = program.AddVerb("rank", "a further rank of a run; started by `train`");
  // Hides the verb from --help.
  verb.Hide();
  const auto arguments = std::make_shared<RankArguments>();
  verb.Add("parent", &arguments->parent, "the process of the first rank").Required();
  verb.Add("rank", &arguments->rank, "which one this is").Required().Range(1, 1023);
  verb.Add("ranks", &arguments->ranks, "how many there are").Required().Range(2, 1024);
  verb.Add("timeout", &arguments->timeout_seconds, "in seconds").Required().Range(0.1, 1e6);
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli

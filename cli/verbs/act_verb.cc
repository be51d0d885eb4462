// kvintet act: plays games for a run that another process learns from.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "cli/play/stop_on_signal.h"
#include "cli/verb.h"
#include "training/fleet/actor.h"
#include "training/link/open_link.h"

namespace kvintet::cli {
namespace {

struct ActArguments {
  std::string link;
  std::string spool = "spool";
  int threads = 0;
  int64_t spool_mib = 256;
};

absl::Status Run(const ActArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<training::RunLink> link,
                           training::FindLink(arguments.link));
  const StopOnSignal signals("stopping; finished games are handed over");
  std::optional<training::ActorState> last;
  training::ActorNote newest;
  const auto tell = [&](const training::ActorNote& note) {
    newest = note;
    if (note.state != last) {
      LogInfo("cli", training::ToText(note.state),
              {{"actor", note.name}, {"run", training::ShownUrl(arguments.link)}});
      last = note.state;
    }
  };
  KVINTET_RETURN_IF_ERROR(training::RunActor({.link = link.get(),
                                              .spool = arguments.spool,
                                              .threads = arguments.threads,
                                              .max_spool_bytes = arguments.spool_mib << 20,
                                              .stop = signals.Token(),
                                              .progress = tell}));
  std::printf("played %lld games with %lld rows; %lld shards wait in %s\n",
              static_cast<long long>(newest.games), static_cast<long long>(newest.rows),
              static_cast<long long>(newest.spool_shards), arguments.spool.c_str());
  return absl::OkStatus();
}

}  // namespace

void AddActVerb(Verb program) {
  const Verb verb =
      program.AddVerb("act", "play games for a run that learns elsewhere, until Ctrl-C");
  const auto arguments = std::make_shared<ActArguments>();
  verb.Add("--link", &arguments->link, "the run's link: dir:PATH or redis://HOST[:PORT]/RUN")
      .Required();
  verb.Add("--spool", &arguments->spool,
           "folder for games that the learner does not have yet; one for each actor");
  verb.Add("--threads", &arguments->threads, "threads that play; 0: one per core").Range(0, 4096);
  verb.Add("--spool-mib", &arguments->spool_mib,
           "no game is begun while the spool holds this much, in MiB")
      .Range(int64_t{1}, int64_t{1} << 20);
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli

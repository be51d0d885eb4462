// kvintet watch: shows the state of a run and its bottleneck, in the terminal or as a page.
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/files/file.h"
#include "base/status_macros.h"
#include "cli/pages/fleet_page.h"
#include "cli/pages/read_run.h"
#include "cli/pages/run_page.h"
#include "cli/verb.h"
#include "training/link/open_link.h"

namespace kvintet::cli {
namespace {

struct WatchArguments {
  std::string run;
  std::string html;
  std::optional<double> every;
};

// The state of a run, or of the actors behind a link.
absl::StatusOr<std::string> TextOf(const WatchArguments& arguments) {
  if (training::IsLink(arguments.run)) {
    if (!arguments.html.empty()) {
      return absl::InvalidArgumentError("--html: a page needs a run directory, found a link");
    }
    KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<training::RunLink> link,
                             training::FindLink(arguments.run));
    KVINTET_ASSIGN_OR_RETURN(const training::RunHead head, link->Head());
    KVINTET_ASSIGN_OR_RETURN(const std::vector<training::ActorNote> actors, link->Actors());
    return FleetText(head, actors);
  }
  KVINTET_ASSIGN_OR_RETURN(const RunPage page, ReadRunPage(arguments.run));
  if (!arguments.html.empty()) {
    KVINTET_RETURN_IF_ERROR(WriteFileAtomically(arguments.html, ToHtml(page)));
  }
  return ToText(page);
}

absl::Status ShowOnce(const WatchArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const std::string text, TextOf(arguments));
  // With --every, the terminal is cleared first.
  std::printf("%s%s", arguments.every ? "\033[H\033[2J" : "", text.c_str());
  std::fflush(stdout);
  return absl::OkStatus();
}

absl::Status Run(const WatchArguments& arguments) {
  KVINTET_RETURN_IF_ERROR(ShowOnce(arguments));
  while (arguments.every) {
    std::this_thread::sleep_for(std::chrono::duration<double>(*arguments.every));
    KVINTET_RETURN_IF_ERROR(ShowOnce(arguments));
  }
  return absl::OkStatus();
}

}  // namespace

void AddWatchVerb(Verb program) {
  const Verb verb = program.AddVerb("watch", "show the state of a run and its bottleneck");
  const auto arguments = std::make_shared<WatchArguments>();
  verb.Add("run", &arguments->run,
           "the run directory, or the link of a run with actors (dir:PATH, redis://...)")
      .Required();
  verb.Add("--html", &arguments->html, "also write a self-contained HTML page to this file");
  verb.Add("--every", &arguments->every, "show it again at this interval in seconds, until Ctrl-C")
      .Range(0.1, 86400.0);
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli

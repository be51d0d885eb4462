// kvintet compare: learning curves of several runs; those that differ only in their seed form one
// curve.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "base/files/file.h"
#include "base/status_macros.h"
#include "cli/pages/comparison_page.h"
#include "cli/verb.h"
#include "training/loop/stages.h"
#include "training/run/run_comparison.h"

namespace kvintet::cli {
namespace {

struct CompareArguments {
  std::vector<std::string> runs;
  std::string html;
  bool json = false;
};

// The run at `path`, or the runs that `train --seeds` has made there.
absl::StatusOr<std::vector<std::string>> RunsAt(const std::string& path) {
  std::error_code error;
  if (std::filesystem::exists(path + "/config.textproto", error)) {
    return std::vector<std::string>{path};
  }
  std::vector<std::string> runs;
  const absl::StatusOr<std::vector<std::string>> names = ListDirectory(path);
  for (const std::string& name : names.ok() ? *names : std::vector<std::string>()) {
    if (absl::StartsWith(name, "seed-")) {
      runs.push_back(absl::StrCat(path, "/", name));
    }
  }
  if (runs.empty()) {
    return absl::NotFoundError(
        absl::StrCat("wanted a run directory or one with runs seed-..., found none at ", path));
  }
  return runs;
}

absl::Status Run(const CompareArguments& arguments) {
  std::vector<training::MeasuredRun> measured;
  std::set<std::filesystem::path> known;
  for (const std::string& path : arguments.runs) {
    KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> runs, RunsAt(path));
    for (const std::string& run : runs) {
      // Counted twice, a run would make the intervals narrower than they are.
      std::error_code ignored;
      if (!known.insert(std::filesystem::canonical(run, ignored)).second) {
        return absl::InvalidArgumentError(absl::StrCat("runs: ", run, " is named twice"));
      }
      KVINTET_ASSIGN_OR_RETURN(training::MeasuredRun one, training::MeasureRun(run));
      // The configurations of later stages name what the stages before have made.
      KVINTET_ASSIGN_OR_RETURN(one.config, training::ReadWholeConfig(run));
      measured.push_back(std::move(one));
    }
  }
  const std::vector<training::Setting> settings = training::GroupRuns(measured);
  if (!arguments.html.empty()) {
    KVINTET_RETURN_IF_ERROR(WriteFileAtomically(arguments.html, ComparisonHtml(settings)));
  }
  const std::string text =
      arguments.json ? ToJsonLine(ComparisonJson(settings)) + "\n" : ComparisonText(settings);
  std::fputs(text.c_str(), stdout);
  return absl::OkStatus();
}

}  // namespace

void AddCompareVerb(Verb program) {
  const Verb verb = program.AddVerb(
      "compare", "compare runs of several seeds and settings by games, evaluations and time");
  const auto arguments = std::make_shared<CompareArguments>();
  verb.Add("runs", &arguments->runs,
           "run directories, or directories with the runs of `train --seeds`")
      .Required();
  verb.Add("--html", &arguments->html, "also write a self-contained HTML page to this file");
  verb.AddFlag("--json", &arguments->json, "print the curves as one JSON object");
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli

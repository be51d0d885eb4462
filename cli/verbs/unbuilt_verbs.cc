// The service's verbs in a program that is built without the service; each reports that.
#include <CLI/CLI.hpp>

#include "absl/strings/str_cat.h"

#include "cli/verb.h"

namespace kvintet::cli {
namespace {

void AddUnbuilt(const char* name, CLI::App* program, Choice* choice) {
  CLI::App* verb = program->add_subcommand(name, "not in this build (KVINTET_SERVING is off)");
  verb->allow_extras();
  verb->callback([=] {
    choice->run = [=] {
      return absl::UnimplementedError(
          absl::StrCat(name, ": this program is built without the service (KVINTET_SERVING)"));
    };
  });
}

}  // namespace

void AddAskVerb(CLI::App* program, Choice* choice) { AddUnbuilt("ask", program, choice); }
void AddMatchVerb(CLI::App* program, Choice* choice) { AddUnbuilt("match", program, choice); }
void AddServeVerb(CLI::App* program, Choice* choice) { AddUnbuilt("serve", program, choice); }

}  // namespace kvintet::cli

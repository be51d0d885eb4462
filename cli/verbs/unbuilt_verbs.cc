// The service's verbs in a program that is built without the service; each reports that.
#include "absl/strings/str_cat.h"

#include "cli/verb.h"

namespace kvintet::cli {
namespace {

void AddUnbuilt(const char* name, Verb program) {
  const Verb verb = program.AddVerb(name, "not in this build (KVINTET_SERVING is off)");
  verb.AllowExtras();
  verb.Runs([=] {
    return absl::UnimplementedError(
        absl::StrCat(name, ": this program is built without the service (KVINTET_SERVING)"));
  });
}

}  // namespace

void AddAskVerb(Verb program) { AddUnbuilt("ask", program); }
void AddMatchVerb(Verb program) { AddUnbuilt("match", program); }
void AddServeVerb(Verb program) { AddUnbuilt("serve", program); }

}  // namespace kvintet::cli

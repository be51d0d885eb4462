// kvintet bench: measures environments, networks and self-play on this machine, and how runs learn.
#include "cli/verb.h"
#include "cli/verbs/bench.h"

namespace kvintet::cli {

void AddBenchVerb(Verb program) {
  const Verb verb =
      program.AddVerb("bench", "measure speed (env, net, selfplay) or learning curves (learn)");
  verb.RequireVerb();
  AddBenchEnv(verb);
  AddBenchLearn(verb);
  AddBenchNet(verb);
  AddBenchSelfPlay(verb);
}

}  // namespace kvintet::cli

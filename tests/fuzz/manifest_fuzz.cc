// Fuzz target for run manifests, and so for JSON.
#include <string>
#include <vector>

#include "base/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "training/run/run_directory.h"

namespace kvintet::fuzz {

std::vector<std::string> SoundInputs() {
  const std::string shard =
      R"({"kind":"shard","name":"a.records","games":2,"rows":9,"evaluations":80,"bytes":100})";
  const std::string commit =
      R"({"kind":"commit","model":"m","learner":"l","steps":5,"credit":0.5,"next_game":3,)"
      R"("seconds":1.25})";
  const std::string removal = R"({"kind":"removal","shards":1})";
  const std::string session = R"({"kind":"session"})";
  return {shard + "\n" + commit + "\n",
          shard + "\n" + shard + "\n" + commit + "\n" + removal + "\n" + shard + "\n",
          shard + "\n" + R"({"kind":"recovery"})" + "\n" + commit + "\n" + shard + "\n",
          shard + "\n" + session + "\n" + shard + "\n" + commit + "\n" + commit, ""};
}

void TryInput(std::string_view input) {
  const auto state = training::ParseRunState(std::string(input), "input");
  if (state.ok()) {
    KVINTET_CHECK(state->removed >= 0 && state->removed <= std::ssize(state->shards));
    KVINTET_CHECK_LE(state->committed, state->shards.size());
    KVINTET_CHECK(state->commit.has_value() || state->committed == 0);
  }
}

}  // namespace kvintet::fuzz

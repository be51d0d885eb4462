// AddLadderOptions: see the header.
#include "cli/judging/ladder_options.h"

#include <cstdint>

#include "absl/strings/str_cat.h"

namespace kvintet::cli {

void AddLadderOptions(const Verb& verb, LadderArguments* arguments) {
  verb.Add("--reference", &arguments->references,
           "a fixed agent (may be repeated); default: random, greedy and mcts:100, as far "
           "as the game allows")
      .Repeatable();
  verb.Add("--pairs", &arguments->pairs, "maximum number of pairs of games; 0: no limit")
      .Range(0, 1000000000);
  verb.Add("--minutes", &arguments->minutes, "stop after this time; 0: no limit").Range(0.0, 1e6);
  verb.Add("--information", &arguments->information,
           "rest when one more pair of games would give less information than this, in nats")
      .Range(1e-6, 10.0);
  verb.Add("--batch", &arguments->batch, "pairs of games that are played at the same time")
      .Range(1, 10000);
  verb.Add("--every", &arguments->every, "rate every n-th model, and the newest").Range(1, 1000000);
  verb.Add("--seed", &arguments->seed, "random seed; default: the run's");
  verb.Add("--opening-plies", &arguments->opening_random_plies,
           "random plies at the start of each pair; default: as in the run's arena settings")
      .Range(0, 10000);
  verb.Add("--model-options", &arguments->model_options,
           absl::StrCat("what follows a model's path in its spec; default: ", kLadderModelOptions));
}

}  // namespace kvintet::cli

// The options of `kvintet bench learn`: see the header.
#include "cli/learning/learning_options.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

#include "selfplay/records/game_record.h"

namespace kvintet::cli {
namespace {

void AddBudgetOptions(const Verb& verb, BenchLearnArguments* arguments) {
  const Option games =
      verb.Add("--games", &arguments->games, "games of each seed; gives exactly repeatable results")
          .Range(int64_t{1}, selfplay::kGameNumberEnd);
  verb.Add("--minutes", &arguments->minutes, "minutes of work of each seed, on the wall clock")
      .Range(0.001, 1e7)
      .Excludes(games);
  verb.Add("--seed", &arguments->seed, "the first seed");
  verb.Add("--seeds", &arguments->seeds,
           "number of seeds, one after the other; default: 4, with --quick 1")
      .Range(1, 1000);
  verb.Add("--places", &arguments->places,
           "number of models of a seed that are measured, at 1, 1/2, 1/4, ... of the "
           "budget; default: 8, with --quick 4")
      .Range(1, 40);
  verb.AddFlag("--quick", &arguments->quick,
               "about five minutes: one seed, 4 minutes of training, 300 positions, 4 places");
}

// One word for a shell.
std::string Word(const std::string& text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "'\\''"}}), "'");
}

// The option, if it has another value than by default.
template <typename T>
std::string Given(const char* name, const T& value, const T& usual) {
  return value == usual ? "" : absl::StrCat(" ", name, " ", value);
}

template <typename T>
std::string Given(const char* name, const std::optional<T>& value) {
  return value ? absl::StrCat(" ", name, " ", *value) : "";
}

}  // namespace

Option AddLearnOptions(const Verb& verb, BenchLearnArguments* arguments) {
  verb.Add("game", &arguments->game, "the game with its options").Required();
  verb.Add("--config", &arguments->config,
           "a configuration file, e.g. configs/connect_four.textproto");
  verb.Add("--set", &arguments->sets,
           "settings on top of the configuration, e.g. 'network { blocks: 2 }'")
      .Repeatable();
  const Option out = verb.Add("--out", &arguments->out,
                              "the folder of the runs, the table and the diagrams; default: "
                              "runs/bench-GAME");
  AddBudgetOptions(verb, arguments);
  verb.Add("--positions", &arguments->positions,
           "number of solved positions in the exam; for connect_four 1000, with --quick 300")
      .Range(1, 1000000);
  verb.Add("--simulations", &arguments->simulations,
           "simulations of the search that is measured beside the network alone")
      .Range(1, 1000000);
  verb.Add("--average", &arguments->average,
           "if best responses are the measure, also measure the mean of this many newest models")
      .Range(int64_t{1}, int64_t{1000000});
  verb.Add("--pairs", &arguments->pairs,
           "if a ladder is the measure, its pairs of games for each seed and stage")
      .Range(int64_t{1}, int64_t{1000000000});
  verb.Add("--at-least", &arguments->at_least, "MEASURE=VALUE: fail if the last median is below")
      .Repeatable();
  verb.Add("--at-most", &arguments->at_most, "MEASURE=VALUE: fail if the last median is above")
      .Repeatable();
  return out;
}

std::string CommandOf(const BenchLearnArguments& arguments) {
  const BenchLearnArguments usual;
  std::string command = absl::StrCat("kvintet bench learn ", Word(arguments.game));
  if (arguments.config) {
    absl::StrAppend(&command, " --config ", Word(*arguments.config));
  }
  for (const std::string& set : arguments.sets) {
    absl::StrAppend(&command, " --set ", Word(set));
  }
  absl::StrAppend(&command, Given("--games", arguments.games),
                  Given("--minutes", arguments.minutes),
                  Given("--seed", arguments.seed, usual.seed), Given("--seeds", arguments.seeds),
                  Given("--places", arguments.places));
  absl::StrAppend(&command, Given("--positions", arguments.positions),
                  Given("--simulations", arguments.simulations, usual.simulations),
                  Given("--average", arguments.average, usual.average),
                  Given("--pairs", arguments.pairs, usual.pairs));
  return absl::StrCat(command, arguments.quick ? " --quick" : "");
}

}  // namespace kvintet::cli

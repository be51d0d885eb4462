// Verb: a subcommand of the program, as in `kvintet VERB ...`, on which code declares its
// arguments.
//
// The library that parses them is included by verb.cc and program.cc alone, because its header
// takes longer to compile than any verb.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>

#include "absl/status/status.h"

// The name is another library's.
// NOLINTNEXTLINE(readability-identifier-naming)
namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace kvintet::cli {

// One declared argument. Each function restricts it and returns it. Parsing refuses a command line
// that breaks a restriction and says what was wanted.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option Required() const;
  // Whether the user has given it; for the function that a verb runs.
  bool Given() const;
  // Values from `low` to `high`, both included.
  Option Range(int low, int high) const;
  Option Range(int64_t low, int64_t high) const;
  Option Range(double low, double high) const;
  Option OneOf(std::initializer_list<std::string> values) const;
  // An existing directory or this word.
  Option DirectoryOr(const std::string& word) const;
  // May be given more than once; the values of all are taken.
  Option Repeatable() const;
  // From `least` to `most` values, between which `delimiter` may stand.
  Option Values(int least, int most, char delimiter) const;
  // May not be given, or may only be given, together with the other.
  Option Excludes(const Option& other) const;
  Option Needs(const Option& other) const;
  // --help does not list it.
  Option Hide() const;

 private:
  CLI::Option* option_;
};

// A handle, valid until the program has been parsed.
class Verb {
 public:
  // The function of the verb that the user has chosen. Errors: InvalidArgument, NotFound,
  // FailedPrecondition, AlreadyExists, PermissionDenied, Unauthenticated, DataLoss and
  // Unimplemented mean bad input (exit code 2).
  using Run = std::function<absl::Status()>;

  // The program itself. `chosen` gets the function of the chosen verb.
  Verb(CLI::App* app, Run* chosen) : app_(app), chosen_(chosen) {}

  Verb AddVerb(const std::string& name, const std::string& meaning) const;
  // An argument with a value: "--seed", or "game" for an argument without a name. *value is its
  // default and gets the user's value; it must live as long as the parser. T is one of the types
  // listed in verb.cc.
  template <typename T>
  Option Add(const std::string& name, T* value, const std::string& meaning) const;
  // An argument without a value, which sets *given.
  Option AddFlag(const std::string& name, bool* given, const std::string& meaning) const;
  // The same for "--name" and "--no-name" (or "--name=false"), which set *chosen.
  Option AddSwitch(const std::string& name, std::optional<bool>* chosen,
                   const std::string& meaning) const;
  // One of its own verbs must follow.
  void RequireVerb() const;
  // --help does not list it.
  void Hide() const;
  // Accepts arguments that were not declared.
  void AllowExtras() const;
  // What runs if the user chooses this verb.
  void Runs(Run run) const;

 private:
  CLI::App* app_;
  Run* chosen_;
};

// Each adds its verb to the program.
void AddActVerb(Verb program);
void AddArenaVerb(Verb program);
void AddAskVerb(Verb program);
void AddBalanceVerb(Verb program);
void AddBenchVerb(Verb program);
void AddCompareVerb(Verb program);
void AddDataVerb(Verb program);
void AddEvaluateVerb(Verb program);
void AddForbiddenVerb(Verb program);
void AddGamesVerb(Verb program);
void AddGomocupVerb(Verb program);
void AddLadderVerb(Verb program);
void AddLevelsVerb(Verb program);
void AddMatchVerb(Verb program);
void AddPerftVerb(Verb program);
void AddPlayVerb(Verb program);
void AddRankVerb(Verb program);
void AddRateVerb(Verb program);
void AddReleaseVerb(Verb program);
void AddServeVerb(Verb program);
void AddShowVerb(Verb program);
void AddSolveVerb(Verb program);
void AddAccuracyVerb(Verb program);
void AddTraceVerb(Verb program);
void AddTrainVerb(Verb program);
void AddWatchVerb(Verb program);

}  // namespace kvintet::cli

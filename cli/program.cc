// Main: see the header.
#include "cli/program.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

#include "base/version.h"
#include "cli/verb.h"

namespace kvintet::cli {
namespace {

constexpr int kBadInput = 2;
constexpr int kFailure = 1;

bool IsBadInput(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kAlreadyExists:
    case absl::StatusCode::kUnimplemented:
    case absl::StatusCode::kPermissionDenied:
    case absl::StatusCode::kUnauthenticated:
    case absl::StatusCode::kDataLoss:
      return true;
    default:
      return false;
  }
}

void AddVerbs(Verb program) {
  AddGamesVerb(program);
  AddPlayVerb(program);
  AddTrainVerb(program);
  AddRankVerb(program);
  AddReleaseVerb(program);
  AddWatchVerb(program);
  AddCompareVerb(program);
  AddArenaVerb(program);
  AddLadderVerb(program);
  AddLevelsVerb(program);
  AddBalanceVerb(program);
  AddTraceVerb(program);
  AddShowVerb(program);
  AddDataVerb(program);
  AddEvaluateVerb(program);
  AddPerftVerb(program);
  AddForbiddenVerb(program);
  AddSolveVerb(program);
  AddAccuracyVerb(program);
  AddActVerb(program);
  AddRateVerb(program);
  AddBenchVerb(program);
  AddGomocupVerb(program);
  AddServeVerb(program);
  AddAskVerb(program);
  AddMatchVerb(program);
}

// Hides the default in --help of options that are required or whose default is an empty list.
void HideNoDefaults(CLI::App* app) {
  for (CLI::Option* option : app->get_options()) {
    if (option->get_required() || option->get_default_str() == "[]") {
      option->default_str("");
    }
  }
  for (CLI::App* verb : app->get_subcommands(nullptr)) {
    HideNoDefaults(verb);
  }
}

// The innermost verb that the command line has reached.
const CLI::App& LastVerb(const CLI::App& program) {
  const CLI::App* last = &program;
  while (!last->get_subcommands().empty()) {
    last = last->get_subcommands().front();
  }
  return *last;
}

// Describes what is wrong with the command line.
std::string Explain(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App& verb = LastVerb(program);
  if (verb.get_require_subcommand_min() == 0) {
    return error.what();
  }
  const std::vector<std::string> unknown = verb.remaining();
  std::vector<std::string> names;
  for (const CLI::App* one : verb.get_subcommands(nullptr)) {
    if (!one->get_group().empty()) {
      names.push_back(one->get_name());
    }
  }
  return absl::StrCat(
      unknown.empty() ? "nothing to do" : absl::StrCat("there is no '", unknown.front(), "'"),
      "; wanted one of: ", absl::StrJoin(names, " "));
}

// The text as one line, with control characters escaped.
std::string OneLine(absl::string_view text) {
  std::string line;
  for (const char c : absl::StripTrailingAsciiWhitespace(text)) {
    if (c == '\n') {
      line += "; ";
    } else if (absl::ascii_iscntrl(static_cast<unsigned char>(c))) {
      absl::StrAppendFormat(&line, "\\x%02x", static_cast<unsigned char>(c));
    } else {
      line += c;
    }
  }
  return line;
}

void Complain(absl::string_view text) {
  std::fprintf(stderr, "kvintet: %s\n", OneLine(text).c_str());
}

// Opens the standard streams that the program was started without. Otherwise the next file would
// take the place of one, and the log or the results would be written into it. Reading or writing
// these streams fails, as it does if they are closed.
void TakePlacesOfClosedStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) {
      // The system gives the lowest free number, which is this stream's.
      [[maybe_unused]] const int opened =
          open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
}

// Runs a verb. Memory or a thread that the system does not give is an error like others.
absl::Status RunVerb(const Verb::Run& run) {
  try {
    return run();
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError("there is not enough memory");
  } catch (const std::system_error& error) {
    return absl::ResourceExhaustedError(absl::StrCat("the system refused: ", error.what()));
  }
}

}  // namespace

int Main(int argc, char** argv) {
  TakePlacesOfClosedStreams();
  // Makes a write beyond the file size limit fail instead of ending the program.
  std::signal(SIGXFSZ, SIG_IGN);
  CLI::App program("Kvintet: train, play and serve board games", "kvintet");
  program.require_subcommand(1);
  program.set_version_flag("--version", absl::StrCat("kvintet ", kVersion));
  program.option_defaults()->always_capture_default();
  Verb::Run chosen;
  AddVerbs(Verb(&program, &chosen));
  HideNoDefaults(&program);
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return program.exit(help);
  } catch (const CLI::ParseError& error) {
    Complain(absl::StrCat(Explain(program, error), "; --help tells more"));
    return kBadInput;
  }
  absl::Status status = RunVerb(chosen);
  if (std::fflush(stdout) != 0) {
    status.Update(absl::UnavailableError(
        absl::StrCat("cannot write standard output: ", std::generic_category().message(errno))));
  } else if (std::ferror(stdout) != 0) {
    // An earlier write failed while the verb ran, and the system's reason is gone.
    status.Update(absl::UnavailableError("cannot write all of standard output"));
  }
  if (status.ok()) {
    return 0;
  }
  Complain(status.message());
  return IsBadInput(status) ? kBadInput : kFailure;
}

}  // namespace kvintet::cli

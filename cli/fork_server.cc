// Runs command lines of the program, each in a fork of one process, so that tests load LibTorch
// only once.
//
// Reads lines {"id": 7, "folder": DIR, "arguments": [...]} from standard input. A command line uses
// DIR/in, DIR/out and DIR/err as its standard streams. When it has ended, the line "7 CODE" is
// written, where CODE is the exit code, or minus the number of the signal that ended it. Several
// command lines run at the same time.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/reports/json.h"
#include "cli/program.h"

namespace kvintet::cli {
namespace {

void Redirect(int stream, const std::string& path, int flags) {
  const int file = open(path.c_str(), flags | O_CLOEXEC, 0600);
  KVINTET_CHECK(file >= 0 && dup2(file, stream) == stream);
}

[[noreturn]] void RunProgram(const Json& line) {
  const std::string folder = line.at("folder");
  Redirect(STDIN_FILENO, folder + "/in", O_RDONLY);
  Redirect(STDOUT_FILENO, folder + "/out", O_WRONLY | O_CREAT);
  Redirect(STDERR_FILENO, folder + "/err", O_WRONLY | O_CREAT);
  std::vector<std::string> arguments = line.at("arguments");
  arguments.insert(arguments.begin(), "kvintet");
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) {
    argv.push_back(argument.data());
  }
  argv.push_back(nullptr);
  const int code = Main(static_cast<int>(arguments.size()), argv.data());
  std::fflush(nullptr);
  // Skips LibTorch's destructors, which take 50 ms.
  _exit(code);
}

// Runs the command line in a child process and reports its end. Itself runs in a child of the
// server.
[[noreturn]] void Attend(const Json& line) {
  std::signal(SIGCHLD, SIG_DFL);
  const pid_t program = fork();
  KVINTET_CHECK(program >= 0);
  if (program == 0) {
    RunProgram(line);
  }
  int status = 0;
  KVINTET_CHECK(waitpid(program, &status, 0) == program);
  const int code = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  const std::string report = absl::StrCat(line.at("id").get<int>(), " ", code, "\n");
  const bool written = write(STDOUT_FILENO, report.data(), report.size()) > 0;
  _exit(written ? 0 : 1);
}

// Reads the next line of standard input, unbuffered, since the forks would share a buffer.
bool ReadLine(std::string* line) {
  line->clear();
  for (char c = 0; read(STDIN_FILENO, &c, 1) == 1;) {
    if (c == '\n') {
      return true;
    }
    line->push_back(c);
  }
  return false;
}

int Serve() {
  // The server does not wait for its children.
  std::signal(SIGCHLD, SIG_IGN);
  for (std::string text; ReadLine(&text);) {
    const Json line = Json::parse(text);
    const pid_t attendant = fork();
    KVINTET_CHECK(attendant >= 0);
    if (attendant == 0) {
      Attend(line);
    }
  }
  return 0;
}

}  // namespace
}  // namespace kvintet::cli

// An exception, of a broken line or of a program, ends the process with its message.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main() { return kvintet::cli::Serve(); }

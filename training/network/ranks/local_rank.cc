// LocalRank: see the header.
#include "training/network/ranks/local_rank.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <thread>
#include <utility>

#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <absl/strings/str_cat.h>

namespace kvintet::network {
namespace {

// Settings of a started process: it gets the line, its output and errors go where our errors go, no
// signal is blocked, and it does not receive keys pressed on the terminal.
class SpawnSettings {
 public:
  explicit SpawnSettings(int line) {
    posix_spawn_file_actions_init(&files_);
    posix_spawn_file_actions_adddup2(&files_, line, kRankLine);
    posix_spawn_file_actions_adddup2(&files_, STDERR_FILENO, STDOUT_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&files_, STDERR_FILENO + 1);
    posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  const posix_spawn_file_actions_t* Files() const { return &files_; }
  const posix_spawnattr_t* Attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<LocalRank>> LocalRank::Start(std::vector<std::string> command) {
  std::array<int, 2> line = {};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line.data()) != 0) {
    return absl::ErrnoToStatus(errno, "cannot create a socket to a rank");
  }
  command.push_back(absl::StrCat(getpid()));
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (std::string& argument : command) {
    arguments.push_back(argument.data());
  }
  arguments.push_back(nullptr);
  const SpawnSettings settings(line[1]);
  pid_t process = 0;
  const int error = posix_spawn(&process, arguments[0], settings.Files(), settings.Attributes(),
                                arguments.data(), environ);
  close(line[1]);
  if (error != 0) {
    close(line[0]);
    return absl::UnavailableError(
        absl::StrCat("cannot start a rank with ", command[0], ": ", std::strerror(error)));
  }
  return std::unique_ptr<LocalRank>(new LocalRank(process, line[0]));
}

LocalRank::~LocalRank() {
  if (!gone_) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
}

absl::Status LocalRank::AwaitHello(double seconds) {
  const absl::StatusOr<RankMessage> heard = Line().Hear(seconds);
  if (!heard.ok() || heard->word != RankWord::kHello) {
    return absl::UnavailableError("a rank did not start");
  }
  return absl::OkStatus();
}

std::string LocalRank::Fate() {
  // A process that has closed its files may take a moment to end.
  for (int i = 0; i < 50 && !gone_; ++i) {
    gone_ = waitpid(process_, &how_, WNOHANG) == process_;
    if (!gone_) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  const std::string who = absl::StrCat("rank process ", process_);
  if (!gone_) {
    return absl::StrCat(who, " does not respond");
  }
  return WIFSIGNALED(how_) ? absl::StrCat(who, " was ended by signal ", WTERMSIG(how_))
                           : absl::StrCat(who, " ended with code ", WEXITSTATUS(how_));
}

absl::Status FollowParent(int parent) {
  struct stat found = {};
  if (fstat(kRankLine, &found) != 0 || (found.st_mode & S_IFMT) != S_IFSOCK) {
    return absl::FailedPreconditionError(
        "such a rank is started by a run with learner.ranks above 1, not by hand");
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  return getppid() == parent ? absl::OkStatus()
                             : absl::UnavailableError("the first rank has ended");
}

}  // namespace kvintet::network

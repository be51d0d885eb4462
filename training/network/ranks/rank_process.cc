// RankProcess: see the header.
#include "training/network/ranks/rank_process.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <absl/strings/str_cat.h>

#include "base/status_macros.h"

namespace kvintet::network {
namespace {

constexpr char kSign = 'r';

// Settings of a started process: it gets two files, its errors go where ours go, no signal is
// blocked, and it does not receive keys pressed on the terminal.
class SpawnSettings {
 public:
  SpawnSettings(int line, int store) {
    posix_spawn_file_actions_init(&files_);
    posix_spawn_file_actions_adddup2(&files_, line, kRankLine);
    posix_spawn_file_actions_adddup2(&files_, store, kRankStore);
    posix_spawn_file_actions_adddup2(&files_, STDERR_FILENO, STDOUT_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&files_, kRankStore + 1);
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

absl::Status CheckOpen(int file, mode_t kind) {
  struct stat found = {};
  if (fstat(file, &found) != 0 || (found.st_mode & S_IFMT) != kind) {
    return absl::FailedPreconditionError(
        "a rank is started by a run with learner.ranks above 1, not by hand");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<RankProcess>> RankProcess::Start(
    const std::vector<std::string>& command, int store) {
  std::array<int, 2> line = {};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line.data()) != 0) {
    return absl::ErrnoToStatus(errno, "cannot create a socket to a rank");
  }
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  const SpawnSettings settings(line[1], store);
  pid_t process = 0;
  const int error = posix_spawn(&process, arguments[0], settings.Files(), settings.Attributes(),
                                arguments.data(), environ);
  close(line[1]);
  if (error != 0) {
    close(line[0]);
    return absl::UnavailableError(
        absl::StrCat("cannot start a rank with ", command[0], ": ", std::strerror(error)));
  }
  return std::unique_ptr<RankProcess>(new RankProcess(process, line[0]));
}

RankProcess::~RankProcess() {
  close(line_);
  if (!gone_) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
}

absl::Status RankProcess::AwaitSign(double timeout_seconds) {
  pollfd waiting = {.fd = line_, .events = POLLIN, .revents = 0};
  const int ready = poll(&waiting, 1, static_cast<int>(timeout_seconds * 1000));
  char sign = 0;
  if (ready != 1 || recv(line_, &sign, 1, 0) != 1 || sign != kSign) {
    return absl::UnavailableError("a rank did not start");
  }
  return absl::OkStatus();
}

absl::Status RankProcess::Tell(int64_t number) {
  if (send(line_, &number, sizeof number, MSG_NOSIGNAL | MSG_DONTWAIT) != sizeof number) {
    return absl::UnavailableError("cannot send to a rank");
  }
  return absl::OkStatus();
}

std::string RankProcess::Fate() {
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
  KVINTET_RETURN_IF_ERROR(CheckOpen(kRankLine, S_IFSOCK));
  KVINTET_RETURN_IF_ERROR(CheckOpen(kRankStore, S_IFREG));
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent || send(kRankLine, &kSign, 1, MSG_NOSIGNAL) != 1) {
    return absl::UnavailableError("the first rank has ended");
  }
  return absl::OkStatus();
}

absl::StatusOr<int64_t> HearNumber() {
  int64_t number = 0;
  ssize_t heard = 0;
  do {
    heard = recv(kRankLine, &number, sizeof number, MSG_WAITALL);
  } while (heard < 0 && errno == EINTR);
  if (heard != sizeof number) {
    return absl::UnavailableError("the first rank has ended");
  }
  return number;
}

}  // namespace kvintet::network

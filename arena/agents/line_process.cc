// LineProcess: see the header.
#include "arena/agents/line_process.h"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include "base/status_macros.h"

extern char** environ;

namespace kvintet::arena {
namespace {

using Clock = LineProcess::Clock;

absl::Status SystemError(const std::string& what) {
  return absl::UnavailableError(absl::StrCat(what, ": ", strerror(errno)));
}

// Waits for one of the events. DeadlineExceeded `late` once the deadline has passed.
absl::Status Await(int socket, int16_t events, Clock::time_point deadline, const char* late) {
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) {
      return absl::DeadlineExceededError(late);
    }
    pollfd entry = {.fd = socket, .events = events, .revents = 0};
    const int ready = poll(&entry, 1, static_cast<int>(left));
    if (ready > 0) {
      return absl::OkStatus();
    }
    if (ready < 0 && errno != EINTR) {
      return SystemError("poll");
    }
  }
}

// This program may block signals or ignore them. A child would inherit that, and its own children
// too, which could then not be ended by SIGTERM.
void SetUsualSignals(posix_spawnattr_t* attributes) {
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(attributes, &none);
  sigset_t usual;
  sigemptyset(&usual);
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGXFSZ}) {
    sigaddset(&usual, signal);
  }
  posix_spawnattr_setsigdefault(attributes, &usual);
}

}  // namespace

absl::StatusOr<std::unique_ptr<LineProcess>> LineProcess::Start(const std::string& command) {
  std::array<int, 2> sockets = {};
  // A socket rather than two pipes, so that writing to a dead child gives an error instead of a
  // signal.
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
    return SystemError("socketpair");
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, sockets[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, sockets[1], STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // A separate process group, so that the shell's children are killed with it.
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  SetUsualSignals(&attributes);
  std::string shell = "sh";
  std::string flag = "-c";
  std::string text = command;
  const std::array<char*, 4> arguments = {shell.data(), flag.data(), text.data(), nullptr};
  pid_t child = 0;
  const int error =
      posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(sockets[1]);
  if (error != 0) {
    close(sockets[0]);
    return absl::UnavailableError(absl::StrCat("cannot start '", command, "': ", strerror(error)));
  }
  return std::unique_ptr<LineProcess>(new LineProcess(child, sockets[0]));
}

LineProcess::~LineProcess() {
  close(socket_);
  kill(-child_, SIGKILL);
  while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

absl::Status LineProcess::Send(const std::string& line, Clock::time_point deadline) {
  const std::string bytes = line + "\n";
  for (size_t sent = 0; sent < bytes.size();) {
    const ssize_t now =
        send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (now < 0 && errno == EAGAIN) {
      KVINTET_RETURN_IF_ERROR(Await(socket_, POLLOUT, deadline, "the line was not read in time"));
    } else if (now < 0 && errno != EINTR) {
      return SystemError("the program has ended");
    }
    sent += now > 0 ? static_cast<size_t>(now) : 0;
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> LineProcess::Receive(Clock::time_point deadline) {
  while (true) {
    const size_t end = pending_.find('\n');
    if (end != std::string::npos) {
      std::string line(absl::StripSuffix(absl::string_view(pending_).substr(0, end), "\r"));
      pending_.erase(0, end + 1);
      return line;
    }
    if (pending_.size() > kMaxLine) {
      return absl::ResourceExhaustedError(
          absl::StrCat("a line longer than ", kMaxLine, " bytes came"));
    }
    KVINTET_RETURN_IF_ERROR(Await(socket_, POLLIN, deadline, "no line came in time"));
    std::array<char, 4096> bytes;
    const ssize_t count = recv(socket_, bytes.data(), bytes.size(), 0);
    if (count == 0 || (count < 0 && errno != EINTR)) {
      return absl::UnavailableError("the program has ended");
    }
    pending_.append(bytes.data(), count > 0 ? static_cast<size_t>(count) : 0);
  }
}

}  // namespace kvintet::arena

// LocalActors: see the header.
#include "training/fleet/local_actors.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>
#include <utility>

#include <absl/strings/str_cat.h>

#include "base/files/file.h"
#include "base/reports/log.h"

namespace kvintet::training {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLook(100);

// In the new process: becomes the actor. Only calls that are allowed after fork().
[[noreturn]] void Become(const std::vector<char*>& arguments, const char* log, pid_t parent) {
  // The signals that the learner waits for are blocked in it.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  // Ctrl-C on the terminal is for the learner, which then stops its actors.
  setpgid(0, 0);
  const int file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (getppid() != parent || file < 0 || dup2(file, 1) < 0 || dup2(file, 2) < 0) {
    _exit(126);
  }
  execv(arguments[0], arguments.data());
  _exit(127);
}

}  // namespace

LocalActors::LocalActors(std::vector<std::string> command, std::string spools, int count)
    : command_(std::move(command)),
      spools_(std::move(spools)),
      count_(count),
      thread_([this](const std::stop_token& stop) { Watch(stop); }) {}

LocalActors::~LocalActors() = default;

pid_t LocalActors::Start(int index) const {
  const std::string spool = absl::StrCat(spools_, "/", index);
  if (const absl::Status made = MakeDirectories(spool); !made.ok()) {
    LogWarning("training", "an actor cannot be started", {{"why", made.message()}});
    return 0;
  }
  std::vector<std::string> words = command_;
  words.insert(words.end(), {"--spool", spool});
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  const std::string log = spool + "/log";
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process == 0) {
    Become(arguments, log.c_str(), parent);
  }
  if (process < 0) {
    LogWarning("training", "an actor cannot be started", {{"spool", spool}});
  }
  return std::max(process, 0);
}

// The parent of the actors is this thread: PR_SET_PDEATHSIG means the thread that forked.
void LocalActors::Watch(const std::stop_token& stop) {
  struct Slot {
    pid_t process = 0;
    Clock::time_point start = Clock::now();
  };
  std::vector<Slot> slots(static_cast<size_t>(count_));
  while (!stop.stop_requested()) {
    for (int i = 0; i < count_; ++i) {
      Slot& slot = slots[static_cast<size_t>(i)];
      int status = 0;
      if (slot.process > 0 && waitpid(slot.process, &status, WNOHANG) == slot.process) {
        LogWarning("training", "an actor has ended and is started again",
                   {{"log", absl::StrCat(spools_, "/", i, "/log")}, {"status", status}});
        slot = {.process = 0, .start = Clock::now() + kPause};
      }
      if (slot.process == 0 && Clock::now() >= slot.start) {
        slot = {.process = Start(i), .start = Clock::now() + kPause};
      }
    }
    std::this_thread::sleep_for(kLook);
  }
  for (const Slot& slot : slots) {
    if (slot.process > 0) {
      kill(slot.process, SIGTERM);
    }
  }
  for (const Slot& slot : slots) {
    if (slot.process > 0) {
      waitpid(slot.process, nullptr, 0);
    }
  }
}

}  // namespace kvintet::training

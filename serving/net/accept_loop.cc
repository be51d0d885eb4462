// AcceptLoop: see the header.
#include "serving/net/accept_loop.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/files/file.h"
#include "base/reports/log.h"
#include "serving/net/peer_name.h"

namespace kvintet::serving {
namespace {

// Interval between checks for closed connections.
constexpr int kSweepMs = 1000;
// Pause while the system cannot accept, to avoid spinning.
constexpr int kPauseMs = 20;
// When an idle connection is probed, how often, and how many probes may stay unanswered.
constexpr int kProbeAfterSeconds = 20;
constexpr int kProbeEverySeconds = 5;
constexpr int kProbes = 3;
// File descriptors reserved for files, wake-ups and other listeners.
constexpr int kReserve = 24;

int OpenSpare() { return open("/dev/null", O_RDONLY | O_CLOEXEC); }

// Has the kernel end a connection of TCP whose other end has vanished. A stream on which nothing is
// written for hours would stay open otherwise. Unix sockets have no such option, and no need.
void ProbeWhenIdle(int descriptor) {
  const int on = 1;
  setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &kProbeAfterSeconds, sizeof(int));
  setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &kProbeEverySeconds, sizeof(int));
  setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPCNT, &kProbes, sizeof(int));
}

// 0 if it is not a socket. Each open socket has its own inode number.
ino_t InodeOf(int descriptor) {
  struct stat found = {};
  return fstat(descriptor, &found) == 0 && S_ISSOCK(found.st_mode) ? found.st_ino : 0;
}

}  // namespace

AcceptLoop::AcceptLoop(Listener listener, ConnectionLimits limits,
                       std::function<void(int)> hand_over)
    : listener_(std::move(listener)),
      limits_(limits),
      hand_over_(std::move(hand_over)),
      spare_(OpenSpare()) {
  KVINTET_CHECK(pipe2(stop_, O_CLOEXEC) == 0);
  thread_ = std::jthread([this] { Run(); });
}

AcceptLoop::~AcceptLoop() {
  const char word = 0;
  KVINTET_CHECK(write(stop_[1], &word, 1) == 1);
  thread_.join();
  for (const Connection& one : open_) {
    if (InodeOf(one.descriptor) == one.inode) {
      shutdown(one.descriptor, SHUT_RDWR);
    }
  }
  for (const int descriptor : {stop_[0], stop_[1], spare_}) {
    if (descriptor >= 0) {
      close(descriptor);
    }
  }
}

ConnectionCounts AcceptLoop::Counts() const {
  return {.accepted = accepted_,
          .shed_total = shed_total_,
          .shed_address = shed_address_,
          .shed_descriptors = shed_descriptors_,
          .open = num_open_};
}

void AcceptLoop::Run() {
  while (true) {
    pollfd polled[] = {{.fd = listener_.Descriptor(), .events = POLLIN, .revents = 0},
                       {.fd = stop_[0], .events = POLLIN, .revents = 0}};
    poll(polled, std::size(polled), open_.empty() ? -1 : kSweepMs);
    if (polled[1].revents != 0) {
      return;
    }
    Sweep();
    if (polled[0].revents != 0) {
      AcceptAll();
    }
  }
}

void AcceptLoop::AcceptAll() {
  // Bounded, so that a flood of connections cannot prevent the thread from stopping.
  for (int i = 0; i < limits_.total && AcceptOne(); ++i) {
  }
}

bool AcceptLoop::AcceptOne() {
  sockaddr_storage storage = {};
  socklen_t size = sizeof storage;
  const int descriptor = accept4(listener_.Descriptor(), reinterpret_cast<sockaddr*>(&storage),
                                 &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (descriptor >= 0) {
    ProbeWhenIdle(descriptor);
    Keep(descriptor, HostOf(storage));
    ++accepted_;
    return true;
  }
  if (errno == EMFILE || errno == ENFILE) {
    ShedWithSpare();
    return true;
  }
  const int error = errno;
  if (error != EAGAIN && error != ECONNABORTED && error != EINTR) {
    LogWarning("serving", "cannot accept a connection", {{"why", std::strerror(error)}});
    poll(nullptr, 0, kPauseMs);
  }
  return error == ECONNABORTED || error == EINTR;
}

void AcceptLoop::Keep(int descriptor, std::string address) {
  if (open_.size() >= static_cast<size_t>(limits_.total)) {
    Sweep();
  }
  std::atomic<uint64_t>* shed = nullptr;
  if (open_.size() >= static_cast<size_t>(limits_.total)) {
    shed = &shed_total_;
  } else if (!address.empty() && OpenFrom(address) >= limits_.per_address) {
    Sweep();
    shed = OpenFrom(address) >= limits_.per_address ? &shed_address_ : nullptr;
  }
  if (shed != nullptr) {
    ++*shed;
    close(descriptor);
    return;
  }
  open_.push_back({descriptor, InodeOf(descriptor), std::move(address)});
  hand_over_(descriptor);
  num_open_ = open_.size();
}

void AcceptLoop::ShedWithSpare() {
  ++shed_descriptors_;
  if (spare_ >= 0) {
    close(spare_);
  }
  const int descriptor = accept(listener_.Descriptor(), nullptr, nullptr);
  if (descriptor >= 0) {
    close(descriptor);
    ++accepted_;
  }
  spare_ = OpenSpare();
  poll(nullptr, 0, kPauseMs);
}

void AcceptLoop::Sweep() {
  std::erase_if(open_, [](const Connection& one) { return InodeOf(one.descriptor) != one.inode; });
  num_open_ = open_.size();
}

int AcceptLoop::OpenFrom(const std::string& address) const {
  return static_cast<int>(std::ranges::count(open_, address, &Connection::address));
}

absl::StatusOr<int> ConnectionsWithinDescriptors(int wanted) {
  rlimit limit = {};
  KVINTET_CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  if (limit.rlim_cur == RLIM_INFINITY) {
    return wanted;
  }
  const auto room = static_cast<int64_t>(limit.rlim_cur) - OpenDescriptors() - kReserve;
  if (room < 1) {
    return absl::FailedPreconditionError(
        absl::StrCat("too few descriptors: ", limit.rlim_cur, " are allowed (ulimit -n), ",
                     OpenDescriptors(), " are open and ", kReserve, " kept for the program"));
  }
  return static_cast<int>(std::min<int64_t>(room, wanted));
}

int OpenDescriptors() {
  const absl::StatusOr<std::vector<std::string>> all = ListDirectory("/proc/self/fd");
  // One of them is the directory listing itself.
  return all.ok() ? static_cast<int>(all->size()) - 1 : 0;
}

}  // namespace kvintet::serving

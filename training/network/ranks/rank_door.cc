// RankDoor: see the header.
#include "training/network/ranks/rank_door.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <absl/strings/str_cat.h>

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "training/network/learning/rank_group.h"
#include "training/network/ranks/rank_socket.h"
#include "training/network/ranks/remote_rank.h"

namespace kvintet::network {
namespace {

using Clock = std::chrono::steady_clock;

// A connection has this long to send its greeting.
constexpr std::chrono::seconds kGreetingTime{5};
// Of connections without a greeting.
constexpr size_t kMostGuests = 64;
// More ranks than this are sent away.
constexpr size_t kMostWaiting = 256;
constexpr int kTickMs = 100;
// Messages that one who waits may send at a time. It has no reason to send any.
constexpr int kMostInARow = 64;

// Whether a rank that waits is still there.
bool IsThere(RemoteRank* rank) {
  for (int i = 0; i < kMostInARow; ++i) {
    const absl::StatusOr<std::optional<RankMessage>> message = rank->Line().TryHear();
    if (!message.ok() || !*message) {
      return message.ok();
    }
  }
  return false;
}

}  // namespace

struct RankDoor::Guest {
  std::unique_ptr<RemoteRank> rank;
  Clock::time_point end;
};

absl::StatusOr<std::unique_ptr<RankDoor>> RankDoor::Open(const std::string& address,
                                                         const std::string& what) {
  if (!HasRankGroups()) {
    return absl::UnimplementedError(absl::StrCat(what, ": ", kWithoutGloo));
  }
  KVINTET_ASSIGN_OR_RETURN(RankGreeting greeting, OwnGreeting());
  KVINTET_ASSIGN_OR_RETURN(const int listener, ListenAt(address, what));
  return std::unique_ptr<RankDoor>(new RankDoor(listener, std::move(greeting)));
}

RankDoor::RankDoor(int listener, RankGreeting greeting)
    : listener_(listener),
      greeting_(std::move(greeting)),
      refused_(LogLevel::kWarning, "training", "a rank was refused"),
      strangers_(LogLevel::kWarning, "training", "a connection that is no rank's was closed") {
  const SocketName name = OwnName(listener_);
  host_ = name.host;
  address_ = ToText(name);
  LogInfo("training", "further ranks may join", {{"at", address_}});
  thread_ = std::jthread([this](const std::stop_token& stop) { Serve(stop); });
}

RankDoor::~RankDoor() {
  thread_.request_stop();
  thread_.join();
  close(listener_);
}

size_t RankDoor::Waiting() const {
  const std::scoped_lock lock(mutex_);
  return waiting_.size();
}

std::vector<std::unique_ptr<RemoteRank>> RankDoor::Take(size_t most) {
  const std::scoped_lock lock(mutex_);
  const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(std::min(most, waiting_.size()));
  std::vector<std::unique_ptr<RemoteRank>> taken(std::make_move_iterator(waiting_.begin()),
                                                 std::make_move_iterator(end));
  waiting_.erase(waiting_.begin(), end);
  return taken;
}

void RankDoor::Return(std::vector<std::unique_ptr<RemoteRank>> ranks) {
  const std::scoped_lock lock(mutex_);
  waiting_.insert(waiting_.begin(), std::make_move_iterator(ranks.begin()),
                  std::make_move_iterator(ranks.end()));
}

void RankDoor::SayEnd() {
  const std::scoped_lock lock(mutex_);
  for (const std::unique_ptr<RemoteRank>& rank : waiting_) {
    // Bytes that nobody has read would reset the connection, and the word could be lost.
    if (IsThere(rank.get()) && rank->Line().Send(RankWord::kEnd).ok()) {
      shutdown(rank->Line().Socket(), SHUT_WR);
    }
  }
  waiting_.clear();
}

void RankDoor::Serve(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::vector<pollfd> files = {{.fd = listener_, .events = POLLIN, .revents = 0}};
    for (const Guest& guest : guests_) {
      files.push_back({.fd = guest.rank->Line().Socket(), .events = POLLIN, .revents = 0});
    }
    poll(files.data(), files.size(), kTickMs);
    std::erase_if(guests_, [&](Guest& guest) { return Attend(&guest); });
    for (size_t i = 0; i < kMostGuests && Accept(); ++i) {
    }
    Sweep();
  }
}

bool RankDoor::Accept() {
  const int line = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (line < 0) {
    if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      strangers_.Tell("too many open files");
      std::this_thread::sleep_for(std::chrono::milliseconds(kTickMs));
    }
    return false;
  }
  WatchConnection(line);
  SocketName name = OtherName(line);
  auto rank = std::make_unique<RemoteRank>(line, std::move(name.host), std::move(name.port));
  if (guests_.size() >= kMostGuests) {
    // A rank sends its greeting at once, so the oldest is the least likely to be one.
    strangers_.Tell(absl::StrCat(guests_.front().rank->Name(), ": made room for others"));
    guests_.pop_front();
  }
  guests_.push_back({.rank = std::move(rank), .end = Clock::now() + kGreetingTime});
  return true;
}

bool RankDoor::Attend(Guest* guest) {
  RankLine& line = guest->rank->Line();
  absl::StatusOr<std::optional<RankMessage>> message = line.TryHear();
  absl::Status status = message.status();
  if (status.ok() && !*message) {
    if (Clock::now() < guest->end) {
      return false;
    }
    status = absl::DeadlineExceededError("no greeting in time");
  }
  if (status.ok()) {
    status = (*message)->word == RankWord::kHello
                 ? CheckGreeting((*message)->bytes, greeting_)
                 : absl::InvalidArgumentError("wanted the greeting of a rank, found another word");
  }
  const std::scoped_lock lock(mutex_);
  if (status.ok() && waiting_.size() >= kMostWaiting) {
    status = absl::ResourceExhaustedError("too many ranks wait");
  }
  if (status.ok()) {
    status = line.Send(RankWord::kWelcome);
  }
  if (!status.ok()) {
    if (absl::IsFailedPrecondition(status)) {
      line.Send(RankWord::kRefused, status.message()).IgnoreError();
    }
    RareLog& log = absl::IsFailedPrecondition(status) ? refused_ : strangers_;
    log.Tell(absl::StrCat(guest->rank->Name(), ": ", status.message()));
    return true;
  }
  LogInfo("training", "a rank has come", {{"from", guest->rank->Name()}});
  waiting_.push_back(std::move(guest->rank));
  return true;
}

void RankDoor::Sweep() {
  const std::scoped_lock lock(mutex_);
  std::erase_if(waiting_, [](const std::unique_ptr<RemoteRank>& rank) {
    const bool gone = !IsThere(rank.get());
    if (gone) {
      LogInfo("training", "a rank that waited has gone", {{"from", rank->Name()}});
    }
    return gone;
  });
}

}  // namespace kvintet::network

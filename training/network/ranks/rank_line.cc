// Layout of a message: "kvrk", its word and the number of its bytes (32 bits each), the bytes.
#include "training/network/ranks/rank_line.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <absl/strings/escaping.h>
#include <absl/strings/match.h>
#include <absl/strings/str_cat.h>

#include "base/check.h"
#include "base/seconds.h"
#include "base/status_macros.h"

namespace kvintet::network {
namespace {

using Clock = std::chrono::steady_clock;

constexpr absl::string_view kFrameTag = "kvrk";
constexpr size_t kHeadBytes = 12;
// How often a wait looks whether it is to stop.
constexpr double kTickSeconds = 0.1;

uint32_t NumberAt(absl::string_view bytes, size_t at) {
  uint32_t number = 0;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

void AppendNumber(std::string* bytes, uint32_t number) {
  std::array<char, sizeof number> raw;
  std::memcpy(raw.data(), &number, sizeof number);
  bytes->append(raw.data(), raw.size());
}

absl::Status Lost(absl::string_view why) {
  return absl::UnavailableError(absl::StrCat("the line between ranks is lost: ", why));
}

}  // namespace

RankLine::~RankLine() { close(socket_); }

absl::Status RankLine::Send(RankWord word, absl::string_view bytes) {
  KVINTET_CHECK(bytes.size() <= kMostBytes);
  std::string whole(kFrameTag);
  AppendNumber(&whole, static_cast<uint32_t>(word));
  AppendNumber(&whole, static_cast<uint32_t>(bytes.size()));
  absl::StrAppend(&whole, bytes);
  const ssize_t sent = send(socket_, whole.data(), whole.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0) {
    return Lost(std::strerror(errno));
  }
  return sent == static_cast<ssize_t>(whole.size()) ? absl::OkStatus() : Lost("nobody reads it");
}

absl::StatusOr<std::optional<RankMessage>> RankLine::TakeWhole() {
  const absl::string_view read = read_;
  if (!absl::StartsWith(read, kFrameTag.substr(0, read.size()))) {
    return absl::InvalidArgumentError(absl::StrCat("wanted a message between ranks, found '",
                                                   absl::CHexEscape(read.substr(0, 16)), "'"));
  }
  if (read.size() < kHeadBytes) {
    return std::nullopt;
  }
  const size_t size = NumberAt(read, 8);
  if (size > kMostBytes) {
    return absl::InvalidArgumentError(absl::StrCat("wanted a message of at most ", kMostBytes,
                                                   " bytes between ranks, found ", size));
  }
  if (read.size() < kHeadBytes + size) {
    return std::nullopt;
  }
  RankMessage message = {.word = static_cast<RankWord>(NumberAt(read, 4)),
                         .bytes = std::string(read.substr(kHeadBytes, size))};
  read_.erase(0, kHeadBytes + size);
  return message;
}

absl::StatusOr<std::optional<RankMessage>> RankLine::TryHear() {
  if (put_back_) {
    return std::exchange(put_back_, std::nullopt);
  }
  while (true) {
    KVINTET_ASSIGN_OR_RETURN(std::optional<RankMessage> whole, TakeWhole());
    if (whole) {
      return whole;
    }
    std::array<char, 4096> bytes;
    const ssize_t count = recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (count == 0) {
      return Lost("the other end has closed it");
    }
    if (count > 0) {
      read_.append(bytes.data(), static_cast<size_t>(count));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return std::nullopt;
    } else if (errno != EINTR) {
      return Lost(std::strerror(errno));
    }
  }
}

absl::StatusOr<RankMessage> RankLine::Hear(double seconds, const std::stop_token& stop) {
  const auto begin = Clock::now();
  while (true) {
    KVINTET_ASSIGN_OR_RETURN(std::optional<RankMessage> message, TryHear());
    if (message) {
      return *std::move(message);
    }
    if (stop.stop_requested()) {
      return absl::CancelledError("asked to stop");
    }
    double left = stop.stop_possible() ? kTickSeconds : 1;
    if (seconds >= 0) {
      left = std::min(left, seconds - SecondsSince(begin));
      if (left <= 0) {
        return absl::DeadlineExceededError("a rank does not respond");
      }
    }
    pollfd waiting = {.fd = socket_, .events = POLLIN, .revents = 0};
    poll(&waiting, 1, static_cast<int>(std::ceil(left * 1000)));
  }
}

bool RankLine::IsClosed() const {
  char byte = 0;
  const ssize_t count = recv(socket_, &byte, 1, MSG_DONTWAIT | MSG_PEEK);
  return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

}  // namespace kvintet::network

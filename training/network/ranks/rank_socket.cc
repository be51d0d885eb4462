// Sockets of ranks: see the header.
#include "training/network/ranks/rank_socket.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <absl/strings/match.h>
#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/strip.h>

#include "base/status_macros.h"

namespace kvintet::network {
namespace {

using Clock = std::chrono::steady_clock;
using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

constexpr int kBacklog = 64;
// When a silent connection is probed, how often, and when it counts as lost.
constexpr int kIdleSeconds = 10;
constexpr int kProbeSeconds = 5;
constexpr int kProbes = 3;
constexpr int kUnansweredMs = 25000;

void SetNumber(int socket, int level, int option, int value) {
  setsockopt(socket, level, option, &value, sizeof value);
}

// Unavailable: names may be resolved later.
absl::StatusOr<Addresses> Resolve(const SocketName& name) {
  addrinfo hints = {};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (const int error = getaddrinfo(name.host.c_str(), name.port.c_str(), &hints, &found);
      error != 0) {
    return absl::UnavailableError(absl::StrCat(name.host, ": ", gai_strerror(error)));
  }
  return Addresses(found, &freeaddrinfo);
}

bool IsWildcard(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    return reinterpret_cast<const sockaddr_in&>(address).sin_addr.s_addr == htonl(INADDR_ANY);
  }
  return address.sa_family == AF_INET6 &&
         IN6_IS_ADDR_UNSPECIFIED(&reinterpret_cast<const sockaddr_in6&>(address).sin6_addr);
}

SocketName NameOf(const sockaddr_storage& address, socklen_t size) {
  std::array<char, NI_MAXHOST> host = {};
  std::array<char, NI_MAXSERV> port = {};
  if (getnameinfo(reinterpret_cast<const sockaddr*>(&address), size, host.data(), host.size(),
                  port.data(), port.size(), NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return {};
  }
  return {.host = host.data(), .port = port.data()};
}

// Waits until the socket is connected.
absl::Status AwaitConnection(int socket, double seconds, const std::stop_token& stop) {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (Clock::now() < end) {
    if (stop.stop_requested()) {
      return absl::CancelledError("asked to stop");
    }
    pollfd waiting = {.fd = socket, .events = POLLOUT, .revents = 0};
    if (poll(&waiting, 1, 100) == 1) {
      int error = 0;
      socklen_t size = sizeof error;
      getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size);
      return error == 0 ? absl::OkStatus() : absl::UnavailableError(std::strerror(error));
    }
  }
  return absl::UnavailableError("no answer");
}

}  // namespace

absl::StatusOr<SocketName> ParseSocketName(const std::string& text, const std::string& what) {
  const size_t colon = text.rfind(':');
  absl::string_view host = absl::string_view(text).substr(0, colon);
  int port = -1;
  const bool bracketed = absl::ConsumePrefix(&host, "[") && absl::ConsumeSuffix(&host, "]");
  if (colon == std::string::npos || !absl::SimpleAtoi(text.substr(colon + 1), &port) || port < 0 ||
      port > 65535 || host.empty() || (absl::StrContains(host, ':') && !bracketed)) {
    return absl::InvalidArgumentError(
        absl::StrCat(what, ": wanted HOST:PORT with a port from 0 to 65535, found '", text, "'"));
  }
  return SocketName{.host = std::string(host), .port = absl::StrCat(port)};
}

std::string ToText(const SocketName& name) {
  return absl::StrContains(name.host, ':') ? absl::StrCat("[", name.host, "]:", name.port)
                                           : absl::StrCat(name.host, ":", name.port);
}

absl::StatusOr<int> ListenAt(const std::string& text, const std::string& what) {
  KVINTET_ASSIGN_OR_RETURN(const SocketName name, ParseSocketName(text, what));
  const absl::StatusOr<Addresses> found = Resolve(name);
  const std::string wanted =
      absl::StrCat(what, ": wanted an address of this machine that the other hosts reach, ");
  if (!found.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(wanted, "found ", found.status().message()));
  }
  const addrinfo& address = **found;
  if (IsWildcard(*address.ai_addr)) {
    return absl::InvalidArgumentError(absl::StrCat(
        wanted, "found '", name.host, "', which is all of them; the ranks connect to one"));
  }
  const int listener = socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (listener < 0) {
    return absl::ErrnoToStatus(errno, "cannot create a socket for ranks");
  }
  SetNumber(listener, SOL_SOCKET, SO_REUSEADDR, 1);
  if (bind(listener, address.ai_addr, address.ai_addrlen) == 0 && listen(listener, kBacklog) == 0) {
    return listener;
  }
  const int error = errno;
  close(listener);
  if (error == EADDRNOTAVAIL) {
    return absl::InvalidArgumentError(absl::StrCat(wanted, "found '", name.host, "'"));
  }
  return absl::FailedPreconditionError(
      absl::StrCat(what, ": cannot listen at ", ToText(name), ": ", std::strerror(error)));
}

absl::StatusOr<int> ConnectTo(const SocketName& name, double seconds, const std::stop_token& stop) {
  KVINTET_ASSIGN_OR_RETURN(const Addresses found, Resolve(name));
  absl::Status last = absl::UnavailableError("no address");
  for (const addrinfo* address = found.get(); address != nullptr; address = address->ai_next) {
    const int line = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (line < 0) {
      return absl::ErrnoToStatus(errno, "cannot create a socket for ranks");
    }
    last = connect(line, address->ai_addr, address->ai_addrlen) == 0 || errno == EINPROGRESS
               ? AwaitConnection(line, seconds, stop)
               : absl::UnavailableError(std::strerror(errno));
    if (last.ok()) {
      WatchConnection(line);
      return line;
    }
    close(line);
  }
  return last;
}

void WatchConnection(int socket) {
  SetNumber(socket, IPPROTO_TCP, TCP_NODELAY, 1);
  SetNumber(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
  SetNumber(socket, IPPROTO_TCP, TCP_KEEPIDLE, kIdleSeconds);
  SetNumber(socket, IPPROTO_TCP, TCP_KEEPINTVL, kProbeSeconds);
  SetNumber(socket, IPPROTO_TCP, TCP_KEEPCNT, kProbes);
  SetNumber(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, kUnansweredMs);
}

SocketName OwnName(int socket) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  return NameOf(address, size);
}

SocketName OtherName(int socket) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  return getpeername(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0
             ? NameOf(address, size)
             : SocketName{};
}

}  // namespace kvintet::network

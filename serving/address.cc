// ListenAddress: see the header.
#include "serving/address.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include "base/status_macros.h"

namespace kvintet::serving {
namespace {

constexpr char kUnix[] = "unix:";

// A socket that closes itself.
class Socket {
 public:
  explicit Socket(int family) : descriptor_(socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0)) {}
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  ~Socket() {
    if (descriptor_ >= 0) {
      close(descriptor_);
    }
  }
  int Get() const { return descriptor_; }

 private:
  int descriptor_;
};

absl::Status CannotListen(const ListenAddress& address, int error) {
  const auto code = error == EADDRINUSE || error == EEXIST ? absl::StatusCode::kAlreadyExists
                                                           : absl::StatusCode::kFailedPrecondition;
  return absl::Status(
      code, absl::StrCat("cannot listen on ", address.Text(), ": ", std::strerror(error)));
}

bool IsLoopback(const std::string& host) {
  in_addr v4 = {};
  if (inet_pton(AF_INET, host.c_str(), &v4) == 1) {
    return ntohl(v4.s_addr) >> 24 == 127;
  }
  in6_addr v6 = {};
  return inet_pton(AF_INET6, host.c_str(), &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}

// The address as bind takes it; returns its length.
socklen_t Fill(const ListenAddress& address, sockaddr_storage* storage) {
  if (!address.path.empty()) {
    sockaddr_un un = {.sun_family = AF_UNIX, .sun_path = {}};
    std::ranges::copy(address.path, un.sun_path);
    std::memcpy(storage, &un, sizeof un);
    return sizeof un;
  }
  const uint16_t port = htons(static_cast<uint16_t>(address.port));
  if (absl::StrContains(address.host, ':')) {
    sockaddr_in6 in = {};
    in.sin6_family = AF_INET6;
    in.sin6_port = port;
    in.sin6_addr = in6addr_loopback;
    std::memcpy(storage, &in, sizeof in);
    return sizeof in;
  }
  sockaddr_in in = {};
  in.sin_family = AF_INET;
  in.sin_port = port;
  inet_pton(AF_INET, address.host.c_str(), &in.sin_addr);
  std::memcpy(storage, &in, sizeof in);
  return sizeof in;
}

absl::StatusOr<ListenAddress> ParseUnix(const std::string& path) {
  constexpr size_t kMost = sizeof(sockaddr_un{}.sun_path) - 1;
  if (path.empty() || path.size() > kMost) {
    return absl::InvalidArgumentError(absl::StrCat("listen: wanted a path of 1 to ", kMost,
                                                   " bytes after 'unix:', found '", path, "'"));
  }
  return ListenAddress{.path = path};
}

// Makes the socket's file and takes it away again.
absl::Status TryPath(const ListenAddress& address, const sockaddr_storage& storage,
                     socklen_t size) {
  const Socket probe(AF_UNIX);
  if (bind(probe.Get(), reinterpret_cast<const sockaddr*>(&storage), size) != 0) {
    return CannotListen(address, errno);
  }
  unlink(address.path.c_str());
  return absl::OkStatus();
}

// gRPC removes a socket file that is in its way, even one that somebody listens on.
absl::Status CheckPath(const ListenAddress& address, const sockaddr_storage& storage,
                       socklen_t size) {
  struct stat found = {};
  if (lstat(address.path.c_str(), &found) != 0) {
    return TryPath(address, storage, size);
  }
  if (!S_ISSOCK(found.st_mode)) {
    return CannotListen(address, EEXIST);
  }
  const Socket probe(AF_UNIX);
  if (connect(probe.Get(), reinterpret_cast<const sockaddr*>(&storage), size) == 0) {
    return CannotListen(address, EADDRINUSE);
  }
  return absl::OkStatus();
}

}  // namespace

std::string ListenAddress::Text() const {
  if (!path.empty()) {
    return absl::StrCat(kUnix, path);
  }
  const bool v6 = absl::StrContains(host, ':');
  return v6 ? absl::StrCat("[", host, "]:", port) : absl::StrCat(host, ":", port);
}

absl::StatusOr<ListenAddress> ParseListenAddress(const std::string& text) {
  if (absl::StartsWith(text, kUnix)) {
    return ParseUnix(text.substr(std::strlen(kUnix)));
  }
  const size_t colon = text.rfind(':');
  ListenAddress address;
  if (colon == std::string::npos || !absl::SimpleAtoi(text.substr(colon + 1), &address.port) ||
      address.port < 0 || address.port > 65535) {
    return absl::InvalidArgumentError(absl::StrCat(
        "listen: wanted HOST:PORT with a port from 0 to 65535, or unix:PATH, found '", text, "'"));
  }
  absl::string_view host = absl::string_view(text).substr(0, colon);
  if (absl::ConsumePrefix(&host, "[") && !absl::ConsumeSuffix(&host, "]")) {
    return absl::InvalidArgumentError(absl::StrCat("listen: no ']' in '", text, "'"));
  }
  address.host = host == "localhost" ? "127.0.0.1" : std::string(host);
  if (!IsLoopback(address.host)) {
    return absl::InvalidArgumentError(
        absl::StrCat("listen: wanted a loopback address (127.0.0.1, [::1], localhost) or "
                     "unix:PATH, found '",
                     text, "': connections are not encrypted, so others must not reach them"));
  }
  return address;
}

absl::Status CheckCanListen(const ListenAddress& address) {
  sockaddr_storage storage = {};
  const socklen_t size = Fill(address, &storage);
  if (!address.path.empty()) {
    return CheckPath(address, storage, size);
  }
  const Socket probe(storage.ss_family);
  const int on = 1;
  setsockopt(probe.Get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(probe.Get(), reinterpret_cast<const sockaddr*>(&storage), size) != 0) {
    return CannotListen(address, errno);
  }
  return absl::OkStatus();
}

}  // namespace kvintet::serving

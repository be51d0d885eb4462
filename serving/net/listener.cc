// Listener: see the header.
#include "serving/net/listener.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "base/status_macros.h"

namespace kvintet::serving {
namespace {

constexpr int kBacklog = 512;
constexpr mode_t kForOwner = S_IRUSR | S_IWUSR;

// A socket that closes itself unless it is released.
class Socket {
 public:
  explicit Socket(int family)
      : descriptor_(socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {}
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  ~Socket() {
    if (descriptor_ >= 0) {
      close(descriptor_);
    }
  }
  int Get() const { return descriptor_; }
  int Take() { return std::exchange(descriptor_, -1); }
  void SetOn(int level, int option) const {
    const int on = 1;
    setsockopt(descriptor_, level, option, &on, sizeof on);
  }

 private:
  int descriptor_;
};

// An address in the form of the system calls.
struct RawAddress {
  explicit RawAddress(const ListenAddress& address) : size(Fill(address)) {}
  const sockaddr* Get() const { return reinterpret_cast<const sockaddr*>(&storage); }

  sockaddr_storage storage = {};
  socklen_t size;

 private:
  template <typename T>
  socklen_t Set(const T& typed) {
    std::memcpy(&storage, &typed, sizeof typed);
    return sizeof typed;
  }
  socklen_t Fill(const ListenAddress& address) {
    const uint16_t port = htons(static_cast<uint16_t>(address.port));
    if (!address.path.empty()) {
      sockaddr_un un = {.sun_family = AF_UNIX, .sun_path = {}};
      std::ranges::copy(address.path, un.sun_path);
      return Set(un);
    }
    if (absl::StrContains(address.host, ':')) {
      sockaddr_in6 in = {};
      in.sin6_family = AF_INET6;
      in.sin6_port = port;
      inet_pton(AF_INET6, address.host.c_str(), &in.sin6_addr);
      return Set(in);
    }
    sockaddr_in in = {};
    in.sin_family = AF_INET;
    in.sin_port = port;
    inet_pton(AF_INET, address.host.c_str(), &in.sin_addr);
    return Set(in);
  }
};

absl::Status CannotListen(const ListenAddress& address, int error) {
  const auto code = error == EADDRINUSE || error == EEXIST ? absl::StatusCode::kAlreadyExists
                                                           : absl::StatusCode::kFailedPrecondition;
  return absl::Status(
      code, absl::StrCat("cannot listen on ", address.Text(), ": ", std::strerror(error)));
}

// Removes the file of a Unix socket if nobody listens on it.
absl::Status ClearPath(const ListenAddress& address) {
  struct stat found = {};
  if (lstat(address.path.c_str(), &found) != 0) {
    return absl::OkStatus();
  }
  if (!S_ISSOCK(found.st_mode)) {
    return CannotListen(address, EEXIST);
  }
  const RawAddress raw(address);
  const Socket probe(AF_UNIX);
  if (connect(probe.Get(), raw.Get(), raw.size) == 0) {
    return CannotListen(address, EADDRINUSE);
  }
  unlink(address.path.c_str());
  return absl::OkStatus();
}

int PortOf(int descriptor) {
  sockaddr_storage storage = {};
  socklen_t size = sizeof storage;
  getsockname(descriptor, reinterpret_cast<sockaddr*>(&storage), &size);
  // Both address families have the port at the same place.
  sockaddr_in in = {};
  std::memcpy(&in, &storage, sizeof in);
  return ntohs(in.sin_port);
}

}  // namespace

Listener::Listener(int descriptor, ListenAddress address)
    : descriptor_(descriptor), address_(std::move(address)) {}

Listener::Listener(Listener&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), address_(std::move(other.address_)) {}

Listener::~Listener() {
  if (descriptor_ < 0) {
    return;
  }
  if (!address_.path.empty()) {
    unlink(address_.path.c_str());
  }
  close(descriptor_);
}

absl::StatusOr<Listener> Listener::Open(ListenAddress address, Callers callers) {
  const bool unix_socket = !address.path.empty();
  if (unix_socket) {
    KVINTET_RETURN_IF_ERROR(ClearPath(address));
  }
  const RawAddress raw(address);
  Socket socket(raw.storage.ss_family);
  if (!unix_socket) {
    // Not SO_REUSEPORT, with which a second server could take a share of the first one's clients.
    socket.SetOn(SOL_SOCKET, SO_REUSEADDR);
    // Accepted sockets inherit this; answers are sent without delay.
    socket.SetOn(IPPROTO_TCP, TCP_NODELAY);
  } else if (callers == Callers::kOwner) {
    // Set before the file exists, so that it never has wider permissions.
    fchmod(socket.Get(), kForOwner);
  }
  if (bind(socket.Get(), raw.Get(), raw.size) != 0 || listen(socket.Get(), kBacklog) != 0) {
    return CannotListen(address, errno);
  }
  if (!unix_socket) {
    address.port = PortOf(socket.Get());
  }
  return Listener(socket.Take(), std::move(address));
}

absl::StatusOr<int> ConnectTo(const ListenAddress& address) {
  const RawAddress raw(address);
  Socket socket(raw.storage.ss_family);
  if (connect(socket.Get(), raw.Get(), raw.size) != 0 && errno != EINPROGRESS) {
    return absl::UnavailableError(
        absl::StrCat("cannot connect to ", address.Text(), ": ", std::strerror(errno)));
  }
  return socket.Take();
}

absl::Status CheckCanListen(const ListenAddress& address) {
  return Listener::Open(address).status();
}

}  // namespace kvintet::serving

// PeerName: see the header.
#include "serving/http/peer_name.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstring>

#include "absl/strings/str_cat.h"

namespace kvintet::serving {
namespace {

std::string Name4(const in_addr& address, in_port_t port) {
  char text[INET_ADDRSTRLEN] = {};
  inet_ntop(AF_INET, &address, text, sizeof text);
  return absl::StrCat("ipv4:", text, ":", ntohs(port));
}

}  // namespace

std::string PeerName(int descriptor) {
  sockaddr_storage storage = {};
  socklen_t size = sizeof storage;
  const int failed = getpeername(descriptor, reinterpret_cast<sockaddr*>(&storage), &size);
  if (failed == 0 && storage.ss_family == AF_INET) {
    sockaddr_in in = {};
    std::memcpy(&in, &storage, sizeof in);
    return Name4(in.sin_addr, in.sin_port);
  }
  if (failed != 0 || storage.ss_family != AF_INET6) {
    return "unix:";
  }
  sockaddr_in6 in = {};
  std::memcpy(&in, &storage, sizeof in);
  if (IN6_IS_ADDR_V4MAPPED(&in.sin6_addr)) {
    in_addr inner = {};
    std::memcpy(&inner, in.sin6_addr.s6_addr + 12, sizeof inner);
    return Name4(inner, in.sin6_port);
  }
  char text[INET6_ADDRSTRLEN] = {};
  inet_ntop(AF_INET6, &in.sin6_addr, text, sizeof text);
  return absl::StrCat("ipv6:%5B", text, "%5D:", ntohs(in.sin6_port));
}

}  // namespace kvintet::serving

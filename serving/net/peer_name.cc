// HostOf, PeerName: see the header.
#include "serving/net/peer_name.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace kvintet::serving {

std::string HostOf(const sockaddr_storage& storage) {
  char text[INET6_ADDRSTRLEN] = {};
  if (storage.ss_family == AF_INET) {
    sockaddr_in in = {};
    std::memcpy(&in, &storage, sizeof in);
    inet_ntop(AF_INET, &in.sin_addr, text, sizeof text);
  } else if (storage.ss_family == AF_INET6) {
    sockaddr_in6 in = {};
    std::memcpy(&in, &storage, sizeof in);
    inet_ntop(AF_INET6, &in.sin6_addr, text, sizeof text);
  }
  return text;
}

std::string PeerName(int descriptor) {
  sockaddr_storage storage = {};
  socklen_t size = sizeof storage;
  const int failed = getpeername(descriptor, reinterpret_cast<sockaddr*>(&storage), &size);
  const std::string host = failed == 0 ? HostOf(storage) : "";
  if (host.empty()) {
    return "unix:";
  }
  // Both families have the port at the same place.
  sockaddr_in6 in = {};
  std::memcpy(&in, &storage, sizeof in);
  const int port = ntohs(in.sin6_port);
  absl::string_view within = host;
  if (storage.ss_family == AF_INET ||
      (IN6_IS_ADDR_V4MAPPED(&in.sin6_addr) && absl::ConsumePrefix(&within, "::ffff:"))) {
    return absl::StrCat("ipv4:", within, ":", port);
  }
  return absl::StrCat("ipv6:%5B", host, "%5D:", port);
}

}  // namespace kvintet::serving

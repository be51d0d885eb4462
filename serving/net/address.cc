// ListenAddress: see the header.
#include "serving/net/address.h"

#include <arpa/inet.h>
#include <sys/un.h>

#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace kvintet::serving {
namespace {

constexpr char kUnix[] = "unix:";

// Whether it is a numeric address that is within this reach.
bool IsWithin(const std::string& host, Reach reach) {
  in_addr v4 = {};
  if (inet_pton(AF_INET, host.c_str(), &v4) == 1) {
    return reach == Reach::kAnywhere || ntohl(v4.s_addr) >> 24 == 127;
  }
  in6_addr v6 = {};
  return inet_pton(AF_INET6, host.c_str(), &v6) == 1 &&
         (reach == Reach::kAnywhere || IN6_IS_ADDR_LOOPBACK(&v6));
}

absl::StatusOr<ListenAddress> ParseUnix(const std::string& path) {
  constexpr size_t kMost = sizeof(sockaddr_un{}.sun_path) - 1;
  if (path.empty() || path.size() > kMost) {
    return absl::InvalidArgumentError(absl::StrCat("listen: wanted a path of 1 to ", kMost,
                                                   " bytes after 'unix:', found '", path, "'"));
  }
  return ListenAddress{.path = path};
}

}  // namespace

std::string ListenAddress::Text() const {
  if (!path.empty()) {
    return absl::StrCat(kUnix, path);
  }
  const bool v6 = absl::StrContains(host, ':');
  return v6 ? absl::StrCat("[", host, "]:", port) : absl::StrCat(host, ":", port);
}

bool ListenAddress::IsLocal() const { return !path.empty() || IsWithin(host, Reach::kLoopback); }

absl::StatusOr<ListenAddress> ParseListenAddress(const std::string& text, Reach reach) {
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
  if (!IsWithin(address.host, Reach::kAnywhere) && reach == Reach::kAnywhere) {
    return absl::InvalidArgumentError(
        absl::StrCat("listen: wanted a numeric address or unix:PATH, found '", text, "'"));
  }
  if (!IsWithin(address.host, reach)) {
    return absl::InvalidArgumentError(
        absl::StrCat("listen: wanted a loopback address (127.0.0.1, [::1], localhost) or "
                     "unix:PATH, found '",
                     text,
                     "': other addresses require TLS with client certificates "
                     "(serve { tls { certificate key client_ca } })"));
  }
  return address;
}

}  // namespace kvintet::serving

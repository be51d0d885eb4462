// Sockets of the lines to ranks on other hosts; internal.
#pragma once

#include <stop_token>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace kvintet::network {

// One end of a connection: a numeric address and a port.
struct SocketName {
  std::string host;
  std::string port;
};

// "HOST:PORT", where HOST is a name or an address, an IPv6 one in brackets. InvalidArgument,
// beginning with `what`, for anything else.
absl::StatusOr<SocketName> ParseSocketName(const std::string& text, const std::string& what);

// "10.0.0.1:7000", "[fe80::1]:7000".
std::string ToText(const SocketName& name);

// A socket that listens at `text`; port 0: at one that the system chooses. InvalidArgument,
// beginning with `what`, unless it is one address of this machine; FailedPrecondition if the port
// is taken or not permitted.
absl::StatusOr<int> ListenAt(const std::string& text, const std::string& what);

// A connection to `name`. Unavailable if there is none after this many seconds, Cancelled if asked
// to stop.
absl::StatusOr<int> ConnectTo(const SocketName& name, double seconds, const std::stop_token& stop);

// Makes a connection send at once, and notice within about half a minute that the other host is
// gone.
void WatchConnection(int socket);

// The names of this end and of the other one, empty if the connection is lost.
SocketName OwnName(int socket);
SocketName OtherName(int socket);

}  // namespace kvintet::network

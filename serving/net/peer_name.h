// HostOf, PeerName: the address of a connection's other end as text.
#pragma once

#include <sys/socket.h>

#include <string>

namespace kvintet::serving {

// The host without the port: "127.0.0.1", "::1". Empty for a Unix socket.
std::string HostOf(const sockaddr_storage& storage);

// In the form of gRPC's peers: "ipv4:127.0.0.1:4711", "ipv6:%5B::1%5D:4711", or "unix:" for any
// Unix socket. An address of IPv4 within IPv6 is one of IPv4.
std::string PeerName(int descriptor);

}  // namespace kvintet::serving

// PeerName: the address of a connection's other end, in the form of gRPC's peers.
#pragma once

#include <string>

namespace kvintet::serving {

// "ipv4:127.0.0.1:4711", "ipv6:%5B::1%5D:4711", or "unix:" for any Unix socket. An address of IPv4
// within IPv6 is one of IPv4.
std::string PeerName(int descriptor);

}  // namespace kvintet::serving

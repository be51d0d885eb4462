// HttpGet: sends a raw HTTP request over a new connection and returns the whole response.
#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

#include "base/check.h"
#include "serving/net/listener.h"

namespace kvintet::testing {

// REQUIRES: a server is listening at the address.
inline std::string HttpGet(const serving::ListenAddress& address, const std::string& request) {
  const absl::StatusOr<int> connected = serving::ConnectTo(address);
  KVINTET_CHECK(connected.ok());
  pollfd waiting = {.fd = *connected, .events = POLLOUT, .revents = 0};
  poll(&waiting, 1, -1);
  KVINTET_CHECK(send(*connected, request.data(), request.size(), MSG_NOSIGNAL) > 0);
  std::string answer;
  char part[4096];
  while (true) {
    waiting.events = POLLIN;
    poll(&waiting, 1, -1);
    const ssize_t bytes = recv(*connected, part, sizeof part, 0);
    if (bytes <= 0) {
      break;
    }
    answer.append(part, static_cast<size_t>(bytes));
  }
  close(*connected);
  return answer;
}

}  // namespace kvintet::testing

// HttpClient: a connection over which a test sends raw HTTP and reads what comes back.
#pragma once

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <map>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

#include "base/check.h"
#include "serving/net/listener.h"

namespace kvintet::testing {

// A response as a client reads it.
struct HttpReply {
  // 0: the connection ended before a whole response.
  int code = 0;
  // The status line and the fields as they came.
  std::string head = {};
  // By name in lower case.
  std::map<std::string, std::string> fields = {};
  // Without the marks of chunks.
  std::string body = {};
};

// The address in a URL such as "https://127.0.0.1:8443/". REQUIRES: the URL has that scheme.
inline serving::ListenAddress AddressIn(absl::string_view url, absl::string_view scheme) {
  KVINTET_CHECK(absl::ConsumePrefix(&url, absl::StrCat(scheme, "://")));
  KVINTET_CHECK(absl::ConsumeSuffix(&url, "/"));
  const auto address = serving::ParseListenAddress(std::string(url));
  KVINTET_CHECK(address.ok());
  return *address;
}

// A request with a length, for "localhost".
inline std::string HttpPost(const std::string& path, const std::string& type,
                            const std::string& body, const std::string& more = "") {
  return absl::StrCat("POST ", path, " HTTP/1.1\r\nHost: localhost\r\nContent-Type: ", type,
                      "\r\nContent-Length: ", body.size(), "\r\n", more, "\r\n", body);
}

// Blocks until it has what it waits for.
class HttpClient {
 public:
  // REQUIRES: a server listens at the address.
  explicit HttpClient(const serving::ListenAddress& address) {
    const absl::StatusOr<int> connected = serving::ConnectTo(address);
    KVINTET_CHECK(connected.ok());
    descriptor_ = *connected;
  }
  // From 127.0.0.`host` to a port of 127.0.0.1.
  HttpClient(int port, int host) : descriptor_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in from = {};
    from.sin_family = AF_INET;
    from.sin_addr.s_addr = htonl(0x7f000000u + static_cast<uint32_t>(host));
    sockaddr_in to = from;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons(static_cast<uint16_t>(port));
    const auto raw = [](sockaddr_in* address) { return reinterpret_cast<sockaddr*>(address); };
    KVINTET_CHECK(bind(descriptor_, raw(&from), sizeof from) == 0);
    KVINTET_CHECK(connect(descriptor_, raw(&to), sizeof to) == 0);
  }
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;
  ~HttpClient() { close(descriptor_); }

  int Descriptor() const { return descriptor_; }

  // What the server no longer takes is dropped.
  void Send(const std::string& text) const {
    for (size_t sent = 0; sent < text.size();) {
      Wait(POLLOUT);
      const ssize_t bytes = send(descriptor_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
      if (bytes < 0) {
        return;
      }
      sent += static_cast<size_t>(bytes);
    }
  }

  // The head of a response.
  HttpReply ReadHead() {
    HttpReply reply;
    reply.head = ReadThrough("\r\n\r\n");
    const std::string& head = reply.head;
    if (head.empty() || !absl::SimpleAtoi(head.substr(9, 3), &reply.code)) {
      return reply;
    }
    for (size_t at = head.find("\r\n") + 2; at + 2 < head.size();) {
      const size_t end = head.find("\r\n", at);
      const size_t colon = head.find(": ", at);
      reply.fields[absl::AsciiStrToLower(head.substr(at, colon - at))] =
          head.substr(colon + 2, end - colon - 2);
      at = end + 2;
    }
    return reply;
  }
  // A whole response. That to a HEAD request has no body.
  HttpReply Read(bool with_body = true) {
    HttpReply reply = ReadHead();
    size_t length = 0;
    if (!with_body || reply.code == 204 || reply.code == 304) {
      return reply;
    }
    if (absl::SimpleAtoi(reply.fields["content-length"], &length)) {
      reply.body = ReadBytes(length);
      reply.code = reply.body.size() == length ? reply.code : 0;
      return reply;
    }
    std::string chunk;
    while (ReadChunk(&chunk)) {
      reply.body += chunk;
    }
    reply.code = ended_ ? 0 : reply.code;
    return reply;
  }
  HttpReply Ask(const std::string& request, bool with_body = true) {
    Send(request);
    return Read(with_body);
  }
  // A chunk of a body. False for the last, or if the connection ends.
  bool ReadChunk(std::string* chunk) {
    const std::string line = ReadThrough("\r\n");
    size_t size = 0;
    if (line.empty() || !absl::SimpleHexAtoi(line.substr(0, line.size() - 2), &size)) {
      ended_ = true;
      return false;
    }
    *chunk = ReadBytes(size);
    ReadThrough("\r\n");
    return size > 0 && !ended_;
  }
  // Whether the server ends the connection and sends nothing before.
  bool IsAtEnd() {
    ReadBytes(1);
    return ended_;
  }

 private:
  void Wait(int16_t events) const {
    pollfd waiting = {.fd = descriptor_, .events = events, .revents = 0};
    poll(&waiting, 1, -1);
  }
  void ReadMore() {
    char part[4096];
    Wait(POLLIN);
    const ssize_t bytes = recv(descriptor_, part, sizeof part, 0);
    ended_ = bytes <= 0;
    unread_.append(part, ended_ ? 0 : static_cast<size_t>(bytes));
  }
  // Fewer if the connection ends.
  std::string ReadBytes(size_t count) {
    while (unread_.size() < count && !ended_) {
      ReadMore();
    }
    std::string bytes = unread_.substr(0, count);
    unread_.erase(0, count);
    return bytes;
  }
  // Everything up to and with `end`; empty if the connection ends.
  std::string ReadThrough(const std::string& end) {
    while (unread_.find(end) == std::string::npos && !ended_) {
      ReadMore();
    }
    const size_t at = unread_.find(end);
    return at == std::string::npos ? "" : ReadBytes(at + end.size());
  }

  int descriptor_;
  bool ended_ = false;
  std::string unread_;
};

}  // namespace kvintet::testing

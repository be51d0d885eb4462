// RequestReader: reads requests of HTTP/1.1 from the bytes of a connection.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

#include "serving/http/protocol/http_message.h"

namespace kvintet::serving {

// Reads one request after the other: its head, then its body. Not thread-safe.
class RequestReader {
 public:
  RequestReader();
  ~RequestReader();

  // Adds bytes that have arrived. Those beyond the request are kept for the next one.
  void Add(absl::string_view bytes);
  // Bytes that have not been read.
  size_t Unread() const { return unread_.size(); }

  // What has been read since the last call.
  enum class Found {
    // More bytes are needed.
    kNothing,
    kHead,
    // The whole request.
    kBody,
    // It is no request, or too large; nothing further can be read.
    kBroken
  };
  Found Read();

  // The head. REQUIRES for the functions below: it has been found.
  const HttpRequest& Head() const { return head_; }
  bool HasBody() const;
  // 0 if it is not known before the end.
  uint64_t BodyBytes() const;
  bool IsHttp10() const;
  // Whether the client wants to send another request.
  bool KeepsOpen() const;
  // Must be called before the body is read; a larger body is broken.
  void LimitBody(size_t bytes);
  // REQUIRES: the body has been found.
  const std::string& Body() const;

  // REQUIRES: kBroken. Whether the body is larger than its limit; the response, if it is not.
  bool IsTooLarge() const { return too_large_; }
  const HttpResponse& Refusal() const { return refusal_; }

  // Begins the next request.
  void Restart();

 private:
  struct Parser;
  // Reads what has arrived. Empty if that is more than the head or the body that it ends.
  std::optional<Found> Parse();
  Found Break(HttpResponse refusal);

  std::unique_ptr<Parser> parser_;
  std::string unread_;
  HttpRequest head_;
  HttpResponse refusal_;
  bool head_found_ = false;
  bool too_large_ = false;
};

}  // namespace kvintet::serving

// Client: a gRPC client for the service.
#pragma once

#include <google/protobuf/message.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "base/status_macros.h"
#include "serving/net/tls.h"

namespace kvintet::serving {

// How long a person waits for a connection before being told that there is none.
inline constexpr std::chrono::milliseconds kConnectTime(5000);

// One connection. Calls block for at most the given time. Errors are those of the service, or
// Unavailable if the server does not answer. Thread-safe.
class Client {
 public:
  using Timeout = std::chrono::milliseconds;

  // `address` is "HOST:PORT" or "unix:PATH". Unavailable if no server answers within `timeout` or
  // one side does not trust the other; also errors of the files in `security`.
  static absl::StatusOr<std::unique_ptr<Client>> Connect(const std::string& address,
                                                         Timeout timeout,
                                                         const ClientSecurity& security = {});
  ~Client();

  // Makes the call that takes `request`. Every method has a request type of its own, so the type
  // names the method, and `Response` is the method's response type (Internal if it is not).
  template <typename Response>
  absl::StatusOr<Response> Call(const google::protobuf::Message& request, Timeout timeout) {
    Response response;
    KVINTET_RETURN_IF_ERROR(Call(request, timeout, &response));
    return response;
  }

  // The same with a response of a type that is known at run time.
  absl::Status Call(const google::protobuf::Message& request, Timeout timeout,
                    google::protobuf::Message* response);

  // The same for a method that answers with a stream. Calls `see` for every message until `see`
  // returns false (ok) or the stream ends (its status; DeadlineExceeded after `timeout`).
  template <typename Response>
  absl::Status Follow(const google::protobuf::Message& request, Timeout timeout,
                      const std::function<bool(const Response&)>& see) {
    Response response;
    return Follow(request, timeout, &response, [&] { return see(response); });
  }
  // `see` finds each message in `response`.
  absl::Status Follow(const google::protobuf::Message& request, Timeout timeout,
                      google::protobuf::Message* response, const std::function<bool()>& see);

 private:
  struct Stub;
  Client(std::unique_ptr<Stub> stub, const std::string& token);

  std::unique_ptr<Stub> stub_;
  // "Bearer TOKEN", or empty.
  const std::string authorization_;
};

}  // namespace kvintet::serving

// HttpConnection: one client of the HTTP door, whose requests are answered one after the other.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "serving/http/in_process_calls.h"
#include "serving/http/router.h"

namespace boost::asio {
class io_context;
namespace ssl {
class context;
}
}  // namespace boost::asio

namespace kvintet::serving {

// How long a client may take. A client that takes longer is cut off.
struct HttpTimes {
  // For a TLS handshake; for the first request of a connection, and for each whole request from its
  // first byte on, which is then answered with 408.
  std::chrono::milliseconds request{10'000};
  // Between requests.
  std::chrono::milliseconds idle{60'000};
  // To take a response, or a message of a stream.
  std::chrono::milliseconds write{30'000};
  // To read the last response before the connection ends.
  std::chrono::milliseconds linger{2'000};
};

// What connections share. All are borrowed.
struct ConnectionContext {
  boost::asio::io_context* io = nullptr;
  const Router* router = nullptr;
  InProcessCalls* calls = nullptr;
  size_t max_request_bytes = 0;
  HttpTimes times = {};
};

// Belongs to the thread that runs the io_context. Lives until its socket is closed.
class HttpConnection {
 public:
  virtual ~HttpConnection() = default;
  virtual void Start() = 0;
  // Ends when the request in progress is answered, at once if there is none.
  virtual void Drain() = 0;
  // Ends at once, and cancels the call in progress.
  virtual void Close() = 0;
};

// A connection that owns the descriptor. `tls` is null for one that is not encrypted. `gone` is
// called when the connection is destroyed.
std::shared_ptr<HttpConnection> MakeConnection(const ConnectionContext& context, int descriptor,
                                               std::shared_ptr<boost::asio::ssl::context> tls,
                                               std::function<void(HttpConnection*)> gone);

}  // namespace kvintet::serving

// HttpConnection: see the header.
#include "serving/http/http_connection.h"

#include <sys/socket.h>

#include <array>
#include <optional>
#include <utility>

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include "absl/strings/match.h"

#include "serving/http/protocol/call_response.h"
#include "serving/http/request_reader.h"
#include "serving/net/peer_name.h"

namespace kvintet::serving {
namespace {

namespace asio = boost::asio;

using asio::generic::stream_protocol;
using boost::system::error_code;
using std::chrono::milliseconds;

constexpr char kContinue[] = "HTTP/1.1 100 Continue\r\n\r\n";

// A socket, encrypted or not, as Beast and Asio want streams.
class DoorStream {
 public:
  DoorStream(stream_protocol::socket socket, std::shared_ptr<asio::ssl::context> context)
      : socket_(std::move(socket)), context_(std::move(context)) {
    if (context_ != nullptr) {
      tls_.emplace(socket_, *context_);
    }
  }

  // NOLINTBEGIN(readability-identifier-naming): the names that the libraries use.
  using executor_type = stream_protocol::socket::executor_type;
  executor_type get_executor() { return socket_.get_executor(); }
  template <typename Buffers, typename Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    if (tls_) {
      tls_->async_read_some(buffers, std::forward<Handler>(handler));
    } else {
      socket_.async_read_some(buffers, std::forward<Handler>(handler));
    }
  }
  template <typename Buffers, typename Handler>
  void async_write_some(const Buffers& buffers, Handler&& handler) {
    if (tls_) {
      tls_->async_write_some(buffers, std::forward<Handler>(handler));
    } else {
      socket_.async_write_some(buffers, std::forward<Handler>(handler));
    }
  }
  // NOLINTEND(readability-identifier-naming)

  // Null if the connection is not encrypted.
  asio::ssl::stream<stream_protocol::socket&>* Tls() { return tls_ ? &*tls_ : nullptr; }
  stream_protocol::socket& Socket() { return socket_; }

 private:
  stream_protocol::socket socket_;
  const std::shared_ptr<asio::ssl::context> context_;
  std::optional<asio::ssl::stream<stream_protocol::socket&>> tls_;
};

HttpResponse TooSlow() {
  return ErrorResponse(
      408, absl::DeadlineExceededError("wanted a whole request in time, found a part of one"));
}

class SocketConnection final : public HttpConnection,
                               public std::enable_shared_from_this<SocketConnection> {
 public:
  SocketConnection(const ConnectionContext& context, stream_protocol::socket socket,
                   std::shared_ptr<asio::ssl::context> tls,
                   std::function<void(HttpConnection*)> gone)
      : context_(context),
        peer_(PeerName(socket.native_handle())),
        gone_(std::move(gone)),
        stream_(std::move(socket), std::move(tls)),
        timer_(*context.io) {}
  ~SocketConnection() override { gone_(this); }

  void Start() override {
    SetTimer(context_.times.request, [this] { Close(); });
    if (stream_.Tls() == nullptr) {
      Watch();
      return;
    }
    stream_.Tls()->async_handshake(asio::ssl::stream_base::server,
                                   [self = shared_from_this()](const error_code& error) {
                                     error ? self->Close() : self->Watch();
                                   });
  }

  void Drain() override {
    draining_ = true;
    if (state_ == State::kIdle) {
      Close();
    }
  }

  void Close() override {
    // Until the end of this function.
    const std::shared_ptr<SocketConnection> self = std::move(kept_);
    state_ = State::kClosed;
    StopTimer();
    if (call_ != nullptr) {
      std::exchange(call_, nullptr)->Cancel();
    }
    error_code ignored;
    stream_.Socket().close(ignored);
  }

 private:
  enum class State { kIdle, kReading, kAnswering, kLingering, kClosed };

  void SetTimer(milliseconds time, std::function<void()> late) {
    StopTimer();
    timer_.expires_after(time);
    timer_.async_wait([self = shared_from_this(), late = std::move(late),
                       round = timer_round_](const error_code& error) {
      if (!error && round == self->timer_round_) {
        late();
      }
    });
  }
  void StopTimer() {
    // The handler may be on its way.
    ++timer_round_;
    timer_.cancel();
  }

  // Reads what comes next, and so notices that the client goes away. While a request is answered,
  // it reads a part of the next one at most. A stream may go on for ever, so its client must not go
  // away unnoticed: one that sends more is cut off.
  void Watch() {
    if (watching_) {
      return;
    }
    if (state_ == State::kAnswering && reader_.Unread() >= ahead_.size()) {
      if (call_ != nullptr && plan_.rpc->streams) {
        Close();
      }
      return;
    }
    watching_ = true;
    stream_.async_read_some(asio::buffer(ahead_),
                            [self = shared_from_this()](const error_code& error, size_t bytes) {
                              self->watching_ = false;
                              self->Seen(error, bytes);
                            });
  }

  void Seen(const error_code& error, size_t bytes) {
    if (error) {
      Close();
    } else if (state_ == State::kLingering) {
      Watch();
    } else if (state_ != State::kClosed) {
      reader_.Add({ahead_.data(), bytes});
      if (state_ == State::kIdle) {
        BeginRequest();
      } else if (state_ == State::kReading && !continuing_) {
        ReadOn();
      } else {
        Watch();
      }
    }
  }

  void AwaitRequest() {
    if (draining_) {
      Linger();
      return;
    }
    state_ = State::kIdle;
    reader_.Restart();
    if (reader_.Unread() > 0) {
      BeginRequest();
    } else {
      SetTimer(context_.times.idle, [this] { Close(); });
      Watch();
    }
  }

  void BeginRequest() {
    state_ = State::kReading;
    with_body_ = true;
    SetTimer(context_.times.request, [this] { continuing_ ? Close() : Respond(TooSlow(), false); });
    ReadOn();
  }

  void ReadOn() {
    switch (reader_.Read()) {
      case RequestReader::Found::kNothing:
        Watch();
        break;
      case RequestReader::Found::kHead:
        HeadRead(reader_.Head());
        break;
      case RequestReader::Found::kBody:
        MakeCall(RequestMessage(plan_, reader_.Body(), context_.max_request_bytes));
        break;
      case RequestReader::Found::kBroken:
        Respond(reader_.IsTooLarge() ? Refused(plan_, TooLarge(context_.max_request_bytes))
                                     : reader_.Refusal(),
                false);
        break;
    }
  }

  void HeadRead(const HttpRequest& head) {
    Route route = context_.router->Find(head);
    if (auto* const response = std::get_if<HttpResponse>(&route)) {
      with_body_ = head.method != "HEAD";
      // The body, which is not read, would be taken for the next request.
      Respond(*response, KeepsOpen() && !reader_.HasBody());
      return;
    }
    plan_ = std::get<ConnectCall>(std::move(route));
    const size_t most = context_.max_request_bytes + (plan_.rpc->streams ? kEnvelopeBytes : 0);
    reader_.LimitBody(most);
    if (reader_.BodyBytes() > most) {
      Respond(Refused(plan_, TooLarge(context_.max_request_bytes)), false);
    } else if (plan_.rpc->streams && reader_.IsHttp10()) {
      Respond(ErrorResponse(505, absl::UnimplementedError("a stream needs HTTP/1.1")), false);
    } else if (absl::EqualsIgnoreCase(head.Field("expect"), "100-continue")) {
      continuing_ = true;
      Write(kContinue, [this] {
        continuing_ = false;
        ReadOn();
      });
    } else {
      ReadOn();
    }
  }

  void MakeCall(const absl::StatusOr<std::string>& message) {
    if (!message.ok()) {
      Respond(Refused(plan_, message.status()), KeepsOpen());
      return;
    }
    state_ = State::kAnswering;
    StopTimer();
    response_.emplace(plan_);
    kept_ = shared_from_this();
    call_ = context_.calls->Start({.path = plan_.rpc->path,
                                   .message = *message,
                                   .authorization = plan_.authorization,
                                   .caller = peer_,
                                   .timeout = plan_.timeout},
                                  {.message = Posted(&SocketConnection::Received),
                                   .ended = Posted(&SocketConnection::Ended)});
    Watch();
  }

  // A function for other threads, which has this connection's thread call `what` unless the
  // connection is closed by then.
  template <typename T>
  std::function<void(T)> Posted(void (SocketConnection::*what)(const T&)) {
    return [weak = weak_from_this(), io = context_.io, what](T value) {
      asio::post(*io, [weak, what, value = std::move(value)] {
        const auto self = weak.lock();
        if (self != nullptr && self->state_ == State::kAnswering) {
          ((*self).*what)(value);
        }
      });
    };
  }

  void Received(const std::string& message) {
    absl::StatusOr<std::string> text = response_->Received(message, KeepsOpen());
    if (!text.ok()) {
      call_->Cancel();
    } else if (text->empty()) {
      call_->ReadNext();
    } else {
      // The next message is read when the client has taken this one.
      Write(*std::move(text), [this] { call_->ReadNext(); });
    }
  }

  void Ended(const absl::Status& status) {
    call_.reset();
    kept_.reset();
    const bool keep_open = KeepsOpen();
    Write(response_->Ended(status, keep_open), [this, keep_open] { Answered(keep_open); });
  }

  void Respond(const HttpResponse& response, bool keep_open) {
    state_ = State::kAnswering;
    Write(WireText(response, keep_open, with_body_), [this, keep_open] { Answered(keep_open); });
  }

  void Answered(bool keep_open) { keep_open ? AwaitRequest() : Linger(); }

  void Write(std::string text, std::function<void()> then) {
    text_ = std::move(text);
    const bool reading = state_ == State::kReading;
    if (!reading) {
      SetTimer(context_.times.write, [this] { Close(); });
    }
    asio::async_write(stream_, asio::buffer(text_),
                      [self = shared_from_this(), then = std::move(then), reading](
                          const error_code& error, size_t) {
                        if (self->state_ == State::kClosed) {
                          return;
                        }
                        if (error) {
                          self->Close();
                          return;
                        }
                        if (!reading) {
                          self->StopTimer();
                        }
                        then();
                      });
  }

  // Lets the client read the last response: closing while bytes of the client are unread would
  // take it away.
  void Linger() {
    state_ = State::kLingering;
    SetTimer(context_.times.linger, [this] { Close(); });
    if (stream_.Tls() != nullptr && !watching_) {
      stream_.Tls()->async_shutdown(
          [self = shared_from_this()](const error_code&) { self->Close(); });
      return;
    }
    error_code ignored;
    stream_.Socket().shutdown(asio::socket_base::shutdown_send, ignored);
    Watch();
  }

  bool KeepsOpen() const { return !draining_ && reader_.KeepsOpen(); }

  const ConnectionContext context_;
  const std::string peer_;
  const std::function<void(HttpConnection*)> gone_;
  DoorStream stream_;
  asio::steady_timer timer_;
  uint64_t timer_round_ = 0;
  State state_ = State::kIdle;
  bool watching_ = false;
  bool draining_ = false;
  // What has arrived last, and the request.
  std::array<char, 4096> ahead_;
  RequestReader reader_;
  bool continuing_ = false;
  // What it asks for, the call in progress, and the response. A call keeps its connection, which
  // may wait for nothing else then.
  ConnectCall plan_;
  std::shared_ptr<InProcessCall> call_;
  std::shared_ptr<SocketConnection> kept_;
  std::optional<CallResponse> response_;
  bool with_body_ = true;
  // What is being written.
  std::string text_;
};

}  // namespace

std::shared_ptr<HttpConnection> MakeConnection(const ConnectionContext& context, int descriptor,
                                               std::shared_ptr<asio::ssl::context> tls,
                                               std::function<void(HttpConnection*)> gone) {
  sockaddr_storage storage = {};
  socklen_t size = sizeof storage;
  getsockname(descriptor, reinterpret_cast<sockaddr*>(&storage), &size);
  stream_protocol::socket socket(*context.io, stream_protocol(storage.ss_family, 0), descriptor);
  return std::make_shared<SocketConnection>(context, std::move(socket), std::move(tls),
                                            std::move(gone));
}

}  // namespace kvintet::serving

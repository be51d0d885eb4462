// HttpPage: see the header.
#include "serving/net/http_page.h"

#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <thread>
#include <utility>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "base/check.h"

namespace kvintet::serving {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

using boost::system::error_code;
using Sockets = asio::generic::stream_protocol;
using Acceptor = asio::basic_socket_acceptor<Sockets>;
using ByteStream = beast::basic_stream<Sockets>;

constexpr std::chrono::seconds kPatience(2);
constexpr uint32_t kMaxHeaderBytes = 8192;
constexpr int kMaxConnections = 16;
// Pause while no file descriptor is left, or there are as many connections as allowed.
constexpr std::chrono::milliseconds kPause(100);

HttpAnswer AnswerTo(const HttpPage::Pages& pages, const http::request<http::empty_body>& request) {
  if (request.method() != http::verb::get) {
    return {.code = 405, .text = "wanted GET\n"};
  }
  const std::string target(request.target());
  const auto page = pages.find(target.substr(0, target.find('?')));
  if (page == pages.end()) {
    return {.code = 404, .text = "there is no such page\n"};
  }
  return page->second();
}

// Whether a request arrived and is not one that a page could answer.
bool IsBadRequest(error_code error) {
  return error.category() == http::make_error_code(http::error::bad_method).category() &&
         error != http::error::end_of_stream && error != http::error::partial_message;
}

// One connection. It lives until its answer is sent, or the time is over, and is counted in *open.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(ByteStream::socket_type socket, const HttpPage::Pages& pages, int* open)
      : stream_(std::move(socket)), pages_(pages), open_(open) {
    parser_.header_limit(kMaxHeaderBytes);
    ++*open_;
  }
  ~Connection() { --*open_; }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void Start() {
    stream_.expires_after(kPatience);
    http::async_read(stream_, buffer_, parser_,
                     [self = shared_from_this()](error_code error, size_t) { self->Read(error); });
  }

 private:
  void Read(error_code error) {
    if (!error) {
      Send(AnswerTo(pages_, parser_.get()));
    } else if (IsBadRequest(error)) {
      Send({.code = 400, .text = "wanted an HTTP/1 request without a body\n"});
    }
  }

  void Send(HttpAnswer answer) {
    response_.result(answer.code);
    response_.set(http::field::content_type, "text/plain; version=0.0.4; charset=utf-8");
    response_.keep_alive(false);
    response_.body() = std::move(answer.text);
    response_.prepare_payload();
    http::async_write(stream_, response_, [self = shared_from_this()](error_code, size_t) {
      error_code ignored;
      self->stream_.socket().shutdown(asio::socket_base::shutdown_send, ignored);
    });
  }

  ByteStream stream_;
  const HttpPage::Pages& pages_;
  int* const open_;
  beast::flat_buffer buffer_;
  http::request_parser<http::empty_body> parser_;
  http::response<http::string_body> response_;
};

}  // namespace

class HttpPage::Impl {
 public:
  Impl(Listener listener, Pages pages)
      : listener_(std::move(listener)), pages_(std::move(pages)), acceptor_(io_), pause_(io_) {
    // The acceptor closes its descriptor, so it gets one of its own.
    const int descriptor = dup(listener_.Descriptor());
    KVINTET_CHECK(descriptor >= 0);
    const int family = listener_.Address().path.empty() ? AF_INET : AF_UNIX;
    acceptor_.assign(Sockets(family, 0), descriptor);
    Accept();
    thread_ = std::thread([this] { io_.run(); });
  }

  ~Impl() {
    io_.stop();
    thread_.join();
  }

  const ListenAddress& Address() const { return listener_.Address(); }

 private:
  void Accept() {
    acceptor_.async_accept([this](error_code error, ByteStream::socket_type socket) {
      if (!error) {
        std::make_shared<Connection>(std::move(socket), pages_, &open_)->Start();
      }
      AcceptNext(!error);
    });
  }

  void AcceptNext(bool accepted) {
    if (accepted && open_ < kMaxConnections) {
      Accept();
      return;
    }
    pause_.expires_after(kPause);
    pause_.async_wait([this](error_code) { AcceptNext(true); });
  }

  const Listener listener_;
  const Pages pages_;
  // Connections; used by the thread only.
  int open_ = 0;
  // Before what waits in it, and after what its handlers use.
  asio::io_context io_{1};
  Acceptor acceptor_;
  asio::steady_timer pause_;
  std::thread thread_;
};

HttpPage::HttpPage(Listener listener, Pages pages)
    : impl_(std::make_unique<Impl>(std::move(listener), std::move(pages))) {}

HttpPage::~HttpPage() = default;

const ListenAddress& HttpPage::Address() const { return impl_->Address(); }

}  // namespace kvintet::serving

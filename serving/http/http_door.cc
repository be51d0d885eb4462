// HttpDoor: see the header.
#include "serving/http/http_door.h"

#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "absl/strings/str_cat.h"

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "serving/http/tls_files.h"

namespace kvintet::serving {
namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;

absl::StatusOr<ListenAddress> AddressOf(const HttpConfig& config, bool encrypted) {
  absl::StatusOr<ListenAddress> address =
      ParseListenAddress(config.listen(), encrypted ? Reach::kAnywhere : Reach::kLoopback);
  return address.ok() ? address
                      : absl::Status(address.status().code(),
                                     absl::StrCat("http.", address.status().message(),
                                                  encrypted ? "" : " (other addresses need tls)"));
}

absl::StatusOr<std::optional<StaticFiles>> ReadPage(const HttpConfig& config) {
  if (!config.page()) {
    return std::nullopt;
  }
  if (config.page_folder().empty()) {
    return StaticFiles(EmbeddedPage());
  }
  return StaticFiles::ReadFolder(config.page_folder());
}

absl::StatusOr<Listener> ListenAt(const ListenAddress& wanted, bool any_port) {
  absl::StatusOr<Listener> listener = Listener::Open(wanted);
  if (!any_port || !absl::IsAlreadyExists(listener.status())) {
    return listener;
  }
  ListenAddress other = wanted;
  other.port = 0;
  KVINTET_ASSIGN_OR_RETURN(Listener found, Listener::Open(other));
  LogWarning("serving", "the usual address of HTTP is in use, so HTTP has another port",
             {{"usual", wanted.Text()}, {"address", found.Address().Text()}});
  return found;
}

}  // namespace

ListenAddress UsualHttpAddress(const ListenAddress& grpc) {
  const bool loopback = grpc.path.empty() && grpc.IsLocal();
  return {.host = loopback ? grpc.host : "127.0.0.1",
          .port = loopback && grpc.port == 0 ? 0 : kUsualHttpPort};
}

absl::Status CheckHttp(const HttpConfig& config, bool encrypted) {
  KVINTET_ASSIGN_OR_RETURN(const ListenAddress address, AddressOf(config, encrypted));
  KVINTET_RETURN_IF_ERROR(SiteRules::Make(config, address, encrypted).status());
  // A page within the program is sound, and packing it takes time.
  if (config.page() && !config.page_folder().empty()) {
    KVINTET_RETURN_IF_ERROR(ReadPage(config).status());
  }
  return CheckCanListen(address);
}

class HttpDoor::Impl {
 public:
  Impl(HttpDoorOptions options, Router router, std::optional<TlsFiles> tls)
      : router_(std::move(router)),
        tls_(std::move(tls)),
        encrypted_(options.tls.has_value()),
        refresh_time_(options.tls ? options.tls->refresh_seconds() : 0),
        calls_(std::make_unique<InProcessCalls>(options.services)),
        context_{.io = &io_,
                 .router = &router_,
                 .calls = calls_.get(),
                 .max_request_bytes = options.max_request_bytes,
                 .times = options.times},
        work_(io_.get_executor()),
        refresh_(io_),
        thread_([this] { io_.run(); }) {
    if (tls_) {
      asio::post(io_, [this] { RefreshLater(); });
    }
  }

  void Listen(Listener listener, ConnectionLimits limits) {
    loop_ = std::make_unique<AcceptLoop>(std::move(listener), limits, [this](int descriptor) {
      asio::post(io_, [this, descriptor] { Add(descriptor); });
    });
    address_ = loop_->Address();
  }

  ~Impl() {
    // First, so that no connection is handed over any more.
    loop_.reset();
    asio::post(io_, [this] {
      stopping_ = true;
      refresh_.cancel();
      ForEach(&HttpConnection::Close);
      work_.reset();
    });
    thread_.join();
    // Connections, which start calls, are gone.
    calls_.reset();
  }

  const ListenAddress& Address() const { return address_; }
  std::string Url() const {
    return address_.path.empty()
               ? absl::StrCat(encrypted_ ? "https" : "http", "://", address_.Text(), "/")
               : address_.Text();
  }
  ConnectionCounts Counts() const { return loop_->Counts(); }

  void Drain(milliseconds time) {
    asio::post(io_, [this] {
      stopping_ = true;
      ForEach(&HttpConnection::Drain);
      Look();
    });
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, time, [this] { return drained_; });
  }

 private:
  void Add(int descriptor) {
    if (stopping_) {
      close(descriptor);
      return;
    }
    const auto connection = MakeConnection(context_, descriptor, tls_ ? tls_->Current() : nullptr,
                                           [this](HttpConnection* gone) {
                                             connections_.erase(gone);
                                             Look();
                                           });
    connections_.insert(connection.get());
    connection->Start();
  }

  // Connections may go meanwhile.
  void ForEach(void (HttpConnection::*what)()) {
    const std::set<HttpConnection*> all = connections_;
    for (HttpConnection* connection : all) {
      if (connections_.contains(connection)) {
        (connection->*what)();
      }
    }
  }

  void Look() {
    const std::lock_guard lock(mutex_);
    drained_ = stopping_ && connections_.empty();
    changed_.notify_all();
  }

  // Reads the certificates again, now and then. Tells of a fault once.
  void RefreshLater() {
    refresh_.expires_after(refresh_time_);
    refresh_.async_wait([this](const boost::system::error_code& error) {
      if (error) {
        return;
      }
      const absl::Status read = tls_->Refresh();
      if (!read.ok() && !fault_) {
        LogWarning("serving", "the certificates could not be reloaded", {{"why", read.message()}});
      }
      fault_ = !read.ok();
      RefreshLater();
    });
  }

  const Router router_;
  std::optional<TlsFiles> tls_;
  const bool encrypted_;
  const std::chrono::seconds refresh_time_;
  ListenAddress address_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  bool drained_ = false;
  // Used by the door's thread only.
  bool stopping_ = false;
  bool fault_ = false;
  std::set<HttpConnection*> connections_;
  // After what its handlers use, and before what waits in it.
  asio::io_context io_{1};
  std::unique_ptr<InProcessCalls> calls_;
  const ConnectionContext context_;
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  asio::steady_timer refresh_;
  std::unique_ptr<AcceptLoop> loop_;
  std::thread thread_;
};

absl::StatusOr<std::unique_ptr<HttpDoor>> HttpDoor::Open(HttpDoorOptions options) {
  const bool encrypted = options.tls.has_value();
  KVINTET_ASSIGN_OR_RETURN(const ListenAddress wanted, AddressOf(options.config, encrypted));
  std::optional<TlsFiles> tls;
  if (encrypted) {
    KVINTET_ASSIGN_OR_RETURN(tls, TlsFiles::Read(*options.tls));
  }
  KVINTET_ASSIGN_OR_RETURN(std::optional<StaticFiles> page, ReadPage(options.config));
  KVINTET_ASSIGN_OR_RETURN(Listener listener, ListenAt(wanted, options.any_port));
  KVINTET_ASSIGN_OR_RETURN(SiteRules sites,
                           SiteRules::Make(options.config, listener.Address(), encrypted));
  Router router(std::move(sites), std::move(page), options.healthy);
  const ConnectionLimits limits = options.connections;
  auto impl = std::make_unique<Impl>(std::move(options), std::move(router), std::move(tls));
  impl->Listen(std::move(listener), limits);
  return std::unique_ptr<HttpDoor>(new HttpDoor(std::move(impl)));
}

HttpDoor::HttpDoor(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

HttpDoor::~HttpDoor() = default;

const ListenAddress& HttpDoor::Address() const { return impl_->Address(); }

std::string HttpDoor::Url() const { return impl_->Url(); }

ConnectionCounts HttpDoor::Counts() const { return impl_->Counts(); }

void HttpDoor::Drain(milliseconds time) { impl_->Drain(time); }

}  // namespace kvintet::serving

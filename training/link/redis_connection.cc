// RedisConnection: see the header.
#include "training/link/redis_connection.h"

#include <hiredis/hiredis.h>
#include <pthread.h>
#include <sys/time.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <utility>

#include <absl/strings/match.h>
#include <absl/strings/str_cat.h>

#include "base/status_macros.h"

namespace kvintet::training {
namespace {

struct FreeReply {
  void operator()(redisReply* reply) const { freeReplyObject(reply); }
};

timeval ToTimeval(double seconds) {
  const double whole = std::floor(seconds);
  return {.tv_sec = static_cast<time_t>(whole),
          .tv_usec = static_cast<suseconds_t>((seconds - whole) * 1e6)};
}

RedisReply ToReply(const redisReply& reply) {
  switch (reply.type) {
    case REDIS_REPLY_INTEGER:
      return {.kind = RedisReply::Kind::kNumber, .number = reply.integer};
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS:
      return {.kind = RedisReply::Kind::kText, .text = std::string(reply.str, reply.len)};
    case REDIS_REPLY_ARRAY: {
      RedisReply list = {.kind = RedisReply::Kind::kList};
      for (size_t i = 0; i < reply.elements; ++i) {
        list.list.push_back(ToReply(*reply.element[i]));
      }
      return list;
    }
    default:
      return {};
  }
}

// Keeps the process alive when a connection that the server has closed is written to. hiredis
// writes as if to a pipe, and whoever runs the program may want SIGPIPE for its output.
class NoBrokenPipe {
 public:
  NoBrokenPipe() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  NoBrokenPipe(const NoBrokenPipe&) = delete;
  NoBrokenPipe& operator=(const NoBrokenPipe&) = delete;
  ~NoBrokenPipe() {
    // SIGPIPE is sent to the thread that writes, so only this thread can take it.
    const timespec at_once = {};
    while (!was_pending_ && sigtimedwait(&pipe_, nullptr, &at_once) < 0 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_;
  sigset_t before_;
  bool was_pending_ = false;
};

absl::StatusCode CodeOf(absl::string_view error) {
  using Code = absl::StatusCode;
  constexpr std::array<std::pair<const char*, Code>, 14> kCodes = {{
      // Pass by themselves: too many clients, a disk that the server cannot write to, a server
      // that waits for another one.
      {"ERR max number of clients", Code::kUnavailable},
      {"MISCONF ", Code::kUnavailable},
      {"NOREPLICAS ", Code::kUnavailable},
      {"MASTERDOWN ", Code::kUnavailable},
      {"WRONGTYPE ", Code::kDataLoss},
      {"OOM ", Code::kResourceExhausted},
      {"NOAUTH ", Code::kPermissionDenied},
      {"WRONGPASS ", Code::kPermissionDenied},
      {"NOPERM ", Code::kPermissionDenied},
      {"LOADING ", Code::kUnavailable},
      {"BUSY ", Code::kUnavailable},
      {"READONLY ", Code::kUnavailable},
      {"FENCED ", Code::kAborted},
      {"NOTFOUND ", Code::kNotFound},
  }};
  for (const auto& [word, code] : kCodes) {
    if (absl::StartsWith(error, word)) {
      return code;
    }
  }
  return Code::kInternal;
}

}  // namespace

void RedisConnection::Close::operator()(redisContext* context) const { redisFree(context); }

RedisConnection::RedisConnection(RedisAddress address, double seconds)
    : address_(std::move(address)), seconds_(seconds) {}
RedisConnection::RedisConnection(RedisConnection&&) noexcept = default;
RedisConnection& RedisConnection::operator=(RedisConnection&&) noexcept = default;
RedisConnection::~RedisConnection() = default;

std::string RedisConnection::Where() const {
  return absl::StrCat("redis://", address_.host, ":", address_.port);
}

absl::Status RedisConnection::Connect() {
  const timeval patience = ToTimeval(seconds_);
  context_.reset(redisConnectWithTimeout(address_.host.c_str(), address_.port, patience));
  if (context_ == nullptr || context_->err != 0) {
    const std::string why = context_ == nullptr ? "out of memory" : context_->errstr;
    context_.reset();
    return absl::UnavailableError(absl::StrCat(Where(), ": ", why));
  }
  redisSetTimeout(context_.get(), patience);
  redisEnableKeepAlive(context_.get());
  if (address_.password.empty()) {
    return absl::OkStatus();
  }
  const std::string user = address_.user.empty() ? "default" : address_.user;
  absl::Status signed_in = Send({"AUTH", user, address_.password}).status();
  if (!signed_in.ok()) {
    context_.reset();
  }
  return signed_in;
}

absl::StatusOr<RedisReply> RedisConnection::Send(const std::vector<absl::string_view>& words) {
  std::vector<const char*> texts;
  std::vector<size_t> sizes;
  for (const absl::string_view word : words) {
    texts.push_back(word.data());
    sizes.push_back(word.size());
  }
  const NoBrokenPipe no_broken_pipe;
  const std::unique_ptr<redisReply, FreeReply> reply(static_cast<redisReply*>(redisCommandArgv(
      context_.get(), static_cast<int>(words.size()), texts.data(), sizes.data())));
  if (reply == nullptr) {
    const std::string why = context_->errstr;
    context_.reset();
    return absl::UnavailableError(absl::StrCat(Where(), ": ", why));
  }
  if (reply->type == REDIS_REPLY_ERROR) {
    const absl::string_view error(reply->str, reply->len);
    const absl::Status status(CodeOf(error), absl::StrCat(Where(), ": ", error));
    if (absl::IsUnavailable(status)) {
      // The server may have closed the connection, as it does when there are too many.
      context_.reset();
    }
    return status;
  }
  return ToReply(*reply);
}

absl::StatusOr<RedisReply> RedisConnection::Call(const std::vector<absl::string_view>& words) {
  if (context_ == nullptr) {
    KVINTET_RETURN_IF_ERROR(Connect());
  }
  return Send(words);
}

}  // namespace kvintet::training

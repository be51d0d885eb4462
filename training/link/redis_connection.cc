// RedisConnection: see the header.
#include "training/link/redis_connection.h"

#include <hiredis/hiredis.h>
#include <sys/time.h>

#include <array>
#include <cmath>
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

absl::StatusCode CodeOf(absl::string_view error) {
  using Code = absl::StatusCode;
  constexpr std::array<std::pair<const char*, Code>, 9> kCodes = {{
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
  const absl::Status signed_in = Send({"AUTH", user, address_.password}).status();
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
  const std::unique_ptr<redisReply, FreeReply> reply(static_cast<redisReply*>(redisCommandArgv(
      context_.get(), static_cast<int>(words.size()), texts.data(), sizes.data())));
  if (reply == nullptr) {
    const std::string why = context_->errstr;
    context_.reset();
    return absl::UnavailableError(absl::StrCat(Where(), ": ", why));
  }
  if (reply->type == REDIS_REPLY_ERROR) {
    const absl::string_view error(reply->str, reply->len);
    return absl::Status(CodeOf(error), absl::StrCat(Where(), ": ", error));
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

// RedisConnection: commands to a Redis server, one at a time, over a connection that comes back.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

struct redisContext;

namespace kvintet::training {

// Where a server is, and how to sign in.
struct RedisAddress {
  std::string host = "127.0.0.1";
  int port = 6379;
  // Empty: nobody signs in.
  std::string user = {};
  std::string password = {};
};

// What a server answers.
struct RedisReply {
  enum class Kind { kNil, kText, kNumber, kList };
  Kind kind = Kind::kNil;
  std::string text = {};
  int64_t number = 0;
  std::vector<RedisReply> list = {};
};

// One thread at a time.
class RedisConnection {
 public:
  // `seconds`: how long to wait for a connection, and for each answer.
  RedisConnection(RedisAddress address, double seconds);
  RedisConnection(RedisConnection&&) noexcept;
  RedisConnection& operator=(RedisConnection&&) noexcept;
  ~RedisConnection();

  // Sends a command and waits for its answer, and connects first if there is no connection. After
  // an error of the network the next call connects anew. The server's error "CODE message" becomes
  //   OOM                          ResourceExhausted
  //   NOAUTH, WRONGPASS, NOPERM    PermissionDenied
  //   LOADING, BUSY, READONLY,     Unavailable
  //   MISCONF, NOREPLICAS, MASTERDOWN, too many clients
  //   WRONGTYPE                    DataLoss
  //   FENCED, NOTFOUND             Aborted, NotFound: errors of our own scripts
  // and any other Internal. A server that cannot be reached is Unavailable; the command may then
  // have had its effect. Never raises SIGPIPE.
  absl::StatusOr<RedisReply> Call(const std::vector<absl::string_view>& words);

  // "host:port", for messages.
  std::string Where() const;

 private:
  struct Close {
    void operator()(redisContext* context) const;
  };

  absl::Status Connect();
  absl::StatusOr<RedisReply> Send(const std::vector<absl::string_view>& words);

  RedisAddress address_;
  double seconds_;
  std::unique_ptr<redisContext, Close> context_;
};

}  // namespace kvintet::training

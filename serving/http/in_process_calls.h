// InProcessCalls: calls methods of the server in the same process by name, with bytes as messages.
//
// Not gRPC's callback client, which may cancel what a server in the same process sends.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>

#include "absl/status/status.h"

namespace grpc {
class Channel;
}

namespace kvintet::serving {

// A call to be made, which sends one message.
struct OutgoingCall {
  // "/kvintet.v1.RulesService/Describe"
  std::string path = {};
  std::string message = {};
  // Metadata; none if it is empty.
  std::string authorization = {};
  // The caller's own address, in the form of gRPC's peers: "ipv4:127.0.0.1:4711".
  std::string caller = {};
  // Empty: the server's own.
  std::optional<std::chrono::milliseconds> timeout = {};
};

// What happens to a call. Both functions are called by a thread of InProcessCalls and must not
// block; `ended` is called once, last. An error has a reason, except Unimplemented.
struct CallEvents {
  std::function<void(std::string message)> message = {};
  std::function<void(absl::Status status)> ended = {};
};

// A call in progress, which waits after each message until ReadNext. Thread-safe.
class InProcessCall {
 public:
  virtual ~InProcessCall() = default;
  // REQUIRES: called once after each message.
  virtual void ReadNext() = 0;
  // Ends the call soon, unless it has ended.
  virtual void Cancel() = 0;
};

// Thread-safe.
class InProcessCalls {
 public:
  explicit InProcessCalls(const std::shared_ptr<grpc::Channel>& channel);
  // Cancels the calls in progress and waits for their ends. REQUIRES: the server still runs.
  ~InProcessCalls();

  // Makes a call, and reads its first message.
  std::shared_ptr<InProcessCall> Start(const OutgoingCall& outgoing, CallEvents events);

 private:
  class Call;
  struct Transport;
  void Run();
  void Forget(Call* call);

  const std::unique_ptr<Transport> transport_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::unordered_map<Call*, std::shared_ptr<Call>> calls_;
  // Last member, so that it is joined first.
  std::thread thread_;
};

}  // namespace kvintet::serving

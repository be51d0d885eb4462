// SelfProbe: a server's evaluation request to itself, along the path that a client's request takes.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "absl/status/status.h"

#include "serving/models/model_shelf.h"

namespace grpc {
class Channel;
}

namespace kvintet::serving {

// Not thread-safe.
class SelfProbe {
 public:
  // Evaluates the start position of a game that a trained model plays, or of any game if there is
  // none. Games that begin with chance are not used.
  SelfProbe(const std::shared_ptr<grpc::Channel>& channel, std::string authorization,
            const ModelShelf& models);
  ~SelfProbe();

  // Ok if the service answers, even if it is busy or stopping.
  absl::Status Make(std::chrono::milliseconds time) const;

 private:
  struct Stub;
  const std::unique_ptr<Stub> stub_;
  const std::string authorization_;
  std::string game_;
};

}  // namespace kvintet::serving

// SelfCall: an evaluation that a server asks of itself, through all that a client's would pass.
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

// One thread at a time.
class SelfCall {
 public:
  // Evaluates the start of a game that a trained model plays, else of any; a game in which chance
  // acts first is none of those.
  SelfCall(std::shared_ptr<grpc::Channel> channel, std::string authorization,
           const ModelShelf& models);
  ~SelfCall();

  // Ok where the service answers, be it that it is busy or stopping.
  absl::Status Make(std::chrono::milliseconds time) const;

 private:
  struct Stub;
  const std::unique_ptr<Stub> stub_;
  const std::string authorization_;
  std::string game_;
};

}  // namespace kvintet::serving

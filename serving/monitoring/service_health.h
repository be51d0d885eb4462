// ServiceHealth: sets the status of each service in the gRPC health service.
#pragma once

#include <mutex>

#include "serving/net/endpoint.h"

namespace kvintet::serving {

// Thread-safe. Initially no service is serving.
class ServiceHealth {
 public:
  explicit ServiceHealth(Endpoint* endpoint) : endpoint_(endpoint) {}
  void SetServing(bool serving);
  // Matches stop serving while they cannot be recorded; analysis continues.
  void SetMatchesWork(bool work);

 private:
  // REQUIRES: mutex_ is held.
  void Show();

  Endpoint* const endpoint_;
  std::mutex mutex_;
  // Guarded by mutex_.
  bool serving_ = false;
  bool matches_work_ = true;
};

}  // namespace kvintet::serving

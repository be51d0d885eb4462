// ServiceHealth: what the health service says of each of the services.
#pragma once

#include <mutex>

#include "serving/net/endpoint.h"

namespace kvintet::serving {

// Any thread. Nothing serves at first.
class ServiceHealth {
 public:
  explicit ServiceHealth(Endpoint* endpoint) : endpoint_(endpoint) {}
  void SetServing(bool serving);
  // Analysis goes on while matches cannot be written down.
  void SetMatchesWork(bool work);

 private:
  // With mutex_ held.
  void Show();

  Endpoint* const endpoint_;
  std::mutex mutex_;
  // Guarded by mutex_.
  bool serving_ = false;
  bool matches_work_ = true;
};

}  // namespace kvintet::serving

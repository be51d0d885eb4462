// StallMonitor: see the header.
#include "serving/calls/stall_monitor.h"

#include <algorithm>

namespace kvintet::serving {
namespace {

double SecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

StallMonitor::Scope::Scope(StallMonitor* watch, const char* method)
    : watch_(watch), number_(watch->Begin(method)) {}

StallMonitor::Scope::~Scope() { watch_->End(number_); }

uint64_t StallMonitor::Begin(const char* method) {
  const Time now = std::chrono::steady_clock::now();
  const std::lock_guard lock(mutex_);
  at_work_.emplace_hint(at_work_.end(), next_, Reaction{.method = method, .start = now});
  return next_++;
}

void StallMonitor::End(uint64_t number) {
  const std::lock_guard lock(mutex_);
  const auto place = at_work_.find(number);
  longest_ = std::max(longest_, SecondsSince(place->second.start));
  at_work_.erase(place);
}

std::vector<std::string> StallMonitor::NewlyStuck(std::chrono::milliseconds limit) {
  const double most = std::chrono::duration<double>(limit).count();
  std::vector<std::string> stuck;
  const std::lock_guard lock(mutex_);
  for (auto& [number, reaction] : at_work_) {
    if (!reaction.told && SecondsSince(reaction.start) > most) {
      reaction.told = true;
      stuck.emplace_back(reaction.method);
    }
  }
  return stuck;
}

double StallMonitor::LongestSeconds() const {
  const std::lock_guard lock(mutex_);
  return at_work_.empty() ? longest_
                          : std::max(longest_, SecondsSince(at_work_.begin()->second.start));
}

}  // namespace kvintet::serving

// CallLog: see the header.
#include "serving/monitoring/call_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

#include "base/reports/json.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {
namespace {

constexpr size_t kMaxLines = 65536;
constexpr mode_t kMode = 0640;

}  // namespace

std::string CallLine(const CallReport& report, absl::Time arrival) {
  Json line = {{"time", absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", arrival, absl::UTCTimeZone())},
               {"method", report.method},
               {"code", absl::StatusCodeToString(report.status.code())},
               {"milliseconds", report.seconds * 1000},
               {"bytes", report.request_bytes}};
  if (const v1::Reason reason = ReasonOf(report.status); reason != v1::REASON_UNSPECIFIED) {
    line["reason"] = ReasonName(reason);
  }
  return ToJsonLine(line);
}

absl::StatusOr<std::unique_ptr<CallLog>> CallLog::Open(const std::string& path, Counter* dropped) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, kMode);
  if (descriptor < 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat("call_log: cannot write ", path));
  }
  return std::unique_ptr<CallLog>(new CallLog(descriptor, dropped));
}

CallLog::CallLog(int descriptor, Counter* dropped)
    : descriptor_(descriptor), dropped_(dropped), thread_([this] { Run(); }) {}

CallLog::~CallLog() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
  close(descriptor_);
}

void CallLog::Write(const CallReport& report) {
  std::string line =
      absl::StrCat(CallLine(report, absl::Now() - absl::Seconds(report.seconds)), "\n");
  {
    const std::lock_guard lock(mutex_);
    if (lines_.size() >= kMaxLines) {
      dropped_->Add();
      return;
    }
    lines_.push_back(std::move(line));
  }
  changed_.notify_one();
}

void CallLog::Run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || !lines_.empty(); });
    if (lines_.empty()) {
      return;
    }
    const std::deque<std::string> taken = std::exchange(lines_, {});
    lock.unlock();
    for (const std::string& line : taken) {
      WriteOut(line);
    }
    lock.lock();
  }
}

void CallLog::WriteOut(const std::string& line) {
  // One write, so that lines of several programs do not mix.
  if (write(descriptor_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    dropped_->Add();
  }
}

}  // namespace kvintet::serving

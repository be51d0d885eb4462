// CallLog: writes a line of JSON for each call, in its own thread.
//
//   {"time":"2026-01-31T12:00:00.123Z","method":"kvintet.v1.RulesService/Describe","code":"OK",
//    "milliseconds":0.8,"bytes":32}
//
// Refused calls also have "reason". Lines contain nothing about games or callers.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

#include "base/reports/metrics.h"
#include "serving/calls/call_report.h"

namespace kvintet::serving {

// The line for a call with this arrival time, without the newline.
std::string CallLine(const CallReport& report, absl::Time arrival);

// Thread-safe.
class CallLog {
 public:
  // Appends to the file. `dropped`, which outlives the log, counts lines that cannot be written or
  // that arrive faster than they are written. Errors of opening the file.
  static absl::StatusOr<std::unique_ptr<CallLog>> Open(const std::string& path, Counter* dropped);
  // Writes the remaining lines.
  ~CallLog();

  // Never waits for the disk.
  void Write(const CallReport& report);

 private:
  CallLog(int descriptor, Counter* dropped);
  void Run();
  void WriteOut(const std::string& line);

  const int descriptor_;
  Counter* const dropped_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::deque<std::string> lines_;
  bool stopping_ = false;
  // Last member, so that it is joined first.
  std::jthread thread_;
};

}  // namespace kvintet::serving

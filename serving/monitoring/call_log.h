// CallLog: a line of JSON for each call, written by a thread of its own.
//
// {"time":"2026-01-31T12:00:00.123Z","method":"kvintet.v1.RulesService/Describe","code":"OK",
//  "milliseconds":0.8,"bytes":32}, and "reason" where it was refused. Nothing of games or callers.
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

// The line of a call that arrived then, without its newline.
std::string CallLine(const CallReport& report, absl::Time arrival);

// Any thread may write.
class CallLog {
 public:
  // Appends to the file. Lines that can't be written, or come faster than they are, are counted in
  // `dropped`, which outlives the log. Errors of the file.
  static absl::StatusOr<std::unique_ptr<CallLog>> Open(const std::string& path, Counter* dropped);
  // Writes what is left.
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
  // Last: joined first.
  std::jthread thread_;
};

}  // namespace kvintet::serving

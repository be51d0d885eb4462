// Log: writes one line per event, with time, level, room, sentence and key=value fields.
//
//   Log(LogLevel::kInfo, "selfplay", "shard sealed", {{"rows", 1200}, {"path", path}});
//   2026-01-31T12:00:00.123Z INFO selfplay: shard sealed rows=1200 path="a b.kvs"
//
// Never log in a loop over moves or steps; count those with base/reports/metrics.h.
#pragma once

#include <concepts>
#include <functional>
#include <initializer_list>
#include <string>

#include <absl/strings/str_cat.h>
#include <absl/strings/string_view.h>

namespace kvintet {

// How much an event matters: kInfo is routine, kWarning needs a look, kError means a loss.
enum class LogLevel { kInfo, kWarning, kError };

// One key=value of a log line. Values with spaces, quotes, '=' or control characters are quoted and
// escaped, so that an event stays on one line and can be split again.
struct LogField {
  LogField(absl::string_view name, absl::string_view text) : key(name), value(text) {}
  LogField(absl::string_view name, const char* text) : key(name), value(text) {}
  LogField(absl::string_view name, bool flag) : key(name), value(flag ? "true" : "false") {}
  template <typename Number>
  requires std::integral<Number> || std::floating_point<Number> LogField(absl::string_view name,
                                                                         Number number)
      : key(name), value(absl::StrCat(number)) {}

  std::string key;
  std::string value;
};

// Writes an event to the sink. Any thread; lines are never interleaved.
void Log(LogLevel level, absl::string_view room, absl::string_view sentence,
         std::initializer_list<LogField> fields = {});

inline void LogInfo(absl::string_view room, absl::string_view sentence,
                    std::initializer_list<LogField> fields = {}) {
  Log(LogLevel::kInfo, room, sentence, fields);
}
inline void LogWarning(absl::string_view room, absl::string_view sentence,
                       std::initializer_list<LogField> fields = {}) {
  Log(LogLevel::kWarning, room, sentence, fields);
}
inline void LogError(absl::string_view room, absl::string_view sentence,
                     std::initializer_list<LogField> fields = {}) {
  Log(LogLevel::kError, room, sentence, fields);
}

// Receives each line without its newline.
using LogSink = std::function<void(LogLevel level, absl::string_view line)>;

// Redirects the log while it lives, for tests or a progress line in the terminal; otherwise lines
// go to standard error. At most one may exist at a time. The sink is called under the log's lock
// and must not log.
class ScopedLogSink {
 public:
  explicit ScopedLogSink(LogSink sink);
  ScopedLogSink(const ScopedLogSink&) = delete;
  ScopedLogSink& operator=(const ScopedLogSink&) = delete;
  ~ScopedLogSink();
};

}  // namespace kvintet

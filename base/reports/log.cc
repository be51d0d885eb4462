// Log: formats an event and writes it in one call.
#include "base/reports/log.h"

#include <cstdio>
#include <initializer_list>
#include <mutex>
#include <string>
#include <utility>

#include <absl/strings/escaping.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/string_view.h>
#include <absl/time/clock.h>
#include <absl/time/time.h>

#include "base/check.h"

namespace kvintet {
namespace {

// The mutex and the sink that it guards. Never destroyed, so that logging works until exit.
struct LogState {
  std::mutex mutex;
  LogSink sink;
};

LogState& State() {
  static LogState* const kState = new LogState;
  return *kState;
}

absl::string_view LevelName(LogLevel level) {
  switch (level) {
    case LogLevel::kInfo:
      return "INFO";
    case LogLevel::kWarning:
      return "WARNING";
    case LogLevel::kError:
      return "ERROR";
  }
  return "?";
}

bool NeedsQuotes(absl::string_view value) {
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= ' ' || byte == 0x7f || c == '"' || c == '=' || c == '\\') {
      return true;
    }
  }
  return value.empty();
}

std::string LineOf(LogLevel level, absl::string_view room, absl::string_view sentence,
                   std::initializer_list<LogField> fields) {
  std::string line = absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", absl::Now(), absl::UTCTimeZone());
  absl::StrAppend(&line, " ", LevelName(level), " ", room, ": ", absl::Utf8SafeCEscape(sentence));
  for (const LogField& field : fields) {
    absl::StrAppend(&line, " ", field.key, "=");
    if (NeedsQuotes(field.value)) {
      absl::StrAppend(&line, "\"", absl::Utf8SafeCEscape(field.value), "\"");
    } else {
      line += field.value;
    }
  }
  return line;
}

}  // namespace

void Log(LogLevel level, absl::string_view room, absl::string_view sentence,
         std::initializer_list<LogField> fields) {
  std::string line = LineOf(level, room, sentence, fields);
  LogState& state = State();
  const std::lock_guard lock(state.mutex);
  if (state.sink) {
    state.sink(level, line);
    return;
  }
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

ScopedLogSink::ScopedLogSink(LogSink sink) {
  LogState& state = State();
  const std::lock_guard lock(state.mutex);
  KVINTET_CHECK(!state.sink);
  state.sink = std::move(sink);
}

ScopedLogSink::~ScopedLogSink() {
  LogState& state = State();
  const std::lock_guard lock(state.mutex);
  state.sink = nullptr;
}

}  // namespace kvintet

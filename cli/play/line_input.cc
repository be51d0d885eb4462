// LineInput: see the header.
#include "cli/play/line_input.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "absl/strings/str_split.h"

namespace kvintet::cli {
namespace {

constexpr char kLineEnds[] = "\r\n";

}  // namespace

std::optional<std::string> LineInput::Next() {
  while (true) {
    if (std::optional<std::string> line = Take()) {
      return line;
    }
    if (!Read()) {
      // A last line without a terminator counts.
      const std::string rest = pending_.substr(0, kMaxLine);
      pending_.clear();
      return rest.empty() ? std::nullopt : std::optional(rest);
    }
  }
}

std::optional<std::string> LineInput::Take() {
  pending_.erase(0, pending_.find_first_not_of(kLineEnds));
  const size_t end = pending_.find_first_of(kLineEnds);
  if (end == std::string::npos) {
    return std::nullopt;
  }
  const std::string line = pending_.substr(0, std::min(end, kMaxLine));
  pending_.erase(0, end);
  return line;
}

bool LineInput::Read() {
  std::array<char, 4096> bytes;
  ssize_t count = -1;
  while (!ended_ && (count = read(descriptor_, bytes.data(), bytes.size())) < 0 && errno == EINTR) {
  }
  if (count <= 0) {
    ended_ = true;
    return false;
  }
  pending_.append(bytes.data(), static_cast<size_t>(count));
  // Keeps at most kMaxLine bytes of a line that has not ended.
  const size_t last_end = pending_.find_last_of(kLineEnds);
  const size_t start = last_end == std::string::npos ? 0 : last_end + 1;
  if (pending_.size() - start > kMaxLine) {
    pending_.resize(start + kMaxLine);
  }
  return true;
}

bool LineInput::HasCome(std::string_view word) {
  pollfd state = {.fd = descriptor_, .events = POLLIN, .revents = 0};
  while (!ended_ && pending_.size() < (size_t{1} << 20) && poll(&state, 1, 0) > 0 && Read()) {
  }
  for (const absl::string_view line : absl::StrSplit(pending_, absl::ByAnyChar(kLineEnds))) {
    if (line == absl::string_view(word.data(), word.size())) {
      return true;
    }
  }
  return false;
}

}  // namespace kvintet::cli

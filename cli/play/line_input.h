// LineInput: reads lines from a file descriptor; a line ends with CR LF, LF or CR.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kvintet::cli {

// Does not own the descriptor. Not thread-safe.
class LineInput {
 public:
  // Longer lines are truncated.
  static constexpr size_t kMaxLine = 4096;

  explicit LineInput(int descriptor) : descriptor_(descriptor) {}

  // Waits for the next non-empty line. Returns nothing at the end of the input.
  std::optional<std::string> Next();
  // Whether a line equal to `word` has arrived that Next has not returned yet. Does not wait.
  bool HasCome(std::string_view word);

 private:
  // The next complete line in `pending_`, if there is one.
  std::optional<std::string> Take();
  // Reads once; false at the end of the input.
  bool Read();

  const int descriptor_;
  std::string pending_;
  bool ended_ = false;
};

}  // namespace kvintet::cli

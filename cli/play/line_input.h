// LineInput: the lines of a descriptor, whatever ends them: CR LF, LF or CR.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kvintet::cli {

// Borrows the descriptor. One thread at a time.
class LineInput {
 public:
  // What is longer is cut.
  static constexpr size_t kMaxLine = 4096;

  explicit LineInput(int descriptor) : descriptor_(descriptor) {}

  // Waits for the next line that is not empty; none at the end of the input.
  std::optional<std::string> Next();
  // Whether a line equal to `word` has come that Next has not given yet. Does not wait.
  bool HasCome(std::string_view word);

 private:
  // The next line of what has been read, if it is whole.
  std::optional<std::string> Take();
  // Reads once; false at the end of the input.
  bool Read();

  const int descriptor_;
  std::string pending_;
  bool ended_ = false;
};

}  // namespace kvintet::cli

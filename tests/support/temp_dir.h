// TempDir: a folder of its own for a test, gone afterwards.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "base/check.h"

namespace kvintet::testing {

// Makes an empty folder under the system's temporary folder and removes it with all it holds.
class TempDir {
 public:
  TempDir() {
    std::string pattern = (std::filesystem::temp_directory_path() / "kvintet_test_XXXXXX").string();
    KVINTET_CHECK(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }

  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  // Absolute, without a slash at the end.
  const std::string& Path() const { return path_; }

  // The path of `name` inside.
  std::string Path(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace kvintet::testing

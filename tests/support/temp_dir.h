// TempDir: a temporary folder for a test, removed at its end.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "base/check.h"

namespace kvintet::testing {

// Creates an empty folder in the system's temporary folder; the destructor removes it with its
// content.
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

  // The absolute path, without a trailing slash.
  const std::string& Path() const { return path_; }

  // The path of `name` in the folder.
  std::string Path(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace kvintet::testing

// LinkedFolder: a temporary folder in which the link `now` leads to one of several folders.
#pragma once

#include <filesystem>
#include <string>

#include "tests/support/temp_dir.h"

namespace kvintet::testing {

// As certificates are replaced on a running server.
class LinkedFolder {
 public:
  // `now` leads to the empty folder `first`.
  LinkedFolder() {
    std::filesystem::create_directory(Path("first"));
    Point("first");
  }

  // The path of `name` in the temporary folder.
  std::string Path(const std::string& name) const { return folder_.Path(name); }
  // Points the link at another folder, atomically.
  void Point(const std::string& name) const {
    std::filesystem::create_directory_symlink(Path(name), Path("next"));
    std::filesystem::rename(Path("next"), Path("now"));
  }

 private:
  const TempDir folder_;
};

}  // namespace kvintet::testing

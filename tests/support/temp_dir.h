// TempDir: a temporary folder for a test, removed at its end.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/files/temporary_folder.h"

namespace kvintet::testing {

// A TemporaryFolder without errors: a test that gets none ends.
class TempDir {
 public:
  TempDir() {
    auto folder = TemporaryFolder::Create("kvintet_test_");
    KVINTET_CHECK(folder.ok());
    folder_ = *std::move(folder);
  }

  // The absolute path, without a trailing slash.
  const std::string& Path() const { return folder_->Path(); }

  // The path of `name` in the folder.
  std::string Path(const std::string& name) const { return Path() + "/" + name; }

 private:
  std::unique_ptr<TemporaryFolder> folder_;
};

}  // namespace kvintet::testing

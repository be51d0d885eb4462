// TemporaryFolder: a new folder that is deleted, with all it holds, when the object is destroyed.
#pragma once

#include <memory>
#include <string>

#include <absl/status/statusor.h>

namespace kvintet {

class TemporaryFolder {
 public:
  // Creates a folder that only this user can read, in $TMPDIR or else /tmp. Its name begins with
  // `prefix`. The code of errno if that fails. A program that is killed leaves the folder behind.
  static absl::StatusOr<std::unique_ptr<TemporaryFolder>> Create(const std::string& prefix);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& Path() const { return path_; }

 private:
  explicit TemporaryFolder(std::string path);

  std::string path_;
};

}  // namespace kvintet

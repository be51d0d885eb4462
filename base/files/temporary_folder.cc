// Makes the folder with mkdtemp, so that its name is new and nobody else can have made it.
#include "base/files/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include <absl/status/status.h>
#include <absl/strings/str_cat.h>

namespace kvintet {

absl::StatusOr<std::unique_ptr<TemporaryFolder>> TemporaryFolder::Create(
    const std::string& prefix) {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  if (error) {
    return absl::ErrnoToStatus(error.value(), "no folder for temporary files (TMPDIR)");
  }
  std::string path = (parent / absl::StrCat(prefix, "XXXXXX")).string();
  if (mkdtemp(path.data()) == nullptr) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot create a folder in ", parent.string()));
  }
  return std::unique_ptr<TemporaryFolder>(new TemporaryFolder(std::move(path)));
}

TemporaryFolder::TemporaryFolder(std::string path) : path_(std::move(path)) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace kvintet

// PointTo: see the header.
#include "training/run/link.h"

#include <filesystem>
#include <system_error>

#include <absl/strings/str_cat.h>

namespace kvintet::training {

absl::Status PointTo(const std::string& target, const std::string& link) {
  const std::string fresh = link + ".new";
  std::error_code error;
  std::filesystem::remove(fresh, error);
  std::filesystem::create_symlink(target, fresh, error);
  if (!error) {
    std::filesystem::rename(fresh, link, error);
  }
  return error ? absl::UnavailableError(absl::StrCat("cannot make ", link, ": ", error.message()))
               : absl::OkStatus();
}

}  // namespace kvintet::training

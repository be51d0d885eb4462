// KVINTET_CHECK: the cold path, which reports a broken contract and aborts.
#include "base/check.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace kvintet::check_internal {

void Fail(const Place& place, const std::string& values) {
  const std::string detail = values.empty() ? "" : " (" + values + ")";
  std::fprintf(stderr, "%s:%d: check failed: %s%s\n", place.file, place.line, place.text,
               detail.c_str());
  std::fflush(stderr);
  std::abort();
}

}  // namespace kvintet::check_internal

// Layout: the version (32 bits), the program, the arithmetic. The version stays where it is.
#include "training/network/ranks/rank_greeting.h"

#include <cstring>
#include <string_view>

#include <ATen/Version.h>

#include <absl/strings/escaping.h>
#include <absl/strings/str_cat.h>

#include "base/files/file.h"
#include "base/files/sha256.h"
#include "base/status_macros.h"
#include "training/network/tower/blas.h"
#include "training/network/tower/processor.h"

namespace kvintet::network {
namespace {

constexpr size_t kProgramBytes = 64;

absl::Status Differs(absl::string_view what, absl::string_view wanted, absl::string_view found) {
  return absl::FailedPreconditionError(absl::StrCat("wanted ", what, " ", wanted, ", found ", found,
                                                    "; ranks of other hosts need the same one"));
}

// The instructions for which LibTorch's own loops were compiled, of which its description has a
// line such as "  - CPU capability usage: AVX2".
std::string LoopInstructions() {
  constexpr std::string_view kName = "capability usage: ";
  const std::string text = at::show_config();
  const size_t found = text.find(kName);
  if (found == std::string::npos) {
    return "unknown";
  }
  const size_t begin = found + kName.size();
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

absl::StatusOr<RankGreeting> OwnGreeting() {
  KVINTET_ASSIGN_OR_RETURN(const std::string program, ReadFile("/proc/self/exe"));
  return RankGreeting{
      .program = Sha256Hex(program),
      .arithmetic = absl::StrCat("oneDNN ", ThisProcessor().instructions, ", loops ",
                                 LoopInstructions(), ", ", Blas().name)};
}

std::string PackGreeting(const RankGreeting& greeting) {
  std::string packed(sizeof greeting.version, '\0');
  std::memcpy(packed.data(), &greeting.version, sizeof greeting.version);
  return absl::StrCat(packed, greeting.program, greeting.arithmetic);
}

absl::Status CheckGreeting(absl::string_view packed, const RankGreeting& own) {
  uint32_t version = 0;
  if (packed.size() < sizeof version) {
    return absl::InvalidArgumentError("wanted the greeting of a rank, found less");
  }
  std::memcpy(&version, packed.data(), sizeof version);
  if (version != own.version) {
    return Differs("version", absl::StrCat(own.version), absl::StrCat(version));
  }
  packed.remove_prefix(sizeof version);
  if (packed.size() < kProgramBytes) {
    return absl::InvalidArgumentError("wanted the greeting of a rank, found less");
  }
  const std::string program = absl::CHexEscape(packed.substr(0, kProgramBytes));
  if (program != own.program) {
    return Differs("the program with SHA-256", own.program, program);
  }
  const std::string arithmetic = absl::CHexEscape(packed.substr(kProgramBytes));
  if (arithmetic != absl::CHexEscape(own.arithmetic)) {
    return Differs("the arithmetic of", own.arithmetic, arithmetic);
  }
  return absl::OkStatus();
}

}  // namespace kvintet::network

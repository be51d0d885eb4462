// TrialMemory: see the header.
#include "training/network/timing/trial_memory.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include <absl/status/statusor.h>

#include "base/files/file.h"
#include "base/reports/json.h"
#include "base/status_macros.h"

namespace kvintet::network {
namespace {

// Increase this when the trial changes, so that old results no longer match.
constexpr int64_t kTrial = 2;
// Some hundred lines. A larger file is started afresh.
constexpr uintmax_t kMaxBytes = 64 << 10;

// The value of the environment variable if it is an absolute path, else empty.
std::string PathIn(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value == '/' ? value : "";
}

std::string CacheFolder() {
  const char* const ours = std::getenv("KVINTET_CACHE");
  if (ours != nullptr && (*ours == '\0' || *ours == '/')) {
    return ours;
  }
  if (const std::string caches = PathIn("XDG_CACHE_HOME"); !caches.empty()) {
    return caches + "/kvintet";
  }
  const std::string home = PathIn("HOME");
  return home.empty() ? "" : home + "/.cache/kvintet";
}

Json KeyJson(const TrialKey& key) {
  return {{"trial", kTrial},
          {"processor", key.processor.kind},
          {"instructions", key.processor.instructions},
          {"library", key.library},
          {"channels", key.channels}};
}

bool Fits(const Json& line, const Json& key) {
  for (const auto& [name, value] : key.items()) {
    const auto member = line.find(name);
    if (member == line.end() || *member != value) {
      return false;
    }
  }
  return true;
}

absl::StatusOr<TrialRates> RatesOf(const Json& line) {
  TrialRates rates;
  KVINTET_ASSIGN_OR_RETURN(rates.fp32, JsonMember<double>(line, "fp32"));
  KVINTET_ASSIGN_OR_RETURN(rates.winograd, JsonMember<double>(line, "winograd"));
  KVINTET_ASSIGN_OR_RETURN(rates.bf16, JsonMember<double>(line, "bf16"));
  const bool good = std::isfinite(rates.fp32) && std::isfinite(rates.winograd) &&
                    std::isfinite(rates.bf16) && rates.fp32 > 0 && rates.winograd >= 0 &&
                    rates.bf16 >= 0;
  if (!good) {
    return absl::InvalidArgumentError("rates: wanted positive numbers, or 0 beside fp32");
  }
  return rates;
}

bool IsTooLarge(const std::string& file) {
  std::error_code error;
  const uintmax_t bytes = std::filesystem::file_size(file, error);
  return !error && bytes > kMaxBytes;
}

}  // namespace

std::string TrialFile() {
  const std::string folder = CacheFolder();
  return folder.empty() ? "" : folder + "/precision.jsonl";
}

std::optional<TrialRates> TrialMemory::Find(const TrialKey& key) const {
  if (file_.empty() || IsTooLarge(file_)) {
    return std::nullopt;
  }
  const absl::StatusOr<std::string> text = ReadFile(file_);
  if (!text.ok()) {
    return std::nullopt;
  }
  const Json wanted = KeyJson(key);
  for (const std::string& line : WholeLines(*text)) {
    const absl::StatusOr<Json> json = ParseJson(line, file_);
    if (json.ok() && json->is_object() && Fits(*json, wanted)) {
      if (const absl::StatusOr<TrialRates> rates = RatesOf(*json); rates.ok()) {
        return *rates;
      }
    }
  }
  return std::nullopt;
}

absl::Status TrialMemory::Keep(const TrialKey& key, const TrialRates& rates) const {
  if (file_.empty()) {
    return absl::OkStatus();
  }
  Json json = KeyJson(key);
  json["fp32"] = rates.fp32;
  json["winograd"] = rates.winograd;
  json["bf16"] = rates.bf16;
  const std::string line = ToJsonLine(json);
  KVINTET_RETURN_IF_ERROR(MakeDirectories(std::filesystem::path(file_).parent_path().string()));
  if (IsTooLarge(file_)) {
    return WriteFileAtomically(file_, line + "\n");
  }
  KVINTET_RETURN_IF_ERROR(CutTornLine(file_));
  return AppendLine(file_, line);
}

}  // namespace kvintet::network

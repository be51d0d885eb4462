// OpenLink: see the header.
#include "training/link/open_link.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <absl/strings/ascii.h>
#include <absl/strings/match.h>
#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/string_view.h>
#include <absl/strings/strip.h>

#include "base/status_macros.h"
#include "training/link/folder_link.h"
#include "training/link/redis_link.h"

namespace kvintet::training {
namespace {

constexpr absl::string_view kFolder = "dir:";
constexpr absl::string_view kRedis = "redis://";
constexpr size_t kMaxRunName = 64;

bool IsRunName(absl::string_view name) {
  return !name.empty() && name.size() <= kMaxRunName &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' ||
                  c == '.';
         });
}

absl::Status NoRedisUrl(const std::string& url, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat(
      "wanted redis://[[USER:]PASSWORD@]HOST[:PORT]/RUN, found ", ShownUrl(url), ": ", what));
}

// Splits `text` at the last `mark`; without one, the first part is empty.
std::pair<absl::string_view, absl::string_view> SplitLast(absl::string_view text, char mark) {
  const size_t place = text.rfind(mark);
  return place == absl::string_view::npos
             ? std::pair<absl::string_view, absl::string_view>("", text)
             : std::pair(text.substr(0, place), text.substr(place + 1));
}

using OpenFolder = absl::StatusOr<FolderLink> (*)(const std::string& folder);

absl::StatusOr<std::unique_ptr<RunLink>> OpenRedis(const std::string& url) {
  absl::string_view rest = absl::string_view(url).substr(kRedis.size());
  const size_t slash = rest.find('/');
  const absl::string_view run = slash == absl::string_view::npos ? "" : rest.substr(slash + 1);
  if (!IsRunName(run)) {
    return NoRedisUrl(url, "RUN is 1 to 64 letters, digits, '-', '_' or '.'");
  }
  const auto [secret, place] = SplitLast(rest.substr(0, slash), '@');
  RedisAddress address;
  const auto [user, password] = SplitLast(secret, ':');
  address.user = std::string(user);
  address.password = std::string(password);
  if (const char* const given = std::getenv("KVINTET_REDIS_PASSWORD");
      address.password.empty() && given != nullptr) {
    address.password = given;
  }
  const size_t colon = place.rfind(':');
  address.host = std::string(place.substr(0, colon));
  if (colon != absl::string_view::npos &&
      (!absl::SimpleAtoi(place.substr(colon + 1), &address.port) || address.port < 1 ||
       address.port > 65535)) {
    return NoRedisUrl(url, "PORT is 1 to 65535");
  }
  if (address.host.empty()) {
    return NoRedisUrl(url, "HOST is missing");
  }
  return std::make_unique<RedisLink>(std::move(address), std::string(run));
}

absl::StatusOr<std::unique_ptr<RunLink>> LinkOf(const std::string& url, OpenFolder open_folder) {
  absl::string_view folder = url;
  if (absl::ConsumePrefix(&folder, kFolder) && !folder.empty()) {
    KVINTET_ASSIGN_OR_RETURN(FolderLink link, open_folder(std::string(folder)));
    return std::make_unique<FolderLink>(std::move(link));
  }
  if (absl::StartsWith(url, kRedis)) {
    return OpenRedis(url);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("wanted a link, dir:PATH or redis://HOST/RUN, found \"", url, "\""));
}

}  // namespace

bool IsLink(const std::string& text) {
  return absl::StartsWith(text, kFolder) || absl::StartsWith(text, kRedis);
}

std::string ShownUrl(const std::string& url) {
  absl::string_view rest = url;
  if (!absl::ConsumePrefix(&rest, kRedis) || rest.rfind('@') == absl::string_view::npos) {
    return url;
  }
  return absl::StrCat(kRedis, rest.substr(rest.rfind('@') + 1));
}

absl::StatusOr<std::unique_ptr<RunLink>> OpenLink(const std::string& url) {
  return LinkOf(url, FolderLink::Open);
}

absl::StatusOr<std::unique_ptr<RunLink>> FindLink(const std::string& url) {
  return LinkOf(url, FolderLink::Find);
}

}  // namespace kvintet::training

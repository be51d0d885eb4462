// ReportFolder: see the header.
#include "serving/reports/report_folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

#include "base/files/file.h"
#include "base/reports/utf8.h"
#include "base/status_macros.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {
namespace {

namespace fs = std::filesystem;

// The longest name of a folder on the usual file systems.
constexpr size_t kLongestName = 255;
constexpr int64_t kMillisPerSecond = 1000;
constexpr int64_t kNanosPerMilli = 1000000;

// Whether a text may be a name of an entry that is shown. Clients cannot read a message with bytes
// that are not UTF-8.
bool CanBeName(const std::string& text) {
  const auto is_bad = [](unsigned char c) { return c == '/' || c < ' ' || c == 0x7f; };
  return !text.empty() && text.size() <= kLongestName && text[0] != '.' &&
         std::ranges::none_of(text, is_bad) && IsUtf8(text);
}

// The last part of a path, also of one that ends in a slash or is relative.
std::string NameOf(const std::string& path) {
  std::error_code ignored;
  const fs::path whole = fs::absolute(path, ignored).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

}  // namespace

ReportFolder::ReportFolder(std::string root, ReportKind kind)
    : root_(std::move(root)), kind_(std::move(kind)) {}

absl::StatusOr<std::vector<ReportPlace>> ReportFolder::List() const {
  std::vector<ReportPlace> places;
  if (root_.empty()) {
    return places;
  }
  if (IsOne(root_)) {
    if (CanBeName(NameOf(root_))) {
      places.push_back(PlaceOf(NameOf(root_), root_));
    }
    return places;
  }
  const absl::StatusOr<std::vector<std::string>> names = ListDirectory(root_);
  if (!names.ok()) {
    return Refusal(v1::REASON_NO_SUCH_RESOURCE,
                   absl::StrCat("the server's folder with each ", kind_.noun, " cannot be read"));
  }
  for (const std::string& name : *names) {
    const std::string folder = absl::StrCat(root_, "/", name);
    if (CanBeName(name) && IsOne(folder)) {
      places.push_back(PlaceOf(name, folder));
    }
  }
  std::ranges::stable_sort(places, std::greater(), &ReportPlace::changed_ms);
  return places;
}

absl::StatusOr<ReportPlace> ReportFolder::Find(const std::string& name) const {
  if (!CanBeName(name)) {
    const std::string told = IsUtf8(name) ? name : absl::CHexEscape(name);
    return BadField(kind_.noun, absl::StrCat("wanted the name of a ", kind_.noun,
                                             ", without '/' or '.' in front, found '", told, "'"));
  }
  if (!root_.empty() && IsOne(root_) && NameOf(root_) == name) {
    return PlaceOf(name, root_);
  }
  const absl::StatusOr<std::vector<std::string>> names =
      root_.empty() || IsOne(root_) ? std::vector<std::string>() : ListDirectory(root_);
  const std::string folder = absl::StrCat(root_, "/", name);
  if (!names.ok() || !std::ranges::binary_search(*names, name) || !IsOne(folder)) {
    return Refusal(v1::REASON_NO_SUCH_RESOURCE,
                   absl::StrCat("this server shows no ", kind_.noun, " named '", name, "'"),
                   kind_.noun);
  }
  return PlaceOf(name, folder);
}

absl::Status ReportFolder::Problem(const ReportPlace& place, const absl::Status& status) const {
  const std::string text = absl::StrReplaceAll(
      status.message(),
      {{absl::StrCat(place.folder, "/"), place.name + "/"}, {place.folder, place.name}});
  if (ReasonOf(status) != v1::REASON_UNSPECIFIED) {
    return status;
  }
  return Refusal(v1::REASON_CORRUPT, text);
}

bool ReportFolder::IsOne(const std::string& folder) const {
  std::error_code ignored;
  return fs::is_regular_file(absl::StrCat(folder, "/", kind_.mark), ignored);
}

ReportPlace ReportFolder::PlaceOf(const std::string& name, const std::string& folder) const {
  ReportPlace place = {.name = name, .folder = folder};
  for (const std::string& file : kind_.files) {
    struct stat found = {};
    if (stat(absl::StrCat(folder, "/", file).c_str(), &found) != 0) {
      absl::StrAppend(&place.stamp, "-;");
      continue;
    }
    absl::StrAppend(&place.stamp, found.st_ino, " ", found.st_size, " ", found.st_mtim.tv_sec, " ",
                    found.st_mtim.tv_nsec, ";");
    const int64_t changed =
        found.st_mtim.tv_sec * kMillisPerSecond + found.st_mtim.tv_nsec / kNanosPerMilli;
    place.changed_ms = std::max(place.changed_ms, changed);
  }
  return place;
}

}  // namespace kvintet::serving

// StaticFiles: see the header.
#include "serving/http/static_files.h"

#include <zlib.h>

#include <filesystem>
#include <regex>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

#include "base/check.h"
#include "base/files/file.h"
#include "base/files/sha256.h"
#include "base/status_macros.h"

namespace kvintet::serving {
namespace {

constexpr char kIndex[] = "/index.html";
constexpr char kDescription[] = "/openapi.json";
constexpr size_t kTagDigits = 32;
constexpr char kForever[] = "public, max-age=31536000, immutable";
constexpr char kAskAgain[] = "no-cache";
// Nothing from elsewhere, no frames around it, no forms; addresses of pages may contain tokens
// after
// '#', and are told to nobody.
const HttpFields kSafety = {
    {"content-security-policy",
     "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
     "object-src 'none'"},
    {"referrer-policy", "no-referrer"},
    {"cross-origin-opener-policy", "same-origin"},
    {"cross-origin-resource-policy", "same-origin"}};

std::string TypeOf(absl::string_view path) {
  static const auto* types =
      new std::map<std::string, std::string>{{".css", "text/css; charset=utf-8"},
                                             {".html", "text/html; charset=utf-8"},
                                             {".ico", "image/x-icon"},
                                             {".js", "text/javascript; charset=utf-8"},
                                             {".json", "application/json"},
                                             {".map", "application/json"},
                                             {".mjs", "text/javascript; charset=utf-8"},
                                             {".png", "image/png"},
                                             {".svg", "image/svg+xml"},
                                             {".txt", "text/plain; charset=utf-8"},
                                             {".wasm", "application/wasm"},
                                             {".webmanifest", "application/manifest+json"},
                                             {".woff2", "font/woff2"}};
  const size_t dot = path.rfind('.');
  const auto found = types->find(std::string(dot == path.npos ? "" : path.substr(dot)));
  return found == types->end() ? "application/octet-stream" : found->second;
}

// Whether its name contains a hash of its content, as Vite writes it: "/assets/app-B7f_3kXq.js".
bool HasHashInName(const std::string& path) {
  static const auto* pattern = new std::regex(R"(/assets/.+-[A-Za-z0-9_-]{8}\.[a-z0-9]+)");
  return std::regex_match(path, *pattern);
}

std::string Gzip(const std::string& bytes) {
  z_stream stream = {};
  // 16 more bits of window: with the header of gzip.
  KVINTET_CHECK(deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9,
                             Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  KVINTET_CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed.size() < bytes.size() ? packed : "";
}

// Whether a field such as "gzip;q=0.5, br" accepts gzip by name.
bool AcceptsGzip(absl::string_view field) {
  for (absl::string_view part : absl::StrSplit(field, ',')) {
    const std::pair<absl::string_view, absl::string_view> split =
        absl::StrSplit(part, absl::MaxSplits(';', 1));
    double weight = 1;
    const size_t at = split.second.find("q=");
    if (at != absl::string_view::npos &&
        !absl::SimpleAtod(absl::StripAsciiWhitespace(split.second.substr(at + 2)), &weight)) {
      weight = 0;
    }
    if (absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(split.first), "gzip")) {
      return weight > 0;
    }
  }
  return false;
}

// Whether the client has what the tag stands for: If-None-Match.
bool Has(absl::string_view field, const std::string& etag) {
  for (absl::string_view part : absl::StrSplit(field, ',')) {
    part = absl::StripAsciiWhitespace(part);
    absl::ConsumePrefix(&part, "W/");
    if (part == "*" || part == etag) {
      return true;
    }
  }
  return false;
}

}  // namespace

StaticFiles::StaticFiles(std::span<const EmbeddedFile> files) {
  for (const EmbeddedFile& file : files) {
    Add(std::string(file.path), std::string(file.bytes));
  }
}

absl::StatusOr<StaticFiles> StaticFiles::ReadFolder(const std::string& folder) {
  namespace fs = std::filesystem;
  StaticFiles files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    if (at->is_regular_file(error)) {
      KVINTET_ASSIGN_OR_RETURN(std::string bytes, ReadFile(at->path().string()));
      files.Add("/" + fs::relative(at->path(), folder, error).generic_string(), std::move(bytes));
    }
  }
  if (error) {
    return absl::NotFoundError(
        absl::StrCat("http.page_folder: cannot read ", folder, ": ", error.message()));
  }
  if (files.Find(kIndex) == nullptr) {
    return absl::NotFoundError(
        absl::StrCat("http.page_folder: wanted index.html in ", folder, ", found none"));
  }
  for (const EmbeddedFile& file : EmbeddedPage()) {
    if (file.path == kDescription && files.Find(kDescription) == nullptr) {
      files.Add(kDescription, std::string(file.bytes));
    }
  }
  return files;
}

void StaticFiles::Add(const std::string& path, std::string bytes) {
  File& file = files_[path];
  file.type = TypeOf(path);
  file.keep = HasHashInName(path) ? kForever : kAskAgain;
  file.etag = Sha256Hex(bytes).substr(0, kTagDigits);
  file.gzip = Gzip(bytes);
  file.bytes = std::move(bytes);
}

const StaticFiles::File* StaticFiles::Find(absl::string_view path) const {
  const auto found = files_.find(std::string_view(path.data(), path.size()));
  return found == files_.end() ? nullptr : &found->second;
}

HttpResponse StaticFiles::Answer(absl::string_view path, const HttpRequest& request) const {
  const File* file = Find(path);
  const bool page = !absl::StrContains(path.substr(path.rfind('/') + 1), '.');
  if (file == nullptr && page) {
    file = Find(kIndex);
  }
  if (file == nullptr) {
    return {.code = 404,
            .fields = {{"content-type", "text/plain; charset=utf-8"}},
            .body = "there is no such file\n"};
  }
  const bool packed = !file->gzip.empty() && AcceptsGzip(request.Field("accept-encoding"));
  const std::string etag = absl::StrCat("\"", file->etag, packed ? "-gzip" : "", "\"");
  HttpResponse response = {.fields = kSafety};
  response.fields.insert(response.fields.end(), {{"content-type", file->type},
                                                 {"cache-control", file->keep},
                                                 {"etag", etag},
                                                 {"vary", "accept-encoding"}});
  if (Has(request.Field("if-none-match"), etag)) {
    response.code = 304;
    return response;
  }
  if (packed) {
    response.fields.emplace_back("content-encoding", "gzip");
  }
  response.body = packed ? file->gzip : file->bytes;
  return response;
}

}  // namespace kvintet::serving

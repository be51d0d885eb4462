// StaticFiles: the files of a page, kept in memory as they are sent.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

#include "serving/http/protocol/http_message.h"

namespace kvintet::serving {

// A file inside the program.
struct EmbeddedFile {
  // "/index.html"
  std::string_view path;
  std::string_view bytes;
};

// The page of the program, from web/dist or serving/http/page, and its "/openapi.json".
std::span<const EmbeddedFile> EmbeddedPage();

// Immutable. Responses have an ETag of the content and forbid scripts, styles and images of other
// sites.
class StaticFiles {
 public:
  explicit StaticFiles(std::span<const EmbeddedFile> files);
  // The files below a folder, and "/openapi.json" of the program if it has none. NotFound if it has
  // no index.html; also errors of reading.
  static absl::StatusOr<StaticFiles> ReadFolder(const std::string& folder);

  // The response to a GET or HEAD request for a path without a query: the file; index.html for a
  // path whose last part has no dot, since the page's own code shows such paths; else 404. Answers
  // 304 to a client that has the file.
  HttpResponse Answer(absl::string_view path, const HttpRequest& request) const;

 private:
  struct File {
    std::string type;
    // How long clients may keep it: Cache-Control.
    std::string keep;
    std::string etag;
    std::string bytes;
    // Empty if it is not smaller.
    std::string gzip;
  };
  StaticFiles() = default;
  void Add(const std::string& path, std::string bytes);
  const File* Find(absl::string_view path) const;

  // By path, "/index.html".
  std::map<std::string, File, std::less<>> files_;
};

}  // namespace kvintet::serving

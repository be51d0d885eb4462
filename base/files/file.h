// Files: read, write so that a crash leaves old or new but never half, append, list.
//
// Every error names the path and the system's reason. Codes: NotFound (no such file or folder),
// PermissionDenied (also a read-only file system), ResourceExhausted (disk or quota full, file
// too large, too many open files), else Unavailable or what absl::ErrnoToStatus makes of it. Any
// thread may call these; two writers of one path are the caller's to keep apart (readers see one of
// the two whole).
#pragma once

#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

namespace kvintet {

// The whole content of a regular file.
absl::StatusOr<std::string> ReadFile(const std::string& path);

// Replaces `path` by `bytes`, durably: when it returns ok the content is on the disk, and after a
// crash at any instant the file has its old or its new content. On failure `path` is as before and
// no other file is left. The folder must exist.
absl::Status WriteFileAtomically(const std::string& path, absl::string_view bytes);

// Whether the call returns only after the line is on the disk.
enum class Sync { kNo, kYes };

// Appends `line` and a newline by one write, creating the file if it is missing. REQUIRES: no
// newline in `line`.
absl::Status AppendLine(const std::string& path, absl::string_view line, Sync sync = Sync::kNo);

// The lines of a text that AppendLine wrote. A last line without its newline is the torn end of a
// crash: it never counted.
std::vector<std::string> WholeLines(absl::string_view text);

// Cuts a torn last line off, so that the next one starts on its own; ok if there is no such file.
absl::Status CutTornLine(const std::string& path);

// Makes the folder and those above it; ok if it is there already.
absl::Status MakeDirectories(const std::string& path);

// The names (not paths) in a folder, sorted by bytes, without "." and "..".
absl::StatusOr<std::vector<std::string>> ListDirectory(const std::string& path);

}  // namespace kvintet

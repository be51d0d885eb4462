// Files: read, list, append, and replace so that a crash leaves the old or the new content.
//
// Every error names the path and the system's reason. Codes: NotFound (no such file or folder),
// PermissionDenied (also for a read-only file system), ResourceExhausted (disk or quota full, file
// too large, too many open files), otherwise Unavailable or the code that absl::ErrnoToStatus
// gives. All functions may be called from any thread. The caller must not let two threads or
// processes write the same path at once; readers still see one of the two contents as a whole.
#pragma once

#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

namespace kvintet {

// The whole content of a regular file.
absl::StatusOr<std::string> ReadFile(const std::string& path);

// The same, but empty if there is no such file.
absl::StatusOr<std::string> ReadFileIfAny(const std::string& path);

// Replaces the content of `path` by `bytes`, durably: on return with ok the content is on the disk,
// and after a crash at any moment the file has its old or its new content. On failure `path` is
// unchanged and no other file is left behind. The folder must exist. A device, a pipe and what this
// process has open (/dev/stdout, whatever it is) stay what they are, and the bytes are written into
// them.
absl::Status WriteFileAtomically(const std::string& path, absl::string_view bytes);

// Whether the call returns only after the line is on the disk.
enum class Sync { kNo, kYes };

// Appends `line` and a newline with one write, and creates the file if it is missing. REQUIRES: no
// newline in `line`.
absl::Status AppendLine(const std::string& path, absl::string_view line, Sync sync = Sync::kNo);

// The lines of a text that AppendLine wrote. A last line without a newline was torn by a crash and
// is left out.
std::vector<std::string> WholeLines(absl::string_view text);

// Removes a torn last line, so that the next line starts cleanly. Ok if the file does not exist.
absl::Status CutTornLine(const std::string& path);

// Makes the names in a folder durable: files that were made, linked or renamed there. Ok on a file
// system that cannot sync folders.
absl::Status SyncFolder(const std::string& path);

// Makes the folder and its missing parents. Ok if it exists already.
absl::Status MakeDirectories(const std::string& path);

// The names (not paths) in a folder, sorted bytewise, without "." and "..".
absl::StatusOr<std::vector<std::string>> ListDirectory(const std::string& path);

}  // namespace kvintet

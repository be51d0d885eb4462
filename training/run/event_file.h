// EventFile: scalars over steps as a TensorBoard event file.
//
// Wraps Event messages in TFRecord framing (length, masked CRC-32C, bytes, masked CRC-32C). Only
// the few fields that scalars need are written.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

namespace kvintet::training {

// The CRC-32C (Castagnoli) of `bytes`.
uint32_t Crc32c(absl::string_view bytes);

// `event` as one TFRecord.
std::string FrameEvent(absl::string_view event);

// A tag, e.g. "loss/policy", and its value.
using Scalar = std::pair<std::string, double>;

// Appends events to one file in a folder. One thread at a time.
class EventFile {
 public:
  // Creates `folder`/events.out.tfevents.<seconds>.<suffix>. Each session of a run creates its own.
  static absl::StatusOr<EventFile> Create(const std::string& folder, int64_t wall_seconds,
                                          const std::string& suffix);
  absl::Status Write(int64_t step, double wall_seconds, const std::vector<Scalar>& scalars);
  const std::string& Path() const { return path_; }

 private:
  explicit EventFile(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace kvintet::training

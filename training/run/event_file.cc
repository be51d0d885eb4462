// EventFile: see the header.
#include "training/run/event_file.h"

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <absl/strings/str_cat.h>
#include <boost/crc.hpp>

#include "base/status_macros.h"

namespace kvintet::training {
namespace {

// The wire types of Protocol Buffers.
enum class Wire : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

void AppendVarint(uint64_t value, std::string* out) {
  for (; value >= 128; value >>= 7) {
    out->push_back(static_cast<char>(value | 128));
  }
  out->push_back(static_cast<char>(value));
}

void AppendKey(int field, Wire wire, std::string* out) {
  AppendVarint(static_cast<uint64_t>(field) << 3 | static_cast<uint64_t>(wire), out);
}

// Appends the lowest `bytes` bytes of `value`, little-endian.
void AppendFixed(uint64_t value, int bytes, std::string* out) {
  for (int i = 0; i < bytes; ++i) {
    out->push_back(static_cast<char>(value >> (8 * i)));
  }
}

void AppendBytes(int field, absl::string_view bytes, std::string* out) {
  AppendKey(field, Wire::kBytes, out);
  AppendVarint(bytes.size(), out);
  absl::StrAppend(out, bytes);
}

// Event { double wall_time = 1; int64 step = 2; ... }
std::string EventStart(double wall_seconds, int64_t step) {
  std::string event;
  AppendKey(1, Wire::kFixed64, &event);
  AppendFixed(std::bit_cast<uint64_t>(wall_seconds), 8, &event);
  AppendKey(2, Wire::kVarint, &event);
  AppendVarint(static_cast<uint64_t>(step), &event);
  return event;
}

absl::Status Append(const std::string& path, const std::string& bytes) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "ab"),
                                                             &std::fclose);
  if (file == nullptr || std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size() ||
      std::fflush(file.get()) != 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot write ", path));
  }
  return absl::OkStatus();
}

uint32_t Masked(uint32_t crc) { return (crc >> 15 | crc << 17) + 0xa282ead8u; }

}  // namespace

uint32_t Crc32c(absl::string_view bytes) {
  boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

std::string FrameEvent(absl::string_view event) {
  std::string frame;
  AppendFixed(event.size(), 8, &frame);
  AppendFixed(Masked(Crc32c(frame)), 4, &frame);
  absl::StrAppend(&frame, event);
  AppendFixed(Masked(Crc32c(event)), 4, &frame);
  return frame;
}

absl::StatusOr<EventFile> EventFile::Create(const std::string& folder, int64_t wall_seconds,
                                            const std::string& suffix) {
  EventFile file(absl::StrCat(folder, "/events.out.tfevents.", wall_seconds, ".", suffix));
  std::string event = EventStart(static_cast<double>(wall_seconds), 0);
  // string file_version = 3
  AppendBytes(3, "brain.Event:2", &event);
  KVINTET_RETURN_IF_ERROR(Append(file.path_, FrameEvent(event)));
  return file;
}

absl::Status EventFile::Write(int64_t step, double wall_seconds,
                              const std::vector<Scalar>& scalars) {
  std::string summary;
  for (const auto& [tag, value] : scalars) {
    // Value { string tag = 1; float simple_value = 2; }
    std::string entry;
    AppendBytes(1, tag, &entry);
    AppendKey(2, Wire::kFixed32, &entry);
    AppendFixed(std::bit_cast<uint32_t>(static_cast<float>(value)), 4, &entry);
    AppendBytes(1, entry, &summary);
  }
  std::string event = EventStart(wall_seconds, step);
  // Summary summary = 5
  AppendBytes(5, summary, &event);
  return Append(path_, FrameEvent(event));
}

}  // namespace kvintet::training

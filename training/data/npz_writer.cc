// NpzWriter: see the header.
#include "training/data/npz_writer.h"

#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <limits>
#include <string_view>
#include <utility>

#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>

#include "base/check.h"
#include "base/status_macros.h"
#include "selfplay/records/byte_code.h"

namespace kvintet::training {
namespace {

using selfplay::ByteWriter;

constexpr uint32_t kLocalHeader = 0x04034b50;
constexpr uint32_t kCentralHeader = 0x02014b50;
constexpr uint32_t kEnd64 = 0x06064b50;
constexpr uint32_t kLocator64 = 0x07064b50;
constexpr uint32_t kEnd = 0x06054b50;
// The first version with 64-bit sizes.
constexpr uint16_t kVersion = 45;
constexpr uint16_t kDeflated = 8;
// 1 January 1980.
constexpr uint16_t kDate = 0x21;
// Means "see the 64-bit field".
constexpr uint32_t kFull = std::numeric_limits<uint32_t>::max();
constexpr uint16_t kExtra64 = 1;

absl::Status Failed(const std::string& path) {
  return absl::ErrnoToStatus(errno, absl::StrCat("cannot write ", path));
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

bool Write(std::FILE* file, std::string_view bytes) {
  return std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
}

std::string NpyHeader(const NpyArray& array) {
  std::string shape = absl::StrJoin(array.shape, ", ");
  if (array.shape.size() == 1) {
    shape += ",";
  }
  std::string text = absl::StrCat("{'descr': '", array.type,
                                  "', 'fortran_order': False, 'shape': (", shape, "), }");
  constexpr size_t kBefore = 10;
  constexpr size_t kAlignment = 64;
  const size_t whole = (kBefore + text.size() + 1 + kAlignment - 1) / kAlignment * kAlignment;
  text.resize(whole - kBefore - 1, ' ');
  text += '\n';
  ByteWriter out;
  out.Raw(std::string_view("\x93NUMPY\x01\x00", 8));
  out.Fixed(static_cast<uint16_t>(text.size()));
  out.Raw(text);
  return out.Take();
}

uint64_t ValueBytes(const NpyArray& array) {
  uint64_t bytes = 0;
  KVINTET_CHECK(absl::SimpleAtoi(array.type.substr(2), &bytes));
  for (const int64_t size : array.shape) {
    bytes *= static_cast<uint64_t>(size);
  }
  return bytes;
}

// The end records that follow a central directory of `bytes` bytes at `offset` with `members`
// entries.
std::string EndOf(uint64_t members, uint64_t bytes, uint64_t offset) {
  ByteWriter out;
  out.Fixed(kEnd64);
  // Size of the remainder of this record.
  out.Fixed(uint64_t{44});
  out.Fixed(kVersion);
  out.Fixed(kVersion);
  out.Fixed(uint32_t{0});
  out.Fixed(uint32_t{0});
  out.Fixed(members);
  out.Fixed(members);
  out.Fixed(bytes);
  out.Fixed(offset);
  out.Fixed(kLocator64);
  out.Fixed(uint32_t{0});
  out.Fixed(offset + bytes);
  out.Fixed(uint32_t{1});
  out.Fixed(kEnd);
  out.Fixed(uint32_t{0});
  out.Fixed(static_cast<uint16_t>(members));
  out.Fixed(static_cast<uint16_t>(members));
  out.Fixed(kFull);
  out.Fixed(kFull);
  out.Fixed(uint16_t{0});
  return out.Take();
}

}  // namespace

// One array, deflated into an unnamed file.
class NpzWriter::Member {
 public:
  Member(const NpyArray& array, std::string path)
      : name_(array.name + ".npy"), path_(std::move(path)) {
    header_ = NpyHeader(array);
    wanted_ = header_.size() + ValueBytes(array);
    // Without zlib's own header. Fails only if memory runs out.
    KVINTET_CHECK_EQ(deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS,
                                  MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY),
                     Z_OK);
  }
  ~Member() { deflateEnd(&stream_); }
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;

  absl::Status Open() {
    file_.reset(std::fopen(path_.c_str(), "wx+b"));
    if (file_ == nullptr) {
      return Failed(path_);
    }
    ::unlink(path_.c_str());
    return Append(std::as_bytes(std::span(header_)));
  }

  absl::Status Append(std::span<const std::byte> bytes) {
    constexpr size_t kPiece = size_t{1} << 24;
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(kPiece, bytes.size()))) {
      KVINTET_RETURN_IF_ERROR(Deflate(bytes.first(std::min(kPiece, bytes.size())), Z_NO_FLUSH));
    }
    return absl::OkStatus();
  }

  // Finishes the array, appends it to `out` at `offset`, and advances `offset`.
  absl::Status MoveTo(std::FILE* out, uint64_t* offset) {
    KVINTET_RETURN_IF_ERROR(Deflate({}, Z_FINISH));
    KVINTET_CHECK_EQ(size_, wanted_);
    offset_ = *offset;
    const std::string header = LocalHeader();
    if (!Write(out, header) || std::fflush(file_.get()) != 0) {
      return Failed(path_);
    }
    std::rewind(file_.get());
    std::string piece(size_t{1} << 16, '\0');
    while (const size_t got = std::fread(piece.data(), 1, piece.size(), file_.get())) {
      if (!Write(out, std::string_view(piece).substr(0, got))) {
        return Failed(path_);
      }
    }
    if (std::ferror(file_.get()) != 0) {
      return Failed(path_);
    }
    file_.reset();
    *offset += header.size() + packed_;
    return absl::OkStatus();
  }

  // Call after MoveTo.
  std::string CentralHeader() const {
    ByteWriter out;
    out.Fixed(kCentralHeader);
    out.Fixed(kVersion);
    AppendCommon(uint16_t{4 + 3 * 8}, &out);
    out.Raw(std::string_view("\0\0\0\0\0\0\0\0\0\0", 10));
    out.Fixed(kFull);
    out.Raw(name_);
    AppendSizes(uint16_t{3 * 8}, &out);
    out.Fixed(offset_);
    return out.Take();
  }

 private:
  absl::Status Deflate(std::span<const std::byte> bytes, int flush) {
    // zlib does not write to its input.
    auto* data = reinterpret_cast<const Bytef*>(bytes.data());
    stream_.next_in = const_cast<Bytef*>(data);
    stream_.avail_in = static_cast<uInt>(bytes.size());
    if (!bytes.empty()) {
      sum_ = static_cast<uint32_t>(crc32(sum_, data, stream_.avail_in));
    }
    size_ += bytes.size();
    std::array<char, size_t{1} << 16> piece;
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(piece.data());
      stream_.avail_out = static_cast<uInt>(piece.size());
      deflate(&stream_, flush);
      const size_t made = piece.size() - stream_.avail_out;
      packed_ += made;
      if (!Write(file_.get(), std::string_view(piece.data(), made))) {
        return Failed(path_);
      }
    } while (stream_.avail_out == 0);
    return absl::OkStatus();
  }

  std::string LocalHeader() const {
    ByteWriter out;
    out.Fixed(kLocalHeader);
    AppendCommon(uint16_t{4 + 2 * 8}, &out);
    out.Raw(name_);
    AppendSizes(uint16_t{2 * 8}, &out);
    return out.Take();
  }

  // The part that both headers share, up to the lengths of name and extra field.
  void AppendCommon(uint16_t extra, ByteWriter* out) const {
    out->Fixed(kVersion);
    out->Fixed(uint16_t{0});
    out->Fixed(kDeflated);
    out->Fixed(uint16_t{0});
    out->Fixed(kDate);
    out->Fixed(sum_);
    out->Fixed(kFull);
    out->Fixed(kFull);
    out->Fixed(static_cast<uint16_t>(name_.size()));
    out->Fixed(extra);
  }

  void AppendSizes(uint16_t bytes, ByteWriter* out) const {
    out->Fixed(kExtra64);
    out->Fixed(bytes);
    out->Fixed(size_);
    out->Fixed(packed_);
  }

  const std::string name_;
  const std::string path_;
  std::string header_;
  uint64_t wanted_ = 0;
  File file_;
  z_stream stream_ = {};
  uint32_t sum_ = 0;
  uint64_t size_ = 0;
  uint64_t packed_ = 0;
  uint64_t offset_ = 0;
};

NpzWriter::NpzWriter(std::string path)
    : path_(std::move(path)), temporary_(absl::StrCat(path_, ".tmp.", ::getpid())) {}

NpzWriter::~NpzWriter() = default;

absl::Status NpzWriter::AddArray(const NpyArray& array) {
  members_.push_back(std::make_unique<Member>(array, temporary_));
  return members_.back()->Open();
}

absl::Status NpzWriter::Append(size_t array, std::span<const std::byte> values) {
  return members_[array]->Append(values);
}

absl::Status NpzWriter::Finish() {
  File out(std::fopen(temporary_.c_str(), "wxb"));
  if (out == nullptr) {
    return Failed(path_);
  }
  const auto give_up = [&](absl::Status status) {
    ::unlink(temporary_.c_str());
    return status;
  };
  uint64_t offset = 0;
  std::string directory;
  for (const auto& member : members_) {
    if (absl::Status moved = member->MoveTo(out.get(), &offset); !moved.ok()) {
      return give_up(std::move(moved));
    }
    directory += member->CentralHeader();
  }
  if (!Write(out.get(), directory + EndOf(members_.size(), directory.size(), offset)) ||
      std::fflush(out.get()) != 0 || ::fsync(::fileno(out.get())) != 0 ||
      std::fclose(out.release()) != 0 || std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    return give_up(Failed(path_));
  }
  return absl::OkStatus();
}

}  // namespace kvintet::training

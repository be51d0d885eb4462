// RecordFile, RecordFileBuilder: see the header.
#include "selfplay/records/record_file.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/files/file.h"
#include "base/files/sha256.h"
#include "base/files/zstd_frame.h"
#include "base/status_macros.h"
#include "envs/text/game_text.h"
#include "selfplay/records/byte_code.h"
#include "selfplay/records/record_code.h"

namespace kvintet::selfplay {
namespace {

constexpr std::string_view kBegin = "KVRECORD";
constexpr std::string_view kEnd = "KVRECEND";
constexpr uint32_t kVersion = 1;
// Frames are closed at this size, before compression.
constexpr size_t kFrameBytes = size_t{1} << 16;
// Larger frames are rejected as invalid; even the longest game takes far less.
constexpr size_t kMaxFrameBytes = size_t{1} << 26;
constexpr size_t kTrailerBytes = 4 + kEnd.size();

absl::string_view ToAbsl(std::string_view text) { return {text.data(), text.size()}; }

absl::Status Broken(const std::string& where, const std::string& what) {
  return absl::DataLossError(absl::StrCat(where, ": ", what));
}

absl::StatusOr<std::string> Unpack(const std::string& where, const std::string& part,
                                   std::string_view frame) {
  absl::StatusOr<std::string> bytes = Decompress(ToAbsl(frame), kMaxFrameBytes);
  if (!bytes.ok()) {
    return Broken(where, absl::StrCat(part, ": ", bytes.status().message()));
  }
  return bytes;
}

std::string EncodeIndex(const std::vector<RecordFrame>& frames) {
  ByteWriter out;
  out.Unsigned(frames.size());
  for (const RecordFrame& frame : frames) {
    out.Unsigned(frame.size);
    out.Unsigned(static_cast<uint64_t>(frame.games));
    out.Unsigned(static_cast<uint64_t>(frame.rows));
  }
  return out.Take();
}

// Decodes the frames, which must fill [begin, end).
absl::StatusOr<std::vector<RecordFrame>> DecodeIndex(const std::string& where,
                                                     std::string_view bytes, size_t begin,
                                                     size_t end) {
  ByteReader in(bytes);
  std::vector<RecordFrame> frames(in.Count());
  size_t offset = begin;
  for (RecordFrame& frame : frames) {
    frame.offset = offset;
    frame.size = static_cast<size_t>(in.Unsigned(end - offset));
    frame.games = static_cast<int64_t>(in.Unsigned(kMaxFrameBytes));
    frame.rows = static_cast<int64_t>(in.Unsigned(kMaxFrameBytes));
    offset += frame.size;
  }
  if (!in.AtEnd() || offset != end) {
    return Broken(
        where, absl::StrCat("the index needs frames up to byte ", end, ", they end at ", offset));
  }
  return frames;
}

}  // namespace

RecordFileBuilder::RecordFileBuilder(std::string game) : game_(std::move(game)) { StartFile(); }

void RecordFileBuilder::StartFile() {
  ByteWriter out;
  const std::string header = Compress(game_);
  out.Raw(kBegin);
  out.Fixed(kVersion);
  out.Fixed(static_cast<uint32_t>(header.size()));
  out.Raw(header);
  bytes_ = out.Take();
  frames_.clear();
  games_ = rows_ = 0;
}

void RecordFileBuilder::Add(const GameRecord& record) {
  KVINTET_CHECK_EQ(record.game, game_);
  ByteWriter out;
  out.Text(EncodeRecord(record));
  pending_ += out.Bytes();
  ++frame_.games;
  ++games_;
  frame_.rows += static_cast<int64_t>(record.rows.size());
  rows_ += static_cast<int64_t>(record.rows.size());
  if (pending_.size() >= kFrameBytes) {
    CloseFrame();
  }
}

void RecordFileBuilder::CloseFrame() {
  if (frame_.games == 0) {
    return;
  }
  const std::string packed = Compress(pending_);
  frame_.offset = bytes_.size();
  frame_.size = packed.size();
  bytes_ += packed;
  frames_.push_back(std::exchange(frame_, {}));
  pending_.clear();
}

std::string RecordFileBuilder::Finish() {
  CloseFrame();
  ByteWriter out;
  const std::string index = Compress(EncodeIndex(frames_));
  out.Raw(bytes_);
  out.Raw(index);
  out.Fixed(static_cast<uint32_t>(index.size()));
  out.Raw(kEnd);
  StartFile();
  return out.Take();
}

absl::StatusOr<RecordFile> RecordFile::Read(const std::string& path) {
  KVINTET_ASSIGN_OR_RETURN(std::string bytes, ReadFile(path));
  const std::string sum = Sha256Hex(bytes);
  const std::string name = path.substr(path.rfind('/') + 1);
  const bool is_sum = name.size() == sum.size() + kRecordFileEnding.size() &&
                      name.find_first_not_of("0123456789abcdef") == sum.size();
  if (is_sum && name != sum + std::string(kRecordFileEnding)) {
    return Broken(path, absl::StrCat("damaged: its SHA-256 is not its name but ", sum));
  }
  return Parse(std::move(bytes), path);
}

absl::StatusOr<RecordFile> RecordFile::Parse(std::string bytes, const std::string& where) {
  RecordFile file;
  file.where_ = where;
  file.bytes_ = std::move(bytes);
  const std::string_view all = file.bytes_;
  ByteReader head(all);
  if (head.Raw(kBegin.size()) != kBegin) {
    return Broken(where, "wanted a record file, it does not begin like one");
  }
  if (const auto version = head.Fixed<uint32_t>(); head.Ok() && version != kVersion) {
    return absl::UnimplementedError(absl::StrCat(
        where, ": version ", version, " of the record format, this program reads ", kVersion));
  }
  const std::string_view header = head.Raw(head.Fixed<uint32_t>());
  if (!head.Ok() || all.size() < head.At() + kTrailerBytes || !all.ends_with(kEnd)) {
    return Broken(where, "the file is cut short or its end is damaged");
  }
  ByteReader trailer(all.substr(all.size() - kTrailerBytes));
  const size_t index_size = trailer.Fixed<uint32_t>();
  if (index_size > all.size() - kTrailerBytes - head.At()) {
    return Broken(where, "the index is longer than the file");
  }
  const size_t index_at = all.size() - kTrailerBytes - index_size;
  KVINTET_ASSIGN_OR_RETURN(const std::string game, Unpack(where, "header", header));
  file.game_ = envs::FullGameText(game);
  const absl::StatusOr<std::string> index =
      Unpack(where, "index", all.substr(index_at, index_size));
  KVINTET_RETURN_IF_ERROR(index.status());
  KVINTET_ASSIGN_OR_RETURN(file.frames_, DecodeIndex(where, *index, head.At(), index_at));
  for (const RecordFrame& frame : file.frames_) {
    file.games_ += frame.games;
    file.rows_ += frame.rows;
  }
  return file;
}

absl::StatusOr<std::vector<GameRecord>> RecordFile::ReadFrame(size_t frame) const {
  const RecordFrame& known = frames_.at(frame);
  const std::string part = absl::StrCat("frame ", frame, " at byte ", known.offset);
  KVINTET_ASSIGN_OR_RETURN(
      const std::string bytes,
      Unpack(where_, part, std::string_view(bytes_).substr(known.offset, known.size)));
  ByteReader in(bytes);
  std::vector<GameRecord> records;
  int64_t rows = 0;
  while (in.Ok() && !in.AtEnd()) {
    absl::StatusOr<GameRecord> record = DecodeRecord(in.Text(), game_);
    if (!record.ok()) {
      return Broken(
          where_, absl::StrCat(part, ", record ", records.size(), ": ", record.status().message()));
    }
    rows += static_cast<int64_t>(record->rows.size());
    records.push_back(*std::move(record));
  }
  if (!in.Ok() || static_cast<int64_t>(records.size()) != known.games || rows != known.rows) {
    return Broken(where_, absl::StrCat(part, ": wanted ", known.games, " games with ", known.rows,
                                       " rows, found ", records.size(), " with ", rows));
  }
  return records;
}

absl::StatusOr<std::vector<GameRecord>> RecordFile::ReadAll() const {
  std::vector<GameRecord> records;
  for (size_t i = 0; i < frames_.size(); ++i) {
    KVINTET_ASSIGN_OR_RETURN(std::vector<GameRecord> frame, ReadFrame(i));
    std::move(frame.begin(), frame.end(), std::back_inserter(records));
  }
  return records;
}

}  // namespace kvintet::selfplay

// RecordFile, RecordFileBuilder: many records as one immutable file; docs/record_format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

#include "selfplay/records/game_record.h"

namespace kvintet::selfplay {

// Ends the names of record files; before it stands the SHA-256 of the content.
inline constexpr std::string_view kRecordFileEnding = ".records";

// One frame of a file.
struct RecordFrame {
  size_t offset = 0;
  size_t size = 0;
  int64_t games = 0;
  int64_t rows = 0;
};

// Puts records of one game together. Same records, same bytes.
class RecordFileBuilder {
 public:
  // `game`: GameSpec::text.
  explicit RecordFileBuilder(std::string game);

  // REQUIRES: a record of that game.
  void Add(const GameRecord& record);
  int64_t Games() const { return games_; }
  int64_t Rows() const { return rows_; }
  // About how long the file will be.
  size_t Size() const { return bytes_.size() + pending_.size() / 2; }
  // The file's content; the builder is empty again.
  std::string Finish();

 private:
  void StartFile();
  void CloseFrame();

  const std::string game_;
  std::string bytes_;
  std::vector<RecordFrame> frames_;
  // The frame being filled, not compressed yet.
  std::string pending_;
  RecordFrame frame_;
  int64_t games_ = 0;
  int64_t rows_ = 0;
};

// A file in memory, its frames still compressed.
class RecordFile {
 public:
  // Reads a file; where it is named by a hash, checks that its content has it.
  static absl::StatusOr<RecordFile> Read(const std::string& path);
  // DataLoss, with `where` and what is wrong, for anything but a whole file; Unimplemented for a
  // later version.
  static absl::StatusOr<RecordFile> Parse(std::string bytes, const std::string& where);

  // Every option written, also those that the program which wrote the file did not know.
  const std::string& Game() const { return game_; }
  int64_t Games() const { return games_; }
  int64_t Rows() const { return rows_; }
  const std::vector<RecordFrame>& Frames() const { return frames_; }
  // The records of one frame. REQUIRES: frame < Frames().size().
  absl::StatusOr<std::vector<GameRecord>> ReadFrame(size_t frame) const;
  absl::StatusOr<std::vector<GameRecord>> ReadAll() const;

 private:
  RecordFile() = default;

  std::string where_;
  std::string bytes_;
  std::string game_;
  std::vector<RecordFrame> frames_;
  int64_t games_ = 0;
  int64_t rows_ = 0;
};

}  // namespace kvintet::selfplay

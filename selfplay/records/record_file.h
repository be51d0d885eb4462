// RecordFile, RecordFileBuilder: many records in one immutable file, see docs/record_format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

#include "selfplay/records/game_record.h"

namespace kvintet::selfplay {

// Suffix of record file names, after the SHA-256 of the content.
inline constexpr std::string_view kRecordFileEnding = ".records";

// One frame of a file.
struct RecordFrame {
  size_t offset = 0;
  size_t size = 0;
  int64_t games = 0;
  int64_t rows = 0;
};

// Collects records of one game. The same records give the same bytes.
class RecordFileBuilder {
 public:
  // `game`: GameSpec::text.
  explicit RecordFileBuilder(std::string game);

  // REQUIRES: a record of that game.
  void Add(const GameRecord& record);
  int64_t Games() const { return games_; }
  int64_t Rows() const { return rows_; }
  // Approximate size of the file, in bytes.
  size_t Size() const { return bytes_.size() + pending_.size() / 2; }
  // Returns the file's content and empties the builder.
  std::string Finish();

 private:
  void StartFile();
  void CloseFrame();

  const std::string game_;
  std::string bytes_;
  std::vector<RecordFrame> frames_;
  // The current frame, not yet compressed.
  std::string pending_;
  RecordFrame frame_;
  int64_t games_ = 0;
  int64_t rows_ = 0;
};

// A file in memory, with its frames still compressed.
class RecordFile {
 public:
  // Reads a file; if its name is a hash, checks the content against it.
  static absl::StatusOr<RecordFile> Read(const std::string& path);
  // DataLoss, naming `where` and the problem, for anything but a complete file; Unimplemented for a
  // later version.
  static absl::StatusOr<RecordFile> Parse(std::string bytes, const std::string& where);

  // The game's text with all options, including those unknown to the program that wrote the file.
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

// Fuzz target for record files: as files, as the content of a valid frame, as the bytes of one
// record.
//
// The first byte selects one: the checksum of a frame would keep changes from reaching its content.
#include <memory>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/files/zstd_frame.h"
#include "selfplay/records/byte_code.h"
#include "selfplay/records/record_code.h"
#include "selfplay/records/record_file.h"
#include "selfplay/records/replay_rows.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"

namespace kvintet::fuzz {
namespace {

using selfplay::GameRecord;
using selfplay::RecordFile;

constexpr char kWhole = 'w';
constexpr char kFrame = 'f';
constexpr char kRecord = 'r';
constexpr const char* kGames[] = {"tic_tac_toe", "kuhn", "goofspiel"};

const envs::Game& GameNamed(const std::string& text) {
  static const auto* const kMade = [] {
    auto* made = new std::vector<std::unique_ptr<envs::Game>>();
    for (const char* name : kGames) {
      made->push_back(testing::Game(name));
    }
    return made;
  }();
  for (const auto& game : *kMade) {
    if (game->Spec().text == text) {
      return *game;
    }
  }
  return *kMade->front();
}

// A record that the rules accept must be learnable, row by row.
void TryRecord(const GameRecord& record) {
  const auto again = selfplay::DecodeRecord(selfplay::EncodeRecord(record), record.game);
  KVINTET_CHECK(again.ok() && *again == record);
  const envs::Game& game = GameNamed(record.game);
  if (!selfplay::CheckRecord(game, record).ok()) {
    return;
  }
  selfplay::RowReplay replay(game);
  for (int i = 0; i < static_cast<int>(record.rows.size()); ++i) {
    const selfplay::ReplayedRow row = replay.Show(record, i);
    std::vector<float> policy(row.legal.size());
    selfplay::FillPolicy(record, *row.row, row.legal, policy);
    float sum = 0;
    for (const float probability : policy) {
      sum += probability;
    }
    KVINTET_CHECK(sum > 0.99f && sum < 1.01f);
  }
}

void TryFile(std::string bytes) {
  const auto file = RecordFile::Parse(std::move(bytes), "input");
  if (!file.ok()) {
    return;
  }
  for (size_t frame = 0; frame < file->Frames().size(); ++frame) {
    const auto records = file->ReadFrame(frame);
    for (const GameRecord& record : records.ok() ? *records : std::vector<GameRecord>()) {
      TryRecord(record);
    }
  }
}

// A file with one frame of this content, whose index counts as many games as fit.
std::string FileAround(const std::string& game, std::string_view content) {
  selfplay::ByteReader in(content);
  uint64_t games = 0;
  uint64_t rows = 0;
  while (in.Ok() && !in.AtEnd()) {
    const auto record = selfplay::DecodeRecord(in.Text(), game);
    ++games;
    rows += record.ok() ? record->rows.size() : 0;
  }
  selfplay::ByteWriter out;
  const std::string header = Compress(game);
  const std::string frame = Compress({content.data(), content.size()});
  selfplay::ByteWriter index;
  index.Unsigned(1);
  index.Unsigned(frame.size());
  index.Unsigned(games);
  index.Unsigned(rows);
  const std::string packed = Compress(index.Take());
  out.Raw("KVRECORD");
  out.Fixed(uint32_t{1});
  out.Fixed(static_cast<uint32_t>(header.size()));
  out.Raw(header + frame + packed);
  out.Fixed(static_cast<uint32_t>(packed.size()));
  out.Raw("KVRECEND");
  return out.Take();
}

}  // namespace

std::vector<std::string> SoundInputs() {
  std::vector<std::string> inputs;
  for (char number = 0; const char* name : kGames) {
    const auto game = testing::Game(name);
    selfplay::RecordFileBuilder builder(game->Spec().text);
    const std::string which(1, static_cast<char>('0' + number++));
    selfplay::ByteWriter frame;
    for (const GameRecord& record : testing::PlayRecords(testing::SmallTask(*game, 3))) {
      builder.Add(record);
      inputs.push_back(kRecord + which + selfplay::EncodeRecord(record));
      frame.Text(selfplay::EncodeRecord(record));
    }
    inputs.push_back(kFrame + which + frame.Take());
    inputs.push_back(kWhole + which + builder.Finish());
  }
  return inputs;
}

void TryInput(std::string_view input) {
  if (input.size() < 2) {
    return;
  }
  const std::string game = GameNamed(kGames[static_cast<unsigned char>(input[1]) % 3]).Spec().text;
  const std::string_view content = input.substr(2);
  if (input[0] == kWhole) {
    TryFile(std::string(content));
  } else if (input[0] == kFrame) {
    TryFile(FileAround(game, content));
  } else if (const auto record = selfplay::DecodeRecord(content, game); record.ok()) {
    TryRecord(*record);
  }
}

}  // namespace kvintet::fuzz

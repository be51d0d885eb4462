// Fuzz target for journals of games in progress: the line before the records, and the records.
#include <string>
#include <vector>

#include "base/check.h"
#include "selfplay/records/record_file.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"
#include "training/run/play_journal.h"

namespace kvintet::fuzz {
namespace {

const std::string& GameText() {
  static const std::string kText = testing::Game("tic_tac_toe")->Spec().text;
  return kText;
}

}  // namespace

std::vector<std::string> SoundInputs() {
  const auto game = testing::Game("tic_tac_toe");
  selfplay::RecordFileBuilder builder(GameText());
  const std::string none = builder.Finish();
  for (const auto& record : testing::PlayRecords(testing::SmallTask(*game, 2))) {
    builder.Add(record.number == 0 ? record : testing::StartOf(record, 2));
  }
  const std::string line = "{\"kind\":\"in_play\",\"shards\":3}\n";
  return {line + none, line + builder.Finish()};
}

void TryInput(std::string_view input) {
  const auto games = training::ParsePlayJournal(std::string(input), GameText(), "input");
  for (const auto& record : games.ok() ? games->in_play : std::vector<selfplay::GameRecord>()) {
    KVINTET_CHECK(record.reason.empty());
  }
}

}  // namespace kvintet::fuzz

// RunFolder: a test's training runs, in one temporary folder, and a way to stop one at a certain
// place.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "selfplay/games/selfplay.h"
#include "selfplay/records/record_file.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/loop/loop.h"
#include "training/loop/session.h"
#include "training/network/network_evaluator.h"
#include "training/run/run_directory.h"

namespace kvintet::testing {

// Runs are identified by name. The test fails on anything that cannot be read.
class RunFolder {
 public:
  std::string Path(const std::string& name) const { return folder_.Path() + "/" + name; }

  training::RunState State(const std::string& name) const {
    const absl::StatusOr<training::RunState> state = training::ReadRunState(Path(name));
    EXPECT_THAT(state, IsOk());
    return *state;
  }

  // All games of the run, in the order of its shards.
  std::vector<selfplay::GameRecord> Records(const std::string& name) const {
    std::vector<selfplay::GameRecord> all;
    for (const selfplay::Shard& shard : State(name).shards) {
      const auto file = selfplay::RecordFile::Read(Path(name) + "/shards/" + shard.name);
      EXPECT_THAT(file, IsOk());
      const auto records = file->ReadAll();
      EXPECT_THAT(records, IsOk());
      all.insert(all.end(), records->begin(), records->end());
    }
    return all;
  }

 private:
  const TempDir folder_;
};

// Plays self_play.games_per_round games with the first model and commits, as a run does that is
// stopped before its first step. The options are those of a new run in rounds, without stages.
inline void PlayOneRound(const training::TrainOptions& options) {
  ASSERT_OK_AND_ASSIGN(const auto session, training::Session::Open(options));
  ASSERT_OK_AND_ASSIGN(const network::PlayingNetwork playing, session->MakePlayingNetwork());
  selfplay::SelfPlayTask task = session->MakeTask();
  task.games = static_cast<uint32_t>(session->SelfPlay().games_per_round());
  task.make_evaluator = [&](int) -> absl::StatusOr<std::unique_ptr<selfplay::Evaluator>> {
    return std::make_unique<network::NetworkEvaluator>(*task.game, playing);
  };
  task.sink = [&](selfplay::GameRecord record) { return session->TakeGame(std::move(record)); };
  ASSERT_THAT(selfplay::RunSelfPlay(task), IsOk());
  ASSERT_THAT(session->Commit(), IsOk());
}

}  // namespace kvintet::testing

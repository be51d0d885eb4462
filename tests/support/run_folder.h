// RunFolder: a test's training runs, in one temporary folder.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "selfplay/records/record_file.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
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

}  // namespace kvintet::testing

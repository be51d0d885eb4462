// shard_intake: how fast a learner takes in the games of actors, on one core.
//
// usage: shard_intake RUN [SHARDS]: offers the newest shards of a run again, over a folder, and
// takes them as the learner does: it checks the hash, every game by the rules, and the numbers.
// Prints rows per second, and the share that reading, checking and writing have.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/files/file.h"
#include "base/seconds.h"
#include "envs/registry.h"
#include "selfplay/records/number_set.h"
#include "training/fleet/shard_intake.h"
#include "training/link/folder_link.h"
#include "training/run/run_directory.h"

namespace kvintet {
namespace {

using Clock = std::chrono::steady_clock;

int Measure(const std::string& run, size_t most) {
  const training::RunState state = training::ReadRunState(run).value();
  const Config config = training::ReadRunConfig(run).value();
  const std::unique_ptr<envs::Game> game = envs::MakeGame(config.game()).value();
  const std::string folder = run + "/intake";
  auto link = training::FolderLink::Open(folder).value();
  const int64_t epoch = link.TakeOver(0).value();
  const size_t first = std::max(static_cast<size_t>(state.removed),
                                state.shards.size() - std::min(most, state.shards.size()));
  int64_t bytes = 0;
  for (size_t i = first; i < state.shards.size(); ++i) {
    const selfplay::Shard& shard = state.shards[i];
    const std::string content = ReadFile(run + "/shards/" + shard.name).value();
    bytes += static_cast<int64_t>(content.size());
    KVINTET_CHECK(link.Publish({.sha = shard.name.substr(0, 64), .actor = "bench"}, content).ok());
  }
  training::ShardIntake intake(&link, epoch, *game,
                               {.seed = config.seed(),
                                .is_known = [](const std::string&) { return true; },
                                .number_bound = [] { return std::optional<int64_t>(); }});
  int64_t rows = 0;
  int64_t games = 0;
  int64_t shards = 0;
  double writing = 0;
  const Clock::time_point begun = Clock::now();
  while (true) {
    const absl::StatusOr<training::TakenShard> shard = intake.Next();
    if (!shard.ok()) {
      break;
    }
    const Clock::time_point checked = Clock::now();
    KVINTET_CHECK(WriteFileAtomically(folder + "/taken", shard->bytes).ok());
    KVINTET_CHECK(AppendLine(folder + "/lines", shard->sha, Sync::kYes).ok());
    intake.Answer(shard->sha, {training::ShardFate::Kind::kCommitted});
    KVINTET_CHECK(intake.Deliver().ok());
    writing += SecondsSince(checked);
    ++shards;
    games += static_cast<int64_t>(shard->records.size());
    for (const selfplay::GameRecord& record : shard->records) {
      rows += static_cast<int64_t>(record.rows.size());
    }
  }
  const double seconds = SecondsSince(begun);
  std::filesystem::remove_all(folder);
  std::printf("%s: %lld shards, %lld games, %lld rows, %.1f bytes/row, %lld refused\n",
              config.game().c_str(), static_cast<long long>(shards), static_cast<long long>(games),
              static_cast<long long>(rows), static_cast<double>(bytes) / static_cast<double>(rows),
              static_cast<long long>(intake.RefusedShards()));
  std::printf("%.0f rows/s; checking alone %.0f rows/s; %.2f ms per shard to write and answer\n",
              static_cast<double>(rows) / seconds, static_cast<double>(rows) / (seconds - writing),
              1000 * writing / static_cast<double>(std::max<int64_t>(shards, 1)));
  return 0;
}

}  // namespace
}  // namespace kvintet

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: shard_intake RUN [SHARDS]\n");
    return 2;
  }
  return kvintet::Measure(argv[1], argc == 3 ? std::strtoul(argv[2], nullptr, 10) : 1000);
}

// make_batches: measures how many rows of recorded games become a learner's batches per second, on
// one core.
//
// make_batches [GAME[{options}] [GAMES [BATCHES]]]: adds GAMES random games to a window, then draws
// BATCHES batches of 256 rows from it. The last figure is a sum over all bytes of the batches: two
// programs that make the same batches print the same sum.
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"

#include "base/hash.h"
#include "envs/registry.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "selfplay/games/selfplay.h"
#include "training/data/batch_maker.h"

namespace {

using kvintet::envs::Game;
using kvintet::training::BatchMaker;
using kvintet::training::ReplayWindow;

constexpr int kRows = 256;

double ProcessorTime() {
  timespec time = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Plays random games, which depend only on their number.
absl::Status Play(const Game& game, uint32_t games, ReplayWindow* window) {
  kvintet::selfplay::SelfPlayTask task = {.game = &game, .seed = 1, .games = games};
  task.search.algorithm = kvintet::selfplay::PolicySettings{.temperature_plies = 100000};
  task.self_play.threads = 1;
  task.make_evaluator = [&game](int) {
    return std::make_unique<kvintet::selfplay::UniformEvaluator>(game);
  };
  task.sink = [&game, window](kvintet::selfplay::GameRecord record) {
    const absl::Status sound = kvintet::selfplay::CheckRecord(game, record);
    window->Add(std::move(record));
    return sound;
  };
  return kvintet::selfplay::RunSelfPlay(task).status();
}

absl::Status Run(const std::string& name, uint32_t games, int batches) {
  const auto game = kvintet::envs::MakeGame(name);
  if (!game.ok()) {
    return game.status();
  }
  ReplayWindow window;
  const double begun = ProcessorTime();
  if (const absl::Status played = Play(**game, games, &window); !played.ok()) {
    return played;
  }
  const double filled = ProcessorTime();
  BatchMaker maker(**game, kvintet::LearnerConfig(), 1);
  uint64_t sum = 0;
  for (int step = 0; step < batches; ++step) {
    maker.Make(window, window.TotalRows(), step, kRows);
    const kvintet::network::TrainingBatch batch = maker.Batch();
    for (const auto bytes :
         {std::as_bytes(batch.planes), std::as_bytes(batch.globals), std::as_bytes(batch.legal),
          std::as_bytes(batch.target_probabilities), std::as_bytes(batch.wdl)}) {
      sum = sum * 31 + kvintet::HashBytes(bytes).low;
    }
  }
  const double seconds = ProcessorTime() - filled;
  std::cout << absl::StrFormat(
      "%s: %d games, %d rows played in %.2f s; %.0f rows/s, %.2f us a row; bytes %016x\n",
      (*game)->Spec().text, games, window.TotalRows(), filled - begun, batches * kRows / seconds,
      1e6 * seconds / batches / kRows, sum);
  return absl::OkStatus();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "kontranto";
  const auto games = static_cast<uint32_t>(argc > 2 ? std::atoi(argv[2]) : 100);
  const absl::Status status = Run(name, games, argc > 3 ? std::atoi(argv[3]) : 100);
  if (!status.ok()) {
    std::cerr << status << "\n";
  }
  return status.ok() ? 0 : 1;
}

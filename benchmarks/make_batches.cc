// make_batches: measures how many rows of recorded games become a learner's batches per second.
//
// make_batches [GAME[{options}] [GAMES [BATCHES [THREADS]]]]: adds GAMES random games to a window,
// then draws BATCHES batches of 256 rows from it on THREADS threads. The last figure is a sum over
// all bytes of the batches: two programs that make the same batches print the same sum.
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"

#include "base/hash.h"
#include "base/seconds.h"
#include "envs/registry.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "selfplay/games/selfplay.h"
#include "training/data/batch_maker.h"

namespace {

using kvintet::envs::Game;
using kvintet::training::BatchMaker;
using kvintet::training::ReplayWindow;

using Clock = std::chrono::steady_clock;

constexpr int kRows = 256;

// Plays random games, which depend only on their number.
absl::Status Play(const Game& game, uint32_t games, ReplayWindow* window) {
  kvintet::selfplay::SelfPlayTask task = {.game = &game, .seed = 1, .games = games};
  task.search.algorithm = kvintet::selfplay::PolicySettings{.temperature_plies = 100000};
  task.self_play.threads = 1;
  task.make_evaluator = [&game](int) {
    return std::make_unique<kvintet::selfplay::UniformEvaluator>(game);
  };
  task.sink = [&game, window](kvintet::selfplay::GameRecord record) {
    absl::Status sound = kvintet::selfplay::CheckRecord(game, record);
    window->Add(std::move(record));
    return sound;
  };
  return kvintet::selfplay::RunSelfPlay(task).status();
}

absl::Status Run(const std::string& name, uint32_t games, int batches, int threads) {
  const auto game = kvintet::envs::MakeGame(name);
  if (!game.ok()) {
    return game.status();
  }
  ReplayWindow window;
  const auto begun = Clock::now();
  if (absl::Status played = Play(**game, games, &window); !played.ok()) {
    return played;
  }
  const double filling = kvintet::SecondsSince(begun);
  BatchMaker maker(**game, kvintet::LearnerConfig(), 1, threads);
  uint64_t sum = 0;
  const auto filled = Clock::now();
  for (int step = 0; step < batches; ++step) {
    maker.Make(window, window.TotalRows(), step, kRows);
    const kvintet::network::TrainingBatch batch = maker.Batch();
    for (const auto bytes :
         {std::as_bytes(batch.planes), std::as_bytes(batch.globals), std::as_bytes(batch.legal),
          std::as_bytes(batch.target_probabilities), std::as_bytes(batch.wdl)}) {
      sum = sum * 31 + kvintet::HashBytes(bytes).low;
    }
  }
  const double seconds = kvintet::SecondsSince(filled);
  std::cout << absl::StrFormat(
      "%s: %d games, %d rows played in %.2f s; %.0f rows/s, %.2f us a row; bytes %016x\n",
      (*game)->Spec().text, games, window.TotalRows(), filling, batches * kRows / seconds,
      1e6 * seconds / batches / kRows, sum);
  return absl::OkStatus();
}

}  // namespace

// An exception ends the process with its message.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "kontranto";
  const auto games = static_cast<uint32_t>(argc > 2 ? std::atoi(argv[2]) : 100);
  const int batches = argc > 3 ? std::atoi(argv[3]) : 100;
  const int threads = argc > 4 ? std::atoi(argv[4]) : 1;
  const absl::Status status = Run(name, games, batches, threads);
  if (!status.ok()) {
    std::cerr << status << "\n";
  }
  return status.ok() ? 0 : 1;
}

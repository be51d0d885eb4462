// resample: measures positions per second that are drawn consistent with what a seat knows, in the
// middle of random games.
//
// resample [GAME[{options}]]: gathers views of the seat to act from random games, without those in
// which nothing is hidden from it. Then draws positions from the views in turn.
#include <chrono>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"

#include "base/allocation_counter.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"

namespace {

using kvintet::Purpose;
using kvintet::RandomStream;
using kvintet::envs::Game;
using kvintet::envs::Playthrough;

constexpr int kViews = 512;
constexpr double kSeconds = 2;

// Gathers views of seats to act, from the middle half of random games.
kvintet::envs::ViewBuffer GatherViews(const Game& game) {
  kvintet::envs::ViewBuffer views(kViews, game.Spec().view_bytes);
  int count = 0;
  for (uint32_t number = 0; count < kViews; ++number) {
    RandomStream random(1, number, 0, Purpose::kTest);
    Playthrough play(game);
    for (int step = 0; !play.Ended() && count < kViews; ++step) {
      if (play.Actors().Has(kvintet::envs::Actor::kChance)) {
        play.ApplyChance(&random);
        continue;
      }
      const auto actor = play.Actors().First();
      const auto view = play.View(kvintet::envs::SeatOf(actor));
      const int length = game.Spec().max_game_length;
      if (step > length / 4 && step < 3 * length / 4 && random.Below(8) == 0) {
        kvintet::envs::CopyRows<kvintet::envs::ViewTag>(view.Span(), views[count++]);
      }
      const auto legal = LegalList(game, view.Span());
      if (!play.Apply(actor, legal[random.Below(static_cast<uint32_t>(legal.size()))]).ok()) {
        break;
      }
    }
  }
  return views;
}

double ProcessorTime() {
  timespec time = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void Report(const Game& game) {
  const kvintet::envs::ViewBuffer views = GatherViews(game);
  kvintet::envs::PositionBuffer position(1, game.Spec().position_bytes);
  RandomStream random(2, 0, 0, Purpose::kResample);
  const auto start = std::chrono::steady_clock::now();
  const double start_cpu = ProcessorTime();
  const int64_t allocations = kvintet::AllocationCount();
  int64_t draws = 0;
  std::chrono::duration<double> taken(0);
  while (taken.count() < kSeconds) {
    for (int i = 0; i < kViews; ++i) {
      game.Resample(views[i], &random, position.Span());
    }
    draws += kViews;
    taken = std::chrono::steady_clock::now() - start;
  }
  const auto count = static_cast<double>(draws);
  std::cout << absl::StrFormat(
                   "%s: %.2f M positions drawn/s, %.2f M per CPU second, %g allocations a draw, "
                   "%d views\n",
                   game.Spec().text, count / taken.count() / 1e6,
                   count / (ProcessorTime() - start_cpu) / 1e6,
                   static_cast<double>(kvintet::AllocationCount() - allocations) / count, kViews)
            << std::flush;
}

}  // namespace

int main(int argc, char** argv) {
  const auto game = kvintet::envs::MakeGame(argc > 1 ? argv[1] : "tantrix");
  if (!game.ok()) {
    std::cerr << game.status().message() << "\n";
    return 1;
  }
  Report(**game);
  return 0;
}

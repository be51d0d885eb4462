// step_batch: steps 4,096 games of Renju in a batch with random actions; a complete batched loop.
#include <cstdint>
#include <iostream>
#include <vector>

#include "envs/pool/env_pool.h"
#include "envs/registry.h"

using kvintet::envs::EnvBuffers;
using kvintet::envs::EnvPool;

int main() {
  const auto game = kvintet::envs::MakeGame("renju{opening=free,forbidden=masked}");
  if (!game.ok()) {
    std::cerr << game.status() << "\n";
    return 1;
  }
  const auto pool = EnvPool::Make(
      **game, {.num_envs = 4096, .seed = 1, .layout = kvintet::envs::SeatLayout::kToAct});
  if (!pool.ok()) {
    std::cerr << pool.status() << "\n";
    return 1;
  }
  // The pool writes directly into these buffers. Pass only those that you need.
  const kvintet::envs::EnvSizes& sizes = (*pool)->Sizes();
  std::vector<uint8_t> planes(sizes.planes);         // [B, planes, 15, 15]
  std::vector<uint64_t> mask_bits(sizes.mask_bits);  // [B, W]
  std::vector<float> rewards(sizes.rewards);         // [B, 2]
  std::vector<uint8_t> terminal(sizes.rows);         // [B]
  std::vector<int32_t> actions(sizes.actions);       // [B]
  const EnvBuffers out = {
      .planes = planes, .mask_bits = mask_bits, .rewards = rewards, .terminal = terminal};

  (*pool)->Reset(out);
  int games = 0;
  int first_wins = 0;
  for (int step = 0; step < 1000; ++step) {
    (*pool)->SampleActions(actions);  // your policy here
    if (const auto status = (*pool)->Step(actions, out); !status.ok()) {
      std::cerr << status << "\n";  // for an illegal action: game, seat and reason
      return 1;
    }
    for (size_t row = 0; row < sizes.rows; ++row) {
      games += terminal[row];
      first_wins += terminal[row] != 0 && rewards[2 * row] > 0 ? 1 : 0;
    }
  }
  std::cout << 1000 * sizes.rows << " steps, " << games << " games ended, seat 0 won "
            << 100.0 * first_wins / games << " %\n";
  return 0;
}

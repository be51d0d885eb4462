// PlayRecords: records of a few games over the hash evaluator.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "selfplay/selfplay.h"
#include "selfplay/uniform_evaluator.h"

namespace kvintet::testing {

// A task that plays `games` games with few simulations on one thread.
inline selfplay::SelfPlayTask SmallTask(const envs::Game& game, uint32_t games) {
  selfplay::SelfPlayTask task = {.game = &game, .seed = 11, .games = games};
  task.search.set_simulations(12);
  task.self_play.set_threads(1);
  task.self_play.set_slots_per_thread(8);
  if (game.Spec().simultaneous || !game.Spec().perfect_information) {
    task.search.set_algorithm(SearchConfig::POLICY);
  }
  task.make_evaluator = [&game](int) {
    return std::make_unique<selfplay::UniformEvaluator>(game, 3);
  };
  return task;
}

inline std::vector<selfplay::GameRecord> PlayRecords(selfplay::SelfPlayTask task) {
  std::vector<selfplay::GameRecord> records;
  task.sink = [&records](selfplay::GameRecord record) {
    records.push_back(std::move(record));
    return absl::OkStatus();
  };
  KVINTET_CHECK(selfplay::RunSelfPlay(task).ok());
  return records;
}

}  // namespace kvintet::testing

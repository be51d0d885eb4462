// PlayRecords: plays a few games with the hash evaluator and returns their records.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "selfplay/games/selfplay.h"

namespace kvintet::testing {

// A task of `games` games with few simulations on one thread.
inline selfplay::SelfPlayTask SmallTask(const envs::Game& game, uint32_t games) {
  selfplay::SelfPlayTask task = {.game = &game, .seed = 11, .games = games};
  task.search.simulations = 12;
  // With stretched values, noise has an effect on random values, and games differ.
  task.search.algorithm = selfplay::GumbelSettings{.c_scale = 0.1, .stretch_values = true};
  task.self_play.threads = 1;
  task.self_play.slots_per_thread = 8;
  if (game.Spec().simultaneous || game.Spec().secrets) {
    task.search.algorithm = selfplay::PolicySettings();
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

// The first `events` events of a game, as while it was in progress.
inline selfplay::GameRecord StartOf(selfplay::GameRecord record, size_t events) {
  record.events.resize(events);
  std::erase_if(record.rows, [&](const selfplay::RecordRow& row) {
    return row.event >= static_cast<int32_t>(events);
  });
  const bool none = record.rows.empty();
  record.policy.resize(none ? 0 : record.rows.back().first_policy + record.rows.back().num_policy);
  record.reason.clear();
  record.result = 0;
  record.margin = {0, 0};
  record.truncated = false;
  record.resigned.reset();
  return record;
}

}  // namespace kvintet::testing

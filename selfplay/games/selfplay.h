// RunSelfPlay: games of a program against itself on several threads, the same on any number.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/game.h"
#include "proto/search_config.pb.h"
#include "proto/self_play_config.pb.h"
#include "selfplay/evaluators/evaluator.h"
#include "selfplay/games/actor.h"
#include "selfplay/records/game_record.h"

namespace kvintet::selfplay {

// What to play.
struct SelfPlayTask {
  // Must outlive the run.
  const envs::Game* game = nullptr;
  SearchConfig search = {};
  // `threads`: 0 takes as many as there are cores. Without `batch_size`: as the evaluator likes it.
  SelfPlayConfig self_play = {};
  uint64_t seed = 0;
  // Games first_game, first_game + 1, ...; without `games` until `stop` or `deadline`.
  uint32_t first_game = 0;
  std::optional<uint32_t> games = {};
  // Games to go on with first, see GameSlot::GoOn; beside `games`, and of lower numbers. Not with
  // in_order.
  std::vector<GameRecord> begun = {};
  // Games in play are dropped when one of these says so.
  std::stop_token stop = {};
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  // Makes the evaluator of one thread, on that thread. Evaluators may share what guards itself.
  std::function<absl::StatusOr<std::unique_ptr<Evaluator>>(int thread)> make_evaluator = {};
  // The same of the network that spars (self_play.sparring_model, sparring_past); empty where none
  // does.
  std::function<absl::StatusOr<std::unique_ptr<Evaluator>>(int thread)> make_opponent = {};
  // Takes the records; one call at a time, from any thread. While it blocks, threads wait as they
  // end games. May be empty.
  std::function<absl::Status(GameRecord)> sink = {};
  // Records come by rising number, without gaps: early ones are held back. Else as games end.
  bool in_order = true;
  // Told by each thread how far its games in play are: so often, and as it stops. May be empty.
  std::function<void(std::vector<GameRecord>)> in_play = {};
  std::chrono::duration<double> in_play_period = {};
  // Told what has been done so far: so often by each thread, unless `sink` is busy, before each
  // call of `sink`, and as a thread stops; one call at a time, from any thread, and none beside one
  // of `sink`. May be empty.
  std::function<void(const SelfPlayStats&)> told = {};
  std::chrono::duration<double> told_period = std::chrono::seconds(1);
};

// Plays and returns when all is done. The records depend on game, search, self_play but for threads
// and batch size, seed, and the evaluators' answers only. The first error of an evaluator or the
// sink stops all threads and is returned. InvalidArgument if there is a sparring model but nobody
// who makes its evaluator, or the other way round.
absl::StatusOr<SelfPlayStats> RunSelfPlay(const SelfPlayTask& task);

}  // namespace kvintet::selfplay

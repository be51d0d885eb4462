// RunSelfPlay: plays self-play games on several threads, with the same games for any thread count.
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
#include "selfplay/evaluators/evaluator.h"
#include "selfplay/games/actor.h"
#include "selfplay/records/game_record.h"
#include "selfplay/settings/search_settings.h"
#include "selfplay/settings/self_play_settings.h"

namespace kvintet::selfplay {

// What to play.
struct SelfPlayTask {
  // Must outlive the run.
  const envs::Game* game = nullptr;
  SearchSettings search = {};
  // `threads` 0 means one per core. Without `batch_size`, the evaluator's preferred batch is used.
  SelfPlaySettings self_play = {};
  uint64_t seed = 0;
  // Plays games first_game, first_game + 1, ...; without `games`, until `stop` or `deadline`.
  uint32_t first_game = 0;
  std::optional<uint32_t> games = {};
  // Plays the games whose numbers this returns instead, until it returns none. Called on any
  // thread, several at a time; may wait. Not allowed with in_order. May be empty.
  std::function<std::optional<uint32_t>()> next_number = {};
  // Unfinished games to resume first, see GameSlot::Resume. They come in addition to `games` and
  // have lower numbers. Not allowed with in_order.
  std::vector<GameRecord> resumed_games = {};
  // Each of these ends the run and drops the games in play.
  std::stop_token stop = {};
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  // Makes the evaluator of one thread, on that thread. Evaluators may share thread-safe state.
  std::function<absl::StatusOr<std::unique_ptr<Evaluator>>(int thread)> make_evaluator = {};
  // The same for the sparring network (self_play.sparring_model, sparring_past); empty if there is
  // none.
  std::function<absl::StatusOr<std::unique_ptr<Evaluator>>(int thread)> make_opponent = {};
  // Sees each finished game before `sink` does, on the thread that played it, several at a time. An
  // error stops all threads and is returned. May be empty.
  std::function<absl::Status(const GameRecord&)> check = {};
  // Takes the records; one call at a time, from any thread. While it blocks, threads that finish a
  // game wait. May be empty.
  std::function<absl::Status(GameRecord)> sink = {};
  // Whether `sink` gets records by ascending number, without gaps, so that early ones are held
  // back. Otherwise it gets them as games end.
  bool in_order = true;
  // Receives each thread's records so far of its games in play, once per in_play_period and when
  // the thread stops. May be empty.
  std::function<void(std::vector<GameRecord>)> on_checkpoint = {};
  std::chrono::duration<double> in_play_period = {};
  // Receives the work done so far: from each thread once per told_period unless `sink` is busy,
  // before each call of `sink`, and when a thread stops. One call at a time, from any thread, never
  // concurrently with `sink`. May be empty.
  std::function<void(const SelfPlayStats&)> on_progress = {};
  std::chrono::duration<double> told_period = std::chrono::seconds(1);
};

// Plays all games and returns. The records depend only on game, search, self_play (except threads
// and batch size), seed, and the evaluators' answers. The first error of an evaluator or of the
// sink stops all threads and is returned; a sink that failed is not called again. InvalidArgument
// if there is a sparring model without make_opponent, or the reverse, or if in_order is not
// allowed. ResourceExhausted without memory or threads.
absl::StatusOr<SelfPlayStats> RunSelfPlay(const SelfPlayTask& task);

}  // namespace kvintet::selfplay

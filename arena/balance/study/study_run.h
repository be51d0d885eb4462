// StudyRun: plays what a study still lacks, on several threads, until its questions are answered.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "arena/balance/study/counted_games.h"
#include "arena/balance/study/study_file.h"
#include "arena/balance/study/study_game.h"
#include "arena/balance/study/study_settings.h"

namespace kvintet::arena {

// How a study stands.
struct StudyProgress {
  // What is being played: "games", "the same draws again", "duels".
  std::string_view phase = {};
  // Games of `rung` in each variant, or duels; and how many there may be at most.
  size_t rung = 0;
  int64_t done = 0;
  int64_t most = 0;
  // The first player's score in each variant so far.
  std::vector<Interval> scores = {};
  // Whether that phase is over.
  bool complete = false;
};

// What a study is made with. Called from any thread, also many at a time.
struct StudyMakers {
  // Makes the player of a spec; `seed` names the random numbers of its rollouts.
  std::function<absl::StatusOr<std::unique_ptr<Agent>>(const envs::Game& game,
                                                       const std::string& spec, uint64_t seed)>
      player = {};
  // Makes what judges a game's course.
  std::function<absl::StatusOr<ValueOf>(const envs::Game& game, uint64_t seed)> judge = {};
};

class StudyRun {
 public:
  // Replicas are played where chance acts: how much of the result is the draw's.
  static constexpr int64_t kReplicas = 200;

  // Games as settings.games, in that order, must outlive the run, as must `file`.
  StudyRun(const StudySettings& settings, std::vector<const envs::Game*> games, StudyMakers makers,
           int threads, StudyFile* file)
      : settings_(settings),
        games_(std::move(games)),
        makers_(std::move(makers)),
        threads_(threads),
        file_(file) {}

  // Until all is played or a stop is requested; what has been played is in the file either way. The
  // file ends with the same bytes for any number of threads, and however often it was interrupted.
  // `progress` is called now and then, by any thread, one at a time.
  absl::Status Run(const std::stop_token& stop,
                   const std::function<void(const StudyProgress&)>& progress);

 private:
  // One game to be played.
  struct Task {
    StudyPlace place = {};
    StudyDeal deal = {};
  };
  // Two rungs of a variant that meet.
  struct Meeting {
    size_t variant = 0;
    size_t a = 0;
    size_t b = 0;
  };

  // Plays games of a rung up to the end of a turn, unless its question is answered before. Says
  // whether it is answered.
  absl::StatusOr<bool> PlayTurn(size_t rung, int64_t turn, const std::stop_token& stop,
                                const std::function<void(const StudyProgress&)>& progress);
  absl::Status PlayReplicas(size_t rung, const std::stop_token& stop,
                            const std::function<void(const StudyProgress&)>& progress);
  absl::Status PlayDuels(const std::stop_token& stop,
                         const std::function<void(const StudyProgress&)>& progress);
  // Games of each variant after so many turns: 0, 32, 64, then 64 more each.
  int64_t GamesAfter(int64_t turns) const;
  // What every variant lacks up to `end`, with all of the groups that were begun.
  std::vector<Task> Missing(size_t rung, int replica, int64_t end) const;
  // Plays tasks in groups and writes them down in their order, until a stop.
  absl::Status Play(const std::vector<Task>& tasks, const std::stop_token& stop,
                    const std::function<void()>& written);
  absl::StatusOr<std::vector<StudyLine>> PlayGroup(std::span<const Task> tasks) const;
  // Those that share an agent, by index: all of a model's, one of any other.
  int64_t GroupSize(const StudyPlace& place) const;
  std::vector<Meeting> MissingDuels() const;
  absl::StatusOr<StudyDuel> PlayDuel(const Meeting& meeting, const std::stop_token& stop) const;

  const StudySettings settings_;
  const std::vector<const envs::Game*> games_;
  const StudyMakers makers_;
  const int threads_;
  StudyFile* const file_;
};

// Whether what is drawn by chance is a part of the game.
bool HasChance(const envs::Game& game);

}  // namespace kvintet::arena

// StudyRun: plays the missing games of a study, on several threads, until its questions are
// answered.
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

// Progress of a study.
struct StudyProgress {
  // What is being played, as shown to users: "games", "the same draws again", "duels".
  std::string_view phase = {};
  // Games of `level` in each variant, or duels, and their maximum number.
  size_t level = 0;
  int64_t done = 0;
  int64_t most = 0;
  // The first player's score in each variant so far.
  std::vector<Interval> scores = {};
  // Whether that phase is over.
  bool complete = false;
};

// Factories of a study's players and judges. Called from any thread, also concurrently.
struct StudyMakers {
  // Makes the player of a spec; `seed` seeds its rollouts.
  std::function<absl::StatusOr<std::unique_ptr<Agent>>(const envs::Game& game,
                                                       const std::string& spec, uint64_t seed)>
      player = {};
  // Makes the value function that judges a game's course.
  std::function<absl::StatusOr<ValueOf>(const envs::Game& game, uint64_t seed)> judge = {};
};

class StudyRun {
 public:
  // Number of replicas in games with chance, which measure how much of the result is luck.
  static constexpr int64_t kReplicas = 200;

  // `games` are those of settings.games, in that order. They and `file` must outlive the run.
  StudyRun(const StudySettings& settings, std::vector<const envs::Game*> games, StudyMakers makers,
           int threads, StudyFile* file)
      : settings_(settings),
        games_(std::move(games)),
        makers_(std::move(makers)),
        threads_(threads),
        file_(file) {}

  // Plays until everything is played or a stop is requested; the file holds all games played in
  // either case. The final file has the same bytes for any number of threads and interruptions.
  // `progress` is called occasionally, from any thread, one call at a time.
  absl::Status Run(const std::stop_token& stop,
                   const std::function<void(const StudyProgress&)>& progress);

 private:
  // One game to play.
  struct Task {
    StudyPlace place = {};
    StudyDeal deal = {};
  };
  // A duel of two levels in a variant.
  struct Meeting {
    size_t variant = 0;
    size_t a = 0;
    size_t b = 0;
  };

  // Plays games of a level up to the end of a turn, unless its question is answered before. Returns
  // whether it is answered.
  absl::StatusOr<bool> PlayTurn(size_t level, int64_t turn, const std::stop_token& stop,
                                const std::function<void(const StudyProgress&)>& progress);
  absl::Status PlayReplicas(size_t level, const std::stop_token& stop,
                            const std::function<void(const StudyProgress&)>& progress);
  absl::Status PlayDuels(const std::stop_token& stop,
                         const std::function<void(const StudyProgress&)>& progress);
  // Games of each variant after this many turns: 0, 32, 64, then 64 more per turn.
  int64_t GamesAfter(int64_t turns) const;
  // The games missing in every variant up to `end`, rounded up to whole groups; replicas only of
  // variants with chance draws.
  std::vector<Task> Missing(size_t level, int replica, int64_t end) const;
  // Plays tasks in groups and stores the games in task order, until a stop is requested.
  absl::Status Play(const std::vector<Task>& tasks, const std::stop_token& stop,
                    const std::function<void()>& written);
  absl::StatusOr<std::vector<StudyLine>> PlayGroup(std::span<const Task> tasks) const;
  // Number of consecutive games that share an agent: kModelGroup for models, one for other agents.
  int64_t GroupSize(const StudyPlace& place) const;
  std::vector<Meeting> MissingDuels() const;
  absl::StatusOr<StudyDuel> PlayDuel(const Meeting& meeting, const std::stop_token& stop) const;

  const StudySettings settings_;
  const std::vector<const envs::Game*> games_;
  const StudyMakers makers_;
  const int threads_;
  StudyFile* const file_;
};

// Whether the game has chance draws.
bool HasChance(const envs::Game& game);

}  // namespace kvintet::arena

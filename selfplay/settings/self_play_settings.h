// SelfPlaySettings: made from proto/self_play_config.proto by tools/generate_settings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace kvintet::selfplay {

// How games are generated.
struct SelfPlaySettings {
  // How playing and learning alternate.
  enum class Schedule {
    // Rounds of games with one model, each followed by learning. All games and models are a
    // function of the configuration, even if the run is stopped or killed and resumed. A limit on
    // minutes or games ends its last round early, so a run that goes on from there differs.
    kRounds = 0,
    // Both at the same time. Games in progress switch to the newest model, and what is played
    // depends on the speed of the machine. No game in a sealed shard is lost or counted twice.
    kContinuous = 1,
  };

  // Games that one thread plays at a time.
  int32_t slots_per_thread = 64;
  // Threads that play; 0: one per core.
  int32_t threads = 0;
  // The maximum number of positions in one network evaluation. Absent: as many as the evaluator
  // prefers.
  std::optional<int32_t> batch_size = {};
  // A game is cut off after this many plies and counts as truncated. 0: it ends only by its own
  // rules.
  int32_t max_plies = 0;
  // Each game starts with a number of uniformly random plies, drawn from 0 to this. They produce no
  // rows.
  int32_t opening_random_plies = 0;
  // Games between one model and the next.
  int32_t games_per_round = 128;
  // How playing and learning alternate.
  Schedule schedule = Schedule::kRounds;
  // Playout cap randomization (Wu: "Accelerating self-play learning in Go", 2019): a decision gets
  // a full search with this probability. The others are searched with quick_simulations and without
  // noise, and produce no rows. Below 1 not for policy and equilibrium.
  double full_search_share = 1;
  int32_t quick_simulations = 8;
  // Evaluates a random symmetric image of each position, if the game has symmetries.
  bool symmetry = true;
  // Evaluations cached for positions that occur again under the same symmetry, by all threads
  // together. 0: none. They take at most 1 KiB each on average; where they would take more, fewer
  // are kept.
  int64_t cache_positions = 0;
  // A seat resigns after resign_decisions consecutive decisions of its own with values below this.
  // -1: never. Values are in [-1, 1].
  double resign_value = -1;
  int32_t resign_decisions = 3;
  // This share of the games is played to the end, to count how often resigning would have been
  // wrong.
  double resign_playout_share = 0.1;
  // Simulations of the first games. They double every double_after_games games up to
  // search.simulations. 0: all games use search.simulations.
  int32_t first_simulations = 0;
  int64_t double_after_games = 1000;
  // In this share of the games one seat, drawn at random, is played by the baseline of the game
  // (`greedy`), by sparring_model or by an earlier self, from the end of the opening on. The
  // actions of that seat produce no rows.
  double sparring_share = 0;
  // In this many games, the first of the run, the baseline plays both seats from the end of the
  // opening on, without search; the policy of a row is the baseline's first choice. Not for
  // POLICY_GRADIENT, which learns from the network's own policies.
  int64_t demonstration_games = 0;
  // Where the baseline plays, it takes any legal action with a probability that is drawn for each
  // game and seat, uniformly between 0 and this. Otherwise games between equals may end without a
  // winner and teach no values.
  double baseline_noise = 0;
  // In this share of the games, except demonstrations, a position whose winner under best play is
  // known from the rules (Renju: a row of fours that wins) ends the game. In the other games play
  // continues, and the run counts how often that seat did not win. 0: all are played to the end.
  double adjudicated_share = 0;
  // A model that plays in place of the baseline in sparring games: a model file, or a run
  // directory, whose newest model is taken. It stays the same for the whole run. Empty: the
  // baseline.
  std::string sparring_model = {};
  // The SHA-256 of that model's file in hexadecimal; any other file is refused. A run writes it
  // into its own configuration, so that it continues against the same model, wherever that is
  // stored.
  std::string sparring_model_sha256 = {};
  // In sparring games an earlier self plays in place of the baseline: for each round one of the
  // models that the run has published is drawn, all equally likely (Heinrich, Lanctot, Silver:
  // "Fictitious self-play in extensive-form games", 2015). Excludes sparring_model.
  bool sparring_past = false;
  // How sparring_model, or the earlier self, plays. 0: it draws from its policy, without search.
  // Above 0: it searches with this many simulations and plays to win, like the agent
  // `model:PATH,simulations=N`.
  int32_t sparring_simulations = 0;

  bool operator==(const SelfPlaySettings&) const = default;
};

}  // namespace kvintet::selfplay

// SearchSettings: made from proto/search_config.proto by tools/generate_settings.
#pragma once

#include <cstdint>
#include <variant>

namespace kvintet::selfplay {

// Sequential halving over sampled root actions, targets from completed values (Danihelka and
// others: "Policy improvement by planning with Gumbel", 2022).
struct GumbelSettings {
  // The maximum number of root actions that sequential halving starts with.
  int32_t max_considered = 16;
  // Scale of the Gumbel noise at the root. 1 in self-play; 0 plays without noise.
  double scale = 1;
  // Where the root explores, this share of the policy that root actions are drawn from is uniform.
  // The policy to learn is computed from the network's own policy.
  double uniform = 0;
  // Values are weighted by (c_visit + most visits of an action) * c_scale against logits. The paper
  // uses 50 and 1 for values in [0, 1]; the latter is 0.5 for our values in [-1, 1].
  double c_visit = 50;
  double c_scale = 0.5;
  // First stretches the values of a node to [0, 1], as mctx does, where c_scale is 0.1. Moves that
  // are almost equal are then separated as sharply as a win and a loss, and much of what a policy
  // learns about them is noise. False: values count as they are, in [-1, 1].
  bool stretch_values = false;

  bool operator==(const GumbelSettings&) const = default;
};

// AlphaZero's rule, with noise at the root and visit counts as targets.
struct PuctSettings {
  // Exploration constant.
  double c_puct = 1.25;
  // The value of an unvisited action is its parent's less this times the square root of the policy
  // mass visited so far. Values are in [-1, 1].
  double fpu_reduction = 0.2;
  // Sum of the concentrations of the Dirichlet noise at the root, divided among the legal actions
  // (10 over 30 actions gives each 1/3).
  double dirichlet_alpha = 10;
  // Share of noise in the root policy. 0: no noise.
  double dirichlet_fraction = 0.25;
  // During the first temperature_plies plies of a game actions are drawn from visits^(1 /
  // temperature), later the most visited action is taken. 0: the most visited is taken from the
  // start.
  double temperature = 1;
  int32_t temperature_plies = 16;
  // Keeps the tree below the actions played for the next decision of the game, where its visits
  // count as simulations.
  bool reuse_tree = false;
  // A root action that was visited once gets at least sqrt(forced_playouts * its policy * all
  // visits) visits. Visits that only this rule explains are pruned before the policy to learn and
  // the action are taken from visits (Wu, 2019, uses 2). 0: none.
  double forced_playouts = 0;
  // A search ends early when kld_interval simulations move the root's visit shares by less than
  // this per simulation, in nats of Kullback-Leibler divergence. 0: never.
  double min_kld_gain = 0;
  int32_t kld_interval = 16;

  bool operator==(const PuctSettings&) const = default;
};

// No search: actions are drawn from the evaluator's policy. It plays every game; gumbel and puct
// need games in which seats act one at a time and nothing is hidden.
struct PolicySettings {
  // During the first temperature_plies plies of a game actions are drawn from policy^(1 /
  // temperature), later the likeliest action is taken. 0: the likeliest is taken from the start.
  double temperature = 1;
  int32_t temperature_plies = 16;

  bool operator==(const PolicySettings&) const = default;
};

// An equilibrium of the matrix game between some moves of each seat, whose payoffs are the values
// of the positions that follow (Bakhtin and others: "No-press Diplomacy from scratch", 2021). The
// equilibrium's probabilities are played and learnt. For games in which both seats act at the same
// time and nothing else is hidden or random.
struct EquilibriumSettings {
  // Half of the simulations are reserved for this many rounds. In each round the best responses to
  // the equilibrium, by the payoffs so far, join the matrix. 0: none.
  int32_t oracle_rounds = 4;
  // A seat maximises value - kl_to_policy * KL(policy, evaluator's policy), so that its policy is
  // proportional to evaluator's policy * exp(value / kl_to_policy). 0: an equilibrium of the moves
  // considered, however far from the evaluator's policy.
  double kl_to_policy = 0.1;
  // Moves less likely than this are not played, except where the root explores.
  double least_probability = 0.02;
  // Where the root explores, this share of the policy played is uniform over the moves considered.
  // The policy to learn is the equilibrium alone.
  double explore_uniform = 0.1;
  // Where the root explores, this share of the policy played is the evaluator's own policy, which
  // makes the mistakes of a weaker player.
  double explore_policy = 0;
  // Where the root explores, this share of the rest is uniform over all legal actions, which makes
  // the mistakes of a beginner.
  double explore_legal = 0;

  bool operator==(const EquilibriumSettings&) const = default;
};

// One step of policy improvement for games with hidden information (Sokota and others: "The update
// equivalence framework for decision-time planning", 2023). Whole moves are tried in positions
// drawn from what the seat knows, and the opponent answers by the evaluator's policy. The policy
// moves towards the moves that do well, and is held near the evaluator's. There is no tree, and no
// guarantee beyond that step. For games in which seats act one at a time and something is hidden.
struct BeliefSettings {
  // A seat maximises value - kl_to_policy * KL(policy, evaluator's policy), so that its policy is
  // proportional to evaluator's policy * exp(value / kl_to_policy).
  double kl_to_policy = 0.1;
  // A position is weighted by the probabilities that the evaluator's policy gives to this many of
  // the opponent's last moves. 0: by the probabilities of the rules alone.
  int32_t moves = 2;
  // The number of moves tried, to which moves as likely as the last of them are added. They are the
  // likeliest by the evaluator's policy or, where the root explores, drawn from it. 0: all moves.
  int32_t max_considered = 0;
  // Scale of the Gumbel noise of that draw. 0: none, the likeliest moves are tried.
  double gumbel_scale = 1;
  // Shrinks the value of a move with few trials. The value is the mean of its trials and of this
  // many further ones, each worth the mean over the moves tried, weighted by the evaluator's
  // policy.
  double prior_trials = 0;
  // The position after a trial is worth the mean of this many random games from it, and the
  // evaluator gives policies only. 0: it is worth the evaluator's value.
  int32_t trial_rollouts = 0;
  // Where nothing is hidden any more (Tantrix with an empty bag), a decision that an exact search
  // solves within this many positions is taken from that search. 0: never.
  int32_t endgame_nodes = 100000;
  // During the first temperature_plies plies of a game moves are drawn from policy^(1 /
  // temperature), later the best move of the last trials is taken. 0: it is taken from the start.
  double temperature = 1;
  int32_t temperature_plies = 16;
  // Where the root explores, this share of the policy played is the evaluator's own policy, which
  // makes the mistakes of a weaker player.
  double explore_policy = 0;
  // Where the root explores, this share of the rest is uniform over all legal actions, which makes
  // the mistakes of a beginner.
  double explore_legal = 0;
  // With trial_rollouts the opponent acts at random from the start, so that a trial costs no
  // evaluation. Otherwise it first answers by the evaluator's policy.
  bool random_answers = false;
  // In the random games of trial_rollouts each action is the best of so many drawn at random, by a
  // measure of the rules. 1: actions are uniformly random. More need a game with such a measure
  // (tantrix).
  int32_t rollout_tries = 1;

  bool operator==(const BeliefSettings&) const = default;
};

// Boltzmann exploration (selfplay/search/rules/boltzmann.cc). Below the root it searches as puct
// does.
struct BoltzmannSettings {
  // Root actions are drawn in proportion to prior * exp(value / t), where t is this divided by the
  // logarithm of e + the visits so far. Values are in [-1, 1].
  double temperature = 0.5;
  // Where the root explores, a draw is uniform with the probability of this divided by that
  // logarithm.
  double exploration = 0.3;
  // Below the root, as in PuctSettings.
  double c_puct = 1.25;
  double fpu_reduction = 0.2;
  // During the first play_plies plies of a game actions are drawn from policy^(1 /
  // play_temperature), later the likeliest action is taken. 0: it is taken from the start.
  double play_temperature = 1;
  int32_t play_plies = 16;

  bool operator==(const BoltzmannSettings&) const = default;
};

// The settings of one algorithm.
using AlgorithmSettings = std::variant<GumbelSettings, PuctSettings, PolicySettings,
                                       EquilibriumSettings, BeliefSettings, BoltzmannSettings>;

// The algorithms, numbered as the alternatives of AlgorithmSettings.
enum class Algorithm {
  kGumbel,
  kPuct,
  kPolicy,
  kEquilibrium,
  kBelief,
  kBoltzmann,
};

// How one decision is searched: an algorithm with its settings, as in `search { simulations: 32
// puct { c_puct: 1.5 } }`, and what all algorithms have in common.
struct SearchSettings {
  // Leaf evaluations per decision. equilibrium: payoffs of the matrix, for the whole moves of both
  // seats together; each is the mean of the values evaluated from both seats' views. belief: trials
  // of a move in a position; each also costs an evaluation for every action of the opponent's
  // answer. policy: has none.
  int32_t simulations = 32;
  // What the rules themselves know. A position whose value under best play follows at once from
  // them (Renju: a five that can be made, or one that cannot be stopped) has that value, and the
  // network is not evaluated.
  bool known_returns = true;
  // In tree searches (gumbel, puct and custom rules), a move that the rules' own look-ahead at the
  // root proves to win (envs/learning_hints.h; Renju: a row of fours) is played, and learnt as
  // certain, without a search.
  bool forced_wins = true;
  // In play, but not in self-play, forced_wins also looks for a win by threats (Renju: fours and
  // threes, VCT) among about this many positions. 0: it does not.
  int32_t threat_nodes = 0;
  // In tree searches, actions after which the rules know that the opponent wins
  // (envs/learning_hints.h; PÜNCT: by a turn that joins two sides) are not tried while there are
  // others. Their policy target is 0. A position in which there are no others is lost.
  bool defences = true;
  // The algorithm with its settings, by default gumbel.
  AlgorithmSettings algorithm = {};

  bool operator==(const SearchSettings&) const = default;
};

}  // namespace kvintet::selfplay

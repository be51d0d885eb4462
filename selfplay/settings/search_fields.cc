// FieldsOf: made from proto/search_config.proto by tools/generate_settings.
#include "selfplay/settings/search_fields.h"

#include <array>

namespace kvintet::selfplay {

constinit const std::array<FieldInfo, 6> FieldsOf<GumbelSettings>::kInfos = {{
    {.name = "max_considered",
     .documentation = "The maximum number of root actions that sequential halving starts with.",
     .kind = FieldKind::kInteger,
     .default_text = "16",
     .range = {.min = 1, .max = 4096}},
    {.name = "scale",
     .documentation =
         "Scale of the Gumbel noise at the root. 1 in self-play; 0 plays without noise.",
     .kind = FieldKind::kReal,
     .default_text = "1",
     .range = {.min = 0, .max = 10}},
    {.name = "uniform",
     .documentation =
         "Where the root explores, this share of the policy that root actions are drawn from is "
         "uniform. The policy to learn is computed from the network's own policy.",
     .kind = FieldKind::kReal,
     .default_text = "0",
     .range = {.min = 0, .max = 1, .open_max = true}},
    {.name = "c_visit",
     .documentation = "Values are weighted by (c_visit + most visits of an action) * c_scale "
                      "against logits. The paper uses 50 and 1 for values in [0, 1]; the latter is "
                      "0.5 for our values in [-1, 1].",
     .kind = FieldKind::kReal,
     .default_text = "50",
     .range = {.min = 0, .max = 100000}},
    {.name = "c_scale",
     .documentation = "Values are weighted by (c_visit + most visits of an action) * c_scale "
                      "against logits. The paper uses 50 and 1 for values in [0, 1]; the latter is "
                      "0.5 for our values in [-1, 1].",
     .kind = FieldKind::kReal,
     .default_text = "0.5",
     .range = {.min = 0, .max = 1000}},
    {.name = "stretch_values",
     .documentation = "First stretches the values of a node to [0, 1], as mctx does, where c_scale "
                      "is 0.1. Moves that are almost equal are then separated as sharply as a win "
                      "and a loss, and much of what a policy learns about them is noise. False: "
                      "values count as they are, in [-1, 1].",
     .kind = FieldKind::kBool,
     .default_text = "false"},
}};

constinit const std::array<FieldInfo, 10> FieldsOf<PuctSettings>::kInfos = {{
    {.name = "c_puct",
     .documentation = "Exploration constant.",
     .kind = FieldKind::kReal,
     .default_text = "1.25",
     .range = {.min = 0, .max = 100}},
    {.name = "fpu_reduction",
     .documentation = "The value of an unvisited action is its parent's less this times the square "
                      "root of the policy mass visited so far. Values are in [-1, 1].",
     .kind = FieldKind::kReal,
     .default_text = "0.2",
     .range = {.min = 0, .max = 2}},
    {.name = "dirichlet_alpha",
     .documentation = "Sum of the concentrations of the Dirichlet noise at the root, divided among "
                      "the legal actions (10 over 30 actions gives each 1/3).",
     .kind = FieldKind::kReal,
     .default_text = "10",
     .range = {.min = 0, .max = 1000, .open_min = true}},
    {.name = "dirichlet_fraction",
     .documentation = "Share of noise in the root policy. 0: no noise.",
     .kind = FieldKind::kReal,
     .default_text = "0.25",
     .range = {.min = 0, .max = 1}},
    {.name = "temperature",
     .documentation = "During the first temperature_plies plies of a game actions are drawn from "
                      "visits^(1 / temperature), later the most visited action is taken. 0: the "
                      "most visited is taken from the start.",
     .kind = FieldKind::kReal,
     .default_text = "1",
     .range = {.min = 0, .max = 100}},
    {.name = "temperature_plies",
     .documentation = "During the first temperature_plies plies of a game actions are drawn from "
                      "visits^(1 / temperature), later the most visited action is taken. 0: the "
                      "most visited is taken from the start.",
     .kind = FieldKind::kInteger,
     .default_text = "16",
     .range = {.min = 0, .max = 100000}},
    {.name = "reuse_tree",
     .documentation = "Keeps the tree below the actions played for the next decision of the game, "
                      "where its visits count as simulations.",
     .kind = FieldKind::kBool,
     .default_text = "false"},
    {.name = "forced_playouts",
     .documentation =
         "A root action that was visited once gets at least sqrt(forced_playouts * its policy * "
         "all visits) visits. Visits that only this rule explains are pruned before the policy to "
         "learn and the action are taken from visits (Wu, 2019, uses 2). 0: none.",
     .kind = FieldKind::kReal,
     .default_text = "0",
     .range = {.min = 0, .max = 100}},
    {.name = "min_kld_gain",
     .documentation =
         "A search ends early when kld_interval simulations move the root's visit shares by less "
         "than this per simulation, in nats of Kullback-Leibler divergence. 0: never.",
     .kind = FieldKind::kReal,
     .default_text = "0",
     .range = {.min = 0, .max = 1}},
    {.name = "kld_interval",
     .documentation =
         "A search ends early when kld_interval simulations move the root's visit shares by less "
         "than this per simulation, in nats of Kullback-Leibler divergence. 0: never.",
     .kind = FieldKind::kInteger,
     .default_text = "16",
     .range = {.min = 1, .max = 1000000}},
}};

constinit const std::array<FieldInfo, 2> FieldsOf<PolicySettings>::kInfos = {{
    {.name = "temperature",
     .documentation = "During the first temperature_plies plies of a game actions are drawn from "
                      "policy^(1 / temperature), later the likeliest action is taken. 0: the "
                      "likeliest is taken from the start.",
     .kind = FieldKind::kReal,
     .default_text = "1",
     .range = {.min = 0, .max = 100}},
    {.name = "temperature_plies",
     .documentation = "During the first temperature_plies plies of a game actions are drawn from "
                      "policy^(1 / temperature), later the likeliest action is taken. 0: the "
                      "likeliest is taken from the start.",
     .kind = FieldKind::kInteger,
     .default_text = "16",
     .range = {.min = 0, .max = 100000}},
}};

constinit const std::array<FieldInfo, 6> FieldsOf<EquilibriumSettings>::kInfos = {{
    {.name = "oracle_rounds",
     .documentation =
         "Half of the simulations are reserved for this many rounds. In each round the best "
         "responses to the equilibrium, by the payoffs so far, join the matrix. 0: none.",
     .kind = FieldKind::kInteger,
     .default_text = "4",
     .range = {.min = 0, .max = 1000}},
    {.name = "kl_to_policy",
     .documentation =
         "A seat maximises value - kl_to_policy * KL(policy, evaluator's policy), so that its "
         "policy is proportional to evaluator's policy * exp(value / kl_to_policy). 0: an "
         "equilibrium of the moves considered, however far from the evaluator's policy.",
     .kind = FieldKind::kReal,
     .default_text = "0.1",
     .range = {.min = 0, .max = 100}},
    {.name = "least_probability",
     .documentation = "Moves less likely than this are not played, except where the root explores.",
     .kind = FieldKind::kReal,
     .default_text = "0.02",
     .range = {.min = 0, .max = 0.5}},
    {.name = "explore_uniform",
     .documentation = "Where the root explores, this share of the policy played is uniform over "
                      "the moves considered. The policy to learn is the equilibrium alone.",
     .kind = FieldKind::kReal,
     .default_text = "0.1",
     .range = {.min = 0, .max = 1}},
    {.name = "explore_policy",
     .documentation = "Where the root explores, this share of the policy played is the evaluator's "
                      "own policy, which makes the mistakes of a weaker player.",
     .kind = FieldKind::kReal,
     .default_text = "0",
     .range = {.min = 0, .max = 1}},
    {.name = "explore_legal",
     .documentation = "Where the root explores, this share of the rest is uniform over all legal "
                      "actions, which makes the mistakes of a beginner.",
     .kind = FieldKind::kReal,
     .default_text = "0",
     .range = {.min = 0, .max = 1}},
}};

constinit const std::array<FieldInfo, 13> FieldsOf<BeliefSettings>::kInfos = {{
    {.name = "kl_to_policy",
     .documentation =
         "A seat maximises value - kl_to_policy * KL(policy, evaluator's policy), so that its "
         "policy is proportional to evaluator's policy * exp(value / kl_to_policy).",
     .kind = FieldKind::kReal,
     .default_text = "0.1",
     .range = {.min = 0, .max = 100, .open_min = true}},
    {.name = "moves",
     .documentation =
         "A position is weighted by the probabilities that the evaluator's policy gives to this "
         "many of the opponent's last moves. 0: by the probabilities of the rules alone.",
     .kind = FieldKind::kInteger,
     .default_text = "2",
     .range = {.min = 0, .max = 100}},
    {.name = "max_considered",
     .documentation = "The number of moves tried, to which moves as likely as the last of them are "
                      "added. They are the likeliest by the evaluator's policy or, where the root "
                      "explores, drawn from it. 0: all moves.",
     .kind = FieldKind::kInteger,
     .default_text = "0",
     .range = {.min = 0, .max = 100000}},
    {.name = "gumbel_scale",
     .documentation =
         "Scale of the Gumbel noise of that draw. 0: none, the likeliest moves are tried.",
     .kind = FieldKind::kReal,
     .default_text = "1",
     .range = {.min = 0, .max = 10}},
    {.name = "prior_trials",
     .documentation = "Shrinks the value of a move with few trials. The value is the mean of its "
                      "trials and of this many further ones, each worth the mean over the moves "
                      "tried, weighted by the evaluator's policy.",
     .kind = FieldKind::kReal,
     .default_text = "0",
     .range = {.min = 0, .max = 100000}},
    {.name = "trial_rollouts",
     .documentation =
         "The position after a trial is worth the mean of this many random games from it, and the "
         "evaluator gives policies only. 0: it is worth the evaluator's value.",
     .kind = FieldKind::kInteger,
     .default_text = "0",
     .range = {.min = 0, .max = 1000}},
    {.name = "endgame_nodes",
     .documentation =
         "Where nothing is hidden any more (Tantrix with an empty bag), a decision that an exact "
         "search solves within this many positions is taken from that search. 0: never.",
     .kind = FieldKind::kInteger,
     .default_text = "100000",
     .range = {.min = 0, .max = 1000000000}},
    {.name = "temperature",
     .documentation = "During the first temperature_plies plies of a game moves are drawn from "
                      "policy^(1 / temperature), later the best move of the last trials is taken. "
                      "0: it is taken from the start.",
     .kind = FieldKind::kReal,
     .default_text = "1",
     .range = {.min = 0, .max = 100}},
    {.name = "temperature_plies",
     .documentation = "During the first temperature_plies plies of a game moves are drawn from "
                      "policy^(1 / temperature), later the best move of the last trials is taken. "
                      "0: it is taken from the start.",
     .kind = FieldKind::kInteger,
     .default_text = "16",
     .range = {.min = 0, .max = 100000}},
    {.name = "explore_policy",
     .documentation = "Where the root explores, this share of the policy played is the evaluator's "
                      "own policy, which makes the mistakes of a weaker player.",
     .kind = FieldKind::kReal,
     .default_text = "0",
     .range = {.min = 0, .max = 1}},
    {.name = "explore_legal",
     .documentation = "Where the root explores, this share of the rest is uniform over all legal "
                      "actions, which makes the mistakes of a beginner.",
     .kind = FieldKind::kReal,
     .default_text = "0",
     .range = {.min = 0, .max = 1}},
    {.name = "random_answers",
     .documentation =
         "With trial_rollouts the opponent acts at random from the start, so that a trial costs no "
         "evaluation. Otherwise it first answers by the evaluator's policy.",
     .kind = FieldKind::kBool,
     .default_text = "false"},
    {.name = "rollout_tries",
     .documentation = "In the random games of trial_rollouts each action is the best of so many "
                      "drawn at random, by a measure of the rules. 1: actions are uniformly "
                      "random. More need a game with such a measure (tantrix).",
     .kind = FieldKind::kInteger,
     .default_text = "1",
     .range = {.min = 1, .max = 100}},
}};

constinit const std::array<FieldInfo, 6> FieldsOf<BoltzmannSettings>::kInfos = {{
    {.name = "temperature",
     .documentation =
         "Root actions are drawn in proportion to prior * exp(value / t), where t is this divided "
         "by the logarithm of e + the visits so far. Values are in [-1, 1].",
     .kind = FieldKind::kReal,
     .default_text = "0.5",
     .range = {.min = 0.001, .max = 100}},
    {.name = "exploration",
     .documentation = "Where the root explores, a draw is uniform with the probability of this "
                      "divided by that logarithm.",
     .kind = FieldKind::kReal,
     .default_text = "0.3",
     .range = {.min = 0, .max = 1}},
    {.name = "c_puct",
     .documentation = "Below the root, as in PuctSettings.",
     .kind = FieldKind::kReal,
     .default_text = "1.25",
     .range = {.min = 0, .max = 100}},
    {.name = "fpu_reduction",
     .documentation = "Below the root, as in PuctSettings.",
     .kind = FieldKind::kReal,
     .default_text = "0.2",
     .range = {.min = 0, .max = 2}},
    {.name = "play_temperature",
     .documentation =
         "During the first play_plies plies of a game actions are drawn from policy^(1 / "
         "play_temperature), later the likeliest action is taken. 0: it is taken from the start.",
     .kind = FieldKind::kReal,
     .default_text = "1",
     .range = {.min = 0, .max = 100}},
    {.name = "play_plies",
     .documentation =
         "During the first play_plies plies of a game actions are drawn from policy^(1 / "
         "play_temperature), later the likeliest action is taken. 0: it is taken from the start.",
     .kind = FieldKind::kInteger,
     .default_text = "16",
     .range = {.min = 0, .max = 100000}},
}};

constinit const std::array<FieldInfo, 5> FieldsOf<SearchSettings>::kInfos = {{
    {.name = "simulations",
     .documentation =
         "Leaf evaluations per decision. equilibrium: payoffs of the matrix, for the whole moves "
         "of both seats together; each is the mean of the values evaluated from both seats' views. "
         "belief: trials of a move in a position; each also costs an evaluation for every action "
         "of the opponent's answer. policy: has none.",
     .kind = FieldKind::kInteger,
     .default_text = "32",
     .range = {.min = 1, .max = 1000000}},
    {.name = "known_returns",
     .documentation = "What the rules themselves know. A position whose value under best play "
                      "follows at once from them (Renju: a five that can be made, or one that "
                      "cannot be stopped) has that value, and the network is not evaluated.",
     .kind = FieldKind::kBool,
     .default_text = "true"},
    {.name = "forced_wins",
     .documentation = "In tree searches (gumbel, puct and custom rules), a move that the rules' "
                      "own look-ahead at the root proves to win (envs/learning_hints.h; Renju: a "
                      "row of fours) is played, and learnt as certain, without a search.",
     .kind = FieldKind::kBool,
     .default_text = "true"},
    {.name = "threat_nodes",
     .documentation =
         "In play, but not in self-play, forced_wins also looks for a win by threats (Renju: fours "
         "and threes, VCT) among about this many positions. 0: it does not.",
     .kind = FieldKind::kInteger,
     .default_text = "0",
     .range = {.min = 0, .max = 1000000000}},
    {.name = "defences",
     .documentation =
         "In tree searches, actions after which the rules know that the opponent wins "
         "(envs/learning_hints.h; PÜNCT: by a turn that joins two sides) are not tried while there "
         "are others. Their policy target is 0. A position in which there are no others is lost.",
     .kind = FieldKind::kBool,
     .default_text = "true"},
}};

constinit const std::array<AlgorithmInfo, 6> kAlgorithmInfos = {{
    {.name = "gumbel",
     .documentation =
         "Sequential halving over sampled root actions, targets from completed values (Danihelka "
         "and others: \"Policy improvement by planning with Gumbel\", 2022)."},
    {.name = "puct",
     .documentation = "AlphaZero's rule, with noise at the root and visit counts as targets."},
    {.name = "policy",
     .documentation =
         "No search: actions are drawn from the evaluator's policy. It plays every game; gumbel "
         "and puct need games in which seats act one at a time and nothing is hidden."},
    {.name = "equilibrium",
     .documentation =
         "An equilibrium of the matrix game between some moves of each seat, whose payoffs are the "
         "values of the positions that follow (Bakhtin and others: \"No-press Diplomacy from "
         "scratch\", 2021). The equilibrium's probabilities are played and learnt. For games in "
         "which both seats act at the same time and nothing else is hidden or random."},
    {.name = "belief",
     .documentation =
         "One step of policy improvement for games with hidden information (Sokota and others: "
         "\"The update equivalence framework for decision-time planning\", 2023). Whole moves are "
         "tried in positions drawn from what the seat knows, and the opponent answers by the "
         "evaluator's policy. The policy moves towards the moves that do well, and is held near "
         "the evaluator's. There is no tree, and no guarantee beyond that step. For games in which "
         "seats act one at a time and something is hidden."},
    {.name = "boltzmann",
     .documentation = "Boltzmann exploration (selfplay/search/rules/boltzmann.cc). Below the root "
                      "it searches as puct does.",
     .custom = true},
}};

}  // namespace kvintet::selfplay

// FieldsOf: made from proto/self_play_config.proto by tools/generate_settings.
#include "selfplay/settings/self_play_fields.h"

#include <array>
#include <string_view>

namespace kvintet::selfplay {

namespace {

constexpr std::array<std::string_view, 2> kScheduleNames = {"ROUNDS", "CONTINUOUS"};

}  // namespace

constinit const std::array<FieldInfo, 24> FieldsOf<SelfPlaySettings>::kInfos = {{
    {.name = "slots_per_thread",
     .documentation = "Games that one thread plays at a time.",
     .kind = FieldKind::kInteger,
     .default_text = "64",
     .range = {.min = 1, .max = 65536}},
    {.name = "threads",
     .documentation = "Threads that play; 0: one per core.",
     .kind = FieldKind::kInteger,
     .default_text = "0",
     .range = {.min = 0, .max = 1024}},
    {.name = "batch_size",
     .documentation = "The maximum number of positions in one network evaluation. Absent: as many "
                      "as the evaluator prefers.",
     .kind = FieldKind::kInteger,
     .default_text = "",
     .range = {.min = 1, .max = 65536}},
    {.name = "max_plies",
     .documentation = "A game is cut off after this many plies and counts as truncated. 0: it ends "
                      "only by its own rules.",
     .kind = FieldKind::kInteger,
     .default_text = "0",
     .range = {.min = 0, .max = 1000000}},
    {.name = "opening_random_plies",
     .documentation = "Each game starts with a number of uniformly random plies, drawn from 0 to "
                      "this. They produce no rows.",
     .kind = FieldKind::kInteger,
     .default_text = "0",
     .range = {.min = 0, .max = 10000}},
    {.name = "games_per_round",
     .documentation = "Games between one model and the next.",
     .kind = FieldKind::kInteger,
     .default_text = "128",
     .range = {.min = 1, .max = 1000000}},
    {.name = "schedule",
     .documentation = "How playing and learning alternate.",
     .kind = FieldKind::kChoice,
     .default_text = "ROUNDS",
     .choices = kScheduleNames},
    {.name = "full_search_share",
     .documentation = "Playout cap randomization (Wu: \"Accelerating self-play learning in Go\", "
                      "2019): a decision gets a full search with this probability. The others are "
                      "searched with quick_simulations and without noise, and produce no rows. "
                      "Below 1 not for policy and equilibrium.",
     .kind = FieldKind::kReal,
     .default_text = "1",
     .range = {.min = 0, .max = 1, .open_min = true}},
    {.name = "quick_simulations",
     .documentation = "Playout cap randomization (Wu: \"Accelerating self-play learning in Go\", "
                      "2019): a decision gets a full search with this probability. The others are "
                      "searched with quick_simulations and without noise, and produce no rows. "
                      "Below 1 not for policy and equilibrium.",
     .kind = FieldKind::kInteger,
     .default_text = "8",
     .range = {.min = 1, .max = 1000000}},
    {.name = "symmetry",
     .documentation =
         "Evaluates a random symmetric image of each position, if the game has symmetries.",
     .kind = FieldKind::kBool,
     .default_text = "true"},
    {.name = "cache_positions",
     .documentation = "Evaluations cached for positions that occur again under the same symmetry, "
                      "by all threads together. 0: none. They take at most 1 KiB each on average; "
                      "where they would take more, fewer are kept.",
     .kind = FieldKind::kInteger,
     .default_text = "0",
     .range = {.min = 0, .max = 10000000000}},
    {.name = "resign_value",
     .documentation = "A seat resigns after resign_decisions consecutive decisions of its own with "
                      "values below this. -1: never. Values are in [-1, 1].",
     .kind = FieldKind::kReal,
     .default_text = "-1",
     .range = {.min = -1, .max = 0}},
    {.name = "resign_decisions",
     .documentation = "A seat resigns after resign_decisions consecutive decisions of its own with "
                      "values below this. -1: never. Values are in [-1, 1].",
     .kind = FieldKind::kInteger,
     .default_text = "3",
     .range = {.min = 1, .max = 1000}},
    {.name = "resign_playout_share",
     .documentation = "This share of the games is played to the end, to count how often resigning "
                      "would have been wrong.",
     .kind = FieldKind::kReal,
     .default_text = "0.1",
     .range = {.min = 0, .max = 1}},
    {.name = "first_simulations",
     .documentation = "Simulations of the first games. They double every double_after_games games "
                      "up to search.simulations. 0: all games use search.simulations.",
     .kind = FieldKind::kInteger,
     .default_text = "0",
     .range = {.min = 0, .max = 1000000}},
    {.name = "double_after_games",
     .documentation = "Simulations of the first games. They double every double_after_games games "
                      "up to search.simulations. 0: all games use search.simulations.",
     .kind = FieldKind::kInteger,
     .default_text = "1000",
     .range = {.min = 1, .max = 10000000000}},
    {.name = "sparring_share",
     .documentation = "In this share of the games one seat, drawn at random, is played by the "
                      "baseline of the game (`greedy`), by sparring_model or by an earlier self, "
                      "from the end of the opening on. The actions of that seat produce no rows.",
     .kind = FieldKind::kReal,
     .default_text = "0",
     .range = {.min = 0, .max = 1}},
    {.name = "demonstration_games",
     .documentation =
         "In this many games, the first of the run, the baseline plays both seats from the end of "
         "the opening on, without search; the policy of a row is the baseline's first choice. Not "
         "for POLICY_GRADIENT, which learns from the network's own policies.",
     .kind = FieldKind::kInteger,
     .default_text = "0",
     .range = {.min = 0, .max = 10000000000}},
    {.name = "baseline_noise",
     .documentation = "Where the baseline plays, it takes any legal action with a probability that "
                      "is drawn for each game and seat, uniformly between 0 and this. Otherwise "
                      "games between equals may end without a winner and teach no values.",
     .kind = FieldKind::kReal,
     .default_text = "0",
     .range = {.min = 0, .max = 1}},
    {.name = "adjudicated_share",
     .documentation = "In this share of the games, except demonstrations, a position whose winner "
                      "under best play is known from the rules (Renju: a row of fours that wins) "
                      "ends the game. In the other games play continues, and the run counts how "
                      "often that seat did not win. 0: all are played to the end.",
     .kind = FieldKind::kReal,
     .default_text = "0",
     .range = {.min = 0, .max = 1}},
    {.name = "sparring_model",
     .documentation = "A model that plays in place of the baseline in sparring games: a model "
                      "file, or a run directory, whose newest model is taken. It stays the same "
                      "for the whole run. Empty: the baseline.",
     .kind = FieldKind::kText,
     .default_text = ""},
    {.name = "sparring_model_sha256",
     .documentation = "The SHA-256 of that model's file in hexadecimal; any other file is refused. "
                      "A run writes it into its own configuration, so that it continues against "
                      "the same model, wherever that is stored.",
     .kind = FieldKind::kText,
     .default_text = ""},
    {.name = "sparring_past",
     .documentation = "In sparring games an earlier self plays in place of the baseline: for each "
                      "round one of the models that the run has published is drawn, all equally "
                      "likely (Heinrich, Lanctot, Silver: \"Fictitious self-play in extensive-form "
                      "games\", 2015). Excludes sparring_model.",
     .kind = FieldKind::kBool,
     .default_text = "false"},
    {.name = "sparring_simulations",
     .documentation = "How sparring_model, or the earlier self, plays. 0: it draws from its "
                      "policy, without search. Above 0: it searches with this many simulations and "
                      "plays to win, like the agent `model:PATH,simulations=N`.",
     .kind = FieldKind::kInteger,
     .default_text = "0",
     .range = {.min = 0, .max = 1000000}},
}};

}  // namespace kvintet::selfplay

// MakeReference: a table of the reference games with their default options.
#include "tests/reference/reference_registry.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "tests/reference/connect_four.h"
#include "tests/reference/goofspiel.h"
#include "tests/reference/hex.h"
#include "tests/reference/konkvest/konkvest.h"
#include "tests/reference/kontranto/kontranto.h"
#include "tests/reference/kuhn.h"
#include "tests/reference/leduc.h"
#include "tests/reference/mini_kontranto.h"
#include "tests/reference/oshi_zumo.h"
#include "tests/reference/punct/punct.h"
#include "tests/reference/pursuit.h"
#include "tests/reference/renju/renju.h"
#include "tests/reference/tantrix/tantrix.h"
#include "tests/reference/tic_tac_toe.h"

namespace kvintet::reference {
namespace {

using Options = std::map<std::string, std::string>;

// A game's name, its options with their defaults, and its factory, which gets every option and
// returns null if a value is invalid.
struct Entry {
  std::string name;
  Options defaults;
  std::unique_ptr<ReferenceGame> (*make)(const Options& options);
};

// The number in `text`, if it is an integer from `low` to `high`.
std::optional<int> Number(const std::string& text, int low, int high) {
  int number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || number < low || number > high) return std::nullopt;
  return number;
}

bool OneOf(const std::string& text, const std::vector<std::string>& allowed) {
  return std::find(allowed.begin(), allowed.end(), text) != allowed.end();
}

std::unique_ptr<ReferenceGame> GoofspielOf(const Options& options) {
  const std::optional<int> cards = Number(options.at("cards"), 2, 13);
  const std::string& objective = options.at("objective");
  const std::string& order = options.at("order");
  if (!cards || !OneOf(objective, {"points", "win"})) return nullptr;
  if (!OneOf(order, {"random", "descending", "ascending"})) return nullptr;
  return MakeGoofspiel(*cards, objective, order);
}

std::unique_ptr<ReferenceGame> HexOf(const Options& options) {
  const std::optional<int> size = Number(options.at("size"), 2, 19);
  if (!size || !OneOf(options.at("swap"), {"yes", "no"})) return nullptr;
  return MakeHex(*size, options.at("swap") == "yes");
}

std::unique_ptr<ReferenceGame> KonkvestOf(const Options& options) {
  const std::optional<int> max_plies = Number(options.at("max_plies"), 1, 60000);
  if (!OneOf(options.at("capture_in_row"), {"counts", "ends_row"})) return nullptr;
  if (!OneOf(options.at("cycle"), {"end", "restart", "go_on"})) return nullptr;
  if (!OneOf(options.at("general_reach"), {"lines", "area"})) return nullptr;
  if (!OneOf(options.at("guard_reach"), {"lines", "straight"})) return nullptr;
  if (!OneOf(options.at("queen_retreat"), {"straight", "lines"})) return nullptr;
  if (!OneOf(options.at("territory"), {"strip", "cone"}) || !max_plies) return nullptr;
  return MakeKonkvest({options.at("guard_reach") == "straight",
                       options.at("general_reach") == "area",
                       options.at("queen_retreat") == "lines", options.at("territory") == "cone",
                       options.at("cycle") == "restart", *max_plies, options.at("cycle") == "go_on",
                       options.at("capture_in_row") == "ends_row"});
}

// K15. If `target` is not written, it has the default of its board.
std::unique_ptr<ReferenceGame> KontrantoOf(const Options& options) {
  const std::string& board = options.at("board");
  const std::size_t by = board.find('x');
  if (by == std::string::npos) return nullptr;
  const std::optional<int> columns = Number(board.substr(0, by), 3, 9);
  const std::optional<int> rows = Number(board.substr(by + 1), 2, 7);
  if (!columns || !rows) return nullptr;
  const int num_cells = *columns * *rows;
  const bool has_target = options.at("target") != "half";
  const std::optional<int> target =
      has_target ? Number(options.at("target"), 1, num_cells) : (num_cells + 1) / 2;
  for (const std::string side : {"white", "black"}) {
    const std::string& shapes = options.at(side);
    if (shapes.empty() || shapes.size() > 6) return nullptr;
    if (shapes.find_first_not_of("ct") != std::string::npos) return nullptr;
  }
  if (!target || !OneOf(options.at("zones"), {"standard", "none"})) return nullptr;
  if (!OneOf(options.at("moves"), {"king", "rook"})) return nullptr;
  if (!OneOf(options.at("colour_choice"), {"true", "false"})) return nullptr;
  if (!OneOf(options.at("two_step_pieces"), {"both", "remaining"})) return nullptr;
  return MakeKontranto({*columns, *rows, options.at("white"), options.at("black"),
                        options.at("zones") == "standard", *target, options.at("moves") == "rook",
                        options.at("colour_choice") == "true",
                        options.at("two_step_pieces") == "remaining"});
}

std::unique_ptr<ReferenceGame> MiniKontrantoOf(const Options& options) {
  return MakeMiniKontranto(options.at("start"), Number(options.at("steps"), 1, 5).value_or(0));
}

std::unique_ptr<ReferenceGame> PursuitOf(const Options& options) {
  const std::optional<int> columns = Number(options.at("columns"), 1, 5);
  const std::optional<int> rows = Number(options.at("rows"), 1, 5);
  const std::optional<int> steps = Number(options.at("steps"), 1, 20);
  if (!columns || !rows || !steps) return nullptr;
  return MakePursuit(*columns, *rows, options.at("catcher"), options.at("evader"), *steps);
}

std::unique_ptr<ReferenceGame> OshiZumoOf(const Options& options) {
  const std::optional<int> coins0 = Number(options.at("coins0"), 1, 50);
  const std::optional<int> coins1 = Number(options.at("coins1"), 1, 50);
  const std::optional<int> horizon = Number(options.at("horizon"), 1, 1000);
  const std::optional<int> min_bid = Number(options.at("min_bid"), 0, 1);
  const std::optional<int> size = Number(options.at("size"), 1, 5);
  if (!coins0 || !coins1 || !horizon || !min_bid || !size) return nullptr;
  return MakeOshiZumo(*coins0, *coins1, *horizon, *min_bid, *size);
}

// `game`, `supply` and `max_plies` of PÜNCT with the board and pieces of `rules`.
std::unique_ptr<ReferenceGame> PunctWith(punct::Rules rules, const Options& options) {
  const std::optional<int> max_plies = Number(options.at("max_plies"), 1, 60000);
  if (!max_plies || !OneOf(options.at("game"), {"basic", "standard"})) return nullptr;
  if (!OneOf(options.at("supply"), {"either", "both"})) return nullptr;
  rules.standard = options.at("game") == "standard";
  rules.both = options.at("supply") == "both";
  rules.max_plies = *max_plies;
  return MakePunct(std::move(rules));
}

std::unique_ptr<ReferenceGame> PunctOf(const Options& options) {
  return PunctWith(punct::Rules(), options);
}

std::unique_ptr<ReferenceGame> TinyPunctOf(const Options& options) {
  return PunctWith(punct::TinyRules(), options);
}

std::unique_ptr<ReferenceGame> RenjuOf(const Options& options) {
  const std::string& opening = options.at("opening");
  const std::string& forbidden = options.at("forbidden");
  if (!OneOf(opening, {"rif1996", "free"})) return nullptr;
  if (!OneOf(forbidden, {"loses", "masked", "none", "claimed"})) return nullptr;
  return MakeRenju(opening, forbidden);
}

// The letter of a colour of Tantrix; nullopt if it is not a colour.
std::optional<char> TantrixColour(const std::string& name) {
  if (!OneOf(name, {"blue", "green", "red", "yellow"})) return std::nullopt;
  return static_cast<char>(name[0] - 'a' + 'A');
}

std::optional<TantrixOptions> TantrixOptionsOf(const Options& options) {
  const std::string& colours = options.at("colours");
  const std::size_t dash = std::min(colours.find('-'), colours.size());
  const std::optional<char> colour0 = TantrixColour(colours.substr(0, dash));
  const std::optional<char> colour1 =
      TantrixColour(colours.substr(std::min(dash + 1, colours.size())));
  if (!colour0 || !colour1 || *colour0 == *colour1) return std::nullopt;
  if (!OneOf(options.at("lottery"), {"yes", "no"})) return std::nullopt;
  if (!OneOf(options.at("racks"), {"private", "open"})) return std::nullopt;
  if (!OneOf(options.at("reward"), {"win", "tournament"})) return std::nullopt;
  TantrixOptions tantrix;
  tantrix.colours = {*colour0, *colour1};
  tantrix.lottery = options.at("lottery") == "yes";
  tantrix.open_racks = options.at("racks") == "open";
  tantrix.tournament_reward = options.at("reward") == "tournament";
  return tantrix;
}

std::unique_ptr<ReferenceGame> TantrixOf(const Options& options) {
  const std::optional<TantrixOptions> tantrix = TantrixOptionsOf(options);
  return tantrix ? MakeTantrix(*tantrix) : nullptr;
}

// No tile of the tiny game is green.
std::unique_ptr<ReferenceGame> TinyTantrixOf(const Options& options) {
  const std::optional<TantrixOptions> tantrix = TantrixOptionsOf(options);
  if (!tantrix || tantrix->colours[0] == 'G' || tantrix->colours[1] == 'G') return nullptr;
  return MakeTantrix(TinyTantrix(*tantrix));
}

// Each reference game has one entry here.
std::vector<Entry> Entries() {
  return {
      {"connect_four", {}, [](const Options&) { return MakeConnectFour(); }},
      {"goofspiel", {{"cards", "5"}, {"objective", "points"}, {"order", "random"}}, GoofspielOf},
      {"hex", {{"size", "11"}, {"swap", "yes"}}, HexOf},
      {"konkvest",
       {{"capture_in_row", "counts"},
        {"cycle", "end"},
        {"general_reach", "lines"},
        {"guard_reach", "lines"},
        {"max_plies", "600"},
        {"queen_retreat", "straight"},
        {"territory", "strip"}},
       KonkvestOf},
      {"kontranto",
       {{"black", "cctt"},
        {"board", "7x5"},
        {"colour_choice", "true"},
        {"moves", "king"},
        {"target", "half"},
        {"two_step_pieces", "both"},
        {"white", "cctt"},
        {"zones", "standard"}},
       KontrantoOf},
      {"kuhn", {}, [](const Options&) { return MakeKuhn(); }},
      {"leduc", {}, [](const Options&) { return MakeLeduc(); }},
      {"mini_kontranto", {{"start", "2x3_c0t1_c4"}, {"steps", "3"}}, MiniKontrantoOf},
      {"oshi_zumo",
       {{"coins0", "10"}, {"coins1", "10"}, {"horizon", "100"}, {"min_bid", "1"}, {"size", "3"}},
       OshiZumoOf},
      {"pursuit",
       {{"catcher", "A1"}, {"columns", "3"}, {"evader", "C3"}, {"rows", "3"}, {"steps", "4"}},
       PursuitOf},
      {"punct", {{"game", "standard"}, {"max_plies", "400"}, {"supply", "either"}}, PunctOf},
      {"renju", {{"forbidden", "loses"}, {"opening", "rif1996"}}, RenjuOf},
      {"tantrix",
       {{"colours", "red-yellow"}, {"lottery", "yes"}, {"racks", "private"}, {"reward", "win"}},
       TantrixOf},
      {"tic_tac_toe", {}, [](const Options&) { return MakeTicTacToe(); }},
      {"tiny_punct",
       {{"game", "standard"}, {"max_plies", "60"}, {"supply", "either"}},
       TinyPunctOf},
      {"tiny_tantrix",
       {{"colours", "red-yellow"}, {"lottery", "yes"}, {"racks", "private"}, {"reward", "win"}},
       TinyTantrixOf},
  };
}

// The options in `text`, the part between the braces; nullopt if a part is not `key=value` or a key
// occurs twice.
std::optional<Options> ParseOptions(const std::string& text) {
  Options options;
  std::size_t start = 0;
  while (!text.empty() && start <= text.size()) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string part = text.substr(start, comma - start);
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos) return std::nullopt;
    const bool is_new = options.emplace(part.substr(0, equals), part.substr(equals + 1)).second;
    if (!is_new) return std::nullopt;
    start = comma + 1;
  }
  return options;
}

}  // namespace

std::unique_ptr<ReferenceGame> MakeReference(const std::string& game_text) {
  const std::size_t brace = std::min(game_text.find('{'), game_text.size());
  std::string between;
  if (brace < game_text.size()) {
    if (game_text.back() != '}') return nullptr;
    between = game_text.substr(brace + 1, game_text.size() - brace - 2);
  }
  const std::optional<Options> written = ParseOptions(between);
  if (!written) return nullptr;
  for (const Entry& entry : Entries()) {
    if (entry.name != game_text.substr(0, brace)) continue;
    Options options = entry.defaults;
    for (const auto& [key, value] : *written) {
      if (!options.contains(key)) return nullptr;
      options[key] = value;
    }
    return entry.make(options);
  }
  return nullptr;
}

}  // namespace kvintet::reference

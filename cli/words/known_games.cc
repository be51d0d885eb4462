// KnownGames: see the header.
#include "cli/words/known_games.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace kvintet::cli {
namespace {

constexpr char kThis[] = "this game";

}  // namespace

const std::vector<KnownGame>& PublishedGames() {
  static const auto* const kGames = new std::vector<KnownGame>{
      {.name = "Chess",
       .choices = 35,
       .moves = 70,
       .draws = 30.6,
       .first = 53.4,
       .source = "choices, moves: Wikipedia, Game complexity; results: W. F. Streeter 1946, 5,598 "
                 "tournament games of 1851-1932 (Wikipedia, First-move advantage in chess)"},
      {.name = "Go, 19x19, without komi",
       .choices = 250,
       .moves = 150,
       .draws = 2.4,
       .first = 58.1,
       .source = "choices, moves: Wikipedia, Game complexity; results: GoBase, 30,876 professional "
                 "games without komi (draws and no results: 731; score: of the others)"},
      {.name = "Draughts, 8x8",
       .choices = 2.8,
       .moves = 70,
       .source = "Wikipedia, Game complexity"},
      {.name = "Reversi", .moves = 58, .source = "Wikipedia, Game complexity"},
      {.name = "Gomoku, 15x15", .moves = 30, .source = "Wikipedia, Game complexity"},
      {.name = "Hex",
       .draws = 0,
       .source = "cannot be drawn (HexWiki; Hayward, University of Alberta)"},
  };
  return *kGames;
}

const std::vector<KnownGame>& MeasuredGames() {
  static const auto* const kGames = new std::vector<KnownGame>{
      {.name = "Kontranto",
       .choices = 5.4,
       .moves = 79,
       .draws = 0.0,
       .first = 51.6,
       .source =
           "kvintet balance kontranto --quick: 320 games of the shipped model at 16 simulations"},
      {.name = "Renju",
       .choices = 176.3,
       .moves = 52,
       .draws = 1.1,
       .first = 51.3,
       .source = "kvintet balance renju --quick: 832 games of the shipped model at 16 simulations"},
      {.name = "PÜNCT",
       .choices = 234.1,
       .moves = 42,
       .draws = 4.2,
       .first = 53.6,
       .source = "kvintet balance punct --quick: 192 games of the shipped model at 16 simulations"},
      {.name = "Konkvest",
       .choices = 10.1,
       .moves = 539,
       .draws = 79.2,
       .first = 47.9,
       .source =
           "kvintet balance konkvest --quick: 96 games of the shipped model at 16 simulations"},
      {.name = "Tantrix",
       .choices = 4.4,
       .moves = 56,
       .draws = 6.2,
       .first = 43.8,
       .source =
           "kvintet balance tantrix --quick: 160 games of the shipped model at 16 simulations"},
      {.name = "Connect Four",
       .choices = 6.9,
       .moves = 17,
       .draws = 0.2,
       .first = 56.5,
       .source = "kvintet balance connect_four --quick: 2189 games of look-ahead 32"},
  };
  return *kGames;
}

std::string Comparison(std::optional<double> KnownGame::*measure, double value, int digits) {
  std::vector<std::pair<double, std::string>> known = {{value, kThis}};
  for (const auto* games : {&MeasuredGames(), &PublishedGames()}) {
    for (const KnownGame& game : *games) {
      if (const std::optional<double>& figure = game.*measure; figure) {
        known.emplace_back(*figure, game.name);
      }
    }
  }
  std::ranges::stable_sort(known, {}, &std::pair<double, std::string>::first);
  std::string text;
  for (const auto& [figure, name] : known) {
    absl::StrAppend(&text, text.empty() ? "" : "; ", name,
                    absl::StrFormat(" %.*f",
                                    name == kThis ? digits
                                    : figure < 10 ? 1
                                                  : 0,
                                    figure));
  }
  return text;
}

}  // namespace kvintet::cli

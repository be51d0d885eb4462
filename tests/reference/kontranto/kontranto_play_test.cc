// Tests of the reference Kontranto: invariants of every game, and the symmetry of the colours.
#include <gtest/gtest.h>

#include <sstream>

#include "tests/reference/kontranto/kontranto_random_play.h"

namespace kvintet::reference::kontranto {
namespace {

Options Board(int columns, int rows, const std::string& white, const std::string& black) {
  Options options;
  options.columns = columns;
  options.rows = rows;
  options.white = white;
  options.black = black;
  options.target = (columns * rows + 1) / 2;
  options.colour_choice = false;
  return options;
}

std::vector<Options> Boards() {
  std::vector<Options> boards = {Board(7, 5, "cctt", "cctt"), Board(5, 4, "ct", "ct"),
                                 Board(4, 4, "ctt", "ctt"),   Board(5, 3, "cct", "t"),
                                 Board(9, 2, "tt", "cc"),     Board(3, 2, "c", "t")};
  boards.push_back(boards[1]);
  boards.back().rook = true;
  boards.push_back(boards[2]);
  boards.back().zones = false;
  boards.back().target = 1;
  return boards;
}

// K8: an area's history has its situations since it was formed; none occurs twice, except the one
// that makes an extraordinary step due.
void ExpectSoundAreas(const Kontranto& game) {
  for (const Area& area : game.Areas()) {
    const auto num_situations = static_cast<int>(area.situations.size());
    EXPECT_LE(area.steps, static_cast<int>(area.cells.size()));
    EXPECT_GE(num_situations, area.due ? area.steps : area.steps + 1);
    EXPECT_LE(num_situations, area.steps + 1);
    EXPECT_EQ(area.due,
              num_situations == area.steps || area.steps == static_cast<int>(area.cells.size()));
  }
}

void ExpectSoundMoves(const Kontranto& game) {
  for (const int actor : game.Actors()) {
    const Texts legal = game.LegalMoves(actor);
    ASSERT_FALSE(legal.empty());
    ASSERT_FALSE(legal[0].empty());  // K10: each side has a piece that is not frozen.
    EXPECT_TRUE(std::is_sorted(legal.begin(), legal.end()));
    EXPECT_EQ(std::adjacent_find(legal.begin(), legal.end()), legal.end());
  }
}

void ExpectSoundEnd(const Kontranto& game, const Options& options) {
  const int white = game.Margin()[0];
  const int black = game.Margin()[1];
  EXPECT_LE(white + black, options.columns * options.rows);
  EXPECT_EQ(game.Returns()[0], -game.Returns()[1]);
  EXPECT_EQ(game.Reason() == "eighteen",
            std::max(white, black) >= options.target && white != black);
  EXPECT_EQ(game.Reason() == "two_step", white == black);
  if (white != black) {
    EXPECT_EQ(game.Returns()[0], white > black ? 1 : -1);
  }
}

bool IsStandard(const Options& options) { return options.columns * options.rows == 35; }

int NumGames(const Options& options) { return IsStandard(options) ? 1 : 5; }

// Whether to check all moves now: rarely on the standard board, where there are thousands.
bool LooksAtMoves(const Kontranto& game, const Options& options) {
  return !IsStandard(options) || game.History().size() % 9 == 0;
}

// Every area loses a cell after at most one step more than it has cells.
int MaxEvents(const Options& options) {
  const int cells = options.columns * options.rows;
  return 4 * (cells * (cells + 3) / 2) + 4;
}

TEST(KontrantoPlayTest, BoundsHoldInRandomGames) {
  for (const Options& options : Boards()) {
    for (int number = 0; number < NumGames(options); ++number) {
      RandomStream random(1, static_cast<uint32_t>(number), 0, Purpose::kTest);
      Kontranto game = RandomStart(options, &random);
      while (!game.Actors().empty()) {
        ExpectSoundAreas(game);
        if (LooksAtMoves(game, options)) ExpectSoundMoves(game);
        const int actor = game.Actors()[random.Below(static_cast<uint32_t>(game.Actors().size()))];
        game.Apply(actor, RandomMove(game, actor, &random));
        ASSERT_LE(game.History().size(), static_cast<std::size_t>(MaxEvents(options)));
      }
      ExpectSoundEnd(game, options);
    }
  }
}

std::string MirrorCell(const Options& options, const std::string& name) {
  const Cell cell = ParseCell(name);
  return CellName({options.columns + 1 - cell.column, cell.row});
}

std::string Flip(const std::string& shape) {
  if (shape == "c" || shape == "t") return shape == "c" ? "t" : "c";
  return shape == "circle" ? "triangle" : "circle";
}

// The mirror image of a move of `!E2` or `C3-D3` entries.
std::string MirrorEntries(const Options& options, const std::string& move) {
  std::vector<std::string> entries;
  std::istringstream words(move);
  for (std::string word; words >> word;) {
    if (word[0] == '!') {
      entries.push_back(word.substr(0, 1) + MirrorCell(options, word.substr(1)));
    } else {
      const std::string to = word.substr(3);
      entries.push_back(MirrorCell(options, word.substr(0, 2)) + "-" +
                        (to == "x" ? to : MirrorCell(options, to)));
    }
  }
  std::sort(entries.begin(), entries.end());
  std::string image;
  for (const std::string& entry : entries) {
    if (!image.empty()) image += " ";
    image += entry;
  }
  return image;
}

// The image of a move under this symmetry: colours swapped, left and right mirrored, and circle and
// triangle exchanged for the pieces that are Black's before and White's after.
std::string Image(const Options& options, int actor, const std::string& move) {
  if (move == "stay" || move == "go") return move;
  if (move == "circle" || move == "triangle") return actor == 1 ? Flip(move) : move;
  if (move.find('-') != std::string::npos || move[0] == '!') return MirrorEntries(options, move);
  Pieces image;
  for (const auto& [cell, shape] : ParsePieces(move)) {
    const std::string letter(1, shape);
    image[ParseCell(MirrorCell(options, CellName(cell)))] = (actor == 1 ? Flip(letter) : letter)[0];
  }
  return PiecesText(image);
}

Texts Images(const Options& options, int actor, const Texts& moves) {
  Texts images;
  for (const std::string& move : moves) images.push_back(Image(options, actor, move));
  std::sort(images.begin(), images.end());
  return images;
}

// The options of the image game, with its pieces.
Options ImageOptions(const Options& options) {
  Options image = options;
  image.white.clear();
  for (const char shape : options.black) image.white += shape == 'c' ? 't' : 'c';
  image.black = options.white;
  return image;
}

TEST(KontrantoPlayTest, TheColourSymmetryMapsGamesToGames) {
  for (const Options& options : Boards()) {
    for (int number = 0; number < NumGames(options); ++number) {
      RandomStream random(2, static_cast<uint32_t>(number), 0, Purpose::kTest);
      Kontranto game = RandomStart(options, &random);
      Kontranto image(ImageOptions(options));
      for (const Event& event : game.History()) {
        image.Apply(1 - event.actor, Image(options, event.actor, event.move));
      }
      while (!game.Actors().empty()) {
        const int actor = game.Actors().back();
        if (LooksAtMoves(game, options)) {
          ASSERT_EQ(Images(options, actor, game.LegalMoves(actor)), image.LegalMoves(1 - actor));
        }
        const std::string move = RandomMove(game, actor, &random);
        game.Apply(actor, move);
        image.Apply(1 - actor, Image(options, actor, move));
      }
      ASSERT_TRUE(image.Actors().empty());
      EXPECT_EQ(image.Reason(), game.Reason());
      EXPECT_EQ(image.Margin(), (std::array<int, 2>{game.Margin()[1], game.Margin()[0]}));
      EXPECT_EQ(image.Returns()[0], game.Returns()[1]);
    }
  }
}

}  // namespace
}  // namespace kvintet::reference::kontranto

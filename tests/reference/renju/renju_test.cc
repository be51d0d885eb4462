// Tests of the reference Renju: forbidden points, openings, offers, ends of the game.
#include "tests/reference/renju/renju.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/reference/reference_registry.h"
#include "tests/reference/renju/renju_lines.h"
#include "tests/reference/renju/renju_opening.h"

namespace kvintet::reference {
namespace {

constexpr int kNumPoints = 225;

std::vector<std::string> Words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// A board with stones on the named points, `-` for none.
std::string BoardOf(const std::string& black, const std::string& white) {
  std::string board(kNumPoints, '.');
  for (const auto& [points, stone] : {std::pair{black, 'X'}, std::pair{white, 'O'}}) {
    for (const std::string& name : Words(points)) {
      if (name == "-") continue;
      EXPECT_TRUE(renju::OnBoard(renju::ParsePoint(name))) << name;
      board[static_cast<std::size_t>(renju::Index(renju::ParsePoint(name)))] = stone;
    }
  }
  return board;
}

std::set<std::string> ForbiddenNames(const std::string& black, const std::string& white = "") {
  std::set<std::string> names;
  for (const int index : ForbiddenPoints(BoardOf(black, white))) {
    names.insert(renju::PointName(renju::PointAt(index)));
  }
  return names;
}

struct Vector {
  std::string board;
  std::vector<int> forbidden;
};

std::vector<Vector> ReadThousand() {
  std::ifstream file("tests/vectors/renju_forbidden_1000.txt");
  std::vector<Vector> vectors;
  for (std::string line; std::getline(file, line);) {
    Vector vector{line.substr(0, kNumPoints), {}};
    std::istringstream numbers(line.substr(kNumPoints));
    for (std::string number; std::getline(numbers, number, ',');) {
      if (number.find_first_of("0123456789") != std::string::npos) {
        vector.forbidden.push_back(std::stoi(number));
      }
    }
    vectors.push_back(vector);
  }
  return vectors;
}

// The rows of the hand-collected table of positions: id, Black, White, forbidden.
std::vector<std::vector<std::string>> ReadFortyNine() {
  std::ifstream file("tests/vectors/renju_forbidden_49.md");
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("| ", 0) != 0 || line.rfind("| id", 0) == 0 || line.rfind("| -", 0) == 0)
      continue;
    std::vector<std::string> cells;
    std::istringstream stream(line.substr(1));
    for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(cell);
    rows.push_back(cells);
  }
  return rows;
}

std::string Only(const std::vector<int>& actors) {
  return actors.size() == 1 ? std::to_string(actors[0]) : "none";
}

// Plays the moves, each by the player who must act, and each checked against the legal moves.
void PlayMoves(ReferenceGame& game, const std::string& moves) {
  for (const std::string& move : Words(moves)) {
    ASSERT_EQ(game.Actors().size(), 1u) << "the game is over before " << move;
    const int actor = game.Actors()[0];
    const std::vector<std::string> legal = game.LegalMoves(actor);
    ASSERT_TRUE(std::binary_search(legal.begin(), legal.end(), move)) << move;
    game.Apply(actor, move);
  }
}

bool IsLegal(const ReferenceGame& game, const std::string& move) {
  const std::vector<std::string> legal = game.LegalMoves(game.Actors()[0]);
  return std::binary_search(legal.begin(), legal.end(), move);
}

// The end as text, such as `five 1 -1`, or `going on`.
std::string EndOf(const ReferenceGame& game) {
  if (!game.Actors().empty()) return "going on";
  std::ostringstream text;
  text << game.Reason() << " " << game.Returns()[0] << " " << game.Returns()[1];
  return text.str();
}

std::unique_ptr<ReferenceGame> MakeRenju(const std::string& opening, const std::string& forbidden) {
  return MakeReference("renju{forbidden=" + forbidden + ",opening=" + opening + "}");
}

std::string EndAfter(const std::string& forbidden, const std::string& moves) {
  const auto game = MakeRenju("free", forbidden);
  PlayMoves(*game, moves);
  return EndOf(*game);
}

// The game at Black's offer, after four stones of a rif1996 opening.
std::unique_ptr<ReferenceGame> AtOffer(const std::string& three, const std::string& fourth) {
  auto game = MakeRenju("rif1996", "loses");
  PlayMoves(*game, three + " keep " + fourth);
  return game;
}

TEST(RenjuForbiddenTest, AgreesOnThousandPositions) {
  const std::vector<Vector> vectors = ReadThousand();
  ASSERT_EQ(vectors.size(), 1000u);
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    EXPECT_EQ(ForbiddenPoints(vectors[i].board), vectors[i].forbidden) << "line " << i + 1;
  }
}

TEST(RenjuForbiddenTest, AgreesOnFortyNinePositions) {
  const auto rows = ReadFortyNine();
  ASSERT_EQ(rows.size(), 49u);
  for (const auto& row : rows) {
    ASSERT_GE(row.size(), 4u);
    std::set<std::string> expected;
    for (const std::string& name : Words(row[3])) {
      if (name != "-") expected.insert(name);
    }
    EXPECT_EQ(ForbiddenNames(row[1], row[2]), expected) << row[0];
  }
}

TEST(RenjuForbiddenTest, TurnsWithTheBoard) {
  const std::vector<Vector> vectors = ReadThousand();
  const renju::Point centre = {7, 7};
  for (std::size_t i = 0; i < vectors.size(); i += 50) {
    for (int turn = 1; turn < 8; ++turn) {
      std::string turned(kNumPoints, '.');
      std::map<int, int> image;
      for (int index = 0; index < kNumPoints; ++index) {
        const renju::Point from = renju::PointAt(index);
        const renju::Point to =
            renju::Turned({from.column - centre.column, from.row - centre.row}, turn);
        image[index] = renju::Index({to.column + centre.column, to.row + centre.row});
        turned[static_cast<std::size_t>(image[index])] =
            vectors[i].board[static_cast<std::size_t>(index)];
      }
      std::vector<int> expected;
      for (const int index : vectors[i].forbidden) expected.push_back(image[index]);
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(ForbiddenPoints(turned), expected) << "line " << i + 1 << " turn " << turn;
    }
  }
}

TEST(RenjuForbiddenTest, TwoThreesAreForbidden) {
  EXPECT_EQ(ForbiddenNames("h7 h6 g8 f8"), std::set<std::string>({"h8"}));
}

TEST(RenjuForbiddenTest, BlockedThreeDoesNotCount) {
  EXPECT_EQ(ForbiddenNames("h7 h6 g8 f8", "e8"), std::set<std::string>({}));
}

TEST(RenjuForbiddenTest, FourAndThreeIsAllowed) {
  EXPECT_EQ(ForbiddenNames("h7 h6 h5 g8 f8", "h4").count("h8"), 0u);
}

TEST(RenjuForbiddenTest, TwoFoursInOneLineAreForbidden) {
  EXPECT_EQ(ForbiddenNames("e8 g8 i8 k8"), std::set<std::string>({"h8"}));
}

TEST(RenjuForbiddenTest, FiveBeatsOverline) {
  EXPECT_EQ(ForbiddenNames("c8 d8 e8 f8 g8 h9 h10 h11 h12").count("h8"), 0u);
  EXPECT_EQ(ForbiddenNames("c8 d8 e8 f8 g8").count("h8"), 1u);
}

TEST(RenjuEndTest, FiveWins) {
  EXPECT_EQ(EndAfter("loses", "h8 a1 i8 a2 j8 a3 k8 a5 l8"), "five 1 -1");
  EXPECT_EQ(EndAfter("loses", "h8 a1 i8 a2 j8 a3 l9 a4 o15 a5"), "five -1 1");
}

TEST(RenjuEndTest, WhiteWinsWithOverline) {
  EXPECT_EQ(EndAfter("loses", "h8 a1 i8 a2 o1 a3 o3 a5 o5 a6 o7 a4"), "overline -1 1");
}

TEST(RenjuEndTest, WhiteFiveWithOverlineIsFive) {
  EXPECT_EQ(EndAfter("loses", "h8 a1 i8 a2 o1 a3 o3 a5 o5 a6 o7 b4 o9 c4 o11 d4 o13 e4 o15 a4"),
            "five -1 1");
}

TEST(RenjuEndTest, BlackOverlineLosesAndIsMaskedAndWins) {
  const std::string before = "h8 a1 i8 a3 j8 a5 l8 a7 ";
  EXPECT_EQ(EndAfter("loses", before + "k8"), "five 1 -1");
  const std::string six = before + "g8 a9 ";
  EXPECT_EQ(EndAfter("loses", six + "k8"), "forbidden -1 1");
  EXPECT_EQ(EndAfter("none", six + "k8"), "overline 1 -1");
  const auto masked = MakeRenju("free", "masked");
  PlayMoves(*masked, six);
  EXPECT_FALSE(IsLegal(*masked, "k8"));
  EXPECT_TRUE(IsLegal(*masked, "k9"));
  EXPECT_TRUE(IsLegal(*masked, "pass"));
}

TEST(RenjuEndTest, BlackDoubleThreeLosesOnlyWhereForbidden) {
  const std::string moves = "h8 a1 h7 a3 g9 a5 f9 a7 h9";
  EXPECT_EQ(EndAfter("loses", moves), "forbidden -1 1");
  EXPECT_EQ(EndAfter("none", moves), "going on");
}

TEST(RenjuEndTest, WhiteDoubleThreeIsAllowed) {
  EXPECT_EQ(EndAfter("loses", "h8 c4 o1 c3 o3 b5 o5 a5 o7 c5"), "going on");
}

TEST(RenjuEndTest, TwoPassesInSuccessionAreADraw) {
  EXPECT_EQ(EndAfter("loses", "h8 a1 b1 pass pass"), "passes 0 0");
  EXPECT_EQ(EndAfter("loses", "h8 a1 b1 pass c1 pass"), "going on");
}

TEST(RenjuEndTest, NoPassInTheFirstThreeMoves) {
  const auto game = MakeRenju("free", "loses");
  for (const char* move : {"h8", "a1", "b1"}) {
    EXPECT_FALSE(IsLegal(*game, "pass")) << "before " << move;
    PlayMoves(*game, move);
  }
  EXPECT_TRUE(IsLegal(*game, "pass"));
}

// A full board of 113 black and 112 white stones without five in a row.
std::string FullBoard() {
  std::string board(kNumPoints, '.');
  for (int index = 0; index < kNumPoints; ++index) {
    const renju::Point point = renju::PointAt(index);
    board[static_cast<std::size_t>(index)] = (point.column + 2 * point.row) % 4 < 2 ? 'X' : 'O';
  }
  return board;
}

// Fills the board as given in a free game without forbidden points, `last` at the end.
std::unique_ptr<ReferenceGame> Fill(const std::string& board, const std::string& last) {
  std::array<std::vector<std::string>, 2> moves;
  moves[0] = {"h8"};
  for (int index = 0; index < kNumPoints; ++index) {
    const std::string name = renju::PointName(renju::PointAt(index));
    if (name == "h8" || name == last) continue;
    moves[board[static_cast<std::size_t>(index)] == 'X' ? 0 : 1].push_back(name);
  }
  moves[0].push_back(last);
  auto game = MakeRenju("free", "none");
  for (int turn = 0; turn < kNumPoints; ++turn) {
    const auto& own = moves[static_cast<std::size_t>(turn % 2)];
    EXPECT_EQ(EndOf(*game), "going on");
    game->Apply(turn % 2, own[static_cast<std::size_t>(turn / 2)]);
  }
  return game;
}

TEST(RenjuEndTest, FullBoardIsADraw) { EXPECT_EQ(EndOf(*Fill(FullBoard(), "a1")), "full 0 0"); }

TEST(RenjuEndTest, WinOnTheLastPointIsAWin) {
  std::string board = FullBoard();
  board.replace(0, 9, "XXXXXOOOO");
  ASSERT_EQ(std::count(board.begin(), board.end(), 'X'), 113);
  EXPECT_EQ(EndOf(*Fill(board, "a1")), "five 1 -1");
}

TEST(RenjuOpeningTest, EveryOpeningHasOneOfTwentySixNames) {
  std::map<std::string, int> count;
  const auto game = MakeRenju("rif1996", "loses");
  PlayMoves(*game, "h8");
  for (const std::string& second : game->LegalMoves(0)) {
    const auto next = game->Clone();
    next->Apply(0, second);
    for (const std::string& third : next->LegalMoves(0)) ++count[OpeningName("h8", second, third)];
  }
  EXPECT_EQ(count.size(), 26u);
  EXPECT_EQ(count.count(""), 0u);
  // Four images for an opening that is its own mirror image, eight for the others: 8 * 23 in all.
  const std::set<std::string> mirrored = {"D1 Kansei", "D8 Shogetsu",  "D11 Zuisei",
                                          "I1 Chosei", "I11 Shagetsu", "I13 Suisei"};
  for (const auto& [name, number] : count) {
    EXPECT_EQ(number, mirrored.count(name) > 0 ? 4 : 8) << name;
  }
}

TEST(RenjuOpeningTest, NamesAreTheTables) {
  const std::vector<std::string> direct = Words(
      "Kansei h10 Keigetsu i10 Sosei j10 Kagetsu i9 Zangetsu j9 Ugetsu i8 Kinsei j8 Shogetsu h7 "
      "Kyugetsu i7 Shingetsu j7 Zuisei h6 Sangetsu i6 Yusei j6");
  const std::vector<std::string> indirect = Words(
      "Chosei j10 Kyogetsu j9 Kosei j8 Suigetsu j7 Ryusei j6 Ungetsu i8 Hogetsu i7 Rangetsu i6 "
      "Gingetsu h7 Myojo h6 Shagetsu g7 Meigetsu g6 Suisei f6");
  for (std::size_t i = 0; i < 13; ++i) {
    const std::string number = std::to_string(i + 1) + " ";
    EXPECT_EQ(OpeningName("h8", "h9", direct[2 * i + 1]), "D" + number + direct[2 * i]);
    EXPECT_EQ(OpeningName("h8", "i9", indirect[2 * i + 1]), "I" + number + indirect[2 * i]);
  }
}

TEST(RenjuOpeningTest, OtherStonesHaveNoName) {
  EXPECT_EQ(OpeningName("h8", "h10", "h9"), "");
  EXPECT_EQ(OpeningName("h8", "h9", "h11"), "");
  EXPECT_EQ(OpeningName("g8", "h9", "h10"), "");
  EXPECT_EQ(OpeningName("h8", "h8", "h10"), "");
}

TEST(RenjuOpeningTest, SeatsAndPointsOfEveryStage) {
  const auto game = MakeRenju("rif1996", "loses");
  const std::vector<std::tuple<std::string, std::string, std::size_t>> stages = {
      {"h8", "0", 1},        {"i9", "0", 8}, {"j10", "0", 23},   {"swap", "1", 2}, {"a1", "0", 222},
      {"b1+c5", "1", 24205}, {"c5", "0", 2}, {"pass", "0", 221}, {"o9", "1", 221}};
  for (const auto& [move, actor, num_legal] : stages) {
    EXPECT_EQ(Only(game->Actors()), actor) << move;
    EXPECT_EQ(game->LegalMoves(game->Actors()[0]).size(), num_legal) << move;
    PlayMoves(*game, move);
  }
  EXPECT_EQ(game->History().size(), stages.size());
}

TEST(RenjuOpeningTest, KeepLeavesTheColours) {
  const auto game = AtOffer("h8 i9 j9", "a1");
  EXPECT_EQ(Only(game->Actors()), "0");
  PlayMoves(*game, "b1+c5");
  EXPECT_EQ(Only(game->Actors()), "1");
}

TEST(RenjuOpeningTest, PassIsPossibleFromMoveSix) {
  const auto game = MakeRenju("rif1996", "loses");
  for (const char* move : {"h8", "i9", "j9", "keep", "a1", "b1+c5", "c5"}) {
    EXPECT_FALSE(IsLegal(*game, "pass")) << "before " << move;
    PlayMoves(*game, move);
  }
  PlayMoves(*game, "pass pass");
  EXPECT_EQ(EndOf(*game), "passes 0 0");
}

TEST(RenjuOfferTest, StonesWithoutSymmetryLeaveAllPairs) {
  const auto game = AtOffer("h8 i9 j9", "a1");
  EXPECT_EQ(game->LegalMoves(0).size(), 221u * 220u / 2u);
  EXPECT_FALSE(IsLegal(*game, "c5+b1"));
  EXPECT_FALSE(IsLegal(*game, "c5+c5"));
  EXPECT_TRUE(IsLegal(*game, "b10+c1"));
  EXPECT_TRUE(IsLegal(*game, "b9+b10"));
}

TEST(RenjuOfferTest, MirrorImagesInTheStonesLineAreRefused) {
  const auto game = AtOffer("h8 i9 j10", "l12");
  EXPECT_EQ(game->LegalMoves(0).size(), 221u * 220u / 2u - 105u);
  EXPECT_FALSE(IsLegal(*game, "a2+b1"));
  EXPECT_TRUE(IsLegal(*game, "a2+c1"));
}

TEST(RenjuOfferTest, HalfTurnAboutAnotherPointIsRefused) {
  // Black h8 j8, White h9 j7: only the half turn about i8 keeps them.
  const auto game = AtOffer("h8 h9 j8", "j7");
  EXPECT_FALSE(IsLegal(*game, "h10+j6"));
  EXPECT_TRUE(IsLegal(*game, "h10+j10"));
  EXPECT_TRUE(IsLegal(*game, "h6+h10"));
  // Columns c..o have an image on the board: 13 * 15 points, without i8 and four stones.
  EXPECT_EQ(game->LegalMoves(0).size(), 221u * 220u / 2u - 95u);
}

TEST(RenjuOfferTest, SymmetryAboutAnEmptySquareIsRefused) {
  // Black h8 i9, White h9 i8: both diagonals and the half turn keep them, a quarter turn does not.
  const auto game = AtOffer("h8 h9 i9", "i8");
  EXPECT_FALSE(IsLegal(*game, "g7+j10"));
  EXPECT_FALSE(IsLegal(*game, "g8+h7"));
  EXPECT_FALSE(IsLegal(*game, "g8+i10"));
  EXPECT_FALSE(IsLegal(*game, "g8+j9"));
  EXPECT_TRUE(IsLegal(*game, "g8+g9"));
  EXPECT_TRUE(IsLegal(*game, "g7+g10"));
}

TEST(RenjuOfferTest, ColoursMustBeKept) {
  // The half turn about the middle of the four stones in a line swaps Black and White.
  const auto game = AtOffer("h8 h9 h10", "h11");
  EXPECT_FALSE(IsLegal(*game, "g8+i8"));
  EXPECT_TRUE(IsLegal(*game, "g8+i11"));
  EXPECT_TRUE(IsLegal(*game, "h7+h12"));
}

TEST(RenjuOfferTest, WhitePicksOneOfTheTwo) {
  const auto game = AtOffer("h8 i9 j9", "a1");
  PlayMoves(*game, "b10+c1");
  EXPECT_EQ(game->LegalMoves(1), std::vector<std::string>({"b10", "c1"}));
  PlayMoves(*game, "b10");
  EXPECT_TRUE(IsLegal(*game, "c1"));
  EXPECT_FALSE(IsLegal(*game, "b10"));
}

TEST(RenjuKnowledgeTest, TellsStagesAndPassesApart) {
  const auto game = MakeRenju("free", "loses");
  PlayMoves(*game, "h8 a1 b1");
  const std::string white_to_move = game->Knowledge(0);
  PlayMoves(*game, "pass");
  EXPECT_NE(game->Knowledge(0), white_to_move);
  EXPECT_EQ(game->Knowledge(0), game->Knowledge(1));
  EXPECT_EQ(game->Knowledge(0), game->Knowledge(kSpectatorSeat));
}

TEST(RenjuKnowledgeTest, OrderOfMovesIsForgottenButForTheLastStone) {
  const auto one = MakeRenju("free", "loses");
  const auto other = MakeRenju("free", "loses");
  const auto third = MakeRenju("free", "loses");
  PlayMoves(*one, "h8 a1 b1 a3 c1 pass d5");
  PlayMoves(*other, "h8 a3 c1 a1 b1 pass d5");
  PlayMoves(*third, "h8 a3 c1 a1 d5 pass b1");
  EXPECT_EQ(one->Knowledge(0), other->Knowledge(0));
  EXPECT_NE(one->History(), other->History());
  EXPECT_NE(one->Knowledge(0), third->Knowledge(0));
}

TEST(RenjuKnowledgeTest, TwinIsTheHistory) {
  const auto game = MakeRenju("free", "loses");
  PlayMoves(*game, "h8 a1");
  EXPECT_EQ(game->Twin(1, 5), (std::vector<Event>{{0, "h8"}, {1, "a1"}}));
}

TEST(RenjuGameTest, CloneGoesOnByItself) {
  const auto game = MakeRenju("free", "loses");
  PlayMoves(*game, "h8");
  const auto clone = game->Clone();
  PlayMoves(*clone, "a1");
  EXPECT_EQ(game->History().size(), 1u);
  EXPECT_EQ(clone->History().size(), 2u);
}

TEST(RenjuGameTest, R4_WhereWinsAreClaimedFivesAndForbiddenMovesStand) {
  const auto five = MakeRenju("free", "claimed");
  PlayMoves(*five, "h8 a1 i8 a2 j8 a3 k8 a4 l8 c1 m8 c3");
  EXPECT_EQ(five->Actors(), std::vector<int>{0});
  const auto threes = MakeRenju("free", "claimed");
  PlayMoves(*threes, "h8 a1 g9 c1 i9 e1 h10 a3 h9 pass");
  EXPECT_EQ(threes->Actors(), std::vector<int>{0});
}

TEST(RenjuGameTest, IsMadeFromItsText) {
  const auto standard = MakeReference("renju");
  ASSERT_NE(standard, nullptr);
  PlayMoves(*standard, "h8 i9 j9 swap");
  const auto free = MakeReference("renju{opening=free,forbidden=masked}");
  ASSERT_NE(free, nullptr);
  PlayMoves(*free, "h8 a1 b1 pass");
  EXPECT_EQ(MakeReference("renju{opening=swap2}"), nullptr);
  EXPECT_EQ(MakeReference("renju{forbidden=wins}"), nullptr);
}

TEST(RenjuGameTest, ScatteredGamesEndWithEveryOption) {
  for (const char* opening : {"rif1996", "free"}) {
    for (const char* forbidden : {"loses", "masked", "none", "claimed"}) {
      const auto game = MakeRenju(opening, forbidden);
      for (std::size_t ply = 1; !game->Actors().empty(); ++ply) {
        ASSERT_LE(ply, 460u);
        const int actor = game->Actors()[0];
        const std::vector<std::string> legal = game->LegalMoves(actor);
        ASSERT_TRUE(std::is_sorted(legal.begin(), legal.end()));
        game->Apply(actor, legal[(ply * ply * 7919 + ply * 31) % legal.size()]);
      }
      EXPECT_EQ(game->Returns()[0] + game->Returns()[1], 0.0);
      // `claimed`: on the last point it counts.
      if (std::string(forbidden) == "masked" || std::string(forbidden) == "none") {
        EXPECT_NE(game->Reason(), "forbidden");
      }
    }
  }
}

}  // namespace
}  // namespace kvintet::reference

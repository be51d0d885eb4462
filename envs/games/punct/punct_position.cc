// Punct: positions as text, and the check whether play can reach them.
#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include "base/status_macros.h"
#include "envs/games/punct/connection.h"
#include "envs/games/punct/landing_text.h"
#include "envs/games/punct/punct.h"
#include "envs/games/punct/stack.h"

namespace kvintet::envs::punct {
namespace {

constexpr std::array<const char*, 2> kColourNames = {"white", "black"};

std::string PieceText(const Board& board, size_t colour, int index, const Piece& piece) {
  const int kind = kKindOfPiece[static_cast<size_t>(index)];
  return absl::StrCat(std::string(1, kColourNames[colour][0]), " ",
                      std::string(1, kKindLetters[static_cast<size_t>(kind)]), " ",
                      LandingText(board, {piece.spot, piece.rotation}));
}

// `T5 C2 E4 L2 M2 R2`; used-up kinds are left out, and `-` means that all are used up.
std::string SupplyText(const std::array<uint8_t, kKinds>& supply) {
  std::vector<std::string> words;
  for (size_t kind = 0; kind < kKinds; ++kind) {
    if (supply[kind] > 0) {
      words.push_back(absl::StrCat(std::string(1, kKindLetters[kind]), supply[kind]));
    }
  }
  return words.empty() ? "-" : absl::StrJoin(words, " ");
}

// The pieces, those of the lowest level first.
std::string PiecesText(const Board& board, const Position& p) {
  const int highest = HighestLevel(p);
  std::vector<std::string> texts;
  for (int level = 0; level <= highest; ++level) {
    ForEachPieceAt(p, level, [&](size_t colour, int i, const Piece& piece) {
      texts.push_back(PieceText(board, colour, i, piece));
    });
  }
  return texts.empty() ? "-" : absl::StrJoin(texts, " ");
}

int OnBoard(const Side& side) {
  return static_cast<int>(
      std::ranges::count_if(side, [](const Piece& piece) { return piece.spot != kNoSpot; }));
}

}  // namespace

std::string Punct::PositionText(const Position& p) const {
  std::string turn = kColourNames[p.to_move];
  if (p.stage == Stage::kWhere) {
    absl::StrAppend(&turn, " ", ActionName({p, Seat::k0, {}}, p.chosen));
  } else if (p.stage == Stage::kOver) {
    turn = absl::StrCat("over ", std::string(EndName(p.end)));
    if (p.winner != kNobody) {
      absl::StrAppend(&turn, " ", kColourNames[p.winner]);
    }
  }
  return absl::StrCat(PiecesText(board_, p), "; white ", SupplyText(p.supply[kWhite]), "; black ",
                      SupplyText(p.supply[kBlack]), "; ", turn);
}

absl::StatusOr<Position> Punct::ParsePosition(const std::string& text) const {
  const std::vector<std::string> parts = absl::StrSplit(text, "; ");
  if (parts.size() != 4) {
    return absl::InvalidArgumentError(
        absl::StrCat("a position is pieces, lowest first, both supplies and who is to move, like "
                     "'w T H9/2 b E K4/1; white T5 C2 E4 L2 M2 R2; black T6 C2 E3 L2 M2 R2; "
                     "white', is '",
                     text, "'"));
  }
  Position p = Initial();
  KVINTET_RETURN_IF_ERROR(ParsePieces(parts[0], &p));
  KVINTET_RETURN_IF_ERROR(ParseSupply(kWhite, parts[1], p));
  KVINTET_RETURN_IF_ERROR(ParseSupply(kBlack, parts[2], p));
  KVINTET_RETURN_IF_ERROR(ParseTurn(parts[3], &p));
  return p;
}

// Places the pieces one after the other and checks that each can lie on those before it.
absl::Status Punct::ParsePieces(const std::string& text, Position* p) const {
  if (text == "-") {
    return absl::OkStatus();
  }
  const std::vector<std::string> words = absl::StrSplit(text, ' ');
  for (size_t i = 0; i < words.size(); i += 3) {
    const bool whole = i + 2 < words.size();
    const int kind = whole ? KindOf(words[i + 1]) : -1;
    const Landing landing = whole ? ParseLanding(board_, words[i + 2]) : Landing();
    if ((words[i] != "w" && words[i] != "b") || kind < 0 || landing.spot == kNoSpot) {
      return absl::InvalidArgumentError(
          absl::StrCat("pieces are written like 'w T H9/2', not '", text, "'"));
    }
    const int colour = words[i] == "w" ? kWhite : kBlack;
    const std::string piece = absl::StrCat(words[i], " ", words[i + 1], " ", words[i + 2]);
    uint8_t& supply = p->supply[static_cast<size_t>(colour)][static_cast<size_t>(kind)];
    if (supply == 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", piece, "' is one more than a side has of its kind"));
    }
    if (landing.rotation >= kShapes[static_cast<size_t>(kind)].rotations ||
        !board_.Fits(kind)[static_cast<size_t>(landing.rotation)].Has(landing.spot)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "'", piece, "' is not on the board, or not turned by the lowest ", "of equal rotations"));
    }
    const int level = LevelAt(board_, p->surface, colour, kind, landing.spot, landing.rotation);
    if (level < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", piece, "' cannot lie on those before it"));
    }
    Replace(kind, kInSupply,
            {static_cast<uint8_t>(landing.spot), static_cast<uint8_t>(landing.rotation),
             static_cast<uint8_t>(level), 0},
            &p->pieces[static_cast<size_t>(colour)]);
    Cover(board_.Dots(kind, landing.spot, landing.rotation), colour, level, &p->surface);
    --supply;
  }
  Rebuild(board_, p);
  return absl::OkStatus();
}

absl::Status Punct::ParseSupply(int colour, const std::string& text, const Position& p) const {
  const auto index = static_cast<size_t>(colour);
  const std::string wanted = absl::StrCat(kColourNames[index], " ", SupplyText(p.supply[index]));
  return text == wanted ? absl::OkStatus()
                        : absl::InvalidArgumentError(
                              absl::StrCat("with these pieces on the board the supply is '", wanted,
                                           "', not '", text, "'"));
}

absl::Status Punct::ParseTurn(const std::string& text, Position* p) const {
  const std::vector<std::string> words = absl::StrSplit(text, ' ');
  const bool white = words[0] == kColourNames[kWhite];
  if ((!white && words[0] != kColourNames[kBlack]) || words.size() > 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("the side to move is white or black, and what it has chosen may follow, "
                     "is '",
                     text, "'"));
  }
  p->to_move = white ? kWhite : kBlack;
  KVINTET_RETURN_IF_ERROR(CheckGoesOn(*p));
  if (words.size() == 1) {
    return absl::OkStatus();
  }
  std::array<uint64_t, (kMaxActions + 63) / 64> bits = {};
  const ActionMask mask(bits);
  const View view = {*p, static_cast<Seat>(p->to_move), {}};
  LegalActions(view, mask);
  mask.ForEach([&](Action action) {
    if (ActionName(view, action) == words[1]) {
      p->chosen = static_cast<uint8_t>(action);
      p->stage = Stage::kWhere;
    }
  });
  return p->stage == Stage::kWhere ? absl::OkStatus()
                                   : absl::InvalidArgumentError(absl::StrCat(
                                         "'", words[1], "' cannot be chosen by ", words[0]));
}

// Checks that the game can continue: the first turns were legal and nothing has ended the game.
absl::Status Punct::CheckGoesOn(const Position& p) const {
  const int white = OnBoard(p.pieces[kWhite]);
  const int black = OnBoard(p.pieces[kBlack]);
  // The first turn of each side is a new piece, and White begins.
  if ((white == 0 && (black > 0 || p.to_move == kBlack)) ||
      (black == 0 && (white > 1 || (white == 1 && p.to_move == kWhite)))) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the first turns, White's before Black's, are new pieces: ", white, " white and ", black,
        " black ones do not fit ", kColourNames[p.to_move], " to move"));
  }
  for (const Spots& top : p.surface.top) {
    const bool full = board_.stride() == kFullStride;
    if (full ? Joins<kFullStride>(Load(top), Load(top), board_)
             : Joins<kTinyStride>(Load(top), Load(top), board_)) {
      return absl::InvalidArgumentError("two opposite sides are joined, so that the game is over");
    }
  }
  if (SupplyIsOut(p)) {
    return absl::InvalidArgumentError("the supply is used up, so that the game is over");
  }
  const bool has_turn =
      board_.stride() == kFullStride ? HasTurn<kFullStride>(p) : HasTurn<kTinyStride>(p);
  return has_turn
             ? absl::OkStatus()
             : absl::InvalidArgumentError("the side to move has no turn, so that the game is over");
}

}  // namespace kvintet::envs::punct

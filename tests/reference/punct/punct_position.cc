// Position text: see the header.
#include "tests/reference/punct/punct_position.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace kvintet::reference::punct {
namespace {

std::string SupplyText(const Rules& rules, const Position& position, char owner) {
  const std::map<char, int> supply = SupplyOf(rules, position, owner);
  std::string text = std::string("supply ") + owner;
  for (const char kind : kKinds) {
    if (supply.contains(kind)) text += std::string(" ") + kind + std::to_string(supply.at(kind));
  }
  return text;
}

std::vector<std::string> Parts(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t stop = std::min(text.find("; ", start), text.size());
    parts.push_back(text.substr(start, stop - start));
    start = stop + 2;
  }
  return parts;
}

// The piece, without its level; nullopt if the text is not a piece.
std::optional<Piece> ParsePiece(const Rules& rules, const std::string& text) {
  for (const char owner : {'w', 'b'}) {
    for (const auto& [kind, count] : rules.supply) {
      const std::string start = std::string(1, owner) + " " + kind + " ";
      const std::size_t slash = text.find('/');
      if (!text.starts_with(start) || slash == std::string::npos) continue;
      const std::optional<Space> punct =
          ParseSpace(rules.board, text.substr(start.size(), slash - start.size()));
      for (const int rotation : DistinctRotations(kind)) {
        if (!punct || text.substr(slash + 1) != std::to_string(rotation)) continue;
        return Piece{owner, {kind, *punct, rotation}, 0};
      }
    }
  }
  return std::nullopt;
}

// Places the next piece of a list in bottom-up order; returns what is wrong with it.
std::string LayPiece(const Rules& rules, const std::string& text, Position* position) {
  std::optional<Piece> piece = ParsePiece(rules, text);
  if (!piece) return "'" + text + "' is no piece";
  const Surface surface = SurfaceOf(position->pieces);
  const std::optional<int> level =
      RestingLevel(rules.board, surface, piece->owner, piece->placement);
  if (!level) return "'" + text + "' cannot lie there";
  if (SupplyOf(rules, *position, piece->owner).at(piece->placement.kind) == 0) {
    return "'" + text + "' is one more than there are";
  }
  piece->level = *level;
  position->pieces.push_back(*piece);
  return "";
}

// Checks that each player's first turn placed a new piece, and White's very first one outside the
// centre.
std::string FirstTurnsProblem(const Rules& rules, const Position& position) {
  int white = 0;
  int black = 0;
  for (const Piece& piece : position.pieces) ++(piece.owner == 'w' ? white : black);
  if (black > 0) return white > 0 ? "" : "black has pieces on the board and white has none";
  if (white > 1) return "white has several pieces on the board and black has none";
  const char side = white == 0 ? 'w' : 'b';
  if (position.side != side) return std::string("only ") + side + " can be to move";
  if (CentreDots(rules.board, SurfaceOf(position.pieces), 'w') > 0) {
    return "the first piece lies in the centre";
  }
  return "";
}

std::string EndProblem(const Rules& rules, const Position& position) {
  const Surface surface = SurfaceOf(position.pieces);
  for (const char owner : {'w', 'b'}) {
    if (Connects(rules.board, surface, owner)) return std::string(1, owner) + " is connected";
  }
  return SupplyIsUsedUp(rules, position) ? "the supply is used up" : "";
}

// Checks that the supplies are the pieces that are not on the board.
std::string SuppliesProblem(const Rules& rules, const Position& position,
                            const std::vector<std::string>& supplies) {
  if (supplies.empty()) return "";
  const std::vector<std::string> expected = {SupplyText(rules, position, 'w'),
                                             SupplyText(rules, position, 'b')};
  return supplies == expected ? "" : "wanted '" + expected[0] + "; " + expected[1] + "'";
}

}  // namespace

std::string PositionText(const Rules& rules, const Position& position) {
  std::vector<std::pair<int, std::string>> pieces;
  for (const Piece& piece : position.pieces) {
    pieces.emplace_back(piece.level, PieceText(rules.board, piece));
  }
  std::sort(pieces.begin(), pieces.end());
  std::string text;
  for (const auto& [level, piece] : pieces) text += piece + "; ";
  return text + SupplyText(rules, position, 'w') + "; " + SupplyText(rules, position, 'b') +
         "; side " + position.side;
}

ParsedPosition ParsePosition(const Rules& rules, const std::string& text) {
  std::vector<std::string> parts = Parts(text);
  ParsedPosition parsed;
  if (parts.back() != "side w" && parts.back() != "side b") {
    return {{}, "wanted 'side w' or 'side b' at the end, found '" + parts.back() + "'"};
  }
  parsed.position.side = parts.back().back();
  parts.pop_back();
  std::vector<std::string> supplies;
  for (const std::string& part : parts) {
    if (part.starts_with("supply ")) {
      supplies.push_back(part);
    } else if (parsed.problem.empty()) {
      parsed.problem = supplies.empty() ? LayPiece(rules, part, &parsed.position)
                                        : "'" + part + "' comes after the supplies";
    }
  }
  if (parsed.problem.empty()) parsed.problem = SuppliesProblem(rules, parsed.position, supplies);
  if (parsed.problem.empty()) parsed.problem = FirstTurnsProblem(rules, parsed.position);
  if (parsed.problem.empty()) parsed.problem = EndProblem(rules, parsed.position);
  return parsed;
}

}  // namespace kvintet::reference::punct

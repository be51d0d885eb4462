// Position text: parses each part, then rejects what cannot occur in a game.
#include "tests/reference/konkvest/konkvest_text.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace kvintet::reference::konkvest {
namespace {

using Words = std::vector<std::string>;

const std::string kOwners = "wb";
const std::string kTypes = "PSGHRNQ";

absl::Status Refused(const std::string& why, const std::string& found) {
  return absl::InvalidArgumentError(absl::StrCat(why, ", found '", found, "'"));
}

std::vector<std::string> PartsOf(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ';');) parts.push_back(part);
  return parts;
}

Words WordsOf(const std::string& part) {
  Words words;
  std::istringstream stream(part);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// 0 for `w`, 1 for `b`, nullopt for anything else.
std::optional<int> ParseOwner(const std::string& word) {
  if (word.size() != 1 || kOwners.find(word) == std::string::npos) return std::nullopt;
  return static_cast<int>(kOwners.find(word));
}

absl::Status ReadPiece(int owner, const std::string& type, const std::string& cell_name,
                       Position* position) {
  const std::string found = absl::StrCat(type, " ", cell_name);
  const bool promoted = type.size() == 2 && type[0] == '*';
  if ((type.size() != 1 && !promoted) || kTypes.find(type.back()) == std::string::npos) {
    return Refused("a piece is one of PSGHRNQ, with * before it if promoted", found);
  }
  if (promoted && (type.back() == 'Q' || type.back() == 'N')) {
    return Refused("queens and generals are never promoted", found);
  }
  const std::optional<Cell> cell = ParseCell(cell_name);
  if (!cell) return Refused("a piece stands on a cell of the board", found);
  if (!position->board.emplace(*cell, Piece{owner, type.back(), promoted}).second) {
    return Refused("a cell holds one piece", found);
  }
  return absl::OkStatus();
}

absl::Status ReadReserve(int owner, const std::string& types, Position* position) {
  Reserve& reserve = position->reserves[static_cast<std::size_t>(owner)];
  if (!reserve.empty()) return Refused("a player has one reserve", types);
  for (const char type : types) {
    if (type == 'Q' || kTypes.find(type) == std::string::npos) {
      return Refused("a reserve holds types of PSGHRN", types);
    }
    ++reserve[type];
  }
  return absl::OkStatus();
}

absl::Status ReadAttacks(int owner, const std::string& count, const std::string& cell_name,
                         Position* position) {
  const std::string found = absl::StrCat(count, " ", cell_name);
  const std::optional<Cell> cell = ParseCell(cell_name);
  if (count != "1" && count != "2" && count != "3") {
    return Refused("attacks in a row are 1, 2 or 3", found);
  }
  if (!cell) return Refused("attacks are made by a piece on a cell of the board", found);
  AttackRow& row = position->attacks[static_cast<std::size_t>(owner)];
  if (row.count > 0) return Refused("a player has one row of attacks", found);
  row = {count[0] - '0', *cell};
  return absl::OkStatus();
}

absl::Status ReadPart(const std::string& part, Position* position, std::optional<int>* side) {
  const Words words = WordsOf(part);
  if (words.size() == 2 && words[0] == "side" && ParseOwner(words[1]) && !*side) {
    *side = ParseOwner(words[1]);
    return absl::OkStatus();
  }
  const std::optional<int> owner = words.empty() ? std::nullopt : ParseOwner(words[0]);
  if (owner && words.size() == 3 && words[1] == "reserve") {
    return ReadReserve(*owner, words[2], position);
  }
  if (owner && words.size() == 3) return ReadPiece(*owner, words[1], words[2], position);
  if (owner && words.size() == 4 && words[1] == "attacks") {
    return ReadAttacks(*owner, words[2], words[3], position);
  }
  return Refused("a part is a piece, a reserve, a row of attacks or, once, the side to move", part);
}

// Q3, Q6: the maximum number of pieces of a type that both players have together, reserves
// included.
int MostOf(char type) {
  if (type == 'P') return 16;
  if (type == 'S') return 6;
  return type == 'Q' ? 2 : 4;
}

int CountOf(const Position& position, char type) {
  int count = 0;
  for (const auto& [cell, piece] : position.board) count += piece.type == type ? 1 : 0;
  for (const Reserve& reserve : position.reserves) {
    if (reserve.contains(type)) count += reserve.at(type);
  }
  return count;
}

absl::Status CheckQueen(const Position& position, int player) {
  const std::string name(1, kOwners[static_cast<std::size_t>(player)]);
  const Piece queen = {player, 'Q', false};
  const auto queens = std::count_if(position.board.begin(), position.board.end(),
                                    [&](const auto& entry) { return entry.second == queen; });
  if (queens != 1) return Refused("each player has one queen", absl::StrCat(name, " ", queens));
  const auto on_base = position.board.find(Base(1 - player));
  if (on_base != position.board.end() && on_base->second == queen) {
    return Refused("a queen on the enemy base has won", absl::StrCat(name, " Q"));
  }
  return absl::OkStatus();
}

absl::Status CheckPlayer(const Position& position, int player) {
  const absl::Status queen = CheckQueen(position, player);
  if (!queen.ok()) return queen;
  const int size = SizeOf(position.reserves[static_cast<std::size_t>(player)]);
  if (size > kMaxInReserve) {
    return Refused("a reserve holds at most 14", std::to_string(size));
  }
  const AttackRow& row = position.attacks[static_cast<std::size_t>(player)];
  const auto attacker = position.board.find(row.piece);
  const bool has_attacker = attacker != position.board.end() && attacker->second.owner == player;
  if (row.count > 0 && !has_attacker) {
    return Refused("attacks in a row are made by a piece of that player", CellName(row.piece));
  }
  return absl::OkStatus();
}

absl::Status Check(const Position& position) {
  for (const char type : kTypes) {
    if (CountOf(position, type) > MostOf(type)) {
      return Refused(absl::StrCat("a game has at most ", MostOf(type), " pieces of a type"),
                     absl::StrCat(CountOf(position, type), " ", std::string(1, type)));
    }
  }
  const absl::Status first = CheckPlayer(position, 0);
  return first.ok() ? CheckPlayer(position, 1) : first;
}

}  // namespace

absl::StatusOr<Position> ParsePosition(const std::string& text) {
  Position position;
  std::optional<int> side;
  for (const std::string& part : PartsOf(text)) {
    const absl::Status status = ReadPart(part, &position, &side);
    if (!status.ok()) return status;
  }
  if (!side) return Refused("a position names the side to move", text);
  position.side = *side;
  const absl::Status status = Check(position);
  if (!status.ok()) return status;
  return position;
}

std::string RecurringText(const Position& position) {
  std::string text;
  for (const auto& [cell, piece] : position.board) {
    absl::StrAppend(&text, piece.owner == 0 ? "w " : "b ", piece.promoted ? "*" : "",
                    std::string(1, piece.type), " ", CellName(cell), "; ");
  }
  for (const int player : {0, 1}) {
    const Reserve& reserve = position.reserves[static_cast<std::size_t>(player)];
    if (reserve.empty()) continue;
    absl::StrAppend(&text, player == 0 ? "w" : "b", " reserve ");
    for (const auto& [type, number] : reserve) {
      text += std::string(static_cast<std::size_t>(number), type);
    }
    text += "; ";
  }
  return text + (position.side == 0 ? "side w" : "side b");
}

std::string PositionText(const Position& position) {
  std::string text = RecurringText(position);
  for (const int player : {0, 1}) {
    const AttackRow& row = position.attacks[static_cast<std::size_t>(player)];
    if (row.count == 0) continue;
    absl::StrAppend(&text, player == 0 ? "; w" : "; b", " attacks ", row.count, " ",
                    CellName(row.piece));
  }
  return text;
}

}  // namespace kvintet::reference::konkvest

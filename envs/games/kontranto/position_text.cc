// Kontranto: positions as text.
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include "base/status_macros.h"
#include "envs/games/kontranto/kontranto.h"

namespace kvintet::envs::kontranto {
namespace {

constexpr std::array<const char*, 7> kStageNames = {"colours",  "first",    "step", "choose",
                                                    "two-step", "two-step", "over"};
constexpr std::array<const char*, 2> kShapeNames = {"circle", "triangle"};
constexpr std::array<const char*, 4> kEndNames = {"", "eighteen", "no_clash", "two_step"};

Cells Pieces(const Kontranto::Position& p, size_t colour) {
  return p.pieces[colour][kCircle] | p.pieces[colour][kTriangle];
}

// `c B4 D5 t A2`, or `-`.
std::string SideText(const Grid& grid, const Kontranto::Position& p, size_t colour) {
  std::vector<std::string> words;
  for (const size_t shape : {kCircle, kTriangle}) {
    if (p.pieces[colour][shape] != 0) {
      words.push_back(
          absl::StrCat(shape == kCircle ? "c " : "t ", grid.Names(p.pieces[colour][shape])));
    }
  }
  return words.empty() ? "-" : absl::StrJoin(words, " ");
}

std::string SeatText(uint8_t seat) { return seat == kNobody ? "-" : absl::StrCat(seat); }

// ` A4xB4` for each due area (White's piece, then Black's), or ` A4`, the first cell of the area.
std::string DueText(const Grid& grid, const Kontranto::Position& p) {
  std::string text;
  for (size_t i = 0; i < p.num_areas; ++i) {
    if ((p.areas[i] & p.due) == 0) {
      continue;
    }
    if (p.stage == Stage::kChoose) {
      absl::StrAppend(&text, " ", grid.Name(LowestCell(p.areas[i])));
    } else {
      absl::StrAppend(&text, " ", grid.Name(LowestCell(p.chosen[kWhite] & p.areas[i])), "x",
                      grid.Name(LowestCell(p.chosen[kBlack] & p.areas[i])));
    }
  }
  return text;
}

std::string StageText(const Grid& grid, const Kontranto::Position& p) {
  std::string text = kStageNames[static_cast<size_t>(p.stage)];
  if (p.stage == Stage::kTwoMove) {
    absl::StrAppend(&text, " ", kShapeNames[p.mini[kWhite]], " ", kShapeNames[p.mini[kBlack]]);
  }
  if (p.stage == Stage::kOver) {
    absl::StrAppend(&text, " ", kEndNames[static_cast<size_t>(p.end)], " ", p.winner);
  }
  return text + DueText(grid, p);
}

}  // namespace

std::string Kontranto::PositionText(const Position& p) const {
  std::string text = absl::StrCat("conquered ", grid_.Names(p.conquered[kWhite]), " / ",
                                  grid_.Names(p.conquered[kBlack]), "; W ",
                                  SideText(grid_, p, kWhite), "; B ", SideText(grid_, p, kBlack),
                                  "; white ", SeatText(p.white_seat), "; ", StageText(grid_, p));
  const int frame = p.turn | p.zones_changed << 2 | p.triangles_first << 3;
  if (frame != 0) {
    absl::StrAppend(&text, "; image ", frame);
  }
  return text;
}

// The choices of a seat so far, as far as they are known.
std::string Kontranto::ChoicesText(const View& view, size_t seat) const {
  const Position& p = view.position;
  const bool cells =
      p.stage == Stage::kFirst || p.stage == Stage::kStep || p.stage == Stage::kChoose;
  std::vector<std::string> words;
  for (size_t i = 0; i < p.made[seat]; ++i) {
    const uint8_t target = p.targets[seat][i];
    words.push_back(target == kGivenUp           ? "x"
                    : cells                      ? grid_.Name(target)
                    : p.stage == Stage::kTwoMove ? (target == 0 ? "stay" : "go")
                                                 : kShapeNames[target]);
  }
  const char* const none = Hidden(p, view.seat, seat) ? "?" : "-";
  return words.empty() ? none : absl::StrJoin(words, " ");
}

std::string Kontranto::ViewText(const View& view) const {
  return absl::StrCat(PositionText(view.position), "; choices ", ChoicesText(view, 0), " / ",
                      ChoicesText(view, 1));
}

// Reads a position from the fields of its text.
class PositionReader {
 public:
  PositionReader(const Kontranto& rules, const std::string& text) : rules_(rules) {
    for (const absl::string_view field : absl::StrSplit(text, "; ")) {
      const std::pair<std::string, std::string> parts =
          absl::StrSplit(field, absl::MaxSplits(' ', 1));
      fields_.insert(parts);
    }
  }

  absl::StatusOr<Kontranto::Position> Read() {
    p_.winner = kNobody;
    KVINTET_RETURN_IF_ERROR(ReadFrame());
    const std::vector<std::string> sides = absl::StrSplit(fields_["conquered"], " / ");
    if (sides.size() != 2) {
      return absl::InvalidArgumentError(
          "conquered cells are White's / Black's, like 'conquered A3 B3 / -'");
    }
    for (const size_t colour : {kWhite, kBlack}) {
      KVINTET_ASSIGN_OR_RETURN(p_.conquered[colour], ReadCells(sides[colour]));
      KVINTET_RETURN_IF_ERROR(ReadPieces(colour == kWhite ? "W" : "B", colour));
    }
    KVINTET_RETURN_IF_ERROR(ReadWhiteSeat());
    KVINTET_RETURN_IF_ERROR(ReadStage());
    return p_;
  }

 private:
  absl::Status ReadFrame() {
    const std::string text = fields_.contains("image") ? fields_["image"] : "0";
    int frame = 0;
    for (const char digit : text.size() > 2 ? "x" : text) {
      frame = digit < '0' || digit > '9' ? 32 : 10 * frame + (digit - '0');
    }
    if (frame >= 32) {
      return absl::InvalidArgumentError("an image's number is 1 to 31");
    }
    p_.turn = static_cast<uint8_t>(frame & 3);
    p_.zones_changed = static_cast<uint8_t>(frame >> 2 & 1);
    p_.triangles_first = static_cast<uint8_t>(frame >> 3);
    return absl::OkStatus();
  }

  absl::StatusOr<Cells> ReadCells(const std::string& text) const {
    Cells cells = 0;
    for (const absl::string_view name : absl::StrSplit(text == "-" ? "" : text, ' ')) {
      const int cell = rules_.Board().Parse({name.data(), name.size()});
      if (cell == kNoCell && text != "-") {
        return absl::InvalidArgumentError(absl::StrCat("'", name, "' is no cell, in '", text, "'"));
      }
      cells |= cell == kNoCell ? 0 : CellBit(cell);
    }
    return cells;
  }

  absl::Status ReadPieces(const char* field, size_t colour) {
    const std::string text = fields_[field];
    size_t shape = 2;
    for (const absl::string_view word : absl::StrSplit(text == "-" ? "c" : text, ' ')) {
      const int cell = rules_.Board().Parse({word.data(), word.size()});
      if (word == "c" || word == "t") {
        shape = word == "c" ? kCircle : kTriangle;
      } else if (cell == kNoCell || shape == 2) {
        return absl::InvalidArgumentError(
            absl::StrCat("pieces are written like '", field, " c B4 D5 t A2', not '", text, "'"));
      } else {
        p_.pieces[colour][shape] |= CellBit(cell);
      }
    }
    return absl::OkStatus();
  }

  absl::Status ReadWhiteSeat() {
    const std::string text = fields_["white"];
    if (text != "-" && text != "0" && text != "1") {
      return absl::InvalidArgumentError(
          absl::StrCat("White's seat is 0, 1 or, before it is chosen, -, not '", text, "'"));
    }
    p_.white_seat = text == "-" ? kNobody : static_cast<uint8_t>(text[0] - '0');
    return absl::OkStatus();
  }

  absl::Status ReadStage() {
    const uint8_t both = ActorSet::Both().Bits();
    for (const auto& [name, stage] :
         {std::pair("colours", Stage::kColours), std::pair("first", Stage::kFirst),
          std::pair("two-step", Stage::kTwoPiece)}) {
      if (fields_.contains(name)) {
        p_.step = stage == Stage::kTwoPiece ? 0 : 1;
        rules_.Enter(&p_, stage, both);
        return stage == Stage::kTwoPiece ? ReadMini() : absl::OkStatus();
      }
    }
    rules_.AddAreas(&p_, rules_.Board().All() & ~(p_.conquered[kWhite] | p_.conquered[kBlack]));
    if (fields_.contains("step")) {
      rules_.Enter(&p_, Stage::kStep, both);
      return ReadPairs(fields_["step"]);
    }
    if (fields_.contains("choose")) {
      return ReadDue(fields_["choose"]);
    }
    return absl::InvalidArgumentError("the stage is colours, first, step, choose or two-step");
  }

  absl::Status ReadMini() {
    const std::string text = fields_["two-step"];
    for (size_t pair = 0; pair < 4; ++pair) {
      if (text == absl::StrCat(kShapeNames[pair / 2], " ", kShapeNames[pair % 2])) {
        p_.mini = {static_cast<uint8_t>(pair / 2), static_cast<uint8_t>(pair % 2)};
        rules_.Enter(&p_, Stage::kTwoMove, p_.actors);
        return absl::OkStatus();
      }
    }
    return text.empty() ? absl::OkStatus()
                        : absl::InvalidArgumentError(
                              "a final two-step is 'two-step' or 'two-step circle triangle'");
  }

  // The area that contains a cell; it becomes due. 0 if there is none.
  Cells MakeDue(int cell) {
    for (size_t i = 0; cell != kNoCell && i < p_.num_areas; ++i) {
      if ((p_.areas[i] >> cell & 1) != 0) {
        p_.due |= p_.areas[i];
        return p_.areas[i];
      }
    }
    return 0;
  }

  // `B4xA4 ...`: the pieces that take part, White's first.
  absl::Status ReadPairs(const std::string& text) {
    for (const absl::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
      const std::vector<std::string> names = absl::StrSplit(word, 'x');
      const int white = rules_.Board().Parse(names[0]);
      const int black = names.size() == 2 ? rules_.Board().Parse(names[1]) : kNoCell;
      const Cells area = MakeDue(white);
      if (area == 0 || black == kNoCell || (area & CellBit(black)) == 0 ||
          (Pieces(p_, kWhite) & CellBit(white)) == 0 ||
          (Pieces(p_, kBlack) & CellBit(black)) == 0) {
        return absl::InvalidArgumentError(
            absl::StrCat("an extraordinary step pairs a white and a black piece ",
                         "in the same area, like 'B4xA4', not '", word, "'"));
      }
      p_.chosen[kWhite] |= CellBit(white);
      p_.chosen[kBlack] |= CellBit(black);
    }
    return absl::OkStatus();
  }

  // `A4 ...`: the due areas by their first cells, some of which leave a choice.
  absl::Status ReadDue(const std::string& text) {
    for (const absl::string_view word : absl::StrSplit(text, ' ')) {
      if (MakeDue(rules_.Board().Parse({word.data(), word.size()})) == 0) {
        return absl::InvalidArgumentError(absl::StrCat("'", word, "' is in no area"));
      }
    }
    rules_.BeginChoices(&p_);
    return p_.stage == Stage::kChoose
               ? absl::OkStatus()
               : absl::InvalidArgumentError("nobody has two pieces to choose from");
  }

  const Kontranto& rules_;
  std::map<std::string, std::string> fields_;
  Kontranto::Position p_ = {};
};

absl::StatusOr<Kontranto::Position> Kontranto::ParsePosition(const std::string& text) const {
  KVINTET_ASSIGN_OR_RETURN(const Position p, PositionReader(*this, text).Read());
  if (const std::string why = WhyImpossible(p); !why.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("impossible position '", text, "': ", why));
  }
  if (const std::string again = PositionText(p); again != text) {
    return absl::InvalidArgumentError(
        absl::StrCat("a position is written like '", again, "', not '", text, "'"));
  }
  return p;
}

}  // namespace kvintet::envs::kontranto

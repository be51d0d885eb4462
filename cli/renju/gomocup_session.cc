// GomocupSession: see the header.
#include "cli/renju/gomocup_session.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

#include "base/status_macros.h"
#include "base/version.h"
#include "envs/games/renju/board.h"

namespace kvintet::cli {
namespace {

// Separates the first word of a line from the rest.
constexpr char kSpaces[] = " \t";

// The text as a manager sees it, printable and short.
std::string Quoted(std::string_view text) {
  std::string shown;
  for (const char c : text.substr(0, 60)) {
    shown += absl::ascii_isprint(static_cast<unsigned char>(c)) ? c : '?';
  }
  return absl::StrCat("'", shown, "'");
}

absl::Status Refusal(const std::string& why) { return absl::InvalidArgumentError(why); }

// The numbers of `7,8` or `7,8,1`.
template <size_t n>
bool ParseNumbers(std::string_view text, std::array<int, n>* numbers) {
  const std::vector<std::string> words = absl::StrSplit(std::string(text), ',');
  bool good = words.size() == n;
  for (size_t i = 0; i < n && good; ++i) {
    good = absl::SimpleAtoi(words[i], &(*numbers)[i]);
  }
  return good;
}

absl::StatusOr<int> PointOf(int x, int y, std::string_view text) {
  if (!envs::renju::OnBoard(x, y)) {
    return Refusal(absl::StrCat("a point is x,y with numbers from 0 to 14, found ", Quoted(text)));
  }
  return envs::renju::PointAt(x, y);
}

absl::StatusOr<int> ParsePoint(std::string_view text) {
  std::array<int, 2> xy = {-1, -1};
  return ParseNumbers(text, &xy) ? PointOf(xy[0], xy[1], text) : PointOf(-1, -1, text);
}

std::string PointText(int point) {
  return absl::StrCat(envs::renju::ColumnOf(point), ",", envs::renju::RowOf(point));
}

std::vector<std::string> Ok() { return {"OK"}; }

}  // namespace

std::vector<std::string> GomocupSession::Take(const std::string& line,
                                              std::chrono::steady_clock::time_point came) {
  came_ = came;
  const absl::string_view stripped = absl::StripAsciiWhitespace(line);
  const std::string text(stripped);
  if (text.empty()) {
    return {};
  }
  const size_t end = std::min(text.find_first_of(kSpaces), text.size());
  const std::string command = absl::AsciiStrToUpper(text.substr(0, end));
  const std::string rest(absl::StripAsciiWhitespace(text.substr(end)));
  const bool of_board = in_board_ && command != "DONE" && command != "END";
  Answer answer = of_board ? BoardLine(text) : Obey(command, rest);
  if (!answer.ok()) {
    const char* word = absl::IsUnimplemented(answer.status()) ? "UNKNOWN " : "ERROR ";
    return {absl::StrCat(word, answer.status().message())};
  }
  return *std::move(answer);
}

GomocupSession::Answer GomocupSession::Obey(std::string_view command, std::string_view rest) {
  if (command == "START" || command == "RECTSTART") {
    return Start(rest);
  }
  if (command == "RESTART") {
    return Restart();
  }
  if (command == "BEGIN") {
    return Begin();
  }
  if (command == "TURN") {
    return Turn(rest);
  }
  if (command == "TAKEBACK") {
    return TakeBack(rest);
  }
  if (command == "BOARD") {
    return OpenBoard();
  }
  if (command == "DONE") {
    return CloseBoard();
  }
  if (command == "INFO") {
    const size_t end = std::min(rest.find_first_of(kSpaces), rest.size());
    const size_t value = std::min(rest.find_first_not_of(kSpaces, end), rest.size());
    return Info(rest.substr(0, end), rest.substr(value));
  }
  if (command == "ABOUT") {
    return std::vector<std::string>{absl::StrCat("name=\"Kvintet\", version=\"", kVersion,
                                                 "\", author=\"Kvintet\", country=\"-\"")};
  }
  if (command == "END") {
    ended_ = true;
    return std::vector<std::string>();
  }
  return absl::UnimplementedError(absl::StrCat("no command ", Quoted(command)));
}

absl::Status GomocupSession::CheckStarted() const {
  return started_ ? absl::OkStatus() : Refusal("there is no board: START 15 makes one");
}

GomocupSession::Answer GomocupSession::Start(std::string_view size) {
  started_ = false;
  const std::string text(size);
  if (text != "15" && absl::StrReplaceAll(text, {{" ", ""}}) != "15,15") {
    return Refusal(absl::StrCat("the board's size must be 15, is ", Quoted(size)));
  }
  started_ = true;
  return Restart();
}

GomocupSession::Answer GomocupSession::Restart() {
  KVINTET_RETURN_IF_ERROR(CheckStarted());
  stones_ = {};
  clock_.Restart();
  return Ok();
}

bool GomocupSession::Taken(int point) const {
  return std::ranges::count(stones_.black, point) + std::ranges::count(stones_.white, point) > 0;
}

GomocupSession::Answer GomocupSession::Begin() {
  KVINTET_RETURN_IF_ERROR(CheckStarted());
  if (!stones_.black.empty()) {
    return Refusal("BEGIN opens a game, but there are stones on the board");
  }
  return Move({});
}

GomocupSession::Answer GomocupSession::Turn(std::string_view text) {
  KVINTET_RETURN_IF_ERROR(CheckStarted());
  KVINTET_ASSIGN_OR_RETURN(const int point, ParsePoint(text));
  if (Taken(point)) {
    return Refusal(absl::StrCat("there is a stone on ", PointText(point)));
  }
  GomocupStones with = stones_;
  (with.BlackToMove() ? with.black : with.white).push_back(point);
  return Move(std::move(with));
}

GomocupSession::Answer GomocupSession::TakeBack(std::string_view text) {
  KVINTET_RETURN_IF_ERROR(CheckStarted());
  KVINTET_ASSIGN_OR_RETURN(const int point, ParsePoint(text));
  std::vector<int>& last = stones_.BlackToMove() ? stones_.white : stones_.black;
  if (last.empty() || last.back() != point) {
    return Refusal(
        absl::StrCat("only the last stone can be taken back, and it is not on ", PointText(point)));
  }
  last.pop_back();
  return Ok();
}

GomocupSession::Answer GomocupSession::OpenBoard() {
  KVINTET_RETURN_IF_ERROR(CheckStarted());
  in_board_ = true;
  own_.clear();
  other_.clear();
  board_error_ = absl::OkStatus();
  return std::vector<std::string>();
}

GomocupSession::Answer GomocupSession::BoardLine(const std::string& line) {
  board_error_.Update(PlaceLine(line));
  return std::vector<std::string>();
}

absl::Status GomocupSession::PlaceLine(const std::string& line) {
  std::array<int, 3> numbers = {-1, -1, -1};
  if (!ParseNumbers(line, &numbers) || (numbers[2] != 1 && numbers[2] != 2)) {
    return Refusal(absl::StrCat("a line of a board is x,y,1 (own) or x,y,2, found ", Quoted(line)));
  }
  KVINTET_ASSIGN_OR_RETURN(const int point, PointOf(numbers[0], numbers[1], line));
  if (std::ranges::count(own_, point) + std::ranges::count(other_, point) > 0) {
    return Refusal(absl::StrCat("two stones on ", PointText(point)));
  }
  (numbers[2] == 1 ? own_ : other_).push_back(point);
  return absl::OkStatus();
}

GomocupSession::Answer GomocupSession::CloseBoard() {
  if (!in_board_) {
    return Refusal("DONE without BOARD");
  }
  in_board_ = false;
  KVINTET_RETURN_IF_ERROR(board_error_);
  // It is our turn, and Black began, so we have as many stones as the opponent or one fewer.
  if (own_.size() != other_.size() && own_.size() + 1 != other_.size()) {
    return Refusal(absl::StrCat("it is not our turn with ", own_.size(), " own stones and ",
                                other_.size(), " of the opponent"));
  }
  const bool black = own_.size() == other_.size();
  return Move({.black = black ? own_ : other_, .white = black ? other_ : own_});
}

GomocupSession::Answer GomocupSession::Info(std::string_view key, std::string_view value) {
  int64_t number = 0;
  const bool is_number = absl::SimpleAtoi(std::string(value), &number) && number >= 0;
  const std::array<std::string_view, 5> numeric = {"timeout_turn", "timeout_match", "time_left",
                                                   "max_memory", "rule"};
  if (std::ranges::find(numeric, key) == numeric.end()) {
    // game_type, folder, evaluate and unknown keys have no effect.
    return std::vector<std::string>();
  }
  if (!is_number) {
    return Refusal(absl::StrCat("INFO ", std::string(key), " needs a number from 0 up, found ",
                                Quoted(value)));
  }
  if (key != "max_memory") {
    number = std::min<int64_t>(number, std::numeric_limits<int32_t>::max());
  }
  if (key == "timeout_turn") {
    clock_.timeout_turn = number;
  } else if (key == "timeout_match") {
    clock_.timeout_match = number;
  } else if (key == "time_left") {
    clock_.time_left = number;
  } else if (key == "max_memory") {
    max_memory_ = number;
  } else {
    asked_rule_ = static_cast<int>(number);
    if (asked_rule_ != rule_) {
      return Refusal(absl::StrCat("this agent plays rule ", rule_, " only, not ", number));
    }
  }
  return std::vector<std::string>();
}

GomocupSession::Answer GomocupSession::Move(GomocupStones stones) {
  if (asked_rule_ != rule_) {
    return Refusal(absl::StrCat("this agent plays rule ", rule_, " only, not ", asked_rule_));
  }
  absl::StatusOr<GomocupMove> move =
      player_({.stones = stones, .deadline = came_ + clock_.Budget(), .max_memory = max_memory_});
  KVINTET_RETURN_IF_ERROR(move.status());
  stones_ = std::move(stones);
  (stones_.BlackToMove() ? stones_.black : stones_.white).push_back(move->point);
  const auto took = std::chrono::steady_clock::now() - came_;
  clock_.Spend(std::chrono::duration_cast<std::chrono::milliseconds>(took).count());
  std::vector<std::string> lines;
  if (!move->message.empty()) {
    lines.push_back(absl::StrCat("MESSAGE ", move->message));
  }
  lines.push_back(PointText(move->point));
  return lines;
}

}  // namespace kvintet::cli

// MatchPlayer: see the header.
#include "cli/play/match_player.h"

#include <cstdio>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"

#include "base/status_macros.h"
#include "envs/drawing/scene_text.h"
#include "kvintet_api/v1/rules.pb.h"
#include "serving/rpc/convert.h"

namespace kvintet::cli {
namespace {

using Milliseconds = std::chrono::milliseconds;

// A person may take a day.
constexpr Milliseconds kWatchTime(24 * 3600 * 1000);
constexpr int kListed = 100;

constexpr char kHelp[] =
    "a move, or: moves [PREFIX], draw MOVE (offers a draw with the move), accept, decline,\n"
    "resign (asks for confirmation), claim (opponent's time), claim-win, reset, accept-reset,\n"
    "decline-reset, ready, start-clock (of a late opponent), consent, pause, resume,\n"
    "contest (opponent's pause), admit (your pause was wrong), rematch, report, quit\n";

const std::map<std::string, v1::ActRequest::Kind>& Acts() {
  static const std::map<std::string, v1::ActRequest::Kind> kActs = {
      {"resign", v1::ActRequest::KIND_RESIGN},
      {"accept", v1::ActRequest::KIND_ACCEPT_DRAW},
      {"decline", v1::ActRequest::KIND_DECLINE_DRAW},
      {"claim", v1::ActRequest::KIND_CLAIM_TIME},
      {"claim-win", v1::ActRequest::KIND_CLAIM_WIN},
      {"reset", v1::ActRequest::KIND_OFFER_RESET},
      {"accept-reset", v1::ActRequest::KIND_ACCEPT_RESET},
      {"decline-reset", v1::ActRequest::KIND_DECLINE_RESET},
      {"ready", v1::ActRequest::KIND_READY},
      {"consent", v1::ActRequest::KIND_CONSENT},
      {"pause", v1::ActRequest::KIND_PAUSE},
      {"resume", v1::ActRequest::KIND_RESUME},
      {"start-clock", v1::ActRequest::KIND_START_CLOCK},
      {"contest", v1::ActRequest::KIND_CONTEST_PAUSE},
      {"admit", v1::ActRequest::KIND_ADMIT_PAUSE},
  };
  return kActs;
}

std::string PlayerName(int player) {
  return player < 0 ? "the server" : absl::StrCat("player ", player);
}

std::string TimeText(int64_t milliseconds) {
  return absl::StrFormat("%d:%02d", milliseconds / 60'000, milliseconds / 1000 % 60);
}

// Whether the person can read the error and try again.
bool IsRefusal(const absl::Status& status) {
  return status.code() == absl::StatusCode::kInvalidArgument ||
         status.code() == absl::StatusCode::kFailedPrecondition ||
         status.code() == absl::StatusCode::kAborted ||
         status.code() == absl::StatusCode::kAlreadyExists;
}

std::string FitText(const v1::AgentModel& model) {
  switch (model.fit()) {
    case v1::FIT_TRAINED_ON_IT:
      return "trained on this game";
    case v1::FIT_SAME_PLAY:
      return "trained on the same play, " + model.trained_on();
    case v1::FIT_SIMILAR:
      return "trained on similar rules, " + model.trained_on();
    default:
      return "no model: random games";
  }
}

}  // namespace

std::string StartText(int64_t start_ms) {
  return start_ms == 0 ? ""
                       : absl::FormatTime("start %Y-%m-%d %H:%M:%S UTC",
                                          absl::FromUnixMillis(start_ms), absl::UTCTimeZone());
}

std::string AgentLines(const v1::MatchState& state) {
  std::string lines;
  for (int player = 0; player < state.players_size(); ++player) {
    if (state.players(player).has_agent_model()) {
      const v1::AgentModel& model = state.players(player).agent_model();
      absl::StrAppend(&lines, "agent: player ", player, " by ", model.model(), ", ", FitText(model),
                      model.level() > 0 ? absl::StrCat(", level ", model.level()) : "", ", ",
                      model.simulations(), " simulations\n");
    }
  }
  return lines;
}

MatchPlayer::MatchPlayer(serving::Client* client, MatchPlace place, bool colour,
                         std::function<std::optional<std::string>()> next_line)
    : client_(client),
      place_(std::move(place)),
      colour_(colour),
      next_line_(std::move(next_line)) {}

absl::Status MatchPlayer::Play() {
  if (place_.token.empty()) {
    return absl::InvalidArgumentError("token: wanted a player's token, found none");
  }
  std::printf("%s", kHelp);
  KVINTET_RETURN_IF_ERROR(Come());
  while (true) {
    KVINTET_RETURN_IF_ERROR(WaitForTurn());
    PrintState();
    const std::optional<std::string> line = next_line_();
    if (!line) {
      return absl::OkStatus();
    }
    const absl::StatusOr<bool> stays = Obey(*line);
    if (!stays.ok() && !IsRefusal(stays.status())) {
      return stays.status();
    }
    if (!stays.ok()) {
      std::printf("refused: %s\n", std::string(stays.status().message()).c_str());
    } else if (!*stays) {
      return absl::OkStatus();
    }
  }
}

absl::Status MatchPlayer::Watch() {
  v1::WatchMatchRequest request;
  request.set_match(place_.match);
  request.set_token(place_.token);
  return client_->Follow<v1::WatchMatchResponse>(
      request, kWatchTime, [this](const v1::WatchMatchResponse& response) {
        for (const v1::MatchEvent& event : response.events()) {
          Print(event);
        }
        if (response.has_state()) {
          state_ = response.state();
          PrintState();
        }
        return state_.phase() != v1::MatchState::PHASE_OVER;
      });
}

absl::Status MatchPlayer::Come() {
  v1::GetMatchRequest request;
  request.set_match(place_.match);
  request.set_token(place_.token);
  KVINTET_ASSIGN_OR_RETURN(const v1::GetMatchResponse response,
                           client_->Call<v1::GetMatchResponse>(request, kCallTime));
  const v1::MatchState& state = response.state();
  const bool over = state.phase() == v1::MatchState::PHASE_OVER;
  if (over || state.start_ms() == 0 || state.game_number() > 1 || state.viewer() < 0 ||
      state.players(state.viewer()).ready()) {
    return absl::OkStatus();
  }
  std::printf("you are present; %s\n", StartText(state.start_ms()).c_str());
  std::fflush(stdout);
  v1::ActRequest act;
  act.set_match(place_.match);
  act.set_token(place_.token);
  act.set_game_number(1);
  act.set_kind(v1::ActRequest::KIND_READY);
  return client_->Call<v1::ActResponse>(act, kCallTime).status();
}

absl::Status MatchPlayer::WaitForTurn() {
  v1::WatchMatchRequest request;
  request.set_match(place_.match);
  request.set_token(place_.token);
  request.set_cursor(state_.cursor());
  return client_->Follow<v1::WatchMatchResponse>(
      request, kWatchTime, [this](const v1::WatchMatchResponse& response) {
        for (const v1::MatchEvent& event : response.events()) {
          Print(event);
        }
        if (!response.has_state()) {
          return true;
        }
        state_ = response.state();
        std::fflush(stdout);
        return !IsWanted();
      });
}

bool MatchPlayer::MayMove() const {
  const bool play = state_.phase() == v1::MatchState::PHASE_TO_MOVE ||
                    state_.phase() == v1::MatchState::PHASE_COMMIT;
  bool acts = false;
  bool other_acts = false;
  for (const int actor : state_.description().actors()) {
    const bool own = actor == static_cast<int>(state_.description().seat());
    acts = acts || own;
    other_acts = other_acts || !own;
  }
  // In a hidden simultaneous choice, an agent commits first.
  const v1::PlayerState& other = state_.players(1 - state_.viewer());
  const bool kept = state_.phase() == v1::MatchState::PHASE_COMMIT && other_acts && other.agent() &&
                    other.commitment_digest().empty();
  return play && acts && !kept && !state_.has_own_commitment();
}

bool MatchPlayer::IsWanted() const {
  const int viewer = state_.viewer();
  const v1::PlayerState& own = state_.players(viewer);
  switch (state_.phase()) {
    case v1::MatchState::PHASE_READY:
      return !own.ready();
    case v1::MatchState::PHASE_CONSENT:
      return !own.consented();
    case v1::MatchState::PHASE_PAUSED:
      return !own.resumed() || (state_.pause_contested() && state_.paused_by() == viewer);
    case v1::MatchState::PHASE_OVER:
      return !own.wants_rematch();
    default:
      return MayMove() || state_.draw_offered_by() == 1 - viewer ||
             state_.reset_offered_by() == 1 - viewer;
  }
}

void MatchPlayer::Print(const v1::MatchEvent& event) const {
  std::string kind = v1::MatchEvent::Kind_Name(event.kind()).substr(std::string("KIND_").size());
  for (char& letter : kind) {
    letter = letter == '_' ? ' ' : static_cast<char>(letter | 0x20);
  }
  std::printf("%s: %s%s%s%s\n", PlayerName(event.player()).c_str(), kind.c_str(),
              event.text().empty() ? "" : " ", event.text().c_str(),
              event.offers_draw() ? " and offers a draw" : "");
  if (event.has_commitment()) {
    std::printf("  seal %s%s%s\n", event.commitment().digest().c_str(),
                event.commitment().nonce().empty() ? "" : " nonce ",
                event.commitment().nonce().c_str());
  }
}

void MatchPlayer::PrintState() {
  const bool blind = state_.viewer() >= 0 && state_.players(state_.viewer()).colour_blind();
  const envs::Scene scene =
      envs::InPalette(serving::FromMessage(state_.description().scene()),
                      blind ? envs::Palette::kColourBlind : envs::Palette::kUsual);
  std::printf("%s", envs::SceneText(scene, colour_).c_str());
  for (int player = 0; player < state_.players_size(); ++player) {
    const v1::PlayerState& shown = state_.players(player);
    std::printf("player %d%s%s%s  used %s%s%s\n", player, player == state_.viewer() ? " (you)" : "",
                shown.name().empty() ? "" : " ", shown.name().c_str(),
                TimeText(shown.spent_ms()).c_str(), shown.has_left_ms() ? ", left " : "",
                shown.has_left_ms() ? TimeText(shown.left_ms()).c_str() : "");
  }
  if (state_.phase() == v1::MatchState::PHASE_SCHEDULED) {
    std::printf("%s\n", StartText(state_.start_ms()).c_str());
  }
  if (std::string agents = AgentLines(state_); agents != agents_told_) {
    std::printf("%s", agents.c_str());
    agents_told_ = std::move(agents);
  }
  if (state_.has_end()) {
    std::printf("over: %s, %g : %g\n", state_.end().result().reason().c_str(),
                state_.end().result().returns(0), state_.end().result().returns(1));
  }
  std::fflush(stdout);
}

absl::StatusOr<bool> MatchPlayer::Obey(const std::string& line) {
  const size_t space = line.find(' ');
  const std::string word = line.substr(0, space);
  const std::string rest = space == std::string::npos ? "" : line.substr(space + 1);
  if (word == "quit") {
    return false;
  }
  absl::Status status;
  if (word == "help") {
    std::printf("%s", kHelp);
  } else if (word == "moves") {
    status = ListMoves(rest);
  } else if (word == "rematch") {
    status = Rematch();
  } else if (word == "report") {
    KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadReport(client_, place_, 0));
    std::printf("%s", text.c_str());
  } else if (const auto act = Acts().find(line); act != Acts().end()) {
    if (act->second == v1::ActRequest::KIND_RESIGN && !ConfirmResigning()) {
      return true;
    }
    status = Act(act->second);
  } else {
    status = CommitMove(word == "draw" ? rest : line, word == "draw");
  }
  KVINTET_RETURN_IF_ERROR(status);
  return true;
}

bool MatchPlayer::ConfirmResigning() {
  std::printf("resign? yes, or anything else to play on\n");
  std::fflush(stdout);
  const bool resigns = next_line_() == "yes";
  std::printf("%s", resigns ? "" : "the game goes on\n");
  return resigns;
}

absl::Status MatchPlayer::CommitMove(const std::string& move, bool offers_draw) {
  v1::CommitMoveRequest request;
  request.set_match(place_.match);
  request.set_token(place_.token);
  request.set_game_number(state_.game_number());
  request.set_expected_ply(state_.ply());
  request.set_move(move);
  request.set_offer_draw(offers_draw);
  return client_->Call<v1::CommitMoveResponse>(request, kCallTime).status();
}

absl::Status MatchPlayer::Act(v1::ActRequest::Kind kind) {
  v1::ActRequest request;
  request.set_match(place_.match);
  request.set_token(place_.token);
  request.set_game_number(state_.game_number());
  request.set_kind(kind);
  return client_->Call<v1::ActResponse>(request, kCallTime).status();
}

absl::Status MatchPlayer::Rematch() {
  v1::RematchRequest request;
  request.set_match(place_.match);
  request.set_token(place_.token);
  request.set_game_number(state_.game_number());
  return client_->Call<v1::RematchResponse>(request, kCallTime).status();
}

absl::Status MatchPlayer::ListMoves(const std::string& prefix) {
  v1::ListMovesRequest request;
  request.mutable_state()->set_seat_record(state_.description().seat_record());
  request.mutable_state()->set_seat(state_.description().seat());
  request.set_prefix(prefix);
  request.set_page_size(kListed);
  KVINTET_ASSIGN_OR_RETURN(const v1::ListMovesResponse moves,
                           client_->Call<v1::ListMovesResponse>(request, kCallTime));
  for (const v1::Move& move : moves.moves()) {
    std::printf("%s\n", move.text().c_str());
  }
  if (!moves.next_page_token().empty()) {
    std::printf("... and more: moves PREFIX\n");
  }
  return absl::OkStatus();
}

absl::Status SayOnce(serving::Client* client, const MatchPlace& place, const std::string& word,
                     bool confirmed) {
  const auto act = Acts().find(word);
  if (act == Acts().end()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "act: wanted one of ",
        absl::StrJoin(Acts(), ", ", [](std::string* text, const auto& one) { *text += one.first; }),
        ", found '", word, "'"));
  }
  if (act->second == v1::ActRequest::KIND_RESIGN && !confirmed) {
    return absl::InvalidArgumentError("resign: it ends the game; wanted --yes as confirmation");
  }
  v1::GetMatchRequest look;
  look.set_match(place.match);
  look.set_token(place.token);
  KVINTET_ASSIGN_OR_RETURN(const v1::GetMatchResponse seen,
                           client->Call<v1::GetMatchResponse>(look, kCallTime));
  v1::ActRequest request;
  request.set_match(place.match);
  request.set_token(place.token);
  request.set_game_number(seen.state().game_number());
  request.set_kind(act->second);
  return client->Call<v1::ActResponse>(request, kCallTime).status();
}

absl::StatusOr<std::string> ReadReport(serving::Client* client, const MatchPlace& place,
                                       int game_number) {
  v1::GetReportRequest request;
  request.set_match(place.match);
  request.set_token(place.token);
  request.set_game_number(game_number);
  KVINTET_ASSIGN_OR_RETURN(const v1::GetReportResponse report,
                           client->Call<v1::GetReportResponse>(request, kCallTime));
  return report.text();
}

}  // namespace kvintet::cli

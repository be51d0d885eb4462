// ServedMatch: a person who plays a match against an agent of a service.
#pragma once

#include <chrono>
#include <string>

#include "absl/status/status.h"

#include "base/status_macros.h"
#include "kvintet_api/v1/match.pb.h"
#include "kvintet_api/v1/rules.pb.h"
#include "serving/client.h"

namespace kvintet::testing {

// Player 0 is the person, player 1 the agent. Not thread-safe.
class ServedMatch {
 public:
  using Agent = v1::NewPlayer::Agent;

  // `client` must outlive it.
  explicit ServedMatch(serving::Client* client) : client_(client) {}

  // A person, optionally with colour wishes, against an agent.
  static v1::CreateMatchRequest Against(const std::string& game, const Agent& agent,
                                        const v1::ColourWish* colours = nullptr) {
    v1::CreateMatchRequest request;
    request.set_game(game);
    request.add_players()->set_person("Ada");
    *request.add_players()->mutable_agent() = agent;
    if (colours != nullptr) {
      *request.mutable_players(0)->mutable_colours() = *colours;
    }
    return request;
  }
  absl::Status Create(const v1::CreateMatchRequest& request) {
    KVINTET_ASSIGN_OR_RETURN(const v1::CreateMatchResponse made,
                             client_->Call<v1::CreateMatchResponse>(request, kTimeout));
    match_ = made.match();
    token_ = made.tokens(0);
    return absl::OkStatus();
  }

  // The state as the person sees it. If `client` is given, it is used from now on.
  absl::StatusOr<v1::MatchState> See(serving::Client* client = nullptr) {
    client_ = client == nullptr ? client_ : client;
    v1::GetMatchRequest request;
    request.set_match(match_);
    request.set_token(token_);
    KVINTET_ASSIGN_OR_RETURN(const v1::GetMatchResponse seen,
                             client_->Call<v1::GetMatchResponse>(request, kTimeout));
    return seen.state();
  }

  // Plays the first legal moves until the agent has made this many moves, or the game is over.
  absl::Status Play(int agent_moves) {
    KVINTET_ASSIGN_OR_RETURN(const v1::MatchState now, See());
    v1::WatchMatchRequest request;
    request.set_match(match_);
    request.set_token(token_);
    request.set_cursor(now.cursor());
    int seen = 0;
    absl::Status answered = Answer(now);
    const absl::Status watched = client_->Follow<v1::WatchMatchResponse>(
        request, kTimeout, [&](const v1::WatchMatchResponse& response) {
          for (const v1::MatchEvent& event : response.events()) {
            seen += event.kind() == v1::MatchEvent::KIND_MOVED && event.player() == 1 ? 1 : 0;
          }
          const bool over = response.state().phase() == v1::MatchState::PHASE_OVER;
          if (response.has_state() && !over && seen < agent_moves) {
            answered.Update(Answer(response.state()));
          }
          return answered.ok() && !over && seen < agent_moves;
        });
    KVINTET_RETURN_IF_ERROR(answered);
    return watched;
  }

  absl::Status Say(v1::ActRequest::Kind kind) {
    KVINTET_ASSIGN_OR_RETURN(const v1::MatchState now, See());
    v1::ActRequest request;
    request.set_match(match_);
    request.set_token(token_);
    request.set_game_number(now.game_number());
    request.set_kind(kind);
    return client_->Call<v1::ActResponse>(request, kTimeout).status();
  }
  absl::Status Resign() { return Say(v1::ActRequest::KIND_RESIGN); }

  absl::Status Rematch() {
    KVINTET_ASSIGN_OR_RETURN(const v1::MatchState now, See());
    v1::RematchRequest request;
    request.set_match(match_);
    request.set_token(token_);
    request.set_game_number(now.game_number());
    return client_->Call<v1::RematchResponse>(request, kTimeout).status();
  }

  absl::StatusOr<v1::GetReportResponse> Report() {
    v1::GetReportRequest request;
    request.set_match(match_);
    return client_->Call<v1::GetReportResponse>(request, kTimeout);
  }

  const std::string& match() const { return match_; }

 private:
  static constexpr std::chrono::milliseconds kTimeout{60'000};

  // Does what the person has to do in a state, if anything.
  absl::Status Answer(const v1::MatchState& state) {
    const v1::PlayerState& own = state.players(0);
    if (state.phase() == v1::MatchState::PHASE_READY && !own.ready()) {
      return Say(v1::ActRequest::KIND_READY);
    }
    if (state.phase() == v1::MatchState::PHASE_CONSENT && !own.consented()) {
      return Say(v1::ActRequest::KIND_CONSENT);
    }
    return IsTurn(state) ? Move(state) : absl::OkStatus();
  }

  // Where both choose at once, the agent commits first.
  static bool IsTurn(const v1::MatchState& state) {
    const bool both = state.phase() == v1::MatchState::PHASE_COMMIT;
    bool own = false;
    bool other = false;
    for (const int actor : state.description().actors()) {
      const bool mine = actor == static_cast<int>(state.description().seat());
      own = own || mine;
      other = other || !mine;
    }
    const bool waits = both && other && state.players(1).commitment_digest().empty();
    return (both || state.phase() == v1::MatchState::PHASE_TO_MOVE) && own && !waits &&
           !state.has_own_commitment();
  }

  absl::Status Move(const v1::MatchState& state) {
    v1::ListMovesRequest known;
    known.mutable_state()->set_seat_record(state.description().seat_record());
    known.mutable_state()->set_seat(state.description().seat());
    known.set_page_size(1);
    KVINTET_ASSIGN_OR_RETURN(const v1::ListMovesResponse moves,
                             client_->Call<v1::ListMovesResponse>(known, kTimeout));
    v1::CommitMoveRequest request;
    request.set_match(match_);
    request.set_token(token_);
    request.set_game_number(state.game_number());
    request.set_expected_ply(state.ply());
    request.set_move(moves.moves(0).text());
    return client_->Call<v1::CommitMoveResponse>(request, kTimeout).status();
  }

  serving::Client* client_;
  std::string match_;
  std::string token_;
};

}  // namespace kvintet::testing

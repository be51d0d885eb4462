// MatchPlayer: a person at a match of a service: looks on, moves, answers.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "kvintet_api/v1/match.pb.h"
#include "serving/client.h"

namespace kvintet::cli {

// Which match, and as whom.
struct MatchPlace {
  std::string match = {};
  // Empty: a spectator.
  std::string token = {};
};

// "start 2026-05-02 18:00:00 UTC" of milliseconds since 1970; empty for 0.
std::string StartText(int64_t start_ms);

// The text of a game's report; number 0: of the last that has ended.
absl::StatusOr<std::string> ReadReport(serving::Client* client, const MatchPlace& place,
                                       int game_number);

// Says one thing besides moves, as the player's words have it: "start-clock". InvalidArgument for
// resigning that is not `confirmed`.
absl::Status SayOnce(serving::Client* client, const MatchPlace& place, const std::string& word,
                     bool confirmed);
// A line for each player who is an agent: what plays for it. Empty where nobody is, or it is not
// known.
std::string AgentLines(const v1::MatchState& state);

// One thread at a time. Errors are the service's.
class MatchPlayer {
 public:
  // Borrows the client. `next_line` gives what the person types, nothing at its end.
  MatchPlayer(serving::Client* client, MatchPlace place, bool colour,
              std::function<std::optional<std::string>()> next_line);

  // Until the person has nothing more to type or leaves. InvalidArgument without a token.
  absl::Status Play();
  // Prints what happens until the game is over.
  absl::Status Watch();

 private:
  // Says that the person has come, where the first game begins at its hour.
  absl::Status Come();
  // Waits for a state in which the person is wanted, printing what happens.
  absl::Status WaitForTurn();
  bool IsWanted() const;
  bool MayMove() const;
  void Print(const v1::MatchEvent& event) const;
  void PrintState();
  // False: the person leaves.
  absl::StatusOr<bool> Obey(const std::string& line);
  // 000 "Predaja": whether the person means it.
  bool ConfirmResigning();
  absl::Status CommitMove(const std::string& move, bool offers_draw);
  absl::Status Act(v1::ActRequest::Kind kind);
  absl::Status Rematch();
  absl::Status ListMoves(const std::string& prefix);

  serving::Client* const client_;
  const MatchPlace place_;
  const bool colour_;
  const std::function<std::optional<std::string>()> next_line_;
  v1::MatchState state_;
  // What the person was told of the agents.
  std::string agents_told_;
};

}  // namespace kvintet::cli

// MatchPlayer: lets a person watch a match of a service, make moves and answer offers.
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

// How long a call of the service about a match may take.
inline constexpr serving::Client::Timeout kCallTime(60'000);

// A match, and the token of the person in it.
struct MatchPlace {
  std::string match = {};
  // Empty: a spectator.
  std::string token = {};
};

// "start 2026-05-02 18:00:00 UTC" for milliseconds since 1970; empty for 0.
std::string StartText(int64_t start_ms);

// The text of a game's report; number 0 is the last game that has ended.
absl::StatusOr<std::string> ReadReport(serving::Client* client, const MatchPlace& place,
                                       int game_number);

// Performs one action other than a move, named by the word that the person would type, such as
// "start-clock". InvalidArgument for resigning that is not `confirmed`.
absl::Status SayOnce(serving::Client* client, const MatchPlace& place, const std::string& word,
                     bool confirmed);
// A line for each player that is an agent, saying what plays for it. Empty if no player is an agent
// or the service does not say.
std::string AgentLines(const v1::MatchState& state);

// Not thread-safe. Errors are those of the service.
class MatchPlayer {
 public:
  // Does not own the client. `next_line` returns what the person types next, or nothing at the end
  // of the input.
  MatchPlayer(serving::Client* client, MatchPlace place, bool colour,
              std::function<std::optional<std::string>()> next_line);

  // Plays until the input ends or the person leaves. InvalidArgument without a token.
  absl::Status Play();
  // Prints what happens until the game is over.
  absl::Status Watch();

 private:
  // Tells the service that the person is present, if the first game begins at a fixed time.
  absl::Status Come();
  // Waits, printing events, until the person has to act.
  absl::Status WaitForTurn();
  bool IsWanted() const;
  bool MayMove() const;
  void Print(const v1::MatchEvent& event) const;
  void PrintState();
  // Handles one line; false if the person leaves.
  absl::StatusOr<bool> Obey(const std::string& line);
  // Asks whether the person really wants to resign (000 "Predaja").
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
  // The lines about agents that the person has seen.
  std::string agents_told_;
};

}  // namespace kvintet::cli

// MatchGame: see the header.
#include "matches/game/match_game.h"

namespace kvintet::matches {

absl::Status MatchGame::Play(envs::Actor actor, PlayedLine line) {
  absl::Status status = play.ApplyMove(actor, line.text);
  if (status.ok()) {
    line.resets = static_cast<int>(parts.size());
    lines.push_back(std::move(line));
  }
  return status;
}

void MatchGame::NoteAgents(const std::array<AgentModel, kPlayers>& models) {
  for (size_t player = 0; player < kPlayers; ++player) {
    if (!models[player].id.empty()) {
      agents[player].push_back({models[player], Ply()});
    }
  }
}

void MatchGame::Restart() {
  parts.push_back(play.Record());
  plies_before = Ply();
  play = envs::Playthrough(*game);
  std::swap(seats[0], seats[1]);
}

bool MatchGame::Awaits(int player) const {
  const auto p = static_cast<size_t>(player);
  return play.Actors().Has(seats[p]) && !commits[p];
}

}  // namespace kvintet::matches

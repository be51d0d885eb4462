// FaceDownTwin: see the header.
#include "tests/reference/face_down.h"

#include <string>

namespace kvintet::reference {

std::vector<Event> FaceDownTwin(const ReferenceGame& game, bool hidden, std::uint64_t seed) {
  std::vector<Event> twin = game.History();
  if (!hidden) return twin;
  const int chooser = twin.back().actor;
  twin.pop_back();
  const std::vector<std::string> moves = game.LegalMoves(chooser);
  const std::size_t choice = seed % (moves.size() + 1);
  if (choice < moves.size()) twin.push_back({chooser, moves[choice]});
  return twin;
}

}  // namespace kvintet::reference

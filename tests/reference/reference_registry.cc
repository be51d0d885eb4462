// MakeReference: a table of the reference games.
#include "tests/reference/reference_registry.h"

#include <memory>
#include <string>
#include <vector>

#include "tests/reference/reference_entries.h"
#include "tests/reference/reference_options.h"

namespace kvintet::reference {
namespace {

// Each reference game is listed here. If games registered themselves, the linker would drop their
// files from the library.
std::vector<ReferenceEntry> Entries() {
  return {
      ConnectFourEntry(), GoofspielEntry(), HexEntry(),       KonkvestEntry(),
      KontrantoEntry(),   KuhnEntry(),      LeducEntry(),     MiniKontrantoEntry(),
      OshiZumoEntry(),    PunctEntry(),     PursuitEntry(),   RenjuEntry(),
      TantrixEntry(),     TicTacToeEntry(), TinyPunctEntry(), TinyTantrixEntry(),
  };
}

}  // namespace

std::unique_ptr<ReferenceGame> MakeReference(const std::string& game_text) {
  for (const ReferenceEntry& entry : Entries()) {
    if (auto game = MakeFrom(entry, game_text)) return game;
  }
  return nullptr;
}

}  // namespace kvintet::reference

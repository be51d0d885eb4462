// KontrantoEntry: the options of the reference Kontranto (K15).
#include <memory>
#include <optional>
#include <string>

#include "tests/reference/kontranto/kontranto.h"
#include "tests/reference/reference_entries.h"
#include "tests/reference/reference_options.h"

namespace kvintet::reference {
namespace {

// If `target` is not written, it has the default of its board.
std::unique_ptr<ReferenceGame> MakeKontranto(const Options& options) {
  const std::string& board = options.at("board");
  const std::size_t by = board.find('x');
  if (by == std::string::npos) return nullptr;
  const std::optional<int> columns = Number(board.substr(0, by), 3, 9);
  const std::optional<int> rows = Number(board.substr(by + 1), 2, 7);
  if (!columns || !rows) return nullptr;
  const int num_cells = *columns * *rows;
  const bool has_target = options.at("target") != "half";
  const std::optional<int> target =
      has_target ? Number(options.at("target"), 1, num_cells) : (num_cells + 1) / 2;
  for (const std::string side : {"white", "black"}) {
    const std::string& shapes = options.at(side);
    if (shapes.empty() || shapes.size() > 6) return nullptr;
    if (shapes.find_first_not_of("ct") != std::string::npos) return nullptr;
  }
  if (!target || !OneOf(options.at("zones"), {"standard", "none"})) return nullptr;
  if (!OneOf(options.at("moves"), {"king", "rook"})) return nullptr;
  if (!OneOf(options.at("colour_choice"), {"true", "false"})) return nullptr;
  if (!OneOf(options.at("two_step_pieces"), {"both", "remaining"})) return nullptr;
  return std::make_unique<Kontranto>(kontranto::Options{
      .columns = *columns,
      .rows = *rows,
      .white = options.at("white"),
      .black = options.at("black"),
      .zones = options.at("zones") == "standard",
      .target = *target,
      .rook = options.at("moves") == "rook",
      .colour_choice = options.at("colour_choice") == "true",
      .two_step_remaining = options.at("two_step_pieces") == "remaining",
  });
}

}  // namespace

ReferenceEntry KontrantoEntry() {
  return {"kontranto",
          {{"black", "cctt"},
           {"board", "7x5"},
           {"colour_choice", "true"},
           {"moves", "king"},
           {"target", "half"},
           {"two_step_pieces", "both"},
           {"white", "cctt"},
           {"zones", "standard"}},
          MakeKontranto};
}

}  // namespace kvintet::reference

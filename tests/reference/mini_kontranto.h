// MiniKontranto: the slow and obvious mini_kontranto, from docs/small_games.md.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// The board, which both players see, and the face-down moves.
class MiniKontranto : public ReferenceGame {
 public:
  // `start` as in MK1. REQUIRES: it is well formed.
  MiniKontranto(const std::string& start, int steps);

  std::unique_ptr<ReferenceGame> Clone() const override;
  std::vector<int> Actors() const override;
  std::vector<std::string> LegalMoves(int actor) const override;
  void Apply(int actor, const std::string& move) override;
  std::array<double, 2> Returns() const override;
  std::array<int, 2> Margin() const override;
  std::string Reason() const override;
  std::string Knowledge(int seat) const override;
  std::vector<Event> History() const override;
  std::vector<Event> Twin(int seat, std::uint64_t seed) const override;

 private:
  // The cells that a piece on `cell` may go to.
  std::vector<std::string> Targets(const std::string& cell) const;
  bool Conquered(const std::string& cell) const;
  void MovePieces(int side, const std::string& move);
  void ConquerClashes();
  void TakeOffWhoCannotLeave();
  bool Over() const;

  int rows_;
  int columns_;
  int steps_left_;
  std::array<std::map<std::string, char>, 2> pieces_;  // Shape by cell; White's, Black's.
  std::array<std::set<std::string>, 2> conquered_;
  std::array<std::optional<std::string>, 2> pending_;  // Face-down moves.
  std::vector<Event> history_;
};

// Null for a start that is not one of MK1's, or steps that are not 1 to 5.
std::unique_ptr<ReferenceGame> MakeMiniKontranto(const std::string& start, int steps);

}  // namespace kvintet::reference

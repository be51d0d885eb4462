// Kontranto: the slow and obvious Kontranto, clause by clause. K1 to K15 in comments are clauses of
// the rules.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/reference/kontranto/kontranto_areas.h"
#include "tests/reference/kontranto/kontranto_board.h"
#include "tests/reference/kontranto/kontranto_moves.h"
#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// The board, which both players see, and the face-down moves, which are secret (K3).
class Kontranto : public ReferenceGame {
 public:
  explicit Kontranto(const kontranto::Options& options);

  // A position in which seat 0 plays White. Play continues as after a step; areas start with
  // counter 0 and the present situation.
  Kontranto(const kontranto::Options& options, const kontranto::Position& position);

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

  const kontranto::Position& Board() const { return position_; }
  const std::vector<kontranto::Area>& Areas() const { return areas_; }

 private:
  enum class Stage { kColours, kPlacement, kChoice, kStep, kFinalPiece, kFinalMove, kOver };

  static std::string StageName(Stage stage);
  kontranto::Colour ColourOf(int seat) const;
  // The face-down move of a side.
  std::string PendingOf(kontranto::Colour colour) const;
  bool HasToAct(int seat) const;
  // K11: the shapes that a side may choose in the first step of the final two-step.
  std::vector<std::string> FinalShapes(kontranto::Colour colour) const;
  std::string PositionText() const;
  std::string AreasText() const;

  // Reveals the moves when both have committed.
  void Reveal();
  void RevealColours();
  void RevealPlacement();
  void RevealChoice();
  void RevealStep();
  void RevealFinalMove();

  void MovePieces(kontranto::Colour colour, const std::vector<kontranto::Entry>& step);
  void ConquerClashes();
  void ConquerByEscape(const kontranto::Participants& from, const kontranto::Participants& to);
  void FinishStep();
  void EndByCells(const std::string& reason);
  void PrepareStep();

  kontranto::Options options_;
  Stage stage_;
  int white_seat_ = 0;
  int step_ = 1;  // the current step, or the last one
  kontranto::Position position_;
  std::vector<kontranto::Area> areas_;
  std::vector<kontranto::Participants> participants_;  // one for each area that is due, in order
  std::map<kontranto::Colour, char> final_shapes_;     // chosen and revealed in the final two-step
  std::array<std::optional<std::string>, 2> pending_;  // by seat; lying face down
  std::optional<kontranto::Colour> winner_;
  std::string reason_;
  std::vector<Event> history_;
};

}  // namespace kvintet::reference

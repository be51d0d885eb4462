// Notation: the names of a game's actions and moves, its positions as text, and its drawings.
//
// A move is all actions that one actor decides at one time. The forms are those of
// docs/notation.md.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/actor.h"
#include "envs/row_span.h"
#include "envs/scene.h"

namespace kvintet::envs {

class Notation {
 public:
  virtual ~Notation() = default;

  virtual std::string ActionName(ConstViews one, Action action) const = 0;
  virtual std::string OutcomeName(ConstViews one, Action outcome) const = 0;
  // The number of actions already taken of an unfinished move of the view's seat; 0 between moves.
  virtual int MoveProgress(ConstViews one) const = 0;
  // The text of a whole move that starts in this view.
  virtual std::string MoveText(ConstViews one, std::span<const Action> actions) const = 0;
  // The actions of a whole legal move, or InvalidArgument that says what was wanted.
  virtual absl::StatusOr<std::vector<Action>> ParseMove(ConstViews one,
                                                        const std::string& text) const = 0;
  // The same for a fully visible move of another actor, checked against what the view knows. Call
  // it only if ReadsMoves(); otherwise positions sampled from the view decide what is legal.
  virtual bool ReadsMoves() const = 0;
  virtual absl::StatusOr<std::vector<Action>> ReadMove(ConstViews one, Actor actor,
                                                       const std::string& text) const = 0;
  // A position without its history as text, with `?` for what the view's seat does not know.
  virtual std::string ViewText(ConstViews one) const = 0;
  virtual std::string PositionText(ConstPositions one) const = 0;
  // Fails on an impossible position and gives the reason.
  virtual absl::Status ParsePosition(const std::string& text, Positions one) const = 0;
  virtual Scene MakeScene(ConstViews one) const = 0;
};

}  // namespace kvintet::envs

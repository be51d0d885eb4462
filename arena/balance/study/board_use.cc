// BoardUse: see the header.
#include "arena/balance/study/board_use.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/status_macros.h"
#include "envs/drawing/shape_centre.h"
#include "envs/one_row.h"
#include "envs/text/playthrough.h"

namespace kvintet::arena {
namespace {

using envs::ScenePoint;
using envs::Seat;
using envs::Shape;
using envs::ShapeKind;

// Whether a ray to the right crosses the outline an odd number of times.
bool Contains(const std::vector<float>& outline, ScenePoint at) {
  bool inside = false;
  const size_t corners = outline.size() / 2;
  for (size_t i = 0, before = corners - 1; i < corners; before = i++) {
    const ScenePoint a = {outline[2 * i], outline[2 * i + 1]};
    const ScenePoint b = {outline[2 * before], outline[2 * before + 1]};
    if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y)) {
      inside = !inside;
    }
  }
  return inside;
}

// The cell that a click on `shape` means: the shape itself, or for a mark the lowest polygon below
// it.
const Shape* CellOf(const envs::Scene& scene, const Shape& shape) {
  if (shape.kind == ShapeKind::kPolygon) {
    return &shape;
  }
  if (shape.points.size() < 2) {
    return nullptr;
  }
  const ScenePoint at = envs::CentreOf(shape);
  const auto below = std::ranges::find_if(scene.shapes, [&](const Shape& one) {
    return one.kind == ShapeKind::kPolygon && one.points.size() >= 6 && Contains(one.points, at);
  });
  return below == scene.shapes.end() ? nullptr : &*below;
}

// A centre in thousandths, so that the same place compares equal.
using Place = std::pair<int64_t, int64_t>;
Place PlaceOf(ScenePoint at) {
  return {std::llround(1000.0 * static_cast<double>(at.x)),
          std::llround(1000.0 * static_cast<double>(at.y))};
}

std::map<Place, std::string> LabelsOf(const envs::Game& game, Seat seat) {
  const envs::Playthrough play(game);
  const envs::Scene scene = game.MakeScene(play.View(seat).Span());
  std::map<Place, std::string> labels;
  for (const Shape& shape : scene.shapes) {
    if (shape.kind == ShapeKind::kLabel && shape.points.size() >= 2) {
      labels[PlaceOf(envs::CentreOf(shape))] = shape.text;
    }
  }
  return labels;
}

class Board {
 public:
  explicit Board(const envs::Game& game) : game_(game) {}

  absl::Status Add(const std::string& record) {
    KVINTET_ASSIGN_OR_RETURN(const envs::Playthrough whole,
                             envs::Playthrough::FromRecord(game_, record));
    envs::Playthrough play(game_);
    std::set<Place> used;
    for (const envs::PlayedEvent& event : whole.Events()) {
      if (event.actor == envs::Actor::kChance) {
        KVINTET_RETURN_IF_ERROR(play.ApplyMove(event.actor, event.text));
        continue;
      }
      for (const envs::Action action : event.actions) {
        Look(play.View(envs::SeatOf(event.actor)).Span(), action, &used);
        KVINTET_RETURN_IF_ERROR(play.Apply(event.actor, action));
      }
    }
    used_.Add(static_cast<double>(used.size()));
    ++games_;
    return absl::OkStatus();
  }

  BoardUse Take(double confidence) {
    BoardUse use = {.games = games_, .used = used_.Estimate(confidence)};
    for (auto& [place, cell] : cells_) {
      use.cells.push_back(std::move(cell));
    }
    const std::map<Place, std::string> labels = LabelsOf(game_, Seat::k0);
    if (labels == LabelsOf(game_, Seat::k1)) {
      for (const auto& [place, text] : labels) {
        use.labels.push_back({.x = static_cast<float>(place.first) / 1000,
                              .y = static_cast<float>(place.second) / 1000,
                              .text = text});
      }
    }
    return use;
  }

 private:
  // The shapes on the board whose actions have a place, without pieces in hand and buttons.
  std::vector<const Shape*> ShapesOnBoard(envs::ConstViews view, const envs::Scene& scene) const {
    std::vector<const Shape*> shapes;
    std::vector<envs::Action> actions;
    for (const Shape& shape : scene.shapes) {
      if (shape.action != envs::kNoAction) {
        shapes.push_back(&shape);
        actions.push_back(shape.action);
      }
    }
    std::vector<int32_t> indices(actions.size());
    game_.PolicyIndices(view, actions, indices);
    const envs::GameSpec& spec = game_.Spec();
    std::vector<const Shape*> placed;
    for (size_t i = 0; i < shapes.size(); ++i) {
      if (indices[i] < spec.policy_planes * spec.height * spec.width) {
        placed.push_back(shapes[i]);
      }
    }
    return placed;
  }

  void Look(envs::ConstViews view, envs::Action taken, std::set<Place>* used) {
    const envs::Scene scene = game_.MakeScene(view);
    for (const Shape* const shape : ShapesOnBoard(view, scene)) {
      const Shape* const drawn = CellOf(scene, *shape);
      if (drawn == nullptr) {
        continue;
      }
      const ScenePoint middle = envs::CentreOf(*drawn);
      const Place place = PlaceOf(middle);
      BoardCell& cell = cells_[place];
      if (cell.outline.empty()) {
        cell = {.x = middle.x, .y = middle.y, .outline = drawn->points};
      }
      if (shape->action == taken) {
        ++cell.taken;
        used->insert(place);
      }
    }
  }

  const envs::Game& game_;
  std::map<Place, BoardCell> cells_;
  AnytimeMean used_{0};
  int64_t games_ = 0;
};

}  // namespace

absl::StatusOr<BoardUse> UseOfBoard(const envs::Game& game, std::span<const StudyGame> games,
                                    double confidence) {
  Board board(game);
  for (const StudyGame& one : games) {
    KVINTET_RETURN_IF_ERROR(board.Add(one.record));
  }
  return board.Take(confidence);
}

}  // namespace kvintet::arena

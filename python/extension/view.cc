// The Python class View.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "envs/action_mask.h"
#include "envs/drawing/scene_text.h"
#include "envs/mask_formats.h"
#include "envs/one_row.h"
#include "envs/text/moves.h"
#include "envs/text/typed_move.h"
#include "python/extension/arrays.h"
#include "python/extension/bindings.h"
#include "python/extension/errors.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT(google-build-using-namespace)

namespace kvintet::python {
namespace {

using envs::Action;

constexpr char kMidMove[] = "the seat is in the middle of a move; apply its actions one by one";

size_t Extent(int size) { return static_cast<size_t>(size); }

void CheckBetweenMoves(const View& self) {
  if (self.TheGame().MoveProgress(self.Row()) != 0) {
    throw nb::value_error(kMidMove);
  }
}

// Throws unless the action is one of these, which ascend.
void CheckAmong(const std::vector<Action>& legal, Action action) {
  if (!std::ranges::binary_search(legal, action)) {
    throw nb::value_error(
        absl::StrCat("action ", action, " is not one of the ", legal.size(), " legal actions")
            .c_str());
  }
}

void CheckLegal(const View& self, Action action) {
  CheckAmong(envs::LegalList(self.TheGame(), self.Row()), action);
}

Array<int32_t> LegalActions(const View& self) {
  const std::vector<Action> legal = envs::LegalList(self.TheGame(), self.Row());
  const NewArray<int32_t> array({legal.size()});
  std::ranges::copy(legal, array.span.begin());
  return array.Get();
}

Array<uint8_t> ActionMask(const View& self) {
  const envs::GameSpec& spec = self.TheGame().Spec();
  std::vector<uint64_t> words(Extent(spec.MaskWords()));
  self.TheGame().LegalActions(self.Row(), words);
  const NewArray<uint8_t> array({Extent(spec.num_actions)});
  envs::WriteMaskBytes(words, array.span);
  return array.Get();
}

nb::tuple Observe(const View& self) {
  const envs::GameSpec& spec = self.TheGame().Spec();
  const NewArray<uint8_t> planes({Extent(spec.planes), Extent(spec.height), Extent(spec.width)});
  const NewArray<float> globals({Extent(spec.globals)});
  self.TheGame().Observe(self.Row(), planes.span.first(Extent(spec.PlaneBytes())),
                         globals.span.first(Extent(spec.globals)));
  return nb::make_tuple(planes.Get(), globals.Get());
}

Array<uint8_t> DerivedPlanes(const View& self) {
  const envs::GameSpec& spec = self.TheGame().Spec();
  const envs::DerivedPlanes* const derived = self.TheGame().derived_planes();
  const int planes = derived == nullptr ? 0 : derived->NumDerivedPlanes();
  const NewArray<uint8_t> array({Extent(planes), Extent(spec.height), Extent(spec.width)});
  if (planes > 0) {
    derived->Derive(self.Row(), array.span);
  }
  return array.Get();
}

Array<float> SlotFeatures(const View& self) {
  const envs::SlotFeatures* const slots = self.TheGame().slot_features();
  const NewArray<float> array({Extent(slots == nullptr ? 0 : slots->NumFeaturedSlots()),
                               Extent(slots == nullptr ? 0 : slots->NumSlotFeatures())});
  if (slots != nullptr) {
    slots->DescribeSlots(self.Row(), array.span);
  }
  return array.Get();
}

Array<int32_t> PolicyIndices(const View& self, const AnyArray& actions) {
  std::vector<int32_t> scratch;
  const auto list = IntegerList(actions, "actions", &scratch);
  const std::vector<Action> legal = envs::LegalList(self.TheGame(), self.Row());
  for (const Action action : list) {
    CheckAmong(legal, action);
  }
  const NewArray<int32_t> array({list.size()});
  self.TheGame().PolicyIndices(self.Row(), list, array.span.first(list.size()));
  return array.Get();
}

std::vector<std::string> Moves(const View& self, const std::string& prefix,
                               std::optional<size_t> limit) {
  CheckBetweenMoves(self);
  const std::vector<envs::Move> moves =
      limit.has_value() || !prefix.empty()
          ? envs::LegalMoves(self.TheGame(), self.Row(), prefix, limit.value_or(SIZE_MAX))
          : envs::LegalMoves(self.TheGame(), self.Row());
  std::vector<std::string> texts;
  for (const envs::Move& move : moves) {
    texts.push_back(move.text);
  }
  return texts;
}

// Throws unless the actions are a whole legal move.
std::string TextOfMove(const View& self, const std::vector<Action>& actions) {
  CheckBetweenMoves(self);
  bool whole = false;
  envs::VisitMoveActions(self.TheGame(), self.Row(), actions, [&](std::span<const Action> move) {
    whole = std::ranges::equal(move, actions);
    return false;
  });
  if (!whole) {
    throw nb::value_error(
        absl::StrCat("actions [", absl::StrJoin(actions, ", "), "] are not a whole legal move")
            .c_str());
  }
  return self.TheGame().MoveText(self.Row(), actions);
}

View Transform(const View& self, int symmetry) {
  CheckSymmetry(self.TheGame(), symmetry);
  View image{.game = self.game, .buffer = envs::ViewBuffer(1, self.TheGame().Spec().view_bytes)};
  self.TheGame().TransformView(symmetry, self.Row(), image.buffer.Span());
  return image;
}

const char* KindName(envs::ShapeKind kind) {
  constexpr const char* kNames[] = {"polygon", "disc", "label", "button"};
  return kNames[static_cast<size_t>(kind)];
}

const char* PaintName(envs::Paint paint) {
  constexpr const char* kNames[] = {"none",    "board", "line",    "first",   "second",  "accent",
                                    "warning", "muted", "colour1", "colour2", "colour3", "colour4"};
  return kNames[static_cast<size_t>(paint)];
}

nb::dict SceneOf(const View& self) {
  const envs::Scene scene = self.TheGame().MakeScene(self.Row());
  nb::list shapes;
  for (const envs::Shape& shape : scene.shapes) {
    nb::dict one;
    one["kind"] = KindName(shape.kind);
    one["fill"] = PaintName(shape.fill);
    one["stroke"] = PaintName(shape.stroke);
    one["points"] = nb::cast(shape.points);
    one["text"] = shape.text;
    one["action"] = shape.action == envs::kNoAction ? nb::none() : nb::cast(shape.action);
    shapes.append(one);
  }
  nb::dict drawing;
  drawing["bounds"] = nb::make_tuple(scene.min_x, scene.min_y, scene.max_x, scene.max_y);
  drawing["caption"] = scene.caption;
  drawing["shapes"] = shapes;
  return drawing;
}

std::vector<Action> GreedyActions(const View& self) {
  CheckMustAct(self);
  const envs::Baseline* const baseline = self.TheGame().baseline();
  if (baseline == nullptr) {
    ThrowIfError(absl::UnimplementedError(
        absl::StrCat(self.TheGame().Spec().name, " has no baseline `greedy`")));
  }
  std::vector<Action> best;
  baseline->GreedyActions(self.Row(), &best);
  return best;
}

std::optional<float> KnownReturn(const View& self) {
  CheckMustAct(self);
  const envs::KnownReturns* const known = self.TheGame().known_returns();
  return known == nullptr ? std::nullopt : known->KnownReturn(self.Row());
}

nb::bytes KeyOf(const View& self) {
  const Key128 key = self.TheGame().CacheKey(self.Row());
  char bytes[16];
  std::memcpy(bytes, &key.low, 8);
  std::memcpy(bytes + 8, &key.high, 8);
  return nb::bytes(bytes, sizeof(bytes));
}

void BindKnowledge(nb::class_<View>* type) {
  type->def_prop_ro(
      "game", [](const View& self) { return GameHandle{self.game}; }, "The game.");
  type->def_prop_ro(
      "seat", [](const View& self) { return envs::Index(self.TheGame().ViewSeat(self.Row())); },
      "The seat that knows this: 0, 1 or SPECTATOR.");
  type->def_prop_ro(
      "must_act", [](const View& self) { return self.TheGame().MustAct(self.Row()); },
      "Whether the seat must act now.");
  type->def("legal_actions", &LegalActions,
            "The legal actions, ascending: int32 [n]. Empty if the seat need not act.");
  type->def("action_mask", &ActionMask, "1 for each legal action: uint8 [num_actions].");
  type->def("observe", &Observe,
            nb::sig("def observe(self) -> tuple[numpy.typing.NDArray[numpy.uint8], "
                    "numpy.typing.NDArray[numpy.float32]]"),
            "The observation: planes uint8 [planes, height, width] and globals float32 [globals],\n"
            "both from the seat's point of view.");
  type->def("derived_planes", &DerivedPlanes,
            "Further planes that a network learns faster with: uint8 [n, height, width]. They\n"
            "show nothing that the view does not hold. n is 0 in games without any.");
  type->def("slot_features", &SlotFeatures,
            "Features of the first policy slots, for a network whose logit of a slot depends on\n"
            "them: float32 [slots, n]. They show nothing that the view does not hold. Both are 0\n"
            "in games without any.");
  type->def(
      "policy_indices", &PolicyIndices, "actions"_a,
      nb::sig(
          "def policy_indices(self, actions: numpy.typing.NDArray[numpy.integer[typing.Any]]) -> "
          "numpy.typing.NDArray[numpy.int32]"),
      "Where each of these legal actions is in a policy [policy_size]: int32 [n].");
  type->def("greedy_actions", &GreedyActions,
            "The legal actions that the game's baseline ranks first. NotImplementedError in a\n"
            "game without a baseline.");
  type->def("known_return", &KnownReturn,
            "The seat's return under best play, in [-1, 1], if the rules know it without a\n"
            "search; otherwise None.");
  type->def("key", &KeyOf, "16 bytes that are equal for equal views, to look up evaluations by.");
}

void BindWords(nb::class_<View>* type) {
  type->def("moves", &Moves, "prefix"_a = "", "limit"_a = nb::none(),
            "The whole moves that the seat may make, as text. With a prefix or a limit, in\n"
            "ascending order of their actions; otherwise sorted by text.");
  type->def(
      "parse_move",
      [](const View& self, const std::string& text) {
        return ValueOf(ActionsOfMove(self.TheGame(), self.Row(), text));
      },
      "text"_a, "The actions of a whole move. ValueError says what was wanted.");
  type->def("move_text", &TextOfMove, "actions"_a,
            "The text of a whole legal move; ValueError for other actions.");
  type->def(
      "action_name",
      [](const View& self, Action action) {
        CheckLegal(self, action);
        return self.TheGame().ActionName(self.Row(), action);
      },
      "action"_a, "The name of a legal action.");
  type->def_prop_ro(
      "text", [](const View& self) { return self.TheGame().ViewText(self.Row()); },
      "The position as the seat knows it, with `?` for what it does not know.");
  type->def("scene", &SceneOf, nb::sig("def scene(self) -> dict[str, typing.Any]"),
            "The drawing as data: bounds (min_x, min_y, max_x, max_y), caption, and shapes with\n"
            "kind, fill, stroke, points, text, and the action that a click plays.");
  type->def(
      "render",
      [](const View& self, bool colours) {
        return envs::SceneText(self.TheGame().MakeScene(self.Row()), colours);
      },
      "colours"_a = false, "The drawing as lines for a terminal.");
  type->def("__str__",
            [](const View& self) { return envs::SceneText(self.TheGame().MakeScene(self.Row())); });
  type->def("__repr__", [](const View& self) {
    return absl::StrCat("<View of ", self.TheGame().Spec().text, " by seat ",
                        envs::Index(self.TheGame().ViewSeat(self.Row())), ": ",
                        self.TheGame().ViewText(self.Row()), ">");
  });
}

}  // namespace

absl::StatusOr<std::vector<Action>> ActionsOfMove(const envs::Game& game, envs::ConstViews one,
                                                  const std::string& text) {
  if (!game.MustAct(one)) {
    return absl::InvalidArgumentError("the seat need not act now");
  }
  if (game.MoveProgress(one) != 0) {
    return absl::InvalidArgumentError(kMidMove);
  }
  const auto actions = game.ParseMove(one, envs::MeantMove(game, one, text));
  return actions.ok() ? actions : envs::WithLegalMoves(actions.status(), game, one);
}

std::vector<Key128> EarlierOf(const envs::Game& game, const envs::RepetitionHistory& history) {
  const bool shared = !game.Spec().secrets || game.Spec().simultaneous;
  return shared ? std::vector<Key128>(history.Keys().begin(), history.Keys().end())
                : std::vector<Key128>();
}

void CheckSymmetry(const envs::Game& game, int symmetry) {
  if (symmetry < 0 || symmetry >= game.Spec().num_symmetries) {
    throw nb::value_error(absl::StrCat("a symmetry of ", game.Spec().text, " is in [0, ",
                                       game.Spec().num_symmetries, "), not ", symmetry)
                              .c_str());
  }
}

void CheckMustAct(const View& view) {
  if (!view.TheGame().MustAct(view.Row())) {
    throw nb::value_error("the seat need not act now");
  }
}

void BindView(nb::module_* module) {
  nb::class_<View> type(*module, "View",
                        "What one seat, or a spectator, knows of a game, and what it may do.\n"
                        "Nothing here depends on what is hidden from that seat. Immutable.");
  BindKnowledge(&type);
  BindWords(&type);
  type.def("transform", &Transform, "symmetry"_a, "The image of this view under a symmetry.");
  type.def(
      "transform_action",
      [](const View& self, int symmetry, Action action) {
        CheckSymmetry(self.TheGame(), symmetry);
        CheckLegal(self, action);
        return self.TheGame().TransformAction(symmetry, self.Row(), action);
      },
      "symmetry"_a, "action"_a, "The image of a legal action, legal in the image of the view.");
}

}  // namespace kvintet::python

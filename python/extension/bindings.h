// BindGame, ...: add the classes of the extension to its module.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "absl/status/statusor.h"

#include "python/extension/handles.h"

namespace kvintet::python {

void BindGame(nanobind::module_* module);
void BindPlaythrough(nanobind::module_* module);
void BindView(nanobind::module_* module);
void BindPool(nanobind::module_* module);
void BindVersus(nanobind::module_* module);
void BindSettings(nanobind::module_* module);
void BindRecord(nanobind::module_* module);
void BindRecordFiles(nanobind::module_* module);
void BindSelfPlay(nanobind::module_* module);
void BindSearcher(nanobind::module_* module);
void BindExactSolver(nanobind::module_* module);

// Adds the method exact_value.
void BindExactValue(nanobind::class_<GameHandle>* type);

// The actions of a whole legal move as a person types it. InvalidArgument if the seat need not act
// or is in the middle of a move.
absl::StatusOr<std::vector<envs::Action>> ActionsOfMove(const envs::Game& game,
                                                        envs::ConstViews one,
                                                        const std::string& text);
// A game from its start, or from a position text. ValueError for an impossible position.
Play StartGame(const SharedGame& game, const std::optional<std::string>& position = {});
// The game after a record. ValueError if the record breaks the rules.
Play ReplayRecord(const SharedGame& game, const std::string& record);
// ValueError unless the seat of the view must act.
void CheckMustAct(const View& view);
// ValueError unless `symmetry` is one of the game's.
void CheckSymmetry(const envs::Game& game, int symmetry);

}  // namespace kvintet::python

// RecordHandle: what the Python class Record holds, and how others make and read them.
#pragma once

#include <memory>
#include <vector>

#include <nanobind/nanobind.h>

#include "python/extension/handles.h"
#include "selfplay/records/game_record.h"

namespace kvintet::python {

// The Python class Record: one recorded game.
struct RecordHandle {
  SharedGame game;
  std::shared_ptr<const selfplay::GameRecord> record;
};

// Handles of records of this game.
std::vector<RecordHandle> HandlesOf(const SharedGame& game,
                                    std::vector<selfplay::GameRecord> records);

}  // namespace kvintet::python

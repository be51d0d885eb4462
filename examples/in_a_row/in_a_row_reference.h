// InARowEntry: the slow and obvious in_a_row, for tests.
#pragma once

#include "tests/reference/reference_options.h"

namespace kvintet::reference {

ReferenceEntry InARowEntry();

}  // namespace kvintet::reference

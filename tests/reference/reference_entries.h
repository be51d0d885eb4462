// The entries of the reference games. Each is defined in the file that reads the game's options.
#pragma once

#include "tests/reference/reference_options.h"

namespace kvintet::reference {

ReferenceEntry ConnectFourEntry();
ReferenceEntry GoofspielEntry();
ReferenceEntry HexEntry();
ReferenceEntry KonkvestEntry();
ReferenceEntry KontrantoEntry();
ReferenceEntry KuhnEntry();
ReferenceEntry LeducEntry();
ReferenceEntry MiniKontrantoEntry();
ReferenceEntry OshiZumoEntry();
ReferenceEntry PunctEntry();
ReferenceEntry PursuitEntry();
ReferenceEntry RenjuEntry();
ReferenceEntry TantrixEntry();
ReferenceEntry TicTacToeEntry();
ReferenceEntry TinyPunctEntry();
ReferenceEntry TinyTantrixEntry();

}  // namespace kvintet::reference

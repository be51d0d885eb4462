// RankCommand: how this program is started as a further rank of a run.
#pragma once

#include <string>
#include <vector>

namespace kvintet::cli {

// For TrainOptions::rank_command; the hidden form of `kvintet rank`, whose last word follows.
inline std::vector<std::string> RankCommand() { return {"/proc/self/exe", "rank", "--child-of"}; }

}  // namespace kvintet::cli

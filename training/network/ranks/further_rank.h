// FurtherRank: a further rank, as seen from the first one; internal.
#pragma once

#include <string>

#include "training/network/ranks/rank_line.h"

namespace kvintet::network {

// A process of this machine (LocalRank), or one elsewhere that has joined (RemoteRank).
class FurtherRank {
 public:
  // Takes over the line's socket.
  explicit FurtherRank(int line) : line_(line) {}
  virtual ~FurtherRank() = default;
  FurtherRank(const FurtherRank&) = delete;
  FurtherRank& operator=(const FurtherRank&) = delete;

  RankLine& Line() { return line_; }

  // What has become of it, once it is lost: "rank process 123 was ended by signal 9".
  virtual std::string Fate() = 0;

 private:
  RankLine line_;
};

}  // namespace kvintet::network

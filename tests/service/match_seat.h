// MatchSeat: one player of a match on a service, and the stream of what it is told.
#pragma once

#include <grpcpp/grpcpp.h>

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"

#include "kvintet_api/v1/match.grpc.pb.h"
#include "tests/service/ledger.h"

namespace kvintet::testing {

// Rings whenever a seat of a client is told something. Seats are guarded by its mutex.
struct Bell {
  std::mutex mutex;
  std::condition_variable rings;
};

// Who plays: what CreateMatch or JoinMatch gave it.
struct Admitted {
  std::string match = {};
  int player = 0;
  std::string token = {};
};

// What went wrong between a seat and its streams; all 0 where the service keeps its promises but
// for `streams`, which is one unless streams were cut.
struct SeatFaults {
  int streams = 0;
  // Events that came again, and that never came.
  int told_twice = 0;
  int gaps = 0;
  // Streams that ended in another way than by the network or the service's end.
  int refused = 0;
};

class MatchSeat {
 public:
  // `bell` outlives it.
  MatchSeat(Admitted admitted, Bell* bell);
  // Gives its stream up and waits for its end.
  ~MatchSeat();

  const Admitted& admitted() const { return admitted_; }

  // Opens a stream from the last event that it was told, unless one is open.
  void Watch(v1::MatchService::Stub* stub);

  // Under the bell's mutex:
  const v1::MatchState& state() const { return state_; }
  int64_t cursor() const { return cursor_; }
  // Whether it may move; the act that it has to do besides; whether it should ask for a rematch.
  // After the second word of each not again at the same moment of the match: what comes of it is
  // told later.
  bool MayMove() const { return IsTurn() && Moment() > moved_; }
  void Moves() { moved_ = Moment(); }
  std::optional<v1::ActRequest::Kind> WantedAct() const;
  void Acts() { acted_ = Moment(); }
  bool WantsRematch() const;
  void AsksForRematch() { asked_ = state_.game_number(); }
  // Whether nothing comes before a person acts.
  bool Settled() const;
  // Its own moves, as its streams told them; empty where some were left out by the service.
  const std::optional<std::vector<MadeMove>>& told() const { return told_; }
  const SeatFaults& faults() const { return faults_; }

 private:
  class Stream;
  void Take(const v1::WatchMatchResponse& response);
  bool IsTurn() const;
  // The game and its ply.
  std::pair<int, int> Moment() const { return {state_.game_number(), state_.ply()}; }
  const v1::PlayerState& Own() const { return state_.players(admitted_.player); }

  const Admitted admitted_;
  Bell* const bell_;
  // Guarded by the bell's mutex.
  v1::MatchState state_;
  int64_t cursor_ = 0;
  std::pair<int, int> moved_ = {0, -1};
  std::pair<int, int> acted_ = {0, -1};
  int asked_ = 0;
  std::optional<std::vector<MadeMove>> told_ = std::vector<MadeMove>();
  SeatFaults faults_;
  bool streaming_ = false;
  std::unique_ptr<Stream> stream_;
};

// Whether the call was lost on its way, or was refused and is worth another try.
bool WorthAnotherTry(const absl::Status& status);

}  // namespace kvintet::testing

// MatchSeat: one player of a match on a service, and its stream of events.
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

// Signalled whenever a seat of a client receives something. Its mutex guards the seats.
struct Bell {
  std::mutex mutex;
  std::condition_variable rings;
};

// The player: the result of CreateMatch or JoinMatch.
struct Admitted {
  std::string match = {};
  int player = 0;
  std::string token = {};
};

// Faults between a seat and its streams. All are 0 if the service keeps its guarantees, except
// `streams`, the number of streams, which is 1 unless streams were cut.
struct SeatFaults {
  int streams = 0;
  // Events received twice, and events that were skipped.
  int told_twice = 0;
  int gaps = 0;
  // Streams that ended for another reason than the network or the service's end.
  int refused = 0;
};

class MatchSeat {
 public:
  // `bell` must outlive it.
  MatchSeat(Admitted admitted, Bell* bell);
  // Cancels its stream and waits for its end.
  ~MatchSeat();

  const Admitted& admitted() const { return admitted_; }

  // Opens a stream from the last received event, unless one is open.
  void Watch(v1::MatchService::Stub* stub);

  // Call with the bell's mutex held:
  const v1::MatchState& state() const { return state_; }
  int64_t cursor() const { return cursor_; }
  // Whether it may move; the act that it has to do besides; whether it should ask for a rematch.
  // After calling Moves, Acts or AsksForRematch, not again at the same moment of the match, since
  // the effect is reported later.
  bool MayMove() const { return IsTurn() && Moment() > moved_; }
  void Moves() { moved_ = Moment(); }
  std::optional<v1::ActRequest::Kind> WantedAct() const;
  void Acts() { acted_ = Moment(); }
  bool WantsRematch() const;
  void AsksForRematch() { asked_ = state_.game_number(); }
  // Whether nothing happens before a person acts.
  bool Settled() const;
  // Its own moves as its streams reported them; empty if the service skipped some.
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

// Whether the call was lost on the network, or was refused and can be retried.
bool WorthAnotherTry(const absl::Status& status);

}  // namespace kvintet::testing

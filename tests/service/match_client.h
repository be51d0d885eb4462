// MatchClient: persons who play matches on a service, on one connection.
#pragma once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "base/rng.h"
#include "kvintet_api/v1/match.grpc.pb.h"
#include "kvintet_api/v1/rules.grpc.pb.h"
#include "tests/service/ledger.h"
#include "tests/service/match_seat.h"

namespace kvintet::testing {

// The parameters of a load by many clients.
struct MatchLoad {
  std::string address;
  double seconds = 1;
  int matches = 1;
  // Moves of persons per second.
  double rate = 1;
  int clients = 1;
  // Games of the matches, used in turn.
  std::vector<std::string> games;
  // Different for each load; part of the request ids.
  std::string name;
};

// Results of the calls of one client, or of all.
struct MatchTally {
  std::vector<double> commit_ms = {};
  // Calls refused permanently, by reason.
  std::map<std::string, int> refused = {};
  SeatFaults faults = {};
  // Games that were played to their end.
  int games = 0;
  int retries = 0;
  // Acknowledged moves that no stream delivered, and the reverse.
  int told_lost = 0;
  int told_doubled = 0;
  // Seats that had not seen the last moves of agents by the end.
  int unsettled = 0;
  std::string error = {};

  void Merge(const MatchTally& other);
  void AddFaults(const SeatFaults& other);
  // Whether the service has kept all its guarantees.
  bool Good() const;
};

// Not thread-safe.
class MatchClient {
 public:
  // Client number `number` of a load, which must outlive it.
  MatchClient(const MatchLoad& load, int number);

  // Creates its matches and watches them.
  void Begin();
  // Plays until the time is over; then lets agents move, and records what each seat sees.
  void Play();

  const MatchTally& tally() const { return tally_; }
  const Ledger& ledger() const { return ledger_; }

 private:
  using Time = std::chrono::steady_clock::time_point;
  template <typename Stub, typename Request, typename Response>
  absl::StatusOr<Response> Insist(Stub* stub,
                                  grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&,
                                                               Response*),
                                  const Request& request);
  std::string NextRequestId();
  void CreateMatch(int index);
  void Admit(Admitted admitted);
  void WaitForNews(Time until);
  void DoActs();
  void Act(const MatchSeat& seat, int game_number, v1::ActRequest::Kind kind);
  void Rematch(const MatchSeat& seat, int game_number);
  bool MoveOne();
  void Move(const Admitted& admitted, const v1::MatchState& state);
  void Settle();
  bool SeesAll(const MatchSeat& seat, v1::MatchState* state);
  void CompareTold(const MatchSeat& seat);

  const MatchLoad& load_;
  const int number_;
  RandomStream random_;
  // The time after which calls without an answer are given up.
  Time give_up_ = Time::max();
  std::unique_ptr<v1::MatchService::Stub> matches_;
  std::unique_ptr<v1::RulesService::Stub> rules_;
  int64_t requests_ = 0;
  size_t next_ = 0;
  MatchTally tally_;
  Ledger ledger_;
  Bell bell_;
  // Declared last, so that their streams end first.
  std::vector<std::unique_ptr<MatchSeat>> seats_;
};

}  // namespace kvintet::testing

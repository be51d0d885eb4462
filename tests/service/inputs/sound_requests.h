// SoundRoom: a service with matches and an event to be called, and a sound request of every method.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include "serving/server.h"
#include "tests/service/inputs/wire_call.h"
#include "tests/support/temp_dir.h"

namespace kvintet::testing {

using AnyMethod = google::protobuf::MethodDescriptor;

// All methods of the API but AdminService/Drain, after which nothing is answered.
const std::vector<const AnyMethod*>& AllMethods();

// "kvintet.v1.RulesService/Describe".
std::string NameOf(const AnyMethod& method);

// A request of the method as protobuf has it, empty.
std::unique_ptr<google::protobuf::Message> EmptyRequest(const AnyMethod& method);

// Requests that can be answered, at least one for each of AllMethods. "$M" and the like stand for
// what SoundRoom knows: ids and tokens differ from run to run.
struct SoundRequest {
  const AnyMethod* method = nullptr;
  std::unique_ptr<google::protobuf::Message> message = {};
};
std::vector<SoundRequest> SoundRequests();

// A server of its own with small limits, whose evaluators know nothing.
class SoundRoom {
 public:
  static constexpr size_t kMaxRequestBytes = 32768;

  SoundRoom();

  // New matches and a new event, with their tokens, for those of the names below that occur in the
  // text; all of them where none is given.
  void Renew(const std::string& text = "$M $K $T $R $L $W $E $F");
  // What a name stands for from now on: "$" and a letter.
  void Remember(const std::string& name, const std::string& value) { known_[name] = value; }
  const std::string& Known(const std::string& name) const { return known_.at(name); }
  // Puts that in the place of the name at the beginning of every text that begins with one.
  void Fill(google::protobuf::Message* message) const;
  // A call as the method's client makes it; of a stream some messages.
  WireAnswer Call(const AnyMethod& method, const std::string& request);
  // The page of numbers.
  std::string Metrics() const;
  // Stops the server: it is not called any more, and all that it writes is written.
  void Stop() { server_.reset(); }
  // The log of calls, and the files that hold the matches.
  std::string CallLog() const;
  std::string Journal() const;

 private:
  // A call that must be answered.
  template <typename Response>
  Response Ask(const std::string& method, const google::protobuf::Message& request);
  void Begin(const std::string& game, const std::array<std::string, 3>& names);
  void BeginWaiting();
  void BeginEvent();

  const TempDir folder_;
  std::unique_ptr<serving::Server> server_;
  std::unique_ptr<Wire> wire_;
  std::unique_ptr<Wire> admin_;
  // "$M" stands for a match of tic-tac-toe, "$A" and "$B" for its tokens; "$K", "$C", "$D": of
  // Kontranto; "$T", "$G", "$H": of Tantrix; "$R", "$U", "$V": of Renju; "$L", "$X", "$Y": of
  // Konkvest, closed; "$W", "$Z": of Tantrix, waiting for player 1, and player 0's token; "$E",
  // "$O": an event of Konkvest, in the section "Open", and its director; "$F", "$I", "$J": its
  // match and the invitations.
  std::map<std::string, std::string> known_;
};

}  // namespace kvintet::testing

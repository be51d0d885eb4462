// SoundRoom: a service with matches and a tournament, and a valid request for every method.
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

// All methods of the API except AdminService/Drain, after which no call is answered.
const std::vector<const AnyMethod*>& AllMethods();

// For example "kvintet.v1.RulesService/Describe".
std::string NameOf(const AnyMethod& method);

// An empty request message of the method.
std::unique_ptr<google::protobuf::Message> EmptyRequest(const AnyMethod& method);

// Requests that succeed, at least one for each of AllMethods. Names such as "$M" stand for the ids
// and tokens of SoundRoom, which differ between runs.
struct SoundRequest {
  const AnyMethod* method = nullptr;
  std::unique_ptr<google::protobuf::Message> message = {};
};
std::vector<SoundRequest> SoundRequests();

// A separate server with small limits, whose evaluators are not trained.
class SoundRoom {
 public:
  static constexpr size_t kMaxRequestBytes = 32768;

  SoundRoom();

  // Creates new matches and a new tournament, with their tokens, for those of the names below that
  // occur in the text; for all of them by default.
  void Renew(const std::string& text = "$M $K $T $R $L $W $E $F");
  // Sets what a name, "$" and a letter, stands for from now on.
  void Remember(const std::string& name, const std::string& value) { known_[name] = value; }
  const std::string& Known(const std::string& name) const { return known_.at(name); }
  // Replaces a name at the beginning of any text in the message.
  void Fill(google::protobuf::Message* message) const;
  // Makes a call as the method's client does; reads some messages of a stream.
  WireAnswer Call(const AnyMethod& method, const std::string& request);
  // The metrics page.
  std::string Metrics() const;
  // Stops the server: it takes no more calls, and everything it writes has been written.
  void Stop() { server_.reset(); }
  // The call log and the files that hold the matches.
  std::string CallLog() const;
  std::string Journal() const;

 private:
  // Makes a call that must succeed.
  template <typename Response>
  Response Ask(const std::string& method, const google::protobuf::Message& request);
  void Begin(const std::string& game, const std::array<std::string, 3>& names);
  void BeginWaiting();
  void BeginEvent();

  const TempDir folder_;
  std::unique_ptr<serving::Server> server_;
  std::unique_ptr<Wire> wire_;
  std::unique_ptr<Wire> admin_;
  // The names: "$M" is a match of tic-tac-toe, "$A" and "$B" its tokens; "$K", "$C", "$D" the same
  // for Kontranto; "$T", "$G", "$H" for Tantrix; "$R", "$U", "$V" for Renju; "$L", "$X", "$Y" for
  // Konkvest, closed; "$W" is a match of Tantrix that waits for player 1, "$Z" player 0's token;
  // "$E" is a tournament of Konkvest in the section "Open", "$O" its director's token; "$F", "$I",
  // "$J" are its match and the invitations.
  std::map<std::string, std::string> known_;
};

}  // namespace kvintet::testing

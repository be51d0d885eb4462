// RpcTable: the methods that the HTTP door offers, with the types of their messages.
#pragma once

#include <google/protobuf/descriptor.h>

#include <map>
#include <string>

#include "absl/strings/string_view.h"

namespace kvintet::serving {

// A method.
struct Rpc {
  // "/kvintet.v1.RulesService/Describe", in URLs and in gRPC.
  std::string path = {};
  // Whether it answers with a stream of messages.
  bool streams = false;
  const google::protobuf::Descriptor* request = nullptr;
  const google::protobuf::Descriptor* response = nullptr;
};

// All methods of the services on the public address; not those of AdminService. Immutable.
class RpcTable {
 public:
  RpcTable();

  // Null if there is none with this path.
  const Rpc* Find(absl::string_view path) const;
  const std::map<std::string, Rpc, std::less<>>& All() const { return rpcs_; }

 private:
  std::map<std::string, Rpc, std::less<>> rpcs_;
};

}  // namespace kvintet::serving

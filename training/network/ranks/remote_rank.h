// RemoteRank: a further rank that has joined over the network; internal.
#pragma once

#include <string>
#include <utility>

#include "training/network/ranks/further_rank.h"

namespace kvintet::network {

class RemoteRank final : public FurtherRank {
 public:
  // `host` and `port` are those of the other end of the line.
  RemoteRank(int line, std::string host, std::string port)
      : FurtherRank(line), host_(std::move(host)), port_(std::move(port)) {}

  // Its numeric address.
  const std::string& Host() const { return host_; }
  std::string Name() const { return host_ + " port " + port_; }

  std::string Fate() override {
    return "the rank at " + Name() +
           (Line().IsClosed() ? " has closed its connection, or lost it" : " does not respond");
  }

 private:
  const std::string host_;
  const std::string port_;
};

}  // namespace kvintet::network

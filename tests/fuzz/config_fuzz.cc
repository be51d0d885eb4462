// Fuzz target for configurations: protobuf's text form with our ranges.
#include <string>
#include <vector>

#include "base/check.h"
#include "proto/config.pb.h"
#include "proto/load_config.h"
#include "proto/textproto.h"
#include "tests/fuzz/fuzz_target.h"

namespace kvintet::fuzz {

std::vector<std::string> SoundInputs() {
  return {"",
          "game: \"renju{opening=free}\"\nseed: 18446744073709551615\n",
          "search {\n  simulations: 32\n  puct { c_puct: 1.25 }\n}\n",
          ("self_play { slots_per_thread: 8 threads: 1 symmetry: false }\n"
           "network { blocks: 1 channels: 8 device: 'CPU' precision: FP32 }\n"),
          ("learner { batch_size: 16 # a remark\n window { min_rows: 16 exponent: 1 } }\n"
           "storage { shard_seconds: 0.5 max_gib: 1e-3 }\n"),
          ToTextProto(Config())};
}

void TryInput(std::string_view input) {
  const std::string text(input);
  const auto config = LoadConfig(std::nullopt, {&text, 1});
  if (!config.ok()) {
    return;
  }
  const std::string written = ToTextProto(*config);
  const auto again = LoadConfig(std::nullopt, {&written, 1});
  KVINTET_CHECK(again.ok());
  KVINTET_CHECK_EQ(ToTextProto(*again), written);
}

}  // namespace kvintet::fuzz

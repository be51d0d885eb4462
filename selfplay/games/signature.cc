// SelfPlaySignature: see the header.
#include "selfplay/games/signature.h"

#include <memory>
#include <span>
#include <string>

#include "base/hash.h"
#include "base/status_macros.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "selfplay/games/selfplay.h"
#include "selfplay/records/record_code.h"
#include "selfplay/settings/algorithm.h"

namespace kvintet::selfplay {
namespace {

constexpr uint64_t kSeed = 2026;

}  // namespace

absl::StatusOr<uint64_t> SelfPlaySignature(const envs::Game& game,
                                           const SignatureOptions& options) {
  SelfPlayTask task = {.game = &game, .seed = kSeed, .games = options.games};
  SelectAlgorithm(options.algorithm, &task.search);
  task.search.simulations = 24;
  task.self_play.threads = options.threads;
  task.self_play.batch_size = options.batch;
  task.self_play.slots_per_thread = 64;
  task.self_play.opening_random_plies = 2;
  task.self_play.max_plies = 60;
  task.make_evaluator = [&game](int) { return std::make_unique<UniformEvaluator>(game, kSeed); };
  Key128 fold;
  task.sink = [&fold](const GameRecord& record) {
    const Key128 key = HashBytes(std::as_bytes(std::span<const char>(EncodeRecord(record))));
    fold = Combine(Combine(fold, key.low), key.high);
    return absl::OkStatus();
  };
  KVINTET_RETURN_IF_ERROR(RunSelfPlay(task).status());
  return fold.low;
}

}  // namespace kvintet::selfplay

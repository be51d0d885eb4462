// PrecisionChooser: which precision a network is to be computed in on this machine, how it is to
// convolve in fp32, and why.
//
// Where oneDNN has no fast path for bf16 on the processor it is not tried. Beside that one short
// trial decides for all networks of a width, and the machine remembers it: what has been chosen
// once is chosen again, however the load is.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include <absl/status/statusor.h>

#include "training/network/files/model_file.h"
#include "training/network/timing/precision_trial.h"
#include "training/network/timing/trial_memory.h"
#include "training/network/tower/network.h"
#include "training/network/tower/precision.h"
#include "training/network/tower/processor.h"

namespace kvintet::network {

// The precision to use, and why: a line for people.
struct PrecisionChoice {
  Precision precision = Precision::kFp32;
  std::string why;
};

// The same of convolutions in fp32.
struct ConvolutionChoice {
  Convolution convolution = Convolution::kDirect;
  std::string why;
};

// "bf16 has no fast path on this processor (AVX2)", or empty if the format has one, as on GPUs.
std::string WhySlow(const NetworkOptions& options, const Processor& processor = ThisProcessor());

// Any thread.
class PrecisionChooser {
 public:
  // TimePrecisions; tests count here.
  using Trial = std::function<absl::StatusOr<TrialRates>(const Device& device, int channels)>;

  // What trials on the processor give is remembered in `file`, unless its path is empty.
  PrecisionChooser(Processor processor, std::string file, Trial trial = &TimePrecisions);

  // That of this machine, for the whole program: its memory is TrialFile().
  static PrecisionChooser& Shared();

  // bf16 if it is at least a tenth faster than fp32, convolving so, and the model's win, draw and
  // loss probabilities and policies differ by at most 0.03 between the two on made-up rows. Where a
  // trial of this width has not been made or kept yet it is made now; one on a GPU is kept for this
  // program only. A precision that fails is not chosen. Fails where the model can't be computed in
  // fp32.
  absl::StatusOr<PrecisionChoice> Choose(const Model& model, const Device& device,
                                         Convolution convolution = Convolution::kDirect);

  // kWinograd where a model can be computed so and that is at least a tenth faster; trials as
  // above. kDirect where they fail.
  ConvolutionChoice ChooseConvolution(const Model& model, const Device& device);

 private:
  // The result of a trial, and where it comes from.
  struct Tried {
    absl::StatusOr<TrialRates> rates;
    std::string source;
  };

  // Remembers, or tries.
  const Tried& TriedBefore(const Device& device, int channels);
  Tried TryOnProcessor(const Device& device, int channels) const;
  absl::StatusOr<TrialRates> TryNow(const Device& device, int channels) const;

  const Processor processor_;
  const TrialMemory memory_;
  const Trial trial_;

  // Held while a trial lasts: no other thread begins a second one, or disturbs it.
  std::mutex mutex_;
  // By device and channels. Guarded by mutex_; entries never change.
  std::map<std::pair<std::string, int>, Tried> tried_;
};

}  // namespace kvintet::network

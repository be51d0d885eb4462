// twins GAME [PAIRS [SEED]]: compares what seats are shown in games that they cannot tell apart;
// the long form of twins_test.
#include <cstdio>
#include <span>
#include <string>

#include "tests/conformance/suites/long_form.h"
#include "tests/conformance/twins.h"

namespace kvintet::conformance {
namespace {

constexpr uint32_t kEventsBetween = 2;

int Run(std::span<char* const> arguments) {
  const auto form = ReadLongForm(arguments, "twins", "PAIRS", 1000);
  if (!form.has_value()) {
    return 2;
  }
  const std::string& text = form->game->Spec().text;
  const TwinReport report =
      RunTwins(*form->game, *form->reference, form->count, kEventsBetween, form->seed);
  for (const auto& [face, example] : report.leaks) {
    std::printf("%s leaks %s\n", face.c_str(), example.c_str());
  }
  std::printf("%s: %lld pairs, %lld with other secrets, %zu leaks\n", text.c_str(),
              static_cast<long long>(report.pairs), static_cast<long long>(report.secret_pairs),
              report.leaks.size());
  return report.leaks.empty() ? 0 : 1;
}

}  // namespace
}  // namespace kvintet::conformance

int main(int argc, char** argv) {
  return kvintet::conformance::Run({argv, static_cast<size_t>(argc)});
}

// WithCurrentSearch: converts stored texts of SearchConfig, whose settings once stood side by side.
#pragma once

#include <string>

namespace kvintet {

// `text`, the text form of a Config that a program stored, with each `search` in the spelling of
// earlier versions replaced by its present one: `search { algorithm: PUCT c_puct: 2 c_scale: 1 }`
// becomes `search { puct { c_puct: 2 } }`. Settings of algorithms that are not selected had no
// effect and are dropped. The first `search` is the configuration's own; later ones are changes to
// it, those of a stage. What is not understood stays as it is.
std::string WithCurrentSearch(const std::string& text);

}  // namespace kvintet

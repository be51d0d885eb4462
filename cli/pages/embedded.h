// Embedded: the files of this folder that the build puts into the program as text.
#pragma once

namespace kvintet::cli {

// document.css, scene.js and balance_method.html.
extern const char kDocumentCss[];
extern const char kSceneJs[];
extern const char kBalanceMethodHtml[];

}  // namespace kvintet::cli

// KVINTET_OWN_NEW: 1 where a program may replace operator new, 0 under sanitizers that do it.
#pragma once

#if defined(__has_feature)
#define KVINTET_OWN_NEW (!__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer))
#elif defined(__SANITIZE_THREAD__)
#define KVINTET_OWN_NEW 0
#else
#define KVINTET_OWN_NEW 1
#endif

// KVINTET_UNIQUE_NAME(prefix): a name that no other use of the macro in the same compilation gives,
// for objects that nobody refers to.
#pragma once

#define KVINTET_UNIQUE_NAME(prefix) KVINTET_UNIQUE_NAME_OF_(prefix, __COUNTER__)
#define KVINTET_UNIQUE_NAME_OF_(prefix, number) KVINTET_UNIQUE_NAME_JOINED_(prefix, number)
#define KVINTET_UNIQUE_NAME_JOINED_(prefix, number) prefix##number

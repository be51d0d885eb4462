// ModelSandbox: see the header.
#include "serving/models/model_sandbox.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"

namespace kvintet::serving {
namespace {

constexpr size_t kMaxText = size_t{1} << 20;
constexpr uint64_t kMib = uint64_t{1} << 20;
// The limit of a check is in processor seconds; this is the wall time allowed for each of them.
constexpr int kWallPerSecond = 5;

#if defined(__x86_64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
constexpr uint32_t kX32Numbers = 0x40000000;
#elif defined(__aarch64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#endif

// Texts are sent as a four-byte length followed by the bytes.
bool WriteAll(int socket, const char* bytes, size_t size) {
  while (size > 0) {
    // Without SIGPIPE, which would end the service if the reader is gone.
    const ssize_t written = send(socket, bytes, size, MSG_NOSIGNAL);
    if (written <= 0 && errno != EINTR) {
      return false;
    }
    bytes += written > 0 ? written : 0;
    size -= written > 0 ? static_cast<size_t>(written) : 0;
  }
  return true;
}

bool ReadAll(int socket, char* bytes, size_t size) {
  while (size > 0) {
    const ssize_t taken = read(socket, bytes, size);
    if (taken == 0 || (taken < 0 && errno != EINTR)) {
      return false;
    }
    bytes += taken > 0 ? taken : 0;
    size -= taken > 0 ? static_cast<size_t>(taken) : 0;
  }
  return true;
}

bool WriteText(int socket, const std::string& text) {
  const auto size = static_cast<uint32_t>(text.size());
  return WriteAll(socket, reinterpret_cast<const char*>(&size), sizeof(size)) &&
         WriteAll(socket, text.data(), text.size());
}

std::optional<std::string> ReadText(int socket) {
  uint32_t size = 0;
  if (!ReadAll(socket, reinterpret_cast<char*>(&size), sizeof(size)) || size > kMaxText) {
    return std::nullopt;
  }
  std::string text(size, '\0');
  if (!ReadAll(socket, text.data(), size)) {
    return std::nullopt;
  }
  return text;
}

// Encodes a status as one character and its text.
std::string Encode(const absl::StatusOr<std::string>& result) {
  const std::string text = result.ok() ? *result : std::string(result.status().message());
  return absl::StrCat(std::string(1, static_cast<char>(result.status().code())),
                      text.substr(0, kMaxText - 1));
}

absl::StatusOr<std::string> Decode(const std::string& text) {
  if (text.empty()) {
    return absl::DataLossError("the process that checked it returned nothing");
  }
  const auto code = static_cast<absl::StatusCode>(text[0]);
  if (code == absl::StatusCode::kOk) {
    return text.substr(1);
  }
  return absl::Status(code, text.substr(1));
}

// Bytes of address space that the process uses.
uint64_t AddressSpace() {
  uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

bool Limit(int resource, uint64_t most) {
  const rlimit limit = {most, most};
  return setrlimit(static_cast<__rlimit_resource_t>(resource), &limit) == 0;
}

// System calls that would contact others, access their memory or processes, start programs or
// change files.
constexpr std::array kForbidden = {SYS_socket,
                                   SYS_socketpair,
                                   SYS_connect,
                                   SYS_bind,
                                   SYS_listen,
                                   SYS_accept4,
                                   SYS_execve,
                                   SYS_execveat,
                                   SYS_ptrace,
                                   SYS_process_vm_readv,
                                   SYS_kill,
                                   SYS_tkill,
                                   SYS_tgkill,
                                   SYS_rt_sigqueueinfo,
                                   SYS_rt_tgsigqueueinfo,
                                   SYS_pidfd_send_signal,
                                   SYS_unlinkat,
                                   SYS_renameat,
                                   SYS_renameat2,
                                   SYS_mknodat,
                                   SYS_mkdirat,
                                   SYS_linkat,
                                   SYS_symlinkat,
                                   SYS_fchmod,
                                   SYS_fchmodat,
                                   SYS_fchown,
                                   SYS_fchownat,
                                   SYS_setxattr,
                                   SYS_lsetxattr,
                                   SYS_fsetxattr,
                                   SYS_removexattr,
                                   SYS_lremovexattr,
                                   SYS_fremovexattr,
                                   SYS_utimensat,
                                   SYS_truncate,
                                   SYS_process_vm_writev,
                                   SYS_openat2,
                                   SYS_io_uring_setup};

// Makes the forbidden system calls, and those that open files for writing, fail with EPERM from now
// on. Threads may be created, since evaluators need them.
bool InstallSeccompFilter() {
  constexpr uint32_t kPermission = SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA);
  constexpr uint32_t kWrites = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
  const auto statement = [](int code, uint32_t k) {
    return sock_filter{static_cast<uint16_t>(code), 0, 0, k};
  };
  const auto jump = [](int code, uint32_t k, uint8_t yes, uint8_t no) {
    return sock_filter{static_cast<uint16_t>(code), yes, no, k};
  };
  std::vector<sock_filter> program = {
      statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      jump(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0),
      statement(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  std::vector<int> forbidden(kForbidden.begin(), kForbidden.end());
#if defined(__x86_64__)
  for (const int older : {SYS_open, SYS_creat, SYS_unlink, SYS_rename, SYS_mkdir, SYS_rmdir,
                          SYS_mknod, SYS_link, SYS_symlink, SYS_chmod, SYS_chown, SYS_lchown,
                          SYS_utime, SYS_utimes, SYS_futimesat, SYS_fork, SYS_vfork}) {
    forbidden.push_back(older);
  }
  // Blocks the x32 variants of the same calls.
  program.push_back(jump(BPF_JMP | BPF_JGE | BPF_K, kX32Numbers, 0, 1));
  program.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
#endif
  for (const int number : forbidden) {
    program.push_back(jump(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(number), 0, 1));
    program.push_back(statement(BPF_RET | BPF_K, kPermission));
  }
  program.push_back(jump(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3));
  program.push_back(statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2])));
  program.push_back(jump(BPF_JMP | BPF_JSET | BPF_K, kWrites, 0, 1));
  program.push_back(statement(BPF_RET | BPF_K, kPermission));
  program.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog filter = {static_cast<uint16_t>(program.size()), program.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

// The process that checks one file.
[[noreturn]] void LookAndExit(const FileCheck& check, const CheckerLimits& limits,
                              const std::string& path, int answer) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Ends a process that waits without using processor time.
  alarm(static_cast<unsigned>(kWallPerSecond * limits.seconds));
  // Closes inherited descriptors, above all the socket on which the service waits for the answer.
  const auto file = static_cast<unsigned>(answer);
  const bool alone = (file <= 3 || syscall(SYS_close_range, 3, file - 1, 0) == 0) &&
                     syscall(SYS_close_range, file + 1, ~0u, 0) == 0;
  const bool safe =
      alone && Limit(RLIMIT_AS, AddressSpace() + static_cast<uint64_t>(limits.memory_mib) * kMib) &&
      Limit(RLIMIT_CPU, static_cast<uint64_t>(limits.seconds)) && Limit(RLIMIT_FSIZE, 0) &&
      Limit(RLIMIT_CORE, 0) && InstallSeccompFilter();
  const absl::StatusOr<std::string> result =
      safe ? check(path) : absl::InternalError("the checking process could not be confined");
  const bool told = WriteText(answer, Encode(result));
  _exit(told ? 0 : 1);
}

// Checks one file in a new process.
std::string Look(const FileCheck& check, const CheckerLimits& limits, const std::string& path) {
  std::array<int, 2> ends = {};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return Encode(absl::ErrnoToStatus(errno, "no sockets for a checking process"));
  }
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    LookAndExit(check, limits, path, ends[1]);
  }
  close(ends[1]);
  const std::optional<std::string> answer = child < 0 ? std::nullopt : ReadText(ends[0]);
  close(ends[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    return Encode(absl::InternalError("cannot start a process to check it"));
  }
  if (!answer) {
    return Encode(absl::DataLossError(
        WIFSIGNALED(status)
            ? absl::StrCat("the process that checked it was killed by signal ", WTERMSIG(status))
            : "the process that checked it ended without an answer"));
  }
  return *answer;
}

// Serves requests until the service is gone.
[[noreturn]] void Wait(const FileCheck& check, const CheckerLimits& limits, int socket) {
  // The service handles these signals; this process ends with it.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  while (const std::optional<std::string> path = ReadText(socket)) {
    if (!WriteText(socket, Look(check, limits, *path))) {
      break;
    }
  }
  _exit(0);
}

}  // namespace

absl::StatusOr<std::unique_ptr<ModelSandbox>> ModelSandbox::Start(const FileCheck& check,
                                                                  const CheckerLimits& limits) {
  std::array<int, 2> ends = {};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return absl::ErrnoToStatus(errno, "no sockets for a checking process");
  }
  const pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    return absl::InternalError("cannot start a process to check files");
  }
  if (child == 0) {
    close(ends[0]);
    Wait(check, limits, ends[1]);
  }
  close(ends[1]);
  return std::unique_ptr<ModelSandbox>(new ModelSandbox(child, ends[0]));
}

ModelSandbox::~ModelSandbox() {
  close(socket_);
  // Its child dies with it (LookAndExit).
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

absl::StatusOr<std::string> ModelSandbox::Check(const std::string& path) {
  const std::lock_guard lock(mutex_);
  std::optional<std::string> answer;
  if (WriteText(socket_, path)) {
    answer = ReadText(socket_);
  }
  if (!answer) {
    return absl::InternalError("the process that checks files is gone");
  }
  return Decode(*answer);
}

}  // namespace kvintet::serving

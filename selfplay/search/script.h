// Script, Dialogue: a search written as a coroutine, which asks for evaluations as it goes.
//
// A search that pauses at each evaluation would otherwise be a state machine written by hand. As a
// coroutine it is a function that says `co_await asks->Ask(question)`, with loops and local
// variables. It may await parts of itself: `co_await trial.Play(...)`.
#pragma once

#include <coroutine>
#include <exception>
#include <utility>

#include "base/check.h"
#include "selfplay/search/question.h"
#include "selfplay/search/search.h"

namespace kvintet::selfplay {

// The return type of such a coroutine. It owns the frame: destroying a script that waits destroys
// everything that it awaits.
class [[nodiscard]] Script {
 public:
  // NOLINTNEXTLINE(readability-identifier-naming): the names in here are those of the language.
  struct promise_type {
    // Resumed at the end of the script: the script that awaits it, if any.
    std::coroutine_handle<> caller = std::noop_coroutine();
    // What the script has thrown, such as std::bad_alloc; it is thrown on to who awaits it.
    std::exception_ptr thrown = {};

    struct Return {
      bool await_ready() const noexcept { return false; }
      std::coroutine_handle<> await_suspend(
          std::coroutine_handle<promise_type> ended) const noexcept {
        return ended.promise().caller;
      }
      void await_resume() const noexcept {}
    };
    Script get_return_object() { return Script(Handle::from_promise(*this)); }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    Return final_suspend() const noexcept { return {}; }
    void return_void() const {}
    void unhandled_exception() { thrown = std::current_exception(); }
  };
  using Handle = std::coroutine_handle<promise_type>;

  Script() = default;
  Script(Script&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Script& operator=(Script&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Script() {
    if (handle_) {
      handle_.destroy();
    }
  }

  // A script that is awaited starts at once.
  bool await_ready() const { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) const {
    handle_.promise().caller = caller;
    return handle_;
  }
  void await_resume() const { Rethrow(); }

 private:
  friend class Dialogue;
  explicit Script(Handle handle) : handle_(handle) {}
  void Rethrow() const {
    if (handle_.promise().thrown) {
      std::rethrow_exception(handle_.promise().thrown);
    }
  }

  Handle handle_;
};

// Runs one script from question to question, as Search wants it: Begin; while Advance returns true,
// evaluate Asked and call Resume. Advance and Resume throw what the script throws.
class Dialogue {
 public:
  // The awaitable of Ask.
  class Answer {
   public:
    Answer(Dialogue* dialogue, const Question* question)
        : dialogue_(dialogue), question_(question) {}
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> waiting) const {
      dialogue_->question_ = question_;
      dialogue_->waiting_ = waiting;
    }
    const Evaluation& await_resume() const { return *dialogue_->evaluation_; }

   private:
    Dialogue* dialogue_;
    const Question* question_;
  };

  // Drops the script that runs.
  void Begin(Script script) {
    script_ = std::move(script);
    question_ = nullptr;
    waiting_ = script_.handle_;
  }
  // Runs to the first question, unless one waits already. False at the end of the script.
  bool Advance() {
    if (question_ == nullptr && !script_.handle_.done()) {
      Run();
    }
    return question_ != nullptr;
  }
  // REQUIRES: Advance returned true.
  const Question& Asked() const { return *question_; }
  // Runs on to the next question. The evaluation is borrowed until the script asks again.
  void Resume(const Evaluation& evaluation) {
    KVINTET_CHECK(question_ != nullptr);
    question_ = nullptr;
    evaluation_ = &evaluation;
    Run();
  }

  // For scripts: `co_await asks->Ask(question)` gives the evaluation of the question, valid until
  // the next co_await.
  Answer Ask(const Question& question) { return {this, &question}; }

 private:
  void Run() {
    waiting_.resume();
    evaluation_ = nullptr;
    script_.Rethrow();
  }

  Script script_;
  std::coroutine_handle<> waiting_;
  // Null while the script runs, and at its end.
  const Question* question_ = nullptr;
  const Evaluation* evaluation_ = nullptr;
};

}  // namespace kvintet::selfplay

// The Python classes Gumbel, Puct, ..., and SelfPlayOptions, made from the tables of the settings.
#include "python/extension/settings.h"

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include "python/extension/bindings.h"
#include "python/extension/errors.h"
#include "python/extension/handles.h"
#include "selfplay/search_factory.h"
#include "selfplay/settings/check_ranges.h"
#include "selfplay/settings/field_info.h"
#include "selfplay/settings/search_fields.h"
#include "selfplay/settings/self_play_fields.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT(google-build-using-namespace)

namespace kvintet::python {
namespace {

using selfplay::FieldInfo;
using selfplay::FieldKind;

// The Python class of one algorithm. The algorithm of its settings is an Own.
template <typename Own>
struct SearchWith : Search {};

// Members that Python code does not set: those that SelfPlay sets itself, those of a training run,
// those that need a second network, and the only one that self-play does not read.
constexpr std::array<std::string_view, 10> kNotSettable = {"slots_per_thread",
                                                           "threads",
                                                           "batch_size",
                                                           "games_per_round",
                                                           "schedule",
                                                           "sparring_model",
                                                           "sparring_past",
                                                           "sparring_model_sha256",
                                                           "sparring_simulations",
                                                           "threat_nodes"};

// Calls visit(info, pointer to member) for each member that Python code may set.
template <typename Settings, typename Visit>
void VisitSettable(const Visit& visit) {
  using Fields = selfplay::FieldsOf<Settings>;
  const FieldInfo* info = Fields::kInfos.data();
  const auto visit_one = [&](auto member) {
    using Value = std::remove_cvref_t<decltype(std::declval<Settings>().*member)>;
    if constexpr (std::is_arithmetic_v<Value>) {
      if (std::ranges::find(kNotSettable, info->name) == kNotSettable.end()) {
        visit(*info, member);
      }
    }
    ++info;
  };
  std::apply([&](auto... members) { (visit_one(members), ...); }, Fields::kMembers);
}

// The type and the default of a member as Python writes them.
const char* PythonType(const FieldInfo& info) {
  return info.kind == FieldKind::kBool ? "bool" : info.kind == FieldKind::kReal ? "float" : "int";
}

std::string PythonDefault(const FieldInfo& info) {
  std::string text(info.default_text);
  if (info.kind == FieldKind::kBool) {
    text[0] = absl::ascii_toupper(static_cast<unsigned char>(text[0]));
  }
  return text;
}

[[noreturn]] void WrongType(const FieldInfo& info, nb::handle value) {
  const bool is_bool = info.kind == FieldKind::kBool;
  throw nb::type_error(absl::StrCat(std::string(info.name), ": wanted ",
                                    is_bool                            ? "True or False"
                                    : info.kind == FieldKind::kInteger ? "an integer"
                                                                       : "a number",
                                    ", found ", nb::repr(value).c_str())
                           .c_str());
}

template <typename Value>
Value ValueFrom(const FieldInfo& info, nb::handle value) {
  const bool is_bool = nb::isinstance<nb::bool_>(value);
  if (is_bool != std::is_same_v<Value, bool>) {
    WrongType(info, value);
  }
  if constexpr (std::is_integral_v<Value> && !std::is_same_v<Value, bool>) {
    // The types of numpy, too, have __index__.
    const nb::object index = nb::steal(PyNumber_Index(value.ptr()));
    Value number = 0;
    if (!index.is_valid()) {
      PyErr_Clear();
      WrongType(info, value);
    }
    if (!nb::try_cast(index, number)) {
      throw nb::value_error(absl::StrCat(std::string(info.name), " must be ", Describe(info.range),
                                         ", is ", nb::repr(value).c_str())
                                .c_str());
    }
    return number;
  } else {
    Value number = {};
    if (!nb::try_cast(value, number)) {
      WrongType(info, value);
    }
    return number;
  }
}

// Texts that live as long as the module.
const char* Kept(std::string text) {
  static std::deque<std::string> texts;
  return texts.emplace_back(std::move(text)).c_str();
}

// The text in lines of at most 88 columns.
std::string Wrapped(std::string_view text) {
  constexpr size_t kColumns = 88;
  std::string wrapped;
  size_t column = 0;
  for (const auto word : absl::StrSplit(absl::string_view(text.data(), text.size()), ' ')) {
    const bool fits = column + 1 + word.size() <= kColumns;
    absl::StrAppend(&wrapped, column == 0 ? "" : fits ? " " : "\n", word);
    column = column > 0 && fits ? column + 1 + word.size() : word.size();
  }
  return wrapped;
}

// The members of a class for Python: those of Settings, which Get(object) returns. Several can be
// put together.
template <typename Settings>
struct Part {
  // Adds the names of the members to `names`, and ", name: type = default" for each to `signature`.
  static void Describe(std::vector<std::string>* names, std::string* signature) {
    VisitSettable<Settings>([&](const FieldInfo& info, auto) {
      names->emplace_back(info.name);
      absl::StrAppend(signature, ", ", std::string(info.name), ": ", PythonType(info), " = ",
                      PythonDefault(info));
    });
  }

  static void Set(const nb::dict& values, Settings* settings) {
    VisitSettable<Settings>([&](const FieldInfo& info, auto member) {
      if (values.contains(info.name.data())) {
        auto& value = settings->*member;
        value = ValueFrom<std::remove_cvref_t<decltype(value)>>(info, values[info.name.data()]);
      }
    });
  }

  // Adds "name=value" for each member that differs from its default.
  static void Show(const Settings& settings, std::vector<std::string>* shown) {
    const Settings defaults;
    VisitSettable<Settings>([&](const FieldInfo& info, auto member) {
      if (settings.*member != defaults.*member) {
        shown->push_back(absl::StrCat(std::string(info.name), "=",
                                      nb::repr(nb::cast(settings.*member)).c_str()));
      }
    });
  }

  // Adds the value of each member.
  static void Collect(const Settings& settings, nb::list* values) {
    VisitSettable<Settings>(
        [&](const FieldInfo&, auto member) { values->append(settings.*member); });
  }

  // Adds the value of each member by its name: what Set takes.
  static void Store(const Settings& settings, nb::dict* values) {
    VisitSettable<Settings>([&](const FieldInfo& info, auto member) {
      (*values)[info.name.data()] = settings.*member;
    });
  }

  // Adds a read-only property for each member.
  template <typename Type, typename Get>
  static void Bind(Type* type, const Get& get) {
    using Class = typename Type::Type;
    VisitSettable<Settings>([&](const FieldInfo& info, auto member) {
      type->def_prop_ro(
          info.name.data(), [get, member](const Class& self) { return get(self).*member; },
          Kept(Wrapped(info.documentation)));
    });
  }
};

// TypeError for a keyword that is none of `names`.
void CheckKeywords(const char* what, const nb::dict& values,
                   const std::vector<std::string>& names) {
  for (const auto& [key, value] : values) {
    const auto name = nb::cast<std::string>(key);
    if (std::ranges::find(names, name) == names.end()) {
      throw nb::type_error(
          absl::StrCat(what, " has no setting '", name, "'; it has ", absl::StrJoin(names, ", "))
              .c_str());
    }
  }
}

// The name of a class: MyRule for my_rule.
std::string ClassName(std::string_view name) {
  std::string title;
  for (const auto word : absl::StrSplit(absl::string_view(name.data(), name.size()), '_')) {
    absl::StrAppend(&title, absl::AsciiStrToUpper(word.substr(0, 1)), word.substr(1));
  }
  return title;
}

// Equal to objects of the class with the same settings, and to nothing else.
template <typename Class>
void BindEquality(nb::class_<Class>* type) {
  type->def(
      "__eq__",
      [](const Class& self, nb::handle other) {
        return nb::isinstance<Class>(other) &&
               nb::cast<const Class&>(other).settings == self.settings;
      },
      "other"_a.none());
}

// `fill` makes an object from a dict of settings by name, and `store` returns one.
template <typename Type, typename Fill, typename Store>
void BindMaking(Type* type, const std::string& signature, const Fill& fill, const Store& store) {
  using Class = typename Type::Type;
  type->def(
      "__init__", [fill](Class* self, const nb::kwargs& values) { fill(self, values); },
      nb::sig(Kept(signature)));
  type->def("__getstate__", store, nb::sig("def __getstate__(self) -> dict[str, typing.Any]"));
  type->def("__setstate__", fill,
            nb::sig("def __setstate__(self, state: dict[str, typing.Any], /) -> None"));
}

template <typename Own>
void BindAlgorithm(nb::module_* module, const selfplay::AlgorithmInfo& algorithm) {
  using Common = Part<selfplay::SearchSettings>;
  using Class = SearchWith<Own>;
  const char* const name = Kept(ClassName(algorithm.name));
  std::vector<std::string> names;
  std::string signature = "def __init__(self, *";
  Common::Describe(&names, &signature);
  Part<Own>::Describe(&names, &signature);
  nb::class_<Class, Search> type(*module, name, Kept(Wrapped(algorithm.documentation)));
  const auto own = [](const Class& self) -> const Own& {
    return std::get<Own>(self.settings.algorithm);
  };
  BindMaking(
      &type, signature + ") -> None",
      [name, names](Class* self, const nb::dict& values) {
        CheckKeywords(name, values, names);
        Class made;
        made.settings.algorithm.template emplace<Own>();
        Common::Set(values, &made.settings);
        Part<Own>::Set(values, &std::get<Own>(made.settings.algorithm));
        ThrowIfError(CheckRanges(made.settings));
        new (self) Class(std::move(made));
      },
      [own](const Class& self) {
        nb::dict values;
        Common::Store(self.settings, &values);
        Part<Own>::Store(own(self), &values);
        return values;
      });
  Part<Own>::Bind(&type, own);
  type.def("__hash__", [name, own](const Class& self) {
    nb::list values;
    values.append(name);
    Common::Collect(self.settings, &values);
    Part<Own>::Collect(own(self), &values);
    return nb::hash(nb::tuple(values));
  });
  type.def("__repr__", [name, own](const Class& self) {
    std::vector<std::string> shown;
    Common::Show(self.settings, &shown);
    Part<Own>::Show(own(self), &shown);
    return absl::StrCat(name, "(", absl::StrJoin(shown, ", "), ")");
  });
}

template <size_t... kIndices>
void BindAlgorithms(nb::module_* module, std::index_sequence<kIndices...>) {
  (BindAlgorithm<std::variant_alternative_t<kIndices, selfplay::AlgorithmSettings>>(
       module, selfplay::kAlgorithmInfos[kIndices]),
   ...);
}

void BindOptions(nb::module_* module) {
  using Options = Part<selfplay::SelfPlaySettings>;
  std::vector<std::string> names;
  std::string signature = "def __init__(self, *";
  Options::Describe(&names, &signature);
  nb::class_<SelfPlayOptions> type(*module, "SelfPlayOptions",
                                   "How SelfPlay plays its games, besides the search.");
  BindMaking(
      &type, signature + ") -> None",
      [names](SelfPlayOptions* self, const nb::dict& values) {
        CheckKeywords("SelfPlayOptions", values, names);
        SelfPlayOptions made;
        Options::Set(values, &made.settings);
        ThrowIfError(CheckRanges(made.settings));
        new (self) SelfPlayOptions(std::move(made));
      },
      [](const SelfPlayOptions& self) {
        nb::dict values;
        Options::Store(self.settings, &values);
        return values;
      });
  const auto get = [](const SelfPlayOptions& self) -> const selfplay::SelfPlaySettings& {
    return self.settings;
  };
  Options::Bind(&type, get);
  type.def("__repr__", [](const SelfPlayOptions& self) {
    std::vector<std::string> shown;
    Options::Show(self.settings, &shown);
    return absl::StrCat("SelfPlayOptions(", absl::StrJoin(shown, ", "), ")");
  });
  BindEquality(&type);
  type.def("__hash__", [](const SelfPlayOptions& self) {
    nb::list values;
    Options::Collect(self.settings, &values);
    return nb::hash(nb::tuple(values));
  });
}

// The search that suits the game, as the class of its algorithm.
nb::object DefaultSearch(const GameHandle& game) {
  const selfplay::SearchSettings settings = selfplay::SupportedSettings(*game.game, {});
  return std::visit(
      [&]<typename Own>(const Own&) {
        SearchWith<Own> made;
        made.settings = settings;
        return nb::cast(std::move(made));
      },
      settings.algorithm);
}

}  // namespace

void BindSettings(nb::module_* module) {
  nb::class_<Search> type(*module, "Search",
                          "How each decision is searched: one of the algorithms below. Immutable.\n"
                          "Numbers outside their range raise ValueError.");
  const auto get = [](const Search& self) -> const selfplay::SearchSettings& {
    return self.settings;
  };
  Part<selfplay::SearchSettings>::Bind(&type, get);
  BindEquality(&type);
  constexpr auto kCount = std::variant_size_v<selfplay::AlgorithmSettings>;
  BindAlgorithms(module, std::make_index_sequence<kCount>());
  BindOptions(module);
  module->def(
      "default_search", &DefaultSearch, nb::arg("game"),
      nb::sig("def default_search(game: Game) -> Search"),
      "The search that suits a game: Gumbel where nothing is hidden and seats act in turn,\n"
      "Equilibrium or Belief where they apply, otherwise Policy.");
}

}  // namespace kvintet::python

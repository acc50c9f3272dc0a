#include "schemas/compiler/expand.hpp"

#include "schemas/error.hpp"
#include "schemas/json_writer.hpp"

#include <algorithm>

namespace imcp::schemas::compiler {
namespace {

using members = std::vector<std::pair<std::string_view, json_value>>;

class expander {
 public:
  expander(sources const& all, std::string const& file, diagnostics& found, std::vector<found_rule>& rules)
      : all_(all), file_(file), found_(found), rules_(rules) {}

  void write(json_value value, std::string const& pointer) {
    if (value.is_object())
      write_object(value, pointer);
    else if (value.is_array())
      write_array(value, pointer);
    else
      out_.raw(simdjson::minify(value));
  }
  std::string take() { return out_.take(); }

 private:
  void write_array(json_value value, std::string const& pointer) {
    out_.begin_array();
    for (auto const item : json_array(value)) write(item, pointer_to(pointer, "-"));
    out_.end_array();
  }

  void write_object(json_value value, std::string const& pointer) {
    if (member(value, "$error_kinds")) return write_error_kinds();
    members all;
    collect(value, pointer, all);
    out_.begin_object();
    for (auto const& [key, part] : all) {
      if (key == "$rule") {
        rules_.push_back({pointer.substr(pointer.rfind('/') + 1), std::string(as_string(part).value_or(""))});
        continue;
      }
      out_.key(key);
      write(part, pointer_to(pointer, key));
    }
    out_.end_object();
  }

  // The object's own members laid over those of the fragment it uses.
  void collect(json_value value, std::string const& pointer, members& into) {
    if (auto const name = string_member(value, "$use")) {
      auto const fragment = all_.fragments.find(*name);
      if (fragment == all_.fragments.end())
        found_.report(file_, pointer, "unknown fragment " + std::string(*name));
      else
        collect(fragment->second, pointer, into);
    }
    for (auto const field : json_object(value)) {
      if (field.key == "$use") continue;
      auto const same = [&](auto const& m) { return m.first == field.key; };
      auto const known = std::find_if(into.begin(), into.end(), same);
      if (known != into.end())
        known->second = field.value;
      else
        into.emplace_back(field.key, field.value);
    }
  }

  void write_error_kinds() {
    out_.begin_array();
    for (auto const kind : error_kind_names) out_.string(kind);
    out_.end_array();
  }

  sources const& all_;
  std::string const& file_;
  diagnostics& found_;
  std::vector<found_rule>& rules_;
  json_writer out_;
};

}  // namespace

std::string expand(json_value value, sources const& all, std::string const& file, diagnostics& found,
                   std::vector<found_rule>& rules) {
  expander work(all, file, found, rules);
  work.write(value, "");
  return work.take();
}

}  // namespace imcp::schemas::compiler

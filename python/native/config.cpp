// Machines as their keys. The Python class collisionchip.Config makes a mapping from this.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <collisionchip/api.h>

#include "bindings.h"

namespace collisionchip::python {

namespace py = pybind11;

namespace {

using Settings = std::vector<std::string>;

py::object choice_of(const api::ConfigKeyText& key, const std::string& choice) {
  if (key.is_integer) return py::cast(std::stoul(choice));
  return choice == "true" || choice == "false" ? py::cast(choice == "true") : py::cast(choice);
}

py::dict key_dictionary(const api::ConfigKeyText& key) {
  py::list choices;
  for (const std::string& choice : key.choices) choices.append(choice_of(key, choice));
  py::dict text;
  text["unit"] = key.unit;
  text["range"] = key.range;
  text["choices"] = key.choices.empty() ? py::object(py::none()) : choices;
  text["least"] = key.is_integer ? py::cast(key.least) : py::none();
  text["most"] = key.is_integer ? py::cast(key.most) : py::none();
  text["default"] = choice_of(key, key.default_value);
  text["meaning"] = key.meaning;
  text["source"] = key.source;
  return text;
}

py::dict config_keys() {
  py::dict keys;
  for (const api::ConfigKeyText& key : api::config_key_texts()) keys[py::str(key.name)] = key_dictionary(key);
  return keys;
}

py::dict presets() {
  py::dict presets;
  for (const auto& [name, text] : api::preset_texts()) presets[py::str(name)] = text;
  return presets;
}

}  // namespace

void add_config(py::module_& module) {
  py::class_<api::Config>(module, "Config", "The keys of a machine; use collisionchip.Config.")
      .def(py::init<const std::string&, const Settings&>(), py::arg("machine"), py::arg("keys"))
      .def(py::init<const api::Config&>(), py::arg("other"))
      .def("with_keys", &api::Config::replace, py::arg("keys"),
           "This one with keys changed: \"sdram.banks=8\".")
      .def_property_readonly("toml", &api::Config::toml, "all keys, as the text of a chip file")
      .def_property_readonly("hash", &api::Config::hash,
                             "16 hexadecimal digits, as in every result; the same: the same machine")
      .def_property_readonly(
          "sections", [](const api::Config& config) { return json_value(config.json()); },
          "{section: {key: value}}, as results have them")
      .def_property_readonly(
          "facts", [](const api::Config& config) { return json_value(config.facts()); },
          "memory, bandwidth, area and clock, as \"machine\" in the file of --stats")
      .def_property_readonly("settings", &api::Config::settings, "all keys, as \"sdram.banks=8\"")
      .def_property_readonly("set_singly", &api::Config::set_singly, "the keys that were set by themselves")
      .def_static("of", &api::Config::of, py::arg("settings"), py::arg("set_singly"),
                  "The same again, of these two.");
  module.def("config_keys", &config_keys, "What there is to know of each key.");
  module.def("presets", &presets, "The names of the presets, each with a line about it.");
}

}  // namespace collisionchip::python

// The part of JSON Schema 2020-12 that docs/stats.schema.json uses. A keyword that is not known here fails.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace collisionchip::testing_support {

using Json = nlohmann::ordered_json;

class SchemaChecker {
 public:
  explicit SchemaChecker(const Json& schema) : root_(schema) {}

  // The first thing that is wrong, with its path; empty if the value is as the schema says.
  std::string complaint(const Json& value) const { return check(root_, value, ""); }

 private:
  std::string check(const Json& schema, const Json& value, const std::string& path) const {
    for (const auto& [keyword, rule] : schema.items()) {
      const std::string wrong = check_keyword(keyword, rule, schema, value, path);
      if (!wrong.empty()) return wrong;
    }
    return "";
  }

  std::string check_keyword(const std::string& keyword, const Json& rule, const Json& schema,
                            const Json& value, const std::string& path) const {
    if (keyword == "$schema" || keyword == "$defs" || keyword == "title" || keyword == "description")
      return "";
    if (keyword == "type") return has_type(rule, value) ? "" : path + ": not of type " + rule.dump();
    if (keyword == "enum") {
      for (const Json& allowed : rule) {
        if (allowed == value) return "";
      }
      return path + ": not one of " + rule.dump();
    }
    if (keyword == "minimum") return value >= rule ? "" : path + ": below " + rule.dump();
    if (keyword == "minItems") return value.size() >= rule ? "" : path + ": too short";
    if (keyword == "maxItems") return value.size() <= rule ? "" : path + ": too long";
    if (keyword == "$ref")
      return check(root_.at(Json::json_pointer(rule.get<std::string>().substr(1))), value, path);
    if (keyword == "anyOf") {
      std::string wrong;
      for (const Json& choice : rule) {
        const std::string here = check(choice, value, path);
        if (here.empty()) return "";
        wrong += here + "; ";
      }
      return wrong;
    }
    if (keyword == "items") {
      for (std::size_t i = 0; i < value.size(); ++i) {
        const std::string wrong = check(rule, value[i], path + "/" + std::to_string(i));
        if (!wrong.empty()) return wrong;
      }
      return "";
    }
    if (keyword == "required") {
      for (const Json& name : rule) {
        if (!value.contains(name.get<std::string>())) return path + ": no " + name.dump();
      }
      return "";
    }
    if (keyword == "properties") return check_members(schema, value, path);
    if (keyword == "additionalProperties") return "";  // with properties
    return path + ": keyword " + keyword + " is not known";
  }

  std::string check_members(const Json& schema, const Json& value, const std::string& path) const {
    for (const auto& [name, member] : value.items()) {
      const Json& properties = schema.at("properties");
      const Json rest = schema.value("additionalProperties", Json(true));
      const Json& rule = properties.contains(name) ? properties.at(name) : rest;
      if (rule == Json(false)) return path + "/" + name + ": not expected";
      if (rule.is_boolean()) continue;
      const std::string wrong = check(rule, member, path + "/" + name);
      if (!wrong.empty()) return wrong;
    }
    return "";
  }

  static bool has_type(const std::string& type, const Json& value) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "integer") return value.is_number_integer();
    return type == "number" && value.is_number();
  }

  const Json& root_;
};

}  // namespace collisionchip::testing_support

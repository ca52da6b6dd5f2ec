// Numbers of answers: one number for one answer, an array for several.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <collisionchip/api.h>
#include <functional>

#include "arrays.h"

namespace collisionchip::python {

// One answer: get(0). Several answers: an array (count,) of all get(i).
template <typename Value, typename Get>
pybind11::object values(std::size_t count, bool is_one, const Get& get) {
  if (is_one) return pybind11::cast(static_cast<Value>(get(0)));
  pybind11::array_t<Value> all = rows_of<Value>(count, 0);
  Value* at = all.mutable_data();
  for (std::size_t i = 0; i < count; ++i) *at++ = static_cast<Value>(get(i));
  return all;
}

// A dictionary of the members of Cost by name. One answer: a number each. Several answers: an array (count,) each.
pybind11::dict costs(std::size_t count, bool is_one,
                     const std::function<const api::Cost&(std::size_t)>& cost_of);

}  // namespace collisionchip::python

// Trees built by many work-items (docs/tree.md). Built with -DK, -DGROUP, -DNEIGHBOURS. Mirrors: the rule axis_point in
// reference/tree, and reference/parallel_trees/neighbour_join.h. Sums are over integers, so their order does not show.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

#define NODE 32
#define CHILD 28
#define HALF (K / 2)
#define BEYOND_FLOAT32 0x1p140

typedef struct {
  double low, high;
} Interval;

double Beside(double number, long steps_from_zero) { return as_double(as_long(number) + steps_from_zero); }

Interval ExactSum(double a, double b) {
  double sum = a + b;
  double b_part = sum - a;
  double error = (a - (sum - b_part)) + (b - b_part);
  if (error == 0) return (Interval){sum, sum};
  long up = sum > 0 ? 1 : -1;
  return (Interval){Beside(sum, -up), Beside(sum, up)};
}

Interval Projection(double x, double y, double z) {
  Interval xy = ExactSum(x, y);
  if (xy.low == xy.high) return ExactSum(xy.low, z);
  return (Interval){ExactSum(xy.low, z).low, ExactSum(xy.high, z).high};
}

float RoundUp(double value) {
  float nearest = (float)value;
  if (!(nearest < value)) return nearest;
  uint bits = as_uint(nearest);
  return as_float(bits >> 31 ? bits - 1 : bits + 1);
}

// The slab of a triangle along a normal. normals: three doubles each. Work-item: normal, triangle.
__kernel void LeafDops(__global const float* corners, uint triangles, __constant double* normals, uint half_k,
                       __global float* leaves) {
  size_t i = get_global_id(0);
  size_t triangle = get_global_id(1);
  if (triangle >= triangles) return;
  __constant double* n = normals + 3 * i;
  double low = INFINITY, high = -INFINITY;
  for (size_t corner = 0; corner < 3; ++corner) {
    __global const float* p = corners + 9 * triangle + 3 * corner;
    Interval here = Projection(n[0] * p[0], n[1] * p[1], n[2] * p[2]);
    low = here.low < low ? here.low : low;
    high = high < here.high ? here.high : high;
  }
  leaves[NODE * triangle + i] = -RoundUp(-low);
  leaves[NODE * triangle + i + half_k] = RoundUp(high);
}

// Twice a centre's coordinate. boxes: slabs along the axes come first, their maxima half_k behind them.
double PlaceOf(__global const float* boxes, uint half_k, uint triangle, size_t axis) {
  __global const float* box = boxes + NODE * (size_t)triangle;
  double exact = (double)box[axis] + (double)box[axis + half_k];
  return exact != exact ? 0 : exact < -BEYOND_FLOAT32 ? -BEYOND_FLOAT32 : BEYOND_FLOAT32 < exact ? BEYOND_FLOAT32 : exact;
}

// ranges: of each segment and axis the least and largest place, then the least and largest coordinate of the boxes. There
// are three axes, or those of the DOP's normals, whose slabs boxes are then. Work-group: segment, axis.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void Ranges(
    __global const float* boxes, uint half_k, __global const uint* order, __global const uint2* segments,
    __global double* ranges) {
  __local double place_low[GROUP], place_high[GROUP], low[GROUP], high[GROUP];
  size_t item = get_local_id(0);
  size_t axis = get_global_id(1);
  uint2 segment = segments[get_group_id(0)];
  place_low[item] = low[item] = INFINITY;
  place_high[item] = high[item] = -INFINITY;
  for (size_t i = item; i < segment.y; i += GROUP) {
    uint triangle = order[segment.x + i];
    __global const float* box = boxes + NODE * (size_t)triangle;
    double place = PlaceOf(boxes, half_k, triangle, axis);
    place_low[item] = fmin(place_low[item], place);
    place_high[item] = fmax(place_high[item], place);
    low[item] = fmin(low[item], (double)box[axis]);
    high[item] = fmax(high[item], (double)box[axis + half_k]);
  }
  for (size_t step = GROUP / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < step) {
      place_low[item] = fmin(place_low[item], place_low[item + step]);
      place_high[item] = fmax(place_high[item], place_high[item + step]);
      low[item] = fmin(low[item], low[item + step]);
      high[item] = fmax(high[item], high[item + step]);
    }
  }
  if (item == 0) {
    __global double* range = ranges + 4 * (get_global_size(1) * get_group_id(0) + axis);
    range[0] = place_low[0];
    range[1] = place_high[0];
    range[2] = low[0];
    range[3] = high[0];
  }
}

// scales: of each segment and axis the least place, and what places are multiplied by for the mean and for the variance.
// sums: of the mean's integers, of the variance's, of their squares. Work-group: segment, axis.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void Sums(
    __global const float* boxes, uint half_k, __global const uint* order, __global const uint2* segments,
    __global const double* scales, __global ulong* sums) {
  __local ulong mean[GROUP], variance[GROUP], squares[GROUP];
  size_t item = get_local_id(0);
  size_t axis = get_global_id(1);
  uint2 segment = segments[get_group_id(0)];
  __global const double* scale = scales + 3 * (get_global_size(1) * get_group_id(0) + axis);
  mean[item] = variance[item] = squares[item] = 0;
  for (size_t i = item; i < segment.y; i += GROUP) {
    double place = PlaceOf(boxes, half_k, order[segment.x + i], axis) - scale[0];
    mean[item] += (ulong)(place * scale[1]);
    ulong whole = (ulong)(place * scale[2]);
    variance[item] += whole;
    squares[item] += whole * whole;
  }
  for (size_t step = GROUP / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < step) {
      mean[item] += mean[item + step];
      variance[item] += variance[item + step];
      squares[item] += squares[item + step];
    }
  }
  if (item == 0) {
    __global ulong* sum = sums + 3 * (get_global_size(1) * get_group_id(0) + axis);
    sum[0] = mean[0];
    sum[1] = variance[0];
    sum[2] = squares[0];
  }
}

bool IsLeft(double place, double at, uint triangle, uint smallest_right) {
  return place != at ? place < at : triangle < smallest_right;
}

// What a cut makes of a segment: slabs of both parts and how many triangles the left one has. cuts: `lines` of each
// segment, at and (axis, smallest number at the place that is on the right). Work-group: segment, direction, line.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void Parts(
    __global const float* leaves, __global const float* boxes, uint half_k, __global const uint* order,
    __global const uint2* segments, __global const double* at, __global const uint2* axes, uint lines,
    __global float* parts, __global uint* lefts) {
  __local float low[2][GROUP], high[2][GROUP];
  __local uint left[GROUP];
  size_t item = get_local_id(0);
  size_t i = get_global_id(1);
  size_t cut = get_group_id(0) * lines + get_global_id(2);
  uint2 segment = segments[get_group_id(0)];
  low[0][item] = low[1][item] = INFINITY;
  high[0][item] = high[1][item] = -INFINITY;
  left[item] = 0;
  for (size_t n = item; n < segment.y; n += GROUP) {
    uint triangle = order[segment.x + n];
    int side = IsLeft(PlaceOf(boxes, half_k, triangle, axes[cut].x), at[cut], triangle, axes[cut].y) ? 0 : 1;
    __global const float* leaf = leaves + NODE * (size_t)triangle;
    low[side][item] = fmin(low[side][item], leaf[i]);
    high[side][item] = fmax(high[side][item], leaf[i + HALF]);
    left[item] += 1 - side;
  }
  for (size_t step = GROUP / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < step) {
      for (int side = 0; side < 2; ++side) {
        low[side][item] = fmin(low[side][item], low[side][item + step]);
        high[side][item] = fmax(high[side][item], high[side][item + step]);
      }
      left[item] += left[item + step];
    }
  }
  if (item < 2) {
    parts[(2 * cut + item) * NODE + i] = low[item][0];
    parts[(2 * cut + item) * NODE + i + HALF] = high[item][0];
  }
  if (item == 0 && i == 0) lefts[cut] = left[0];
}

// The left part comes first. `last` keeps the order of all levels: of each place what was written there last. Work-group: segment.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void Partition(
    __global const float* boxes, uint half_k, __global const uint* order, __global const uint2* segments,
    __global const double* at, __global const uint2* axes, __global uint* next, __global uint* last,
    __global uint* lefts) {
  __local uint left, right;
  size_t group = get_group_id(0);
  size_t item = get_local_id(0);
  uint2 segment = segments[group];
  if (item == 0) {
    left = 0;
    right = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = item; i < segment.y; i += GROUP) {
    uint triangle = order[segment.x + i];
    bool is_left = IsLeft(PlaceOf(boxes, half_k, triangle, axes[group].x), at[group], triangle, axes[group].y);
    uint place = is_left ? atomic_inc(&left) : segment.y - 1 - atomic_inc(&right);
    next[segment.x + place] = triangle;
    last[segment.x + place] = triangle;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) lefts[group] = left;
}

// taken: a node, and the number of its DOP in `from`. Work-item: coefficient, number.
__kernel void TakeDops(__global const float* from, __global const uint2* taken, uint count, __global float* nodes) {
  size_t i = get_global_id(0);
  if (get_global_id(1) >= count) return;
  uint2 one = taken[get_global_id(1)];
  nodes[NODE * (size_t)one.x + i] = from[NODE * (size_t)one.y + i];
}

// joints: two nodes and the one that encloses them. Work-item: direction, number.
__kernel void EncloseJoints(__global float* nodes, __global const uint4* joints, uint count) {
  size_t i = get_global_id(0);
  if (get_global_id(1) >= count) return;
  uint4 joint = joints[get_global_id(1)];
  __global const float* a = nodes + NODE * (size_t)joint.x + i;
  __global const float* b = nodes + NODE * (size_t)joint.y + i;
  __global float* out = nodes + NODE * (size_t)joint.z + i;
  out[0] = b[0] < a[0] ? b[0] : a[0];
  out[HALF] = a[HALF] < b[HALF] ? b[HALF] : a[HALF];
}

// The place of each triangle along the curve. lows: of each axis the least place. Work-item: triangle.
__kernel void CurveCodes(__global const float* boxes, uint half_k, uint triangles, __constant double* lows, double scale,
                         __global ulong* codes) {
  size_t triangle = get_global_id(0);
  if (triangle >= triangles) return;
  ulong code = 0;
  for (uint axis = 0; axis < 3; ++axis) {
    ulong whole = (ulong)((PlaceOf(boxes, half_k, (uint)triangle, axis) - lows[axis]) * scale);
    for (uint bit = 0; bit < 20; ++bit) code |= ((whole >> bit) & 1) << (3 * bit + axis);
  }
  codes[triangle] = code;
}

// For each place of `nodes` that of the neighbour with the smallest joint. Work-item: place.
__kernel void NearestNeighbours(__global const float* dops, __global const uint* nodes, uint count,
                                __constant double* inverse_lengths, __global uint* nearest) {
  uint here = get_global_id(0);
  if (here >= count) return;
  __global const float* a = dops + NODE * (size_t)nodes[here];
  uint best = here;
  double best_volume = 0, best_widths = 0;
  for (uint n = 0; n <= 2 * NEIGHBOURS; ++n) {
    uint other = here + n - NEIGHBOURS;  // below 0 it is a large number
    if (other == here || other >= count) continue;
    __global const float* b = dops + NODE * (size_t)nodes[other];
    double volume = 1, widths = 0;
    for (int i = 0; i < HALF; ++i) {
      float low = b[i] < a[i] ? b[i] : a[i], high = a[i + HALF] < b[i + HALF] ? b[i + HALF] : a[i + HALF];
      double width = (double)high - (double)low;
      if (i < 3) volume *= width;
      widths += width * inverse_lengths[i];
    }
    uint apart = here < other ? other - here : here - other;
    uint best_apart = here < best ? best - here : here - best;
    bool wins = best == here;
    if (!wins && volume != best_volume) {
      wins = volume < best_volume;
    } else if (!wins && widths != best_widths) {
      wins = widths < best_widths;
    } else if (!wins) {
      wins = apart < best_apart || (apart == best_apart && min(here, other) < min(here, best));
    }
    if (!wins) continue;
    best = other;
    best_volume = volume;
    best_widths = widths;
  }
  nearest[here] = best;
}

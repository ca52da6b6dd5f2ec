// Trees of DOPs: the phases of document 004 and two ways to walk them by many work-items (docs/opencl.md). Built with
// filter.cl before it and with -DK, -DGROUP, -DSTACK and -DGROUP_STACK. The mirror: reference/parallel_trees.
//
// A node of a tree is 32 words: K of 28 coefficients (minima, then maxima), the number of its pair of children, the
// triangle. A tumbled node is 28 words, maxima before minima; those of a pose lie together.
#pragma OPENCL FP_CONTRACT OFF

#define NODE 32
#define CHILD 28
#define TRIANGLE 29
#define NO_CHILD 0xffffffffu
#define PARTNER 28
#define HALF (K / 2)

uint ChildOf(__global const float* nodes, uint node) { return as_uint(nodes[NODE * (size_t)node + CHILD]); }
uint TriangleOf(__global const float* nodes, uint node) { return as_uint(nodes[NODE * (size_t)node + TRIANGLE]); }

// A sum of 64 bits in two words.
void AddCount(__global uint* words, uint value) {
  if (value == 0) return;
  uint old = atomic_add(words, value);
  if (old + value < old) atomic_inc(words + 1);
}

float Larger(float p, float q) { return p > q || p != p ? p : q; }
float Smaller(float p, float q) { return p < q || p != p ? p : q; }

// rows: of each pose K times c0 c1 c2 offset; places: K times j0 j1 j2 destination. Work-item: row, node, pose.
__kernel void Tumble(__global const float* nodes, __global const uint* chosen, __constant float4* rows,
                     __constant uint4* places, __global float* tumbled, uint node_count, uint chosen_count) {
  size_t row = get_global_id(0);
  if (get_global_id(1) >= chosen_count) return;
  uint node = chosen[get_global_id(1)];
  size_t pose = get_global_id(2);
  float4 c = rows[pose * K + row];
  uint4 j = places[pose * K + row];
  __global const float* d = nodes + NODE * (size_t)node;
  tumbled[PARTNER * (pose * node_count + node) + j.w] = (c.x * d[j.x] + c.y * d[j.y]) + (c.z * d[j.z] + c.w);
}

// One level, its children done. Work-item: coefficient, node, pose.
__kernel void Refit(__global const float* nodes, __global const uint* level, __global float* tumbled, uint node_count,
                    uint first, uint count) {
  size_t i = get_global_id(0);
  if (get_global_id(1) >= count) return;
  uint node = level[first + get_global_id(1)];
  __global float* of_pose = tumbled + PARTNER * (get_global_id(2) * node_count);
  size_t child = 2 * (size_t)ChildOf(nodes, node);
  float p = of_pose[PARTNER * child + i];
  float q = of_pose[PARTNER * (child + 1) + i];
  of_pose[PARTNER * (size_t)node + i] = i < HALF ? Larger(p, q) : Smaller(p, q);
}

// The DOP of all leaves: a group for each direction and pose, maxima in its left half, minima in its right half, both
// at once; then halves of halves.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void Reduce(__global const uint* leaves, uint leaf_count,
                                                                         __global const float* tumbled,
                                                                         uint node_count, __global float* reduced) {
  __local float values[GROUP];
  size_t item = get_local_id(0);
  size_t direction = get_group_id(0);
  size_t pose = get_global_id(1);
  size_t width = GROUP / 2;
  bool left = item < width;
  size_t first = left ? item : item - width;
  size_t i = left ? direction : direction + HALF;
  __global const float* of_pose = tumbled + PARTNER * (pose * node_count);
  float value = of_pose[PARTNER * (size_t)leaves[0] + i];
  for (size_t leaf = first; leaf < leaf_count; leaf += width) {
    float other = of_pose[PARTNER * (size_t)leaves[leaf] + i];
    value = left ? Larger(value, other) : Smaller(value, other);
  }
  values[item] = value;
  for (size_t step = width / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (first < step)
      values[item] = left ? Larger(values[item], values[item + step]) : Smaller(values[item], values[item + step]);
  }
  if (first == 0) reduced[pose * K + i] = values[item];
}

bool Overlap(const float* tumbled, __global const float* aligned) {
  bool apart = false;
  for (int i = 0; i < HALF; ++i) apart |= aligned[i] > tumbled[i] || tumbled[HALF + i] > aligned[HALF + i];
  return !apart;
}

void LoadPartner(__global const float* tumbled, float* partner) {
  for (int i = 0; i < K; ++i) partner[i] = tumbled[i];
}

void AppendWalk(uint4 entry, __global uint* count, __global uint4* list, uint capacity) {
  uint k = atomic_inc(count);
  if (k < capacity) list[k] = entry;
}

// What a walk begins with: a tumbled node, an aligned one, a pose. From a list; or, where there is none, each of `starts`
// against each of the roots, for each of the poses that are `active`.
uint4 BeginOf(__global const uint4* list, uint has_list, __global const uint* starts, uint roots,
              __global const uint* active, size_t number, size_t pose) {
  if (has_list) return list[number];
  return (uint4)(starts[number / roots], (uint)(number % roots), active[pose], 0);
}

// Work-item: a leaf of F and a root of E, pose. counts: of each pose visits and pairs of leaves. list_counts: pairs of leaves,
// spilled walks.
__kernel void PrioriLike(__global const float* f_nodes, __global const float* e_nodes, __global const float* tumbled,
                         uint node_count, __global const uint4* begins, uint has_list, __global const uint* starts,
                         uint roots, __global const uint* active, uint begin_count, __global uint* counts,
                         __global uint* list_counts, __global uint4* leaf_pairs, uint pair_capacity,
                         __global uint4* spilled, uint spill_capacity) {
  size_t number = get_global_id(0);
  if (number >= begin_count) return;
  uint4 begin = BeginOf(begins, has_list, starts, roots, active, number, get_global_id(1));
  float partner[K];
  LoadPartner(tumbled + PARTNER * ((size_t)begin.z * node_count + begin.x), partner);
  uint stack[STACK];
  uint top = 0, visits = 0, found = 0;
  stack[top++] = begin.y;
  while (top > 0) {
    uint node = stack[--top];
    ++visits;
    if (!Overlap(partner, e_nodes + NODE * (size_t)node)) continue;
    uint child = ChildOf(e_nodes, node);
    if (child == NO_CHILD) {
      uint4 pair = (uint4)(TriangleOf(f_nodes, begin.x), TriangleOf(e_nodes, node), begin.z, 0);
      AppendWalk(pair, list_counts, leaf_pairs, pair_capacity);
      ++found;
      continue;
    }
    for (uint side = 0; side < 2; ++side) {
      if (top < STACK) {
        stack[top++] = 2 * child + side;
      } else {
        AppendWalk((uint4)(begin.x, 2 * child + side, begin.z, 0), list_counts + 1, spilled, spill_capacity);
      }
    }
  }
  AddCount(counts + 4 * begin.z, visits);
  AddCount(counts + 4 * begin.z + 2, found);
}

// Work-group: a subtree of F and a root of E, pose. The group takes as many pairs of nodes off its stack at a time as it
// has work-items; each item tests one. As QuickCD: E is descended first, F where E has a leaf.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void SubsetInBlocks(
    __global const float* f_nodes, __global const float* e_nodes, __global const float* tumbled, uint node_count,
    __global const uint4* begins, uint has_list, __global const uint* starts, uint roots, __global const uint* active,
    uint begin_count, __global uint* counts, __global uint* list_counts, __global uint4* leaf_pairs,
    uint pair_capacity, __global uint4* spilled, uint spill_capacity) {
  __local uint2 stack[GROUP_STACK];
  __local uint top, taken, visits, found;
  size_t item = get_local_id(0);
  uint4 begin = BeginOf(begins, has_list, starts, roots, active, get_group_id(0), get_group_id(1));
  if (item == 0) {
    stack[0] = (uint2)(begin.x, begin.y);
    top = 1;
    visits = 0;
    found = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  while (true) {
    if (item == 0) {
      taken = min(top, (uint)GROUP);
      visits += taken;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (taken == 0) break;
    bool works = item < taken;
    uint2 pair = works ? stack[top - 1 - item] : (uint2)(0, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) top -= taken;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (works) {
      float partner[K];
      LoadPartner(tumbled + PARTNER * ((size_t)begin.z * node_count + pair.x), partner);
      if (Overlap(partner, e_nodes + NODE * (size_t)pair.y)) {
        uint e_child = ChildOf(e_nodes, pair.y), f_child = ChildOf(f_nodes, pair.x);
        if (e_child == NO_CHILD && f_child == NO_CHILD) {
          uint4 leaves = (uint4)(TriangleOf(f_nodes, pair.x), TriangleOf(e_nodes, pair.y), begin.z, 0);
          AppendWalk(leaves, list_counts, leaf_pairs, pair_capacity);
          atomic_inc(&found);
        } else {
          for (uint side = 0; side < 2; ++side) {
            uint2 next = e_child != NO_CHILD ? (uint2)(pair.x, 2 * e_child + side) : (uint2)(2 * f_child + side, pair.y);
            uint place = atomic_inc(&top);
            if (place < GROUP_STACK) {
              stack[place] = next;
            } else {
              AppendWalk((uint4)(next.x, next.y, begin.z, 0), list_counts + 1, spilled, spill_capacity);
            }
          }
        }
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) top = min(top, (uint)GROUP_STACK);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) {
    AddCount(counts + 4 * begin.z, visits);
    AddCount(counts + 4 * begin.z + 2, found);
  }
}

// The pairs of leaves that are left. frames: of each pose both matrices with their bounds, to E's frame and to F's.
__kernel void TestLeafPairs(__global const float* f_records, __global const float* e_records,
                            __constant float* frames, __global const uint4* leaf_pairs, uint pair_count,
                            __global uint* list_counts, __global uint4* hits, __global uint4* uncertain,
                            uint capacity) {
  size_t number = get_global_id(0);
  if (number >= pair_count) return;
  uint4 pair = leaf_pairs[number];
  float of_f[STAGED], of_e[STAGED];
  Stage(f_records + RECORD * (size_t)pair.x, frames + 30 * pair.z, of_f);
  Stage(e_records + RECORD * (size_t)pair.y, frames + 30 * pair.z + 15, of_e);
  int verdict = TriangleVerdict(f_records + RECORD * (size_t)pair.x, of_f, e_records + RECORD * (size_t)pair.y, of_e);
  if (verdict == MISS) return;
  AppendWalk(pair, list_counts + (verdict == HIT ? 0 : 1), verdict == HIT ? hits : uncertain, capacity);
}

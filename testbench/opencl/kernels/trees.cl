// Trees of DOPs: the phases of the CUDA slides and two ways to walk trees by many work-items (docs/opencl.md). Built with
// filter.cl before it and with -DK, -DGROUP, -DSTACK, -DGROUP_STACK and -DQUERIES. The mirror: reference/parallel_trees.
//
// All flying objects F are one array of nodes, and their triangles one of records. A query is one of the `objects` at one
// pose: number pose * objects + object.
//
// A node of a tree is 32 words: K of 28 coefficients (minima, then maxima), the number of its pair of children, the
// triangle. A tumbled node is 28 words, maxima before minima; all of a pose lie together.
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

// rows: of each query K times c0 c1 c2 offset; places: K times j0 j1 j2 destination; owners: each node's object.
// Work-item: row, node, pose.
__kernel void Tumble(__global const float* nodes, __global const uint* owners, uint objects,
                     __global const uint* chosen, __constant float4* rows, __constant uint4* places,
                     __global float* tumbled, uint node_count, uint chosen_count) {
  size_t row = get_global_id(0);
  if (get_global_id(1) >= chosen_count) return;
  uint node = chosen[get_global_id(1)];
  size_t pose = get_global_id(2);
  size_t query = pose * objects + owners[node];
  float4 c = rows[query * K + row];
  uint4 j = places[query * K + row];
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

// The DOP of all leaves: a group for each direction and query, maxima in its left half, minima in its right half, both
// at once; then halves of halves. spans: of each object the first of its leaves and their number.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void Reduce(
    __global const uint* all_leaves, __global const uint2* spans, uint objects, __global const float* tumbled,
    uint node_count, __global float* reduced) {
  __local float values[GROUP];
  size_t item = get_local_id(0);
  size_t direction = get_group_id(0);
  size_t query = get_global_id(1);
  uint2 span = spans[query % objects];
  __global const uint* leaves = all_leaves + span.x;
  size_t width = GROUP / 2;
  bool left = item < width;
  size_t first = left ? item : item - width;
  size_t i = left ? direction : direction + HALF;
  __global const float* of_pose = tumbled + PARTNER * (query / objects * node_count);
  float value = of_pose[PARTNER * (size_t)leaves[0] + i];
  for (size_t leaf = first; leaf < span.y; leaf += width) {
    float other = of_pose[PARTNER * (size_t)leaves[leaf] + i];
    value = left ? Larger(value, other) : Smaller(value, other);
  }
  values[item] = value;
  for (size_t step = width / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (first < step)
      values[item] = left ? Larger(values[item], values[item + step]) : Smaller(values[item], values[item + step]);
  }
  if (first == 0) reduced[query * K + i] = values[item];
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

// What a walk begins with: a tumbled node, an aligned one, a query. From a list; or, where there is none, each of a
// query's starts against each of the roots. active: queries, each with the first of its starts and their number.
// False: there is nothing more.
bool BeginOf(__global const uint4* list, uint list_size, __global const uint* starts, uint roots,
             __global const uint4* active, size_t number, size_t place, uint4* begin) {
  if (list_size > 0) {
    if (number < list_size) *begin = list[number];
    return number < list_size;
  }
  uint4 query = active[place];
  if (number >= query.z * (size_t)roots) return false;
  *begin = (uint4)(starts[query.y + number / roots], (uint)(number % roots), query.x, 0);
  return true;
}

// Work-item: a leaf of F and a root of E, query. counts: of each query visits and pairs of leaves. list_counts: pairs of
// leaves, spilled walks.
__kernel void PrioriLike(__global const float* f_nodes, __global const float* e_nodes, __global const float* tumbled,
                         uint node_count, uint objects, __global const uint4* begins, uint list_size,
                         __global const uint* starts, uint roots, __global const uint4* active, __global uint* counts,
                         __global uint* list_counts, __global uint4* leaf_pairs, uint pair_capacity,
                         __global uint4* spilled, uint spill_capacity) {
  uint4 begin;
  if (!BeginOf(begins, list_size, starts, roots, active, get_global_id(0), get_global_id(1), &begin)) return;
  float partner[K];
  LoadPartner(tumbled + PARTNER * ((size_t)(begin.z / objects) * node_count + begin.x), partner);
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

// Work-group: a subtree of F and a root of E, query. The group takes as many pairs of nodes off its stack at a time as it
// has work-items; each item tests one. As QuickCD: E is descended first, F where E has a leaf.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void SubsetInBlocks(
    __global const float* f_nodes, __global const float* e_nodes, __global const float* tumbled, uint node_count,
    uint objects, __global const uint4* begins, uint list_size, __global const uint* starts, uint roots,
    __global const uint4* active, __global uint* counts, __global uint* list_counts, __global uint4* leaf_pairs,
    uint pair_capacity, __global uint4* spilled, uint spill_capacity) {
  __local uint2 stack[GROUP_STACK];
  __local uint top, taken, visits, found;
  size_t item = get_local_id(0);
  uint4 begin = (uint4)(0, 0, 0, 0);
  // No return before a barrier: PoCL 3.1 runs such groups wrongly.
  bool works_here = BeginOf(begins, list_size, starts, roots, active, get_group_id(0), get_group_id(1), &begin);
  if (item == 0) {
    stack[0] = (uint2)(begin.x, begin.y);
    top = works_here ? 1 : 0;
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
      LoadPartner(tumbled + PARTNER * ((size_t)(begin.z / objects) * node_count + pair.x), partner);
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

// The pairs of leaves that are left. frames: of each query both matrices with their bounds, to E's frame and to F's.
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

// The environment walked once for all flying objects (docs/opencl.md). Built with trees.cl before it.
//
// A member is a subtree of a flying object that E's nodes are compared with: F's node, the number of its DOP in `dops`, and
// the first and the number of its queries in `queries`: one, or by path all of its object. A node of E that is reached holds
// a span of `lists`, the members that meet its parent.

// The DOP of a subtree along its path. paths: F's node, place of its DOP, first and number of its queries.
// Work-item: coefficient, path.
__kernel void EnclosePaths(__global const uint4* paths, uint path_count, __global const uint* queries, uint objects,
                           __global const float* tumbled, uint node_count, __global float* dops) {
  size_t i = get_global_id(0);
  if (get_global_id(1) >= path_count) return;
  uint4 path = paths[get_global_id(1)];
  float value = 0;
  for (uint n = 0; n < path.w; ++n) {
    size_t pose = queries[path.z + n] / objects;
    float other = tumbled[PARTNER * (pose * node_count + path.x) + i];
    value = n == 0 ? other : i < HALF ? Larger(value, other) : Smaller(value, other);
  }
  dops[PARTNER * (size_t)path.y + i] = value;
}

bool OverlapOnce(__global const float* tumbled, __local const float* aligned) {
  bool apart = false;
  for (int i = 0; i < HALF; ++i) apart |= aligned[i] > tumbled[i] || tumbled[HALF + i] > aligned[HALF + i];
  return !apart;
}

// Work-group: a node of E in the frontier: its number, the first of its members and how many they are. It is read once,
// into local memory. An inner node hands the members that meet it to both children: next_counts has the children and the
// room of their lists. At a leaf of E each member's queries descend F, from a stack as in SubsetInBlocks. most_queries: of
// a member. counts: of each query visits and pairs of leaves, then those of paths.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void WalkEnvironment(
    __global const float* f_nodes, __global const float* e_nodes, __global const float* tumbled, uint node_count,
    uint objects, __global const float* dops, uint by_path, __global const uint4* members,
    __global const uint* queries, uint most_queries, __global const uint4* frontier, __global const uint* lists,
    __global uint* next_counts, __global uint4* next_frontier, __global uint* next_lists, __global uint* counts,
    __global uint* list_counts, __global uint4* leaf_pairs, uint pair_capacity, __global uint4* spilled,
    uint spill_capacity) {
  __local float aligned[NODE];
  __local uint visits[QUERIES + 1], found[QUERIES];
  __local uint2 stack[GROUP_STACK];
  __local uint room, met, top, taken, next;
  size_t item = get_local_id(0);
  uint4 reached = frontier[get_group_id(0)];
  __global const uint* list = lists + reached.y;
  if (item < NODE) aligned[item] = e_nodes[NODE * (size_t)reached.x + item];
  for (size_t i = item; i <= QUERIES; i += GROUP) {
    visits[i] = 0;
    if (i < QUERIES) found[i] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint child = as_uint(aligned[CHILD]);
  bool is_leaf = child == NO_CHILD;
  bool compares = !is_leaf || by_path;  // single queries are compared with a leaf further down
  if (item == 0) {
    room = compares ? atomic_add(next_counts + 1, reached.z) : 0;
    met = compares ? 0 : reached.z;
    top = 0;
    next = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = item; compares && i < reached.z; i += GROUP) {
    uint4 member = members[list[i]];
    atomic_inc(visits + (by_path ? QUERIES : queries[member.z]));
    if (OverlapOnce(dops + PARTNER * (size_t)member.y, aligned)) next_lists[room + atomic_inc(&met)] = list[i];
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (!is_leaf && met > 0 && item < 2)
    next_frontier[atomic_inc(next_counts)] = (uint4)(2 * child + (uint)item, room, met, 0);
  __global const uint* here = compares ? next_lists + room : list;
  uint begins = is_leaf ? met * most_queries : 0;
  // From the stack; where it is empty, the next members.
  while (true) {
    if (item == 0) taken = min(top, (uint)GROUP);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (taken == 0 && next >= begins) break;
    bool works = item < taken;
    uint2 pair = works ? stack[top - 1 - item] : (uint2)(0, 0);
    uint begin = next + (uint)item;
    if (taken == 0 && begin < begins) {
      uint4 member = members[here[begin / most_queries]];
      works = begin % most_queries < member.w;
      if (works) pair = (uint2)(member.x, queries[member.z + begin % most_queries]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
      top -= taken;
      if (taken == 0) next += GROUP;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (works) {
      atomic_inc(visits + pair.y);
      size_t place = (size_t)(pair.y / objects) * node_count + pair.x;
      if (OverlapOnce(tumbled + PARTNER * place, aligned)) {
        uint f_child = ChildOf(f_nodes, pair.x);
        if (f_child == NO_CHILD) {
          uint4 leaves = (uint4)(TriangleOf(f_nodes, pair.x), as_uint(aligned[TRIANGLE]), pair.y, 0);
          AppendWalk(leaves, list_counts, leaf_pairs, pair_capacity);
          atomic_inc(found + pair.y);
        } else {
          for (uint side = 0; side < 2; ++side) {
            uint slot = atomic_inc(&top);
            if (slot < GROUP_STACK) {
              stack[slot] = (uint2)(2 * f_child + side, pair.y);
            } else {
              AppendWalk((uint4)(2 * f_child + side, reached.x, pair.y, 0), list_counts + 1, spilled, spill_capacity);
            }
          }
        }
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) top = min(top, (uint)GROUP_STACK);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = item; i <= QUERIES; i += GROUP) {
    AddCount(counts + 4 * i, visits[i]);
    if (i < QUERIES) AddCount(counts + 4 * i + 2, found[i]);
  }
}

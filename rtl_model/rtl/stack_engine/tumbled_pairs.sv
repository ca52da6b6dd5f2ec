// The auxiliary words of the current list's tumbled pair and of the prefetched one. Tumbled pairs answer in the order in
// which they were requested; what was prefetched in vain is dropped when it comes. A list that keeps the pair of the list
// before leaves a prefetch alone that a list after it will need.
module tumbled_pairs #(
  parameter bit PREFETCH = 1'b1,
  parameter bit PREFETCH_KNOWN = 1'b1,
  parameter bit KEEP_PAIR = 1'b1
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  // An answer of the Memory Controller that is no error.
  input  logic        valid_i,
  input  logic [31:0] child_0_i,
  input  logic [31:0] child_1_i,
  input  logic [31:0] triangle_0_i,
  input  logic [31:0] triangle_1_i,
  input  logic [1:0]  leaf_i,

  // The current list's pair in this cycle.
  output logic        known_o,
  output logic [31:0] child_0_o,
  output logic [31:0] child_1_o,
  output logic [31:0] triangle_0_o,
  output logic [31:0] triangle_1_o,
  output logic [1:0]  leaf_o,

  // A list may be taken in this cycle: is its tumbled pair that of the list before, or the prefetched one, or was that in
  // vain?
  input  logic        list_taken_i,
  input  logic [31:0] list_address_i,
  input  logic        right_waits_i,     // it is a left list, written together with the right one
  output logic        keep_o,
  output logic        use_prefetch_o,
  output logic        discard_o,

  // After that: does the list know its pair, and is there one to be fetched ahead?
  output logic        next_known_o,
  input  logic [1:0]  mask_i,            // of the list's pair
  input  logic        waiting_i,         // another list waits; before one is taken
  input  logic [31:0] waiting_address_i,
  output logic        have_ahead_o,
  output logic [31:0] ahead_o,
  // Requests that go out in this cycle.
  input  logic        request_i,
  input  logic        prefetch_i
);

  typedef enum logic [1:0] {NOBODY, CURRENT, PREFETCHED, DROPPED} owner_e;

  // Whose answers come next. A list ends only when what it has asked for has come: never more than its own pair and the
  // prefetched one.
  owner_e owner_d, owner_q, second_owner_d, second_owner_q, asked_owner;

  logic        known_q, held_q;
  logic [31:0] own_d, own_q;  // address of the list's pair, then of the list before; held_q: there is one
  logic [31:0] child_0_d, child_0_q, child_1_d, child_1_q, triangle_0_d, triangle_0_q, triangle_1_d, triangle_1_q;
  logic [1:0]  leaf_d, leaf_q;

  logic        prefetched, prefetched_d, prefetched_q, certain_d, certain_q, prefetch_known, prefetch_known_q;
  logic [31:0] address_d, address_q;
  logic [31:0] prefetch_child_0_d, prefetch_child_0_q, prefetch_child_1_d, prefetch_child_1_q;
  logic [31:0] prefetch_triangle_0_d, prefetch_triangle_0_q, prefetch_triangle_1_d, prefetch_triangle_1_q;
  logic [1:0]  prefetch_leaf_d, prefetch_leaf_q;

  logic for_current, for_prefetch;
  assign for_current = valid_i & (owner_q == CURRENT);
  assign for_prefetch = valid_i & (owner_q == PREFETCHED);

  assign known_o = known_q | for_current;
  assign child_0_o = for_current ? child_0_i : child_0_q;
  assign child_1_o = for_current ? child_1_i : child_1_q;
  assign triangle_0_o = for_current ? triangle_0_i : triangle_0_q;
  assign triangle_1_o = for_current ? triangle_1_i : triangle_1_q;
  assign leaf_o = for_current ? leaf_i : leaf_q;

  assign prefetch_known = prefetch_known_q | for_prefetch;
  assign prefetch_child_0_d = for_prefetch ? child_0_i : prefetch_child_0_q;
  assign prefetch_child_1_d = for_prefetch ? child_1_i : prefetch_child_1_q;
  assign prefetch_triangle_0_d = for_prefetch ? triangle_0_i : prefetch_triangle_0_q;
  assign prefetch_triangle_1_d = for_prefetch ? triangle_1_i : prefetch_triangle_1_q;
  assign prefetch_leaf_d = for_prefetch ? leaf_i : prefetch_leaf_q;

  logic needed;
  assign keep_o = KEEP_PAIR & held_q & (list_address_i == own_q);
  assign own_d = list_taken_i ? list_address_i : own_q;
  assign use_prefetch_o = prefetched_q & ~keep_o & (address_q == list_address_i);
  assign needed = keep_o ? certain_q | right_waits_i : use_prefetch_o;
  assign discard_o = prefetched_q & ~needed;

  logic take_over;
  assign take_over = list_taken_i & use_prefetch_o;
  assign next_known_o = list_taken_i & ~keep_o ? use_prefetch_o & prefetch_known : known_o;
  assign child_0_d = take_over ? prefetch_child_0_d : child_0_o;
  assign leaf_d = take_over ? prefetch_leaf_d : leaf_o;
  assign child_1_d = take_over ? prefetch_child_1_d : child_1_o;
  assign triangle_0_d = take_over ? prefetch_triangle_0_d : triangle_0_o;
  assign triangle_1_d = take_over ? prefetch_triangle_1_d : triangle_1_o;

  // Ahead: the left child pair, else the right one, else that of the list that waits. The level registers show their new
  // top in the cycle after a list was taken.
  logic left_ahead, right_ahead, waiting_ahead;
  assign left_ahead = mask_i[0] & ~leaf_d[0];
  assign right_ahead = mask_i[1] & ~leaf_d[1];
  assign waiting_ahead = waiting_i & ~list_taken_i & ~(KEEP_PAIR & (waiting_address_i == own_q));
  assign ahead_o = left_ahead ? child_0_d : right_ahead ? child_1_d : waiting_address_i;
  assign have_ahead_o = PREFETCH & next_known_o & ~prefetched &
      (left_ahead | (PREFETCH_KNOWN & (right_ahead | waiting_ahead)));

  assign prefetched = prefetched_q & (~list_taken_i | (keep_o & needed));
  assign prefetched_d = prefetched | prefetch_i;
  assign certain_d = prefetch_i ? ~left_ahead & ~right_ahead : prefetched & (list_taken_i | certain_q);
  assign address_d = prefetch_i ? ahead_o : address_q;

  always_comb begin
    asked_owner = CURRENT;
    if (prefetch_i) asked_owner = PREFETCHED;
    owner_d = owner_q;
    second_owner_d = second_owner_q;
    if (valid_i) begin
      owner_d = second_owner_q;
      second_owner_d = NOBODY;
    end
    if (list_taken_i && !prefetched && owner_d == PREFETCHED) begin
      if (use_prefetch_o) owner_d = CURRENT;
      else owner_d = DROPPED;
    end
    if (request_i || prefetch_i) begin
      if (owner_d == NOBODY) owner_d = asked_owner;
      else second_owner_d = asked_owner;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owner_q <= NOBODY;
      second_owner_q <= NOBODY;
      known_q <= 1'b0;
      held_q <= 1'b0;
      prefetched_q <= 1'b0;
      certain_q <= 1'b0;
      prefetch_known_q <= 1'b0;
    end else begin
      owner_q <= owner_d;
      second_owner_q <= second_owner_d;
      known_q <= next_known_o;
      held_q <= held_q | list_taken_i;
      prefetched_q <= prefetched_d;
      certain_q <= certain_d;
      prefetch_known_q <= prefetch_known & prefetched;
    end
  end

  // Read only after they were written.
  always_ff @(posedge clk_i) begin
    own_q <= own_d;
    child_0_q <= child_0_d;
    child_1_q <= child_1_d;
    triangle_0_q <= triangle_0_d;
    triangle_1_q <= triangle_1_d;
    leaf_q <= leaf_d;
    address_q <= address_d;
    prefetch_child_0_q <= prefetch_child_0_d;
    prefetch_child_1_q <= prefetch_child_1_d;
    prefetch_triangle_0_q <= prefetch_triangle_0_d;
    prefetch_triangle_1_q <= prefetch_triangle_1_d;
    prefetch_leaf_q <= prefetch_leaf_d;
  end

endmodule

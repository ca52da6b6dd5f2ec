// Which pair is taken in a cycle, and when everything that follows from it will happen. All times are known when a pair is
// taken, so the release of its input register can be told at once; they are kept as cycles from now, counting down.
//
// In each cycle: a list command is taken when the list before it has taken its last pair, and if it does not keep that
// one's tumbled pair, its set is free; transformed pairs that were fetched in vain are dropped; then one pair is taken, a
// tumbled one first.
module dop_plan #(
  parameter int K = 24,
  parameter int STAGES = 6,           // of the DOTADDs
  parameter int START = 24,           // coefficients loaded before the first row may issue
  parameter int GROUPS = 1,           // of comparators: 1 or 2
  parameter int W = 9                 // of a number of cycles
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  // The oldest waiting pair of each kind.
  input  logic         tumbled_valid_i,
  input  logic [3:0]   tumbled_age_i,     // its beats that were on the pins before this cycle
  input  logic         aligned_valid_i,
  input  logic [3:0]   aligned_age_i,
  input  logic         list_valid_i,
  input  logic [31:0]  list_discard_i,
  input  logic [31:0]  list_length_i,
  input  logic         list_keep_i,
  output logic         list_pop_o,
  input  logic         release_ready_i,
  input  logic         flags_ready_i,
  input  logic [5:0]   latest_i,          // of the MMM
  input  logic [5:0]   first_operand_i,
  // What is taken now.
  output logic         take_tumbled_o,
  output logic         take_aligned_o,
  output logic         set_o,             // the registers and d' memory it uses
  output logic [W-1:0] release_from_o,      // its input register is free so many cycles from now
  // Of a tumbled pair: the transfers of both siblings, when the first row may issue and does, the last one's end.
  output logic [W-1:0] left_wait_o,
  output logic [W-1:0] right_wait_o,
  output logic [W-1:0] issue_wait_o,
  output logic [W-1:0] issue_first_o,     // it has its operands
  output logic [W-1:0] issue_end_o,
  output logic [W-1:0] interlock_o,       // cycles in which rows will wait for operands
  // Of an aligned pair: the first comparison of each member.
  output logic [W-1:0] compare_wait_o,
  output logic [W-1:0] second_wait_o,
  output logic [1:0]   discarded_o,       // pairs dropped in this cycle
  output logic         idle_o
);

  localparam logic [W-1:0] ROWS = K[W-1:0];
  localparam logic [W-1:0] PIPELINE = STAGES[W-1:0];
  localparam logic [W-1:0] FIRST_ROW = START[W-1:0];
  localparam logic [W-1:0] COMPARE = GROUPS == 1 ? 8 : 4;  // beats of a pair that a group compares

  function automatic logic [W-1:0] later(input logic [W-1:0] a, input logic [W-1:0] b);
    later = a > b ? a : b;
  endfunction

  // Cycles until the second record of a pair comes.
  function automatic logic [W-1:0] to_second_record(input logic [3:0] age);
    to_second_record = age >= 4'd4 ? '0 : {{(W - 4) {1'b0}}, 4'd4 - age};
  endfunction

  // In the next cycle it is one less.
  function automatic logic [W-1:0] next(input logic [W-1:0] a);
    next = a == '0 ? '0 : a - 1'b1;
  endfunction

  logic [31:0]  discard_q;
  logic [31:0]  remaining_q;
  logic [1:0]   occupied_q;
  // The set of the list at work, then of the one before; the others in order of arrival.
  logic         has_own_q;
  logic         own_q;
  logic [1:0]   arrived_q;
  logic         first_q;
  logic         second_q;
  logic [W-1:0] registers0_q;
  logic [W-1:0] registers1_q;
  logic [W-1:0] ready0_q;
  logic [W-1:0] ready1_q;
  logic [W-1:0] pipeline_q;
  logic [W-1:0] comparators_q [0:GROUPS-1];  // of each group

  // The list command.
  logic [31:0] remaining;
  logic [31:0] discard;
  assign list_pop_o = list_valid_i && remaining_q == '0;
  assign remaining = list_pop_o ? list_length_i : remaining_q;
  assign discard = list_pop_o ? discard_q + list_discard_i : discard_q;
  logic        own_stays;
  assign own_stays = has_own_q && !(list_pop_o && !list_keep_i);

  // What was fetched in vain and is here; of what is left the oldest pair belongs to a list that has kept none.
  logic [1:0]  drops;
  logic [31:0] discard_left;
  logic [1:0]  arrived;
  logic        first;
  logic [1:0]  dropped;
  logic [1:0]  occupied;
  logic        take_over;
  logic        has_own;
  logic        own;
  logic [1:0]  others;
  always_comb begin
    drops = discard >= {30'd0, arrived_q} ? arrived_q : discard[1:0];
    discard_left = discard - {30'd0, drops};
    arrived = arrived_q - drops;
    first = drops == 2'd0 ? first_q : second_q;
    dropped = 2'b00;
    if (drops != 2'd0) dropped[first_q] = 1'b1;
    if (drops == 2'd2) dropped[second_q] = 1'b1;
    if (has_own_q && !own_stays) dropped[own_q] = 1'b1;
    occupied = occupied_q & ~dropped;
    take_over = !own_stays && remaining != '0 && arrived != 2'd0;
    has_own = own_stays || take_over;
    own = own_stays ? own_q : first;
    others = arrived - {1'b0, take_over};
  end

  // A tumbled pair is taken when a set is free. What is fetched in vain is transformed all the same.
  logic         free_set;
  logic         in_vain;
  logic [W-1:0] registers;
  logic [W-1:0] all_operands;
  assign take_tumbled_o = tumbled_valid_i && occupied != 2'b11 && release_ready_i;
  assign free_set = occupied[0];
  assign in_vain = discard_left != '0;
  assign registers = free_set ? registers1_q : registers0_q;
  assign left_wait_o = registers;
  assign right_wait_o = later(registers, to_second_record(tumbled_age_i));
  // Nothing waits for the d' memory. The last comparison with what is in it begins when that is complete, and ends 8 cycles
  // later; or right after another one, whose beginning freed the input register into which this pair or the last aligned
  // one came, and ends 15 cycles from now at the latest. This pair's first result comes FIRST_ROW + PIPELINE cycles after
  // the registers are free.
  assign issue_wait_o = later(left_wait_o + FIRST_ROW, pipeline_q);
  assign issue_first_o = later(issue_wait_o, right_wait_o + {{(W - 6) {1'b0}}, first_operand_i});
  assign all_operands = right_wait_o + {{(W - 6) {1'b0}}, latest_i};
  assign issue_end_o = later(issue_wait_o + ROWS, all_operands);
  assign interlock_o = issue_end_o - issue_wait_o - ROWS;

  // An aligned pair meets the list's own one.
  logic [W-1:0] ready;
  assign take_aligned_o = !take_tumbled_o && aligned_valid_i && remaining != '0 && has_own && release_ready_i &&
                          flags_ready_i;
  assign ready = own ? ready1_q : ready0_q;
  assign compare_wait_o = later(ready, comparators_q[0]);

  assign set_o = take_tumbled_o ? free_set : own;
  assign release_from_o = take_tumbled_o ? right_wait_o + ROWS : compare_wait_o + 1'b1;
  assign discarded_o = drops + {1'b0, take_tumbled_o && in_vain};

  logic kept;
  assign kept = take_tumbled_o && !in_vain;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      discard_q <= '0;
      remaining_q <= '0;
      occupied_q <= 2'b00;
      has_own_q <= 1'b0;
      own_q <= 1'b0;
      arrived_q <= 2'd0;
      first_q <= 1'b0;
      second_q <= 1'b0;
    end else begin
      discard_q <= discard_left - {31'd0, take_tumbled_o && in_vain};
      remaining_q <= remaining - {31'd0, take_aligned_o};
      occupied_q <= occupied;
      if (kept) occupied_q[free_set] <= 1'b1;
      has_own_q <= has_own;
      own_q <= own;
      arrived_q <= others + {1'b0, kept};
      first_q <= take_over ? second_q : first;
      if (kept && others == 2'd0) first_q <= free_set;
      if (kept && others != 2'd0) second_q <= free_set;
    end
  end

  logic tumbled0;
  logic tumbled1;
  assign tumbled0 = take_tumbled_o && !free_set;
  assign tumbled1 = take_tumbled_o && free_set;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      registers0_q <= '0;
      registers1_q <= '0;
      ready0_q <= '0;
      ready1_q <= '0;
      pipeline_q <= '0;
      comparators_q[0] <= '0;
    end else begin
      registers0_q <= next(tumbled0 ? issue_end_o : registers0_q);
      registers1_q <= next(tumbled1 ? issue_end_o : registers1_q);
      ready0_q <= next(tumbled0 ? issue_end_o + PIPELINE : ready0_q);
      ready1_q <= next(tumbled1 ? issue_end_o + PIPELINE : ready1_q);
      pipeline_q <= next(take_tumbled_o ? issue_end_o : pipeline_q);
      comparators_q[0] <= next(take_aligned_o ? compare_wait_o + COMPARE : comparators_q[0]);
    end
  end

  // One group goes on with the second member; another one begins with it when its beats are here. It is never more than
  // one record behind the first, so the input register is free when that says.
  generate
    if (GROUPS == 1) begin : g_in_turn
      logic unused;
      assign unused = &{1'b0, aligned_age_i};
      assign second_wait_o = compare_wait_o + 4;
    end else begin : g_side_by_side
      assign second_wait_o = later(later(ready, comparators_q[GROUPS-1]), to_second_record(aligned_age_i));
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) comparators_q[GROUPS-1] <= '0;
        else comparators_q[GROUPS-1] <= next(take_aligned_o ? second_wait_o + COMPARE : comparators_q[GROUPS-1]);
      end
    end
  endgenerate

  assign idle_o = ~|{registers0_q, registers1_q, ready0_q, ready1_q, pipeline_q, comparators_q[0], comparators_q[GROUPS-1],
                     tumbled_valid_i, aligned_valid_i, list_pop_o, discarded_o};

endmodule

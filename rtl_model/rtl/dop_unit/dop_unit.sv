// DOP Unit (paper 4.1, Figure 5): transforms tumbled sibling pairs and tests them against aligned ones. The timing
// contract is docs/dop_unit.md: two DOTADDs, siblings side by side, two sets of d registers and d' memory.
//
// Pairs come beat by beat, as the Memory Controller reads them, eight beats in successive cycles, and never more than two
// whose input registers are not released: it was told from when on each may be written again.
module dop_unit #(
  parameter int DOTADD_STAGES = 6,
  parameter int START_FLOATS = 24,
  parameter int COMPARATOR_GROUPS = 1,
  parameter int FLAG_LATENCY = 1
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  // From the PCI Interface: the MMM. Not while pairs are in the unit.
  input  logic         mmm_write_i,
  input  logic [6:0]   mmm_word_i,
  input  logic [31:0]  mmm_data_i,
  // From the Memory Controller.
  input  logic         beat_valid_i,
  input  logic         beat_first_i,      // of its pair
  input  logic         beat_tumbled_i,    // with the first beat: which kind of pair
  input  logic [255:0] beat_i,
  output logic         tumbled_pop_o,     // the oldest pair that waits is taken
  output logic         aligned_pop_o,
  // To the Memory Controller, when a pair is taken: its input register may be written again so many cycles from now.
  input  logic         release_ready_i,
  output logic         release_put_o,
  output logic [8:0]   release_from_o,
  // From the Stack Engine.
  input  logic         list_valid_i,
  input  logic [31:0]  list_discard_i,
  input  logic [31:0]  list_length_i,
  input  logic         list_keep_i,
  output logic         list_pop_o,
  // To the Stack Engine, one per aligned pair; a pair is taken only if there is room for its flags.
  input  logic [7:0]   flags_free_i,      // free slots of the channel
  output logic         flags_put_o,
  output logic [3:0]   flags_bits_o,
  // For counters: of the pair that is taken, in cycles from now.
  output logic [8:0]   left_load_in_o,    // the transfers of both siblings begin
  output logic [8:0]   right_load_in_o,
  output logic [8:0]   issue_in_o,        // the first row is issued
  output logic [8:0]   issued_in_o,       // all are
  output logic [8:0]   interlock_o,       // cycles in which rows wait for operands
  output logic [17:0]  compare_in_o,      // comparison of the first beat of each member, that of the first one below
  output logic [1:0]   discarded_o,       // pairs dropped in this cycle
  output logic         idle_o             // nothing changes until an input does
);

  localparam int K = 24;
  localparam int W = 9;
  localparam int GROUPS = COMPARATOR_GROUPS;

  // The input register: two halves, the lower free one takes the next pair.
  logic [1:0]   held_q;
  logic [W-1:0] free0_q;
  logic [W-1:0] free1_q;
  logic [3:0]   age0_q;
  logic [3:0]   age1_q;
  logic         arriving;
  logic         new_slot;
  logic         write_slot_q;
  logic [2:0]   write_beat_q;
  logic         write_slot;
  logic [2:0]   write_beat;
  assign arriving = beat_valid_i && beat_first_i;
  assign new_slot = held_q[0] || free0_q != '0;
  assign write_slot = beat_first_i ? new_slot : write_slot_q;
  assign write_beat = beat_first_i ? 3'd0 : write_beat_q;

  logic tumbled_valid;
  logic tumbled_slot;
  logic aligned_valid;
  logic aligned_slot;
  logic taken_slot;
  dop_waiting u_tumbled (
    .clk_i(clk_i), .rst_ni(rst_ni), .arrive_i(arriving && beat_tumbled_i), .slot_i(new_slot), .take_i(tumbled_pop_o),
    .valid_o(tumbled_valid), .slot_o(tumbled_slot)
  );
  dop_waiting u_aligned (
    .clk_i(clk_i), .rst_ni(rst_ni), .arrive_i(arriving && !beat_tumbled_i), .slot_i(new_slot), .take_i(aligned_pop_o),
    .valid_o(aligned_valid), .slot_o(aligned_slot)
  );
  assign taken_slot = tumbled_pop_o ? tumbled_slot : aligned_slot;
  assign release_put_o = tumbled_pop_o || aligned_pop_o;

  logic [3:0] age0;
  logic [3:0] age1;
  assign age0 = arriving && !new_slot ? 4'd0 : age0_q;
  assign age1 = arriving && new_slot ? 4'd0 : age1_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 2'b00;
      free0_q <= '0;
      free1_q <= '0;
      age0_q <= 4'd8;
      age1_q <= 4'd8;
      write_slot_q <= 1'b0;
      write_beat_q <= 3'd0;
    end else begin
      if (arriving) held_q[new_slot] <= 1'b1;
      if (free0_q != '0) free0_q <= free0_q - 1'b1;
      if (free1_q != '0) free1_q <= free1_q - 1'b1;
      if (release_put_o) begin
        held_q[taken_slot] <= 1'b0;
        if (taken_slot) free1_q <= release_from_o - 1'b1;
        else free0_q <= release_from_o - 1'b1;
      end
      age0_q <= age0 == 4'd8 ? 4'd8 : age0 + 4'd1;
      age1_q <= age1 == 4'd8 ? 4'd8 : age1 + 4'd1;
      if (beat_valid_i) begin
        write_slot_q <= write_slot;
        write_beat_q <= write_beat + 3'd1;
      end
    end
  end

  // Credits: flags that are on their way have no slot yet.
  logic [7:0] flags_due_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) flags_due_q <= 8'd0;
    else flags_due_q <= flags_due_q + {7'd0, aligned_pop_o} - {7'd0, flags_put_o};
  end

  logic         set;
  logic [W-1:0] issue_wait;
  logic [5:0]   first_operand;
  logic [5:0]   latest;
  logic         plan_idle;
  dop_plan #(.K(K), .STAGES(DOTADD_STAGES), .START(START_FLOATS), .GROUPS(GROUPS), .W(W)) u_plan (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .tumbled_valid_i(tumbled_valid), .tumbled_age_i(tumbled_slot ? age1 : age0),
    .aligned_valid_i(aligned_valid), .aligned_age_i(aligned_slot ? age1 : age0),
    .list_valid_i(list_valid_i), .list_discard_i(list_discard_i), .list_length_i(list_length_i),
    .list_keep_i(list_keep_i), .list_pop_o(list_pop_o),
    .release_ready_i(release_ready_i), .flags_ready_i(flags_free_i > flags_due_q), .latest_i(latest),
    .take_tumbled_o(tumbled_pop_o), .take_aligned_o(aligned_pop_o), .set_o(set), .release_from_o(release_from_o),
    .first_operand_i(first_operand),
    .left_wait_o(left_load_in_o), .right_wait_o(right_load_in_o), .issue_wait_o(issue_wait), .issue_first_o(issue_in_o),
    .issue_end_o(issued_in_o),
    .interlock_o(interlock_o), .compare_wait_o(compare_in_o[0+:W]), .second_wait_o(compare_in_o[W+:W]),
    .discarded_o(discarded_o), .idle_o(plan_idle)
  );

  // What each group of comparators reads.
  logic [GROUPS-1:0]     comparing;
  logic [3*GROUPS-1:0]   compare_beat;
  logic [GROUPS-1:0]     compare_slot;
  logic [GROUPS-1:0]     compare_set;
  logic [256*GROUPS-1:0] slot0_compare;
  logic [256*GROUPS-1:0] slot1_compare;

  // Which half of the input register each transfer reads. A pair is transferred into one set only.
  logic [1:0]   loading;
  logic [1:0]   load_slot;
  logic [1:0]   left_beat0;
  logic [1:0]   left_beat1;
  logic [1:0]   right_beat0;
  logic [1:0]   right_beat1;
  logic [255:0] slot0_left;
  logic [255:0] slot0_right;
  logic [255:0] slot1_left;
  logic [255:0] slot1_right;
  logic [1:0]   slot0_left_beat;
  logic [1:0]   slot0_right_beat;
  logic [1:0]   slot1_left_beat;
  logic [1:0]   slot1_right_beat;
  always_comb begin
    {slot0_left_beat, slot0_right_beat} = {left_beat0, right_beat0};
    {slot1_left_beat, slot1_right_beat} = {left_beat0, right_beat0};
    if (loading[1] && !load_slot[1]) {slot0_left_beat, slot0_right_beat} = {left_beat1, right_beat1};
    if (loading[1] && load_slot[1]) {slot1_left_beat, slot1_right_beat} = {left_beat1, right_beat1};
  end
  dop_input_register #(.GROUPS(GROUPS)) u_input0 (
    .clk_i(clk_i), .write_i(beat_valid_i && !write_slot), .beat_number_i(write_beat), .beat_i(beat_i),
    .left_i(slot0_left_beat), .right_i(slot0_right_beat), .compare_i(compare_beat), .left_o(slot0_left),
    .right_o(slot0_right), .compare_o(slot0_compare)
  );
  dop_input_register #(.GROUPS(GROUPS)) u_input1 (
    .clk_i(clk_i), .write_i(beat_valid_i && write_slot), .beat_number_i(write_beat), .beat_i(beat_i),
    .left_i(slot1_left_beat), .right_i(slot1_right_beat), .compare_i(compare_beat), .left_o(slot1_left),
    .right_o(slot1_right), .compare_o(slot1_compare)
  );

  // The d registers.
  logic [4:0]  j0;
  logic [4:0]  j1;
  logic [4:0]  j2;
  logic [1:0]  operands_valid;
  logic [31:0] left0_set0, left1_set0, left2_set0, right0_set0, right1_set0, right2_set0;
  logic [31:0] left0_set1, left1_set1, left2_set1, right0_set1, right1_set1, right2_set1;
  dop_register_set #(.K(K), .W(W)) u_set0 (
    .clk_i(clk_i), .rst_ni(rst_ni), .start_i(tumbled_pop_o && !set), .slot_i(tumbled_slot), .left_wait_i(left_load_in_o),
    .right_wait_i(right_load_in_o), .loading_o(loading[0]), .slot_o(load_slot[0]), .left_beat_o(left_beat0),
    .right_beat_o(right_beat0), .left_i(load_slot[0] ? slot1_left : slot0_left),
    .right_i(load_slot[0] ? slot1_right : slot0_right), .j0_i(j0), .j1_i(j1), .j2_i(j2), .valid_o(operands_valid[0]),
    .left0_o(left0_set0), .left1_o(left1_set0), .left2_o(left2_set0),
    .right0_o(right0_set0), .right1_o(right1_set0), .right2_o(right2_set0)
  );
  dop_register_set #(.K(K), .W(W)) u_set1 (
    .clk_i(clk_i), .rst_ni(rst_ni), .start_i(tumbled_pop_o && set), .slot_i(tumbled_slot), .left_wait_i(left_load_in_o),
    .right_wait_i(right_load_in_o), .loading_o(loading[1]), .slot_o(load_slot[1]), .left_beat_o(left_beat1),
    .right_beat_o(right_beat1), .left_i(load_slot[1] ? slot1_left : slot0_left),
    .right_i(load_slot[1] ? slot1_right : slot0_right), .j0_i(j0), .j1_i(j1), .j2_i(j2), .valid_o(operands_valid[1]),
    .left0_o(left0_set1), .left1_o(left1_set1), .left2_o(left2_set1),
    .right0_o(right0_set1), .right1_o(right1_set1), .right2_o(right2_set1)
  );

  // Rows through both DOTADDs.
  logic        issue;
  logic        issue_set;
  logic        issue_idle;
  logic [4:0]  row;
  logic [4:0]  destination;
  logic [31:0] c0;
  logic [31:0] c1;
  logic [31:0] c2;
  logic [31:0] offset;
  dop_issue #(.K(K), .W(W)) u_issue (
    .clk_i(clk_i), .rst_ni(rst_ni), .start_i(tumbled_pop_o), .set_i(set), .wait_i(issue_wait), .end_i(issued_in_o),
    .valid_i(operands_valid), .issue_o(issue), .set_o(issue_set), .row_o(row), .idle_o(issue_idle)
  );
  dop_mmm #(.ROWS(K)) u_mmm (
    .clk_i(clk_i), .write_i(mmm_write_i), .word_i(mmm_word_i), .data_i(mmm_data_i), .row_i(row), .c0_o(c0), .c1_o(c1),
    .c2_o(c2), .offset_o(offset), .j0_o(j0), .j1_o(j1), .j2_o(j2), .destination_o(destination), .latest_o(latest),
    .first_operand_o(first_operand)
  );

  logic        left_valid;
  logic        right_valid;
  logic [31:0] left_result;
  logic [31:0] right_result;
  dotadd #(.STAGES(DOTADD_STAGES)) u_left (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(issue), .c0_i(c0), .d0_i(issue_set ? left0_set1 : left0_set0),
    .c1_i(c1), .d1_i(issue_set ? left1_set1 : left1_set0), .c2_i(c2), .d2_i(issue_set ? left2_set1 : left2_set0),
    .c_i(offset), .valid_o(left_valid), .y_o(left_result)
  );
  dotadd #(.STAGES(DOTADD_STAGES)) u_right (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(issue), .c0_i(c0), .d0_i(issue_set ? right0_set1 : right0_set0),
    .c1_i(c1), .d1_i(issue_set ? right1_set1 : right1_set0), .c2_i(c2), .d2_i(issue_set ? right2_set1 : right2_set0),
    .c_i(offset), .valid_o(right_valid), .y_o(right_result)
  );

  // The place of each result travels with the result.
  logic [DOTADD_STAGES-1:0]   working_q;
  logic [6*DOTADD_STAGES-1:0] where_q;
  logic                       result_set;
  logic [4:0]                 result_destination;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) working_q <= '0;
    else working_q <= DOTADD_STAGES'({working_q, issue});
  end
  always_ff @(posedge clk_i) where_q <= (6 * DOTADD_STAGES)'({where_q, issue_set, destination});
  assign {result_set, result_destination} = where_q[6*DOTADD_STAGES-1-:6];

  // Overlap tests. Each group of comparators reads a d' memory of its own: a dual-port memory has one port to read.
  logic [256*GROUPS-1:0] aligned;
  logic [256*GROUPS-1:0] partners_left;
  logic [256*GROUPS-1:0] partners_right;
  logic                  overlap_idle;
  genvar g;
  generate
    for (g = 0; g < GROUPS; g = g + 1) begin : g_group
      dop_results u_results_left (
        .clk_i(clk_i), .write_i(left_valid), .write_set_i(result_set), .destination_i(result_destination),
        .data_i(left_result), .read_set_i(compare_set[g]), .beat_i(compare_beat[3*g+:2]),
        .data_o(partners_left[256*g+:256])
      );
      dop_results u_results_right (
        .clk_i(clk_i), .write_i(right_valid), .write_set_i(result_set), .destination_i(result_destination),
        .data_i(right_result), .read_set_i(compare_set[g]), .beat_i(compare_beat[3*g+:2]),
        .data_o(partners_right[256*g+:256])
      );
      assign aligned[256*g+:256] = compare_slot[g] ? slot1_compare[256*g+:256] : slot0_compare[256*g+:256];
    end
  endgenerate
  dop_overlap #(.K(K), .GROUPS(GROUPS), .LATENCY(FLAG_LATENCY), .W(W)) u_overlap (
    .clk_i(clk_i), .rst_ni(rst_ni), .start_i(aligned_pop_o), .slot_i(aligned_slot), .set_i(set), .wait_i(compare_in_o),
    .compare_o(comparing), .slot_o(compare_slot), .set_o(compare_set), .beat_o(compare_beat), .aligned_i(aligned),
    .left_i(partners_left), .right_i(partners_right), .flags_put_o(flags_put_o), .flags_bits_o(flags_bits_o),
    .idle_o(overlap_idle)
  );

  assign idle_o = plan_idle && issue_idle && overlap_idle && !(|loading) && working_q == '0 && !mmm_write_i &&
                  !beat_valid_i && free0_q == '0 && free1_q == '0 && age0_q == 4'd8 && age1_q == 4'd8;

`ifndef SYNTHESIS
  // The ends of the channels here.
  take_check #(.WIDTH(65)) u_check_list (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(list_valid_i), .pop_i(list_pop_o),
    .item_i({list_discard_i, list_length_i, list_keep_i})
  );
  put_check #(.WIDTH(9)) u_check_release (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(release_ready_i), .put_i(release_put_o),
    .item_i(release_from_o)
  );
  put_check #(.WIDTH(4)) u_check_flags (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(flags_free_i != 8'd0), .put_i(flags_put_o),
    .item_i(flags_bits_o)
  );

  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!(arriving && new_slot && (held_q[1] || free1_q != '0))) else $error("%m: no input register is free");
      assert (!(beat_valid_i && beat_first_i != (write_beat_q == 3'd0))) else $error("%m: a pair has eight beats");
      assert (!(left_valid && |(comparing & ~(compare_set ^ {GROUPS{result_set}}))))
        else $error("%m: a result into a d' memory that is compared");
    end
  end
`endif

endmodule

// Triangle Unit (§4.3, Figures 6 and 7): tests pairs of triangles, with its two-entry memory for the tumbled side and
// its direct-mapped cache for the aligned side. Its timing contract is docs/triangle_unit.md.
//
// A pair issues in cycle t: both records are read, their corners go into the first rows from t + 1 on, the result is put
// in t + DEPTH - 1. Pairs that have issued hold room in the Pointer FIFO.
module triangle_unit #(
  parameter int DOTADD_STAGES = 6,
  parameter int ITU_STAGES = 4,    // at least 4
  parameter int FILTER = 1,        // hit, miss or uncertain; 0: hit or miss
  parameter int FILTER_STAGES = 4, // together with ITU_STAGES at least 8
  parameter int CACHE_LINES = 128  // a power of two, at least 2
) (
  input  logic          clk_i,
  input  logic          rst_ni,

  // From the Stack Engine. kind: 0 tests, 1 unfinished work, 2 the end.
  input  logic          leaf_tests_valid_i,
  input  logic [1:0]    leaf_tests_kind_i,
  input  logic [3:0]    leaf_tests_bits_i,
  input  logic [31:0]   leaf_tests_tumbled_0_i,
  input  logic [31:0]   leaf_tests_tumbled_1_i,
  input  logic [31:0]   leaf_tests_aligned_0_i,
  input  logic [31:0]   leaf_tests_aligned_1_i,
  input  logic          leaf_tests_first_witness_i,
  input  logic [1:0]    leaf_tests_error_kind_i,
  input  logic [31:0]   leaf_tests_error_address_i,
  output logic          leaf_tests_pop_o,

  // From the Memory Controller; always taken at once.
  input  logic          triangle_data_valid_i,
  input  logic [31:0]   triangle_data_address_i,
  input  logic [1023:0] triangle_data_record_i,  // words 0 to 24 are looked at
  input  logic [1:0]    triangle_data_error_kind_i,
  input  logic [31:0]   triangle_data_error_address_i,
  output logic          triangle_data_pop_o,

  // From the PCI Interface: a word of M, N (row by row) or their bounds.
  input  logic          frame_write_i,
  input  logic [4:0]    frame_word_i,
  input  logic [31:0]   frame_data_i,

  // To the Memory Controller.
  input  logic          requests_ready_i,
  output logic          requests_put_o,
  output logic [31:0]   requests_address_o,

  // To the Pointer FIFO. kind: 0 hit, 1 uncertain, 2 unfinished work, 3 the end.
  input  logic [7:0]    findings_free_i,  // how many slots are free in this cycle
  output logic          findings_put_o,
  output logic [1:0]    findings_kind_o,
  output logic [31:0]   findings_tumbled_o,
  output logic [31:0]   findings_aligned_o,
  output logic [1:0]    findings_error_kind_o,
  output logic [31:0]   findings_error_address_o,

  // To the Stack Engine; once per query, so there is room.
  output logic          stop_put_o,

  // What the statistics count in this cycle.
  output logic [1:0]    account_o,          // 0 busy, 1 idle, 2 memory, 3 pointer_fifo
  output logic          issued_o,           // a pair issues
  output logic          tumbled_hit_o,      // its tumbled triangle was here when the test came up
  output logic          aligned_hit_o,
  output logic          tumbled_miss_o,     // a tumbled triangle is asked for
  output logic          aligned_miss_o,
  output logic          tumbled_conflict_o, // in place of another
  output logic          aligned_conflict_o, // one that came in the cache replaces another
  output logic          tested_o,           // a result leaves the pipeline and is not dropped
  output logic [1:0]    verdict_o,          // 0 miss, 1 hit, 2 uncertain
  output logic [1:0]    cause_o,            // of the uncertainty
  output logic          idle_o              // the next cycle is as this one unless an input changes
);

  localparam int INDEX = $clog2(CACHE_LINES);
  localparam int RECORD = 800;

  localparam logic [1:0] TESTS = 2'd0;
  localparam logic [1:0] UNFINISHED = 2'd1;
  localparam logic [1:0] FINDING_HIT = 2'd0;
  localparam logic [1:0] FINDING_UNCERTAIN = 2'd1;
  localparam logic [1:0] FINDING_UNFINISHED = 2'd2;
  localparam logic [1:0] FINDING_END = 2'd3;
  localparam logic [1:0] MISS = 2'd0;
  localparam logic [1:0] HIT = 2'd1;
  localparam logic [1:0] UNCERTAIN = 2'd2;
  localparam logic [1:0] BUSY = 2'd0;
  localparam logic [1:0] IDLE = 2'd1;
  localparam logic [1:0] MEMORY = 2'd2;
  localparam logic [1:0] POINTER_FIFO = 2'd3;

  // M, N and their bounds stay over a reset.
  logic [959:0] frames_q;
  genvar w;
  generate
    for (w = 0; w < 30; w = w + 1) begin : g_frame_word
      always_ff @(posedge clk_i) if (frame_write_i && frame_word_i == w) frames_q[32*w+:32] <= frame_data_i;
    end
  endgenerate

  // State of the control.
  logic [3:0]  done_q;             // tests of the message at the head that have issued
  logic [1:0]  window_q;           // cycles for which the corners of the last pair still go in
  logic        tumbled_missed_q;   // the test at the head has asked for this side
  logic        aligned_missed_q;
  logic        tumbled_awaited_q;
  logic        awaited_entry_q;
  logic        aligned_awaited_q;
  logic [4:0]  inflight_q;         // pairs in the pipeline
  logic        found_q;            // the one witness that is enough is out
  logic        told_q;             // the Stack Engine has been told to stop
  logic [1:0]  failed_kind_q;      // what the memory could not give
  logic [31:0] failed_address_q;

  // Tags.
  logic [1:0]             tumbled_valid_q;
  logic [63:0]            tumbled_tag_q;
  logic [CACHE_LINES-1:0] aligned_valid_q;
  logic [31:0]            aligned_tag_q [0:CACHE_LINES-1];

  // A triangle comes in. It can be tested in this cycle.
  logic             refused;
  logic             arrived_tumbled;
  logic             write_tumbled;
  logic             write_aligned;
  logic [INDEX-1:0] write_line;
  logic [31:0]      replaced_tag;
  assign triangle_data_pop_o = triangle_data_valid_i;
  assign refused = triangle_data_valid_i & |triangle_data_error_kind_i;
  assign arrived_tumbled = triangle_data_valid_i & tumbled_awaited_q &
                           (awaited_entry_q ? tumbled_tag_q[63:32] : tumbled_tag_q[31:0]) == triangle_data_address_i;
  assign write_tumbled = arrived_tumbled & ~refused;
  assign write_aligned = triangle_data_valid_i & ~arrived_tumbled & ~refused;
  assign write_line = triangle_data_address_i[7+:INDEX];
  assign replaced_tag = aligned_tag_q[write_line];
  assign aligned_conflict_o = write_aligned & aligned_valid_q[write_line] & replaced_tag != triangle_data_address_i;

  // The next test of the message at the head: tumbled left before right for each aligned member.
  logic [3:0]       remaining;
  logic             right_tumbled;
  logic             right_aligned;
  logic [3:0]       test;
  logic             last_test;
  logic [31:0]      tumbled_address;
  logic [31:0]      aligned_address;
  logic [INDEX-1:0] line;
  logic [31:0]      line_tag;
  logic             tumbled_here;
  logic             aligned_here;
  assign remaining = leaf_tests_bits_i & ~done_q;
  assign right_aligned = ~remaining[0] & ~remaining[2];
  assign right_tumbled = right_aligned ? ~remaining[1] : ~remaining[0];
  assign test = 4'd1 << {right_tumbled, right_aligned};
  assign last_test = ~|(remaining & ~test);
  assign tumbled_address = right_tumbled ? leaf_tests_tumbled_1_i : leaf_tests_tumbled_0_i;
  assign aligned_address = right_aligned ? leaf_tests_aligned_1_i : leaf_tests_aligned_0_i;
  assign line = aligned_address[7+:INDEX];
  assign line_tag = aligned_tag_q[line];
  assign tumbled_here = (tumbled_valid_q[right_tumbled] | (write_tumbled & awaited_entry_q == right_tumbled)) &
                        (right_tumbled ? tumbled_tag_q[63:32] : tumbled_tag_q[31:0]) == tumbled_address;
  assign aligned_here = write_aligned & write_line == line ? triangle_data_address_i == aligned_address
                                                           : aligned_valid_q[line] & line_tag == aligned_address;

  // What is still awaited after this cycle's arrival.
  logic tumbled_awaited;
  logic aligned_awaited;
  logic unwanted;
  logic room;
  assign tumbled_awaited = tumbled_awaited_q & ~arrived_tumbled;
  assign aligned_awaited = aligned_awaited_q & (~triangle_data_valid_i | arrived_tumbled);
  assign unwanted = found_q | refused | |failed_kind_q;
  assign room = findings_free_i > {3'd0, inflight_q};

  logic issue;
  logic pass;
  logic pop;
  logic wants_tumbled;
  logic wants_aligned;
  logic waits;  // nothing changes by itself
  always_comb begin
    issue = 1'b0;
    pass = 1'b0;
    pop = 1'b0;
    wants_tumbled = 1'b0;
    wants_aligned = 1'b0;
    waits = 1'b0;
    account_o = BUSY;
    if (!leaf_tests_valid_i) begin
      account_o = IDLE;
      waits = 1'b1;
    end else if (leaf_tests_kind_i != TESTS) begin
      if (leaf_tests_kind_i == UNFINISHED && unwanted) begin
        pop = 1'b1;
      end else if (tumbled_awaited || aligned_awaited) begin
        account_o = MEMORY;
        waits = 1'b1;
      end else if (inflight_q != 5'd0) begin
        account_o = IDLE;
      end else if (!room) begin
        account_o = POINTER_FIFO;
      end else begin
        pass = 1'b1;
        pop = 1'b1;
      end
    end else if (unwanted || remaining == 4'd0) begin
      pop = 1'b1;
    end else if (!tumbled_here || !aligned_here) begin
      account_o = MEMORY;
      wants_tumbled = ~tumbled_here & ~tumbled_awaited;
      wants_aligned = ~aligned_here & ~aligned_awaited;
      waits = ~wants_tumbled & ~wants_aligned;
    end else if (window_q == 2'd0) begin
      if (!room) begin
        account_o = POINTER_FIFO;
      end else begin
        issue = 1'b1;
        pop = last_test;
      end
    end
    if (window_q != 2'd0) account_o = BUSY;
  end

  assign leaf_tests_pop_o = pop;
  assign requests_put_o = (wants_tumbled | wants_aligned) & requests_ready_i;
  assign requests_address_o = wants_tumbled ? tumbled_address : aligned_address;
  assign tumbled_miss_o = wants_tumbled & requests_ready_i;
  assign aligned_miss_o = wants_aligned & ~wants_tumbled & requests_ready_i;
  assign tumbled_conflict_o = tumbled_miss_o & tumbled_valid_q[right_tumbled];
  assign issued_o = issue;
  assign tumbled_hit_o = issue & ~tumbled_missed_q;
  assign aligned_hit_o = issue & ~aligned_missed_q;
  assign idle_o = waits & inflight_q == 5'd0 & window_q == 2'd0 & ~triangle_data_valid_i & ~frame_write_i;

  logic       result_valid;
  logic [1:0] verdict;
  logic       witness_wanted;
  logic       witness;
  assign tested_o = result_valid & ~found_q;
  assign verdict_o = verdict;
  assign witness = tested_o & verdict == HIT & witness_wanted;
  assign stop_put_o = (witness | refused) & ~told_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q <= 4'd0;
      window_q <= 2'd0;
      tumbled_missed_q <= 1'b0;
      aligned_missed_q <= 1'b0;
      tumbled_awaited_q <= 1'b0;
      awaited_entry_q <= 1'b0;
      aligned_awaited_q <= 1'b0;
      inflight_q <= 5'd0;
      found_q <= 1'b0;
      told_q <= 1'b0;
      failed_kind_q <= 2'd0;
      failed_address_q <= 32'd0;
      tumbled_valid_q <= 2'd0;
      aligned_valid_q <= '0;
    end else begin
      if (pop) done_q <= 4'd0;
      else if (issue) done_q <= done_q | test;
      if (issue) window_q <= 2'd2;
      else if (window_q != 2'd0) window_q <= window_q - 2'd1;
      tumbled_missed_q <= (tumbled_missed_q | tumbled_miss_o) & ~issue & ~pop;
      aligned_missed_q <= (aligned_missed_q | aligned_miss_o) & ~issue & ~pop;
      tumbled_awaited_q <= tumbled_awaited | tumbled_miss_o;
      if (tumbled_miss_o) awaited_entry_q <= right_tumbled;
      aligned_awaited_q <= aligned_awaited | aligned_miss_o;
      inflight_q <= inflight_q + {4'd0, issue} - {4'd0, result_valid};
      found_q <= found_q | witness;
      told_q <= told_q | stop_put_o;
      if (refused && failed_kind_q == 2'd0) begin
        failed_kind_q <= triangle_data_error_kind_i;
        failed_address_q <= triangle_data_error_address_i;
      end
      if (write_tumbled) tumbled_valid_q[awaited_entry_q] <= 1'b1;
      if (tumbled_miss_o) tumbled_valid_q[right_tumbled] <= 1'b0;
      if (write_aligned) aligned_valid_q[write_line] <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (tumbled_miss_o && !right_tumbled) tumbled_tag_q[31:0] <= tumbled_address;
    if (tumbled_miss_o && right_tumbled) tumbled_tag_q[63:32] <= tumbled_address;
    if (write_aligned) aligned_tag_q[write_line] <= triangle_data_address_i;
  end

  // The records of a pair show for three cycles after it has issued, a corner in each.
  logic [RECORD-1:0] tumbled;
  logic [RECORD-1:0] aligned;
  logic              first_q;  // the first of the three
  logic              corner_valid_q;
  logic [1:0]        corner_q;
  logic              witness_wanted_q;
  triangle_ram #(.LINES(2), .WIDTH(RECORD)) u_tumbled (
    .clk_i(clk_i), .write_i(write_tumbled), .write_index_i(awaited_entry_q), .write_data_i(triangle_data_record_i[799:0]),
    .read_i(issue), .read_index_i(right_tumbled), .read_data_o(tumbled)
  );
  triangle_ram #(.LINES(CACHE_LINES), .WIDTH(RECORD)) u_aligned (
    .clk_i(clk_i), .write_i(write_aligned), .write_index_i(write_line), .write_data_i(triangle_data_record_i[799:0]),
    .read_i(issue), .read_index_i(line), .read_data_o(aligned)
  );
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= 1'b0;
      corner_valid_q <= 1'b0;
      corner_q <= 2'd0;
    end else begin
      first_q <= issue;
      corner_valid_q <= issue | window_q != 2'd0;
      corner_q <= issue ? 2'd0 : corner_q + 2'd1;
    end
  end
  always_ff @(posedge clk_i) if (issue) witness_wanted_q <= leaf_tests_first_witness_i;

  logic [95:0]  tumbled_corner;
  logic [95:0]  aligned_corner;
  logic [479:0] tumbled_unit;
  logic [479:0] aligned_unit;
  assign tumbled_corner = corner_q == 2'd0 ? tumbled[95:0] : corner_q == 2'd1 ? tumbled[191:96] : tumbled[287:192];
  assign aligned_corner = corner_q == 2'd0 ? aligned[95:0] : corner_q == 2'd1 ? aligned[191:96] : aligned[287:192];
  assign tumbled_unit = {tumbled[799:704], tumbled[671:288]};
  assign aligned_unit = {aligned[799:704], aligned[671:288]};

  // Each triangle into the frame in which the other is the unit triangle.
  logic        here_valid;
  logic        there_valid;
  logic [95:0] here_value;
  logic [95:0] here_bound;
  logic [95:0] there_value;
  logic [95:0] there_bound;
  triangle_transform #(.DOTADD_STAGES(DOTADD_STAGES), .FILTER(FILTER)) u_here (
    .clk_i(clk_i), .rst_ni(rst_ni), .frame_i(frames_q[383:0]), .frame_bound_i(frames_q[863:768]),
    .valid_i(corner_valid_q), .first_i(first_q), .corner_i(tumbled_corner), .unit_i(aligned_unit),
    .valid_o(here_valid), .value_o(here_value), .bound_o(here_bound)
  );
  triangle_transform #(.DOTADD_STAGES(DOTADD_STAGES), .FILTER(FILTER)) u_there (
    .clk_i(clk_i), .rst_ni(rst_ni), .frame_i(frames_q[767:384]), .frame_bound_i(frames_q[959:864]),
    .valid_i(corner_valid_q), .first_i(first_q), .corner_i(aligned_corner), .unit_i(tumbled_unit),
    .valid_o(there_valid), .value_o(there_value), .bound_o(there_bound)
  );

  // {valid, verdict, cause}, as they come out of the ITUs and WAIT cycles later.
  localparam int WAIT = FILTER != 0 ? ITU_STAGES + FILTER_STAGES - 8 : ITU_STAGES - 4;
  logic [4:0] judged;
  logic [4:0] result;
  generate
    if (FILTER != 0) begin : g_itu
      logic       judged_valid;
      logic       here_apart;
      logic       here_hit;
      logic       here_miss;
      logic [1:0] here_cause;
      logic       there_judged_valid;
      logic       there_apart;
      logic       there_hit;
      logic       there_miss;
      logic [1:0] there_cause;
      bounded_intersection_test_unit u_here (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(here_valid), .corner_i(here_value), .bound_i(here_bound),
        .valid_o(judged_valid), .apart_o(here_apart), .hit_o(here_hit), .miss_o(here_miss), .cause_o(here_cause)
      );
      bounded_intersection_test_unit u_there (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(there_valid), .corner_i(there_value), .bound_i(there_bound),
        .valid_o(there_judged_valid), .apart_o(there_apart), .hit_o(there_hit), .miss_o(there_miss),
        .cause_o(there_cause)
      );
      logic unused;
      assign unused = &{1'b0, there_judged_valid};
      assign judged[4] = judged_valid;
      assign judged[3:2] = here_apart ? MISS : here_hit ? HIT : there_apart ? MISS : there_hit ? HIT
                         : here_miss & there_miss ? MISS : UNCERTAIN;
      assign judged[1:0] = here_cause < there_cause ? here_cause : there_cause;
    end else begin : g_itu
      logic here_hit;
      logic there_hit;
      logic there_judged_valid;
      intersection_test_unit u_here (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(here_valid), .corner_i(here_value), .valid_o(judged[4]),
        .hit_o(here_hit)
      );
      intersection_test_unit u_there (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(there_valid), .corner_i(there_value),
        .valid_o(there_judged_valid), .hit_o(there_hit)
      );
      logic unused;
      assign unused = &{1'b0, here_bound, there_bound, there_judged_valid};
      assign judged[3:0] = {here_hit | there_hit ? HIT : MISS, 2'd0};
    end

    if (WAIT == 0) begin : g_wait
      assign result = judged;
    end else begin : g_wait
      logic [5*WAIT-1:0] result_q;
      logic [5*WAIT+4:0] moved;
      assign moved = {result_q, judged};
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) result_q <= '0;
        else result_q <= moved[5*WAIT-1:0];
      end
      assign result = moved[5*WAIT+4-:5];
    end
  endgenerate
  assign {result_valid, verdict, cause_o} = result;

  // The numbers of the pairs in the pipeline, and whether one hit is enough.
  logic [3:0]  numbers_in_q;
  logic [3:0]  numbers_out_q;
  logic [63:0] numbers;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      numbers_in_q <= 4'd0;
      numbers_out_q <= 4'd0;
    end else begin
      if (first_q) numbers_in_q <= numbers_in_q + 4'd1;
      if (result_valid) numbers_out_q <= numbers_out_q + 4'd1;
    end
  end
  logic [64:0] numbers_q [0:15];
  always_ff @(posedge clk_i) begin
    if (first_q) numbers_q[numbers_in_q] <= {witness_wanted_q, aligned[703:672], tumbled[703:672]};
  end
  assign {witness_wanted, numbers} = numbers_q[numbers_out_q];

  // A message passes only when the pipeline is empty, so the two never want the port in the same cycle. It takes the
  // error along: its own, or what the memory could not give.
  logic message_error;
  logic new_error;
  assign message_error = |leaf_tests_error_kind_i;
  assign new_error = refused & failed_kind_q == 2'd0;
  assign findings_put_o = pass | (tested_o & verdict != MISS);
  assign findings_kind_o = pass ? (leaf_tests_kind_i == UNFINISHED ? FINDING_UNFINISHED : FINDING_END)
                                : (verdict == HIT ? FINDING_HIT : FINDING_UNCERTAIN);
  assign findings_tumbled_o = pass ? leaf_tests_tumbled_0_i : numbers[31:0];
  assign findings_aligned_o = pass ? leaf_tests_aligned_0_i : numbers[63:32];
  assign findings_error_kind_o = !pass ? 2'd0
                               : message_error ? leaf_tests_error_kind_i
                               : new_error ? triangle_data_error_kind_i : failed_kind_q;
  assign findings_error_address_o = !pass ? 32'd0
                                  : message_error ? leaf_tests_error_address_i
                                  : new_error ? triangle_data_error_address_i : failed_address_q;

  logic unused;
  assign unused = &{1'b0, triangle_data_record_i[1023:800]};

`ifndef SYNTHESIS
  // The ends of the channels here.
  take_check #(.WIDTH(169)) u_check_leaf_tests (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(leaf_tests_valid_i), .pop_i(leaf_tests_pop_o),
    .item_i({leaf_tests_kind_i, leaf_tests_bits_i, leaf_tests_tumbled_1_i, leaf_tests_tumbled_0_i, leaf_tests_aligned_1_i,
             leaf_tests_aligned_0_i, leaf_tests_first_witness_i,
             leaf_tests_error_kind_i, leaf_tests_error_address_i})
  );
  take_check #(.WIDTH(34)) u_check_triangle_data (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(triangle_data_valid_i), .pop_i(triangle_data_pop_o),
    .item_i({triangle_data_address_i, triangle_data_error_kind_i})
  );
  put_check #(.WIDTH(32)) u_check_requests (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(requests_ready_i), .put_i(requests_put_o),
    .item_i(requests_address_o)
  );
  put_check #(.WIDTH(100)) u_check_findings (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(findings_free_i != 8'd0), .put_i(findings_put_o),
    .item_i({findings_kind_o, findings_tumbled_o, findings_aligned_o, findings_error_kind_o, findings_error_address_o})
  );
  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!(frame_write_i && frame_word_i >= 5'd30)) else $error("%m: no such word of the frames");
      assert (!(issue && inflight_q == 5'd16)) else $error("%m: more pairs than there are numbers for");
      assert (!(result_valid && inflight_q == 5'd0)) else $error("%m: a result of no pair");
    end
  end
`endif

endmodule

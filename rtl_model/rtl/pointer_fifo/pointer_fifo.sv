// Pointer FIFO (§4, §4.3): hands findings to the host's side in order, one per cycle. The entries themselves lie in the
// channel behind it, whose capacity is the FIFO's depth; the end of the query takes no entry. Timing contract:
// docs/host_port.md.
module pointer_fifo (
  input  logic        clk_i,
  input  logic        rst_ni,

  // triangle_unit.findings
  input  logic        findings_valid_i,
  input  logic [1:0]  findings_kind_i,
  input  logic [31:0] findings_tumbled_i,
  input  logic [31:0] findings_aligned_i,
  input  logic [1:0]  findings_error_kind_i,
  input  logic [31:0] findings_error_address_i,
  output logic        findings_pop_o,

  // pointer_fifo.entries
  input  logic        entries_ready_i,
  output logic        entries_put_o,
  output logic [1:0]  entries_kind_o,
  output logic [31:0] entries_tumbled_o,
  output logic [31:0] entries_aligned_o,

  // pointer_fifo.done
  input  logic        done_ready_i,
  output logic        done_put_o,
  output logic [1:0]  done_error_kind_o,
  output logic [31:0] done_error_address_o,
  output logic        done_unfinished_o,

  // Account of this cycle: neither is idle.
  output logic        busy_o,
  output logic        stall_host_o,
  // Nothing changes until an input does.
  output logic        idle_o
);

  localparam logic [1:0] UNFINISHED = 2'd2;
  localparam logic [1:0] END = 2'd3;

  // Some unfinished work has gone by.
  logic unfinished_d, unfinished_q;

  logic is_end;
  assign is_end = findings_kind_i == END;

  assign entries_put_o = findings_valid_i & ~is_end & entries_ready_i;
  assign done_put_o = findings_valid_i & is_end & done_ready_i;
  assign findings_pop_o = entries_put_o | done_put_o;

  assign entries_kind_o = findings_kind_i;
  assign entries_tumbled_o = findings_tumbled_i;
  assign entries_aligned_o = findings_aligned_i;
  assign done_error_kind_o = findings_error_kind_i;
  assign done_error_address_o = findings_error_address_i;
  assign done_unfinished_o = unfinished_q;

  assign unfinished_d = unfinished_q | (entries_put_o & (findings_kind_i == UNFINISHED));

  assign busy_o = findings_pop_o;
  assign stall_host_o = findings_valid_i & ~findings_pop_o;

  assign idle_o = ~findings_pop_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) unfinished_q <= 1'b0;
    else unfinished_q <= unfinished_d;
  end

`ifndef SYNTHESIS
  // The ends of the channels here.
  take_check #(.WIDTH(100)) u_check_findings (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(findings_valid_i), .pop_i(findings_pop_o),
    .item_i({findings_kind_i, findings_tumbled_i, findings_aligned_i, findings_error_kind_i, findings_error_address_i})
  );
  put_check #(.WIDTH(66)) u_check_entries (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(entries_ready_i), .put_i(entries_put_o),
    .item_i({entries_kind_o, entries_tumbled_o, entries_aligned_o})
  );
  put_check #(.WIDTH(35)) u_check_done (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(done_ready_i), .put_i(done_put_o),
    .item_i({done_error_kind_o, done_error_address_o, done_unfinished_o})
  );
`endif

endmodule

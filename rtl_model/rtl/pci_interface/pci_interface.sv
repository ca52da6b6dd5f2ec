// PCI Interface: the target on the bus (pci_target) in front of the registers and ports of the chip (pci_registers).
// docs/host_port.md is its timing contract.
//
// The pins of the units' side are pci_registers'; words of the SDRAM go through window_*.
//
// On a real bus tick_i is 1, ahead_i 0, left_i 1 and cycle_i the count of clock edges. A simulation whose bus is loosely
// timed plays a whole transaction within one chip cycle, on edges that are no chip cycles: tick_i is low. left_i says when
// what it causes happens, ahead_i how many words of the host's transfer follow the present one.
module pci_interface #(
  parameter logic [15:0] VENDOR_ID = 16'h4343,
  parameter int WINDOW_BITS = 29,
  parameter int DOP_K = 24,
  parameter int POINTER_FIFO_THRESHOLD = 512,
  parameter int POINTER_FIFO_DEPTH = 1024,
  // Derived.
  parameter int LEVEL_BITS = $clog2(POINTER_FIFO_DEPTH + 1)
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        bus_edge_i,
  input  logic        tick_i,
  input  logic [63:0] cycle_i,
  input  logic [31:0] left_i,
  input  logic [11:0] ahead_i,

  input  logic [31:0] ad_i,
  input  logic [3:0]  cbe_ni,
  input  logic        par_i,
  input  logic        frame_ni,
  input  logic        irdy_ni,
  input  logic        idsel_i,
  output logic [31:0] ad_o,
  output logic        ad_oe_o,
  output logic        par_o,
  output logic        par_oe_o,
  output logic        devsel_no,
  output logic        trdy_no,
  output logic        stop_no,
  output logic        control_oe_o,
  output logic        perr_no,
  output logic        perr_oe_o,
  output logic        serr_oe_o,
  output logic        inta_oe_o,

  output logic                   window_read_o,
  output logic                   window_write_o,
  output logic [WINDOW_BITS-1:0] window_address_o,
  output logic [31:0]            window_data_o,
  output logic [3:0]             window_bytes_o,
  input  logic                   window_ready_i,
  input  logic                   window_valid_i,
  input  logic [31:0]            window_data_i,

  input  logic [LEVEL_BITS-1:0] entries_level_i,
  input  logic [1:0]            entries_kind_i,
  input  logic [31:0]           entries_tumbled_i,
  input  logic [31:0]           entries_aligned_i,
  output logic                  entries_pop_o,
  input  logic                  done_valid_i,
  input  logic [1:0]            done_error_kind_i,
  input  logic [31:0]           done_error_address_i,
  input  logic                  done_unfinished_i,
  output logic                  done_pop_o,
  output logic                  start_put_o,
  output logic [31:0]           start_tumbled_o,
  output logic [31:0]           start_aligned_o,
  output logic                  start_first_witness_o,
  input  logic                  stop_ready_i,
  output logic                  stop_put_o,
  input  logic                  mmm_ready_i,
  output logic                  mmm_put_o,
  input  logic                  frames_ready_i,
  output logic                  frames_put_o,
  output logic [11:0]           matrix_first_word_o,
  output logic [5:0]            matrix_count_o,
  output logic [1023:0]         matrix_words_o,
  output logic                   reset_o,

  // What the simulation looks at.
  output logic [2:0]             refusal_o,  // pci_registers' ERROR_* for the last word, 0 if it was none
  output logic [4:0]             status_o,
  output logic                   started_o,  // a query is started; it begins in query_begin_o
  output logic                   stopped_o,  // or stopped
  output logic [63:0]            query_begin_o,
  output logic                   idle_o      // nothing changes until an input but cycle_i does, or a start or stop is due
);

  logic        valid;
  logic        write;
  logic [31:0] address;
  logic [31:0] data;
  logic [31:0] answer;
  logic [2:0]  error;
  logic        burst_end;
  logic        bus_idle;
  logic        registers_idle;
  logic        wants_reset;
  logic        reset_q;  // of the whole chip but the bus side, for a cycle

  pci_target #(
    .VENDOR_ID(VENDOR_ID), .WINDOW_BITS(WINDOW_BITS)
  ) u_target (
    .clk_i(clk_i), .rst_ni(rst_ni), .bus_edge_i(bus_edge_i),
    .ad_i(ad_i), .cbe_ni(cbe_ni), .par_i(par_i), .frame_ni(frame_ni), .irdy_ni(irdy_ni), .idsel_i(idsel_i),
    .ad_o(ad_o), .ad_oe_o(ad_oe_o), .par_o(par_o), .par_oe_o(par_oe_o), .devsel_no(devsel_no), .trdy_no(trdy_no),
    .stop_no(stop_no), .control_oe_o(control_oe_o), .perr_no(perr_no), .perr_oe_o(perr_oe_o), .serr_oe_o(serr_oe_o),
    .access_valid_o(valid), .access_write_o(write), .access_address_o(address), .access_data_o(data),
    .access_end_o(burst_end), .access_data_i(answer), .access_error_i(error),
    .window_read_o(window_read_o), .window_write_o(window_write_o), .window_address_o(window_address_o),
    .window_data_o(window_data_o), .window_bytes_o(window_bytes_o), .window_ready_i(window_ready_i),
    .window_valid_i(window_valid_i), .window_data_i(window_data_i), .refusal_o(refusal_o), .idle_o(bus_idle)
  );

  // verilator lint_off PINCONNECTEMPTY
  pci_registers #(
    .DOP_K(DOP_K), .POINTER_FIFO_THRESHOLD(POINTER_FIFO_THRESHOLD), .POINTER_FIFO_DEPTH(POINTER_FIFO_DEPTH)
  ) u_registers (
    .clk_i(clk_i), .rst_ni(rst_ni && !reset_q), .tick_i(tick_i), .cycle_i(cycle_i),
    .host_valid_i(valid), .host_write_i(write), .host_address_i(address), .host_data_i(data), .host_end_i(burst_end),
    .host_ahead_i(ahead_i), .host_left_i(left_i), .host_data_o(answer), .host_error_o(error),
    .entries_level_i(entries_level_i), .entries_kind_i(entries_kind_i), .entries_tumbled_i(entries_tumbled_i),
    .entries_aligned_i(entries_aligned_i), .entries_pop_o(entries_pop_o),
    .done_valid_i(done_valid_i), .done_error_kind_i(done_error_kind_i), .done_error_address_i(done_error_address_i),
    .done_unfinished_i(done_unfinished_i), .done_pop_o(done_pop_o),
    .start_put_o(start_put_o), .start_tumbled_o(start_tumbled_o), .start_aligned_o(start_aligned_o),
    .start_first_witness_o(start_first_witness_o), .stop_ready_i(stop_ready_i), .stop_put_o(stop_put_o),
    .mmm_ready_i(mmm_ready_i), .mmm_put_o(mmm_put_o), .frames_ready_i(frames_ready_i), .frames_put_o(frames_put_o),
    .matrix_first_word_o(matrix_first_word_o), .matrix_count_o(matrix_count_o), .matrix_words_o(matrix_words_o),
    .reset_o(wants_reset), .interrupt_o(inta_oe_o), .status_o(status_o), .started_o(started_o),
    .stopped_o(stopped_o), .query_begin_o(query_begin_o), .idle_o(registers_idle)
  );
  // verilator lint_on PINCONNECTEMPTY

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reset_q <= 1'b0;
    end else begin
      reset_q <= wants_reset;
    end
  end
  assign reset_o = reset_q;
  assign idle_o = bus_idle && registers_idle && !reset_q;

`ifndef SYNTHESIS
  // Who else drives the bus is not known here.
  // verilator lint_off PINCONNECTEMPTY
  pci_monitor #(.INITIATOR(1'b0)) u_monitor (
    .clk_i(clk_i), .rst_ni(rst_ni), .bus_edge_i(bus_edge_i),
    .ad_i(ad_oe_o ? ad_o : ad_i), .cbe_ni(cbe_ni), .par_i(par_oe_o ? par_o : par_i), .frame_ni(frame_ni), .irdy_ni(irdy_ni),
    .devsel_ni(!control_oe_o || devsel_no), .trdy_ni(!control_oe_o || trdy_no), .stop_ni(!control_oe_o || stop_no),
    .initiator_ad_oe_i(1'b0), .target_ad_oe_i(ad_oe_o), .control_oe_i(control_oe_o), .perr_ni(!perr_oe_o || perr_no),
    .perr_oe_i(perr_oe_o), .broken_o()
  );
  // verilator lint_on PINCONNECTEMPTY
`endif

endmodule

// The PCI Interface with its bus pins: pci_target in front of pci_interface. docs/pci_interface.md, "Bus pins".
//
// The pins of the units' side are pci_interface's; words of the SDRAM go through window_*.
module pci_device #(
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
  output logic                  reset_o
);

  logic        valid;
  logic        write;
  logic [31:0] address;
  logic [11:0] words;
  logic [11:0] index;
  logic [31:0] data;
  logic [31:0] answer;
  logic [2:0]  error;
  logic [63:0] cycle_q;
  logic        wants_reset;
  logic        reset_q;  // of the whole chip but the bus side, for a cycle

  pci_target #(
    .VENDOR_ID(VENDOR_ID), .WINDOW_BITS(WINDOW_BITS)
  ) u_target (
    .clk_i(clk_i), .rst_ni(rst_ni), .bus_edge_i(bus_edge_i),
    .ad_i(ad_i), .cbe_ni(cbe_ni), .par_i(par_i), .frame_ni(frame_ni), .irdy_ni(irdy_ni), .idsel_i(idsel_i),
    .ad_o(ad_o), .ad_oe_o(ad_oe_o), .par_o(par_o), .par_oe_o(par_oe_o), .devsel_no(devsel_no), .trdy_no(trdy_no),
    .stop_no(stop_no), .control_oe_o(control_oe_o), .perr_no(perr_no), .perr_oe_o(perr_oe_o), .serr_oe_o(serr_oe_o),
    .access_valid_o(valid), .access_write_o(write), .access_address_o(address), .access_words_o(words),
    .access_index_o(index), .access_data_o(data), .access_data_i(answer), .access_error_i(error),
    .window_read_o(window_read_o), .window_write_o(window_write_o), .window_address_o(window_address_o),
    .window_data_o(window_data_o), .window_bytes_o(window_bytes_o), .window_ready_i(window_ready_i),
    .window_valid_i(window_valid_i), .window_data_i(window_data_i)
  );

  // What a word causes happens in the cycle after it; every edge ends a chip cycle.
  // verilator lint_off PINCONNECTEMPTY
  pci_interface #(
    .DOP_K(DOP_K), .POINTER_FIFO_THRESHOLD(POINTER_FIFO_THRESHOLD), .POINTER_FIFO_DEPTH(POINTER_FIFO_DEPTH)
  ) u_interface (
    .clk_i(clk_i), .rst_ni(rst_ni && !reset_q), .tick_i(1'b1), .cycle_i(cycle_q),
    .host_valid_i(valid), .host_write_i(write), .host_address_i(address), .host_words_i(words), .host_index_i(index),
    .host_data_i(data), .host_left_i(32'd1), .host_data_o(answer), .host_error_o(error), .host_window_o(),
    .entries_level_i(entries_level_i), .entries_kind_i(entries_kind_i), .entries_tumbled_i(entries_tumbled_i),
    .entries_aligned_i(entries_aligned_i), .entries_pop_o(entries_pop_o),
    .done_valid_i(done_valid_i), .done_error_kind_i(done_error_kind_i), .done_error_address_i(done_error_address_i),
    .done_unfinished_i(done_unfinished_i), .done_pop_o(done_pop_o),
    .start_put_o(start_put_o), .start_tumbled_o(start_tumbled_o), .start_aligned_o(start_aligned_o),
    .start_first_witness_o(start_first_witness_o), .stop_ready_i(stop_ready_i), .stop_put_o(stop_put_o),
    .mmm_ready_i(mmm_ready_i), .mmm_put_o(mmm_put_o), .frames_ready_i(frames_ready_i), .frames_put_o(frames_put_o),
    .matrix_first_word_o(matrix_first_word_o), .matrix_count_o(matrix_count_o), .matrix_words_o(matrix_words_o),
    .reset_o(wants_reset), .interrupt_o(inta_oe_o), .status_o(), .started_o(), .stopped_o(), .query_begin_o(),
    .query_end_o(), .idle_o()
  );
  // verilator lint_on PINCONNECTEMPTY

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycle_q <= '0;
      reset_q <= 1'b0;
    end else begin
      cycle_q <= cycle_q + 64'd1;
      reset_q <= wants_reset;
    end
  end
  assign reset_o = reset_q;

endmodule

// The chip (Figure 4), the machine of preset paper41: the units of tlm/chip/chip_netlist.cpp behind the bus pins, joined by the
// channels of the same file. docs/rtl.md, "The whole chip".
//
// Pins: PCI as pci_interface has it, the commands and data of the SDRAM, the two stack SRAMs. The SDRAM's commands are
// reads only: words that the host reads and writes through its window leave at window_*, and are the board's business.
module collision_chip #(
  parameter logic [15:0] VENDOR_ID = 16'h4343
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  // PCI; bus_edge_i: the edge that ends this cycle is one of the bus clock
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

  // The SDRAM's window
  output logic        window_read_o,
  output logic        window_write_o,
  output logic [28:0] window_address_o,
  output logic [31:0] window_data_o,
  output logic [3:0]  window_bytes_o,
  input  logic        window_ready_i,
  input  logic        window_valid_i,
  input  logic [31:0] window_data_i,

  // SDRAM
  output logic         sdram_cs_no,
  output logic         sdram_ras_no,
  output logic         sdram_cas_no,
  output logic         sdram_we_no,
  output logic [1:0]   sdram_ba_o,
  output logic [14:0]  sdram_a_o,
  input  logic [255:0] sdram_dq_i,

  // Stack SRAMs
  output logic        left_sram_enable_o,
  output logic        left_sram_write_o,
  output logic [15:0] left_sram_address_o,
  output logic [31:0] left_sram_data_o,
  input  logic [31:0] left_sram_data_i,
  output logic        right_sram_enable_o,
  output logic        right_sram_write_o,
  output logic [15:0] right_sram_address_o,
  output logic [31:0] right_sram_data_o,
  input  logic [31:0] right_sram_data_i
);

  localparam int POINTER_FIFO_DEPTH = 1024;
  localparam int LEVEL_BITS = $clog2(POINTER_FIFO_DEPTH + 1);
  localparam logic [LEVEL_BITS-1:0] FULL = LEVEL_BITS'(POINTER_FIFO_DEPTH);

  // pci_interface.start, pci_interface.stop
  logic        start_put, start_first_witness, start_valid, start_pop;
  logic [31:0] start_tumbled, start_aligned;
  logic [messages::START_COMMAND_WIDTH-1:0] start;
  logic        stop_ready, stop_put, stop_valid, stop_pop;
  // pci_interface.mmm_writes, pci_interface.frame_writes
  logic          mmm_ready, mmm_put, frames_ready, frames_put;
  logic [11:0]   matrix_first_word;
  logic [5:0]    matrix_count;
  logic [1023:0] matrix_words;
  logic          mmm_write, frame_write;
  logic [6:0]    mmm_word;
  logic [4:0]    frame_word;
  logic [31:0]   mmm_data, frame_data;
  // triangle_unit.findings
  logic        findings_valid, findings_pop;
  logic [1:0]  findings_kind, findings_error_kind;
  logic [31:0] findings_tumbled, findings_aligned, findings_error_address;
  // pointer_fifo.entries
  logic                  entries_ready, entries_put, entries_pop;
  logic [LEVEL_BITS-1:0] entries_free;
  logic [1:0]            entries_kind_in, entries_kind;
  logic [31:0]           entries_tumbled_in, entries_aligned_in, entries_tumbled, entries_aligned;
  // pointer_fifo.done
  logic        done_ready, done_put, done_valid, done_pop, done_unfinished;
  logic [1:0]  done_error_kind;
  logic [31:0] done_error_address;
  logic [messages::QUERY_DONE_WIDTH-1:0] done;

  logic        wants_reset;
  logic        units_rst_nq;  // of all but the PCI Interface: a hard reset by the host, for a cycle
  logic [63:0] cycle_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      units_rst_nq <= 1'b0;
      cycle_q <= '0;
    end else begin
      units_rst_nq <= !wants_reset;
      cycle_q <= cycle_q + 64'd1;
    end
  end

  // verilator lint_off PINCONNECTEMPTY
  pci_interface #(
    .VENDOR_ID(VENDOR_ID), .WINDOW_BITS(29), .POINTER_FIFO_DEPTH(POINTER_FIFO_DEPTH)
  ) u_pci_interface (
    .clk_i(clk_i), .rst_ni(rst_ni), .bus_edge_i(bus_edge_i),
    .tick_i(1'b1), .cycle_i(cycle_q), .left_i(32'd1), .ahead_i(12'd0),
    .ad_i(ad_i), .cbe_ni(cbe_ni), .par_i(par_i), .frame_ni(frame_ni), .irdy_ni(irdy_ni), .idsel_i(idsel_i),
    .ad_o(ad_o), .ad_oe_o(ad_oe_o), .par_o(par_o), .par_oe_o(par_oe_o), .devsel_no(devsel_no), .trdy_no(trdy_no),
    .stop_no(stop_no), .control_oe_o(control_oe_o), .perr_no(perr_no), .perr_oe_o(perr_oe_o), .serr_oe_o(serr_oe_o),
    .inta_oe_o(inta_oe_o),
    .window_read_o(window_read_o), .window_write_o(window_write_o), .window_address_o(window_address_o),
    .window_data_o(window_data_o), .window_bytes_o(window_bytes_o), .window_ready_i(window_ready_i),
    .window_valid_i(window_valid_i), .window_data_i(window_data_i),
    .entries_level_i(FULL - entries_free), .entries_kind_i(entries_kind), .entries_tumbled_i(entries_tumbled),
    .entries_aligned_i(entries_aligned), .entries_pop_o(entries_pop),
    .done_valid_i(done_valid), .done_error_kind_i(messages::query_done_error_kind(done)),
    .done_error_address_i(messages::query_done_error_address(done)),
    .done_unfinished_i(messages::query_done_unfinished(done)), .done_pop_o(done_pop),
    .start_put_o(start_put), .start_tumbled_o(start_tumbled), .start_aligned_o(start_aligned),
    .start_first_witness_o(start_first_witness), .stop_ready_i(stop_ready), .stop_put_o(stop_put),
    .mmm_ready_i(mmm_ready), .mmm_put_o(mmm_put), .frames_ready_i(frames_ready), .frames_put_o(frames_put),
    .matrix_first_word_o(matrix_first_word), .matrix_count_o(matrix_count), .matrix_words_o(matrix_words),
    .reset_o(wants_reset), .refusal_o(), .status_o(), .started_o(), .stopped_o(), .query_begin_o(), .idle_o()
  );

  channel_fifo #(.WIDTH(messages::START_COMMAND_WIDTH), .CAPACITY(1)) u_start (
    .clk_i(clk_i), .rst_ni(units_rst_nq), .ready_o(), .free_o(), .put_i(start_put),
    .data_i(messages::start_command(start_tumbled, start_aligned, start_first_witness)), .valid_o(start_valid),
    .data_o(start), .pop_i(start_pop)
  );

  channel_fifo #(.WIDTH(1), .CAPACITY(1)) u_stop (
    .clk_i(clk_i), .rst_ni(units_rst_nq), .ready_o(stop_ready), .free_o(), .put_i(stop_put), .data_i(1'b0),
    .valid_o(stop_valid), .data_o(), .pop_i(stop_pop)
  );

  // The matrices stay over a reset of the units, and so do words on their way to them.
  matrix_writes #(.WORD_BITS(7)) u_mmm_writes (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_o(mmm_ready), .put_i(mmm_put), .first_word_i(matrix_first_word),
    .count_i(matrix_count), .words_i(matrix_words), .write_o(mmm_write), .word_o(mmm_word), .data_o(mmm_data)
  );

  matrix_writes #(.WORD_BITS(5)) u_frame_writes (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_o(frames_ready), .put_i(frames_put), .first_word_i(matrix_first_word),
    .count_i(matrix_count), .words_i(matrix_words), .write_o(frame_write), .word_o(frame_word), .data_o(frame_data)
  );

  collision_core u_core (
    .clk_i(clk_i), .rst_ni(units_rst_nq),
    .start_valid_i(start_valid), .start_tumbled_i(messages::start_command_tumbled(start)),
    .start_aligned_i(messages::start_command_aligned(start)),
    .start_first_witness_i(messages::start_command_first_witness(start)), .start_pop_o(start_pop),
    .host_stop_valid_i(stop_valid), .host_stop_pop_o(stop_pop),
    .mmm_write_i(mmm_write), .mmm_word_i(mmm_word), .mmm_data_i(mmm_data),
    .frame_write_i(frame_write), .frame_word_i(frame_word), .frame_data_i(frame_data),
    .findings_valid_o(findings_valid), .findings_kind_o(findings_kind), .findings_tumbled_o(findings_tumbled),
    .findings_aligned_o(findings_aligned), .findings_error_kind_o(findings_error_kind),
    .findings_error_address_o(findings_error_address), .findings_pop_i(findings_pop),
    .sdram_cs_no(sdram_cs_no), .sdram_ras_no(sdram_ras_no), .sdram_cas_no(sdram_cas_no), .sdram_we_no(sdram_we_no),
    .sdram_ba_o(sdram_ba_o), .sdram_a_o(sdram_a_o), .sdram_dq_i(sdram_dq_i),
    .left_sram_enable_o(left_sram_enable_o), .left_sram_write_o(left_sram_write_o),
    .left_sram_address_o(left_sram_address_o), .left_sram_data_o(left_sram_data_o), .left_sram_data_i(left_sram_data_i),
    .right_sram_enable_o(right_sram_enable_o), .right_sram_write_o(right_sram_write_o),
    .right_sram_address_o(right_sram_address_o), .right_sram_data_o(right_sram_data_o),
    .right_sram_data_i(right_sram_data_i)
  );

  pointer_fifo u_pointer_fifo (
    .clk_i(clk_i), .rst_ni(units_rst_nq),
    .findings_valid_i(findings_valid), .findings_kind_i(findings_kind), .findings_tumbled_i(findings_tumbled),
    .findings_aligned_i(findings_aligned), .findings_error_kind_i(findings_error_kind),
    .findings_error_address_i(findings_error_address), .findings_pop_o(findings_pop),
    .entries_ready_i(entries_ready), .entries_put_o(entries_put), .entries_kind_o(entries_kind_in),
    .entries_tumbled_o(entries_tumbled_in), .entries_aligned_o(entries_aligned_in),
    .done_ready_i(done_ready), .done_put_o(done_put), .done_error_kind_o(done_error_kind),
    .done_error_address_o(done_error_address), .done_unfinished_o(done_unfinished),
    .busy_o(), .stall_host_o(), .idle_o()
  );

  // An entry is a finding without an error.
  channel_fifo #(.WIDTH(66), .CAPACITY(POINTER_FIFO_DEPTH)) u_entries (
    .clk_i(clk_i), .rst_ni(units_rst_nq), .ready_o(entries_ready), .free_o(entries_free), .put_i(entries_put),
    .data_i({entries_kind_in, entries_tumbled_in, entries_aligned_in}), .valid_o(),
    .data_o({entries_kind, entries_tumbled, entries_aligned}), .pop_i(entries_pop)
  );

  channel_fifo #(.WIDTH(messages::QUERY_DONE_WIDTH), .CAPACITY(1)) u_done (
    .clk_i(clk_i), .rst_ni(units_rst_nq), .ready_o(done_ready), .free_o(), .put_i(done_put),
    .data_i(messages::query_done(done_error_kind, done_error_address, done_unfinished)), .valid_o(done_valid),
    .data_o(done), .pop_i(done_pop)
  );
  // verilator lint_on PINCONNECTEMPTY

endmodule

// The PCI Interface on a bus with one initiator, whose pins are the inputs, and with the monitor.
module pci_bench (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        bus_edge_i,

  // Driven by the initiator.
  input  logic [31:0] ad_i,
  input  logic        ad_oe_i,
  input  logic [3:0]  cbe_ni,
  input  logic        par_i,
  input  logic        par_oe_i,
  input  logic        frame_ni,
  input  logic        irdy_ni,
  input  logic        idsel_i,

  // On the bus.
  output logic [31:0] ad_o,
  output logic        par_o,
  output logic        devsel_no,
  output logic        trdy_no,
  output logic        stop_no,
  output logic        perr_no,
  output logic        serr_no,
  output logic        inta_no,
  output logic        control_oe_o,  // the target drives DEVSEL#, TRDY# and STOP#
  output logic        perr_oe_o,
  output logic [21:0] broken_o,

  output logic        window_read_o,
  output logic        window_write_o,
  output logic [28:0] window_address_o,
  output logic [31:0] window_data_o,
  output logic [3:0]  window_bytes_o,
  input  logic        window_ready_i,
  input  logic        window_valid_i,
  input  logic [31:0] window_data_i,

  input  logic [10:0]   entries_level_i,
  input  logic [31:0]   entries_tumbled_i,
  input  logic [31:0]   entries_aligned_i,
  output logic          entries_pop_o,
  input  logic          done_valid_i,
  output logic          done_pop_o,
  output logic          start_put_o,
  output logic [31:0]   start_tumbled_o,
  output logic [31:0]   start_aligned_o,
  output logic          start_first_witness_o,
  output logic          stop_put_o,
  input  logic          matrix_ready_i,
  output logic          mmm_put_o,
  output logic          frames_put_o,
  output logic [11:0]   matrix_first_word_o,
  output logic [5:0]    matrix_count_o,
  output logic [1023:0] matrix_words_o,
  output logic          reset_o
);

  logic [31:0] target_ad;
  logic        target_ad_oe;
  logic        target_par;
  logic        target_par_oe;
  logic        devsel;
  logic        trdy;
  logic        stop;
  logic        control_oe;
  logic        perr;
  logic        perr_oe;
  logic        serr_oe;
  logic        inta_oe;
  logic [63:0] cycle_q;

  assign ad_o = target_ad_oe ? target_ad : ad_oe_i ? ad_i : '1;
  assign par_o = target_par_oe ? target_par : par_oe_i ? par_i : 1'b1;
  assign devsel_no = !control_oe || devsel;
  assign trdy_no = !control_oe || trdy;
  assign stop_no = !control_oe || stop;
  assign perr_no = !perr_oe || perr;
  assign serr_no = !serr_oe;
  assign inta_no = !inta_oe;
  assign control_oe_o = control_oe;
  assign perr_oe_o = perr_oe;

  // verilator lint_off PINCONNECTEMPTY
  pci_interface u_interface (
    .clk_i(clk_i), .rst_ni(rst_ni), .bus_edge_i(bus_edge_i), .tick_i(1'b1), .cycle_i(cycle_q), .left_i(32'd1),
    .ahead_i(12'd0),
    .ad_i(ad_o), .cbe_ni(cbe_ni), .par_i(par_o), .frame_ni(frame_ni), .irdy_ni(irdy_ni), .idsel_i(idsel_i),
    .ad_o(target_ad), .ad_oe_o(target_ad_oe), .par_o(target_par), .par_oe_o(target_par_oe), .devsel_no(devsel),
    .trdy_no(trdy), .stop_no(stop), .control_oe_o(control_oe), .perr_no(perr), .perr_oe_o(perr_oe),
    .serr_oe_o(serr_oe), .inta_oe_o(inta_oe),
    .window_read_o(window_read_o), .window_write_o(window_write_o), .window_address_o(window_address_o),
    .window_data_o(window_data_o), .window_bytes_o(window_bytes_o), .window_ready_i(window_ready_i),
    .window_valid_i(window_valid_i), .window_data_i(window_data_i),
    .entries_level_i(entries_level_i), .entries_kind_i(2'd0), .entries_tumbled_i(entries_tumbled_i),
    .entries_aligned_i(entries_aligned_i), .entries_pop_o(entries_pop_o),
    .done_valid_i(done_valid_i), .done_error_kind_i(2'd0), .done_error_address_i(32'd0), .done_unfinished_i(1'b0),
    .done_pop_o(done_pop_o),
    .start_put_o(start_put_o), .start_tumbled_o(start_tumbled_o), .start_aligned_o(start_aligned_o),
    .start_first_witness_o(start_first_witness_o), .stop_ready_i(1'b1), .stop_put_o(stop_put_o),
    .mmm_ready_i(matrix_ready_i), .mmm_put_o(mmm_put_o), .frames_ready_i(matrix_ready_i), .frames_put_o(frames_put_o),
    .matrix_first_word_o(matrix_first_word_o), .matrix_count_o(matrix_count_o), .matrix_words_o(matrix_words_o),
    .reset_o(reset_o),
    .refusal_o(), .status_o(), .started_o(), .stopped_o(), .query_begin_o(), .idle_o()
  );
  // verilator lint_on PINCONNECTEMPTY

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) cycle_q <= '0;
    else cycle_q <= cycle_q + 64'd1;
  end

  // Its rules are read, for some tests break one.
  pci_monitor #(.ASSERTIONS(1'b0)) u_monitor (
    .clk_i(clk_i), .rst_ni(rst_ni), .bus_edge_i(bus_edge_i),
    .ad_i(ad_o), .cbe_ni(cbe_ni), .par_i(par_o), .frame_ni(frame_ni), .irdy_ni(irdy_ni), .devsel_ni(devsel_no),
    .trdy_ni(trdy_no), .stop_ni(stop_no), .initiator_ad_oe_i(ad_oe_i), .target_ad_oe_i(target_ad_oe),
    .control_oe_i(control_oe), .perr_ni(perr_no), .perr_oe_i(perr_oe), .broken_o(broken_o)
  );

endmodule

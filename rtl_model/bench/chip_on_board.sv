// The chip on its board, for simulation: SDRAM, stack SRAMs, and a PCI bus whose pins are pulled high where no agent
// drives them. A bus clock is PCI_CLOCK_CYCLES chip cycles (pci.clock_cycles).
module chip_on_board #(
  parameter int SDRAM_BEATS = 32768,
  parameter int PCI_CLOCK_CYCLES = 8
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  // Pins of the one initiator.
  input  logic [31:0] ad_i,
  input  logic        ad_oe_i,
  input  logic [3:0]  cbe_ni,
  input  logic        par_i,
  input  logic        par_oe_i,
  input  logic        frame_ni,
  input  logic        irdy_ni,
  input  logic        idsel_i,
  // On the bus.
  output logic        bus_edge_o,
  output logic [31:0] ad_o,
  output logic        devsel_no,
  output logic        trdy_no,
  output logic        stop_no,
  output logic        perr_no,
  output logic        serr_no,

  // What the statistics count: a query starts; a list goes to the DOP Unit, this long; leaf tests go to the Triangle
  // Unit, so many; a finding waits for room in the Pointer FIFO.
  output logic        start_o,
  output logic        list_o,
  output logic [16:0] list_length_o,
  output logic        leaf_tests_o,
  output logic [2:0]  leaf_tests_count_o,
  output logic        full_o
);

  logic [31:0]  ad;
  logic         ad_oe, par, par_oe, devsel, trdy, stop, control_oe, perr, perr_oe, serr_oe;
  logic         window_read, window_write, window_ready, window_valid;
  logic [28:0]  window_address;
  logic [31:0]  window_out, window_in;
  logic [3:0]   window_bytes;
  logic         cs, ras, cas, we;
  logic [1:0]   ba;
  logic [14:0]  a;
  logic [255:0] dq;
  logic         left_enable, left_write, right_enable, right_write;
  logic [15:0]  left_address, right_address;
  logic [31:0]  left_out, left_in, right_out, right_in;

  logic [7:0] phase_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) phase_q <= 8'd0;
    else phase_q <= bus_edge_o ? 8'd0 : phase_q + 8'd1;
  end
  assign bus_edge_o = phase_q == 8'(PCI_CLOCK_CYCLES - 1);

  assign ad_o = ad_oe ? ad : ad_oe_i ? ad_i : '1;
  assign devsel_no = !control_oe || devsel;
  assign trdy_no = !control_oe || trdy;
  assign stop_no = !control_oe || stop;
  assign perr_no = !perr_oe || perr;
  assign serr_no = !serr_oe;

  // verilator lint_off PINCONNECTEMPTY
  collision_chip u_chip (
    .clk_i(clk_i), .rst_ni(rst_ni), .bus_edge_i(bus_edge_o),
    .ad_i(ad_o), .cbe_ni(cbe_ni), .par_i(par_oe ? par : par_oe_i ? par_i : 1'b1), .frame_ni(frame_ni),
    .irdy_ni(irdy_ni), .idsel_i(idsel_i),
    .ad_o(ad), .ad_oe_o(ad_oe), .par_o(par), .par_oe_o(par_oe), .devsel_no(devsel), .trdy_no(trdy), .stop_no(stop),
    .control_oe_o(control_oe), .perr_no(perr), .perr_oe_o(perr_oe), .serr_oe_o(serr_oe), .inta_oe_o(),
    .window_read_o(window_read), .window_write_o(window_write), .window_address_o(window_address),
    .window_data_o(window_out), .window_bytes_o(window_bytes), .window_ready_i(window_ready),
    .window_valid_i(window_valid), .window_data_i(window_in),
    .sdram_cs_no(cs), .sdram_ras_no(ras), .sdram_cas_no(cas), .sdram_we_no(we), .sdram_ba_o(ba), .sdram_a_o(a),
    .sdram_dq_i(dq),
    .left_sram_enable_o(left_enable), .left_sram_write_o(left_write), .left_sram_address_o(left_address),
    .left_sram_data_o(left_out), .left_sram_data_i(left_in),
    .right_sram_enable_o(right_enable), .right_sram_write_o(right_write), .right_sram_address_o(right_address),
    .right_sram_data_o(right_out), .right_sram_data_i(right_in)
  );
  // verilator lint_on PINCONNECTEMPTY

  sdram_device #(.BEATS(SDRAM_BEATS)) u_sdram (
    .clk_i(clk_i), .rst_ni(rst_ni), .cs_ni(cs), .ras_ni(ras), .cas_ni(cas), .we_ni(we), .ba_i(ba), .a_i(a), .dq_o(dq),
    .window_read_i(window_read), .window_write_i(window_write), .window_address_i(window_address),
    .window_data_i(window_out), .window_bytes_i(window_bytes), .window_ready_o(window_ready),
    .window_valid_o(window_valid), .window_data_o(window_in)
  );

  sram_device u_left_sram (
    .clk_i(clk_i), .enable_i(left_enable), .write_i(left_write), .address_i(left_address), .data_i(left_out),
    .data_o(left_in)
  );

  sram_device u_right_sram (
    .clk_i(clk_i), .enable_i(right_enable), .write_i(right_write), .address_i(right_address), .data_i(right_out),
    .data_o(right_in)
  );

  // They are no pins of the chip.
  logic [3:0] bits;
  assign start_o = u_chip.start_put;
  assign list_o = u_chip.u_core.list_put;
  assign list_length_o = u_chip.u_core.list_length_in;
  assign leaf_tests_o = u_chip.u_core.leaf_tests_put && u_chip.u_core.leaf_tests_kind == 2'd0;
  assign full_o = u_chip.findings_valid && !u_chip.findings_pop;
  assign bits = u_chip.u_core.leaf_tests_bits;
  assign leaf_tests_count_o = 3'(bits[0]) + 3'(bits[1]) + 3'(bits[2]) + 3'(bits[3]);

endmodule

// Plays what PciPinsFile.IsWritten has recorded to the PCI Interface and counts the cycles whose outputs differ.
module pci_pins_tb;
  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic [31:0] word [0:10];
  logic [10:0] in;
  logic [15:0] got;
  logic [31:0] ad, window_data;
  logic [28:0] window_address;
  logic [3:0] window_bytes;
  logic [31:0] start_tumbled, start_aligned;
  logic start_first_witness;
  logic [11:0] matrix_first_word;
  logic [5:0] matrix_count;
  logic [1023:0] matrix_words;
  logic [21:0] broken;
  string path;
  integer file, i, cycles = 0, differences = 0;

  assign in = word[0][10:0];

  pci_bench u_bench (
    .clk_i(clk), .rst_ni(rst_n), .bus_edge_i(in[10]),
    .ad_i(word[2]), .ad_oe_i(in[9]), .cbe_ni(word[1][3:0]), .par_i(in[8]), .par_oe_i(in[7]), .frame_ni(in[6]),
    .irdy_ni(in[5]), .idsel_i(in[4]),
    .ad_o(ad), .par_o(got[15]), .devsel_no(got[14]), .trdy_no(got[13]), .stop_no(got[12]), .perr_no(got[11]),
    .serr_no(got[10]), .inta_no(got[9]), .broken_o(broken),
    .window_read_o(got[8]), .window_write_o(got[7]), .window_address_o(window_address), .window_data_o(window_data),
    .window_bytes_o(window_bytes), .window_ready_i(in[3]), .window_valid_i(in[2]), .window_data_i(word[3]),
    .entries_level_i(word[4][10:0]), .entries_tumbled_i(word[5]), .entries_aligned_i(word[6]), .entries_pop_o(got[6]),
    .done_valid_i(in[1]), .done_pop_o(got[5]),
    .start_put_o(got[4]), .start_tumbled_o(start_tumbled), .start_aligned_o(start_aligned),
    .start_first_witness_o(start_first_witness), .stop_put_o(got[3]),
    .matrix_ready_i(in[0]), .mmm_put_o(got[2]), .frames_put_o(got[1]), .matrix_first_word_o(matrix_first_word),
    .matrix_count_o(matrix_count), .matrix_words_o(matrix_words), .reset_o(got[0])
  );

  task check(input [31:0] want, input [31:0] have, input integer what);
    if (want !== have) begin
      differences = differences + 1;
      if (differences <= 10) $display("cycle %0d, word %0d: %h, expected %h", cycles, what, have, want);
    end
  endtask

  initial begin
    if (!$value$plusargs("pins=%s", path)) $fatal(1, "+pins=FILE is missing");
    file = $fopen(path, "r");
    for (i = 0; i < 11; i = i + 1) word[i] = 32'd0;
    #1 clk = 1'b1;
    #1 clk = 1'b0;
    #1 rst_n = 1'b1;
    while ($fscanf(file, "%h", word[0]) == 1) begin
      for (i = 1; i < 11; i = i + 1) if ($fscanf(file, "%h", word[i]) != 1) $fatal(1, "cut short");
      #1 check(word[7], {16'd0, got}, 7);
      check(word[8], ad, 8);
      if (got[8] || got[7]) check(word[9], {3'd0, window_address}, 9);
      if (got[2] || got[1]) check(word[10], matrix_words[31:0], 10);
      check(32'd0, {10'd0, broken}, 0);
      #1 clk = 1'b1;
      #1 clk = 1'b0;
      cycles = cycles + 1;
    end
    $display("pci pins: %0d cycles, %0d differences", cycles, differences);
    $finish;
  end
endmodule

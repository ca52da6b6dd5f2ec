// Turns reads into SDRAM commands: [PRECHARGE] [ACTIVATE] READ, one command per slot of COMMAND_CYCLES cycles.
//
// It sees the oldest read that is not out (head) and the one behind it (next). A READ that may go goes first; else the
// head's bank is prepared, then the next one's, unless it is the same bank. The preparation waits only for the
// read's arrival; the READ waits for its receiver too (head_go_i). Pins as a DDR SDRAM's: A10 with READ is auto
// precharge, A12 with READ asks for eight beats instead of four.
module sdram_sequencer #(
  parameter int CAPACITY_MIB = 512,
  parameter int BANKS = 4,
  parameter int PAGE_BYTES = 4096,
  parameter bit OPEN_PAGE = 1'b1,
  parameter int MAPPING = 0,  // 0 row, bank, column; 1 row, column, bank; 2 bank, row, column
  parameter int COMMAND_CYCLES = 2,
  parameter int T_RP = 4,
  parameter int T_RCD = 4,
  parameter int T_RAS = 12,
  parameter int T_RC = 16,
  parameter int T_RRD = 4,
  // Derived.
  parameter int BANK_BITS = BANKS > 1 ? $clog2(BANKS) : 1,
  parameter int ROW_BITS = $clog2(CAPACITY_MIB) + 20 - $clog2(BANKS) - $clog2(PAGE_BYTES),
  parameter int ADDRESS_BITS = ROW_BITS > 13 ? ROW_BITS : 13
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    head_valid_i,  // a command may go out for it
  input  logic                    head_go_i,     // its READ too
  input  logic [31:0]             head_address_i,
  input  logic                    head_pair_i,   // eight beats
  input  logic                    next_valid_i,
  input  logic [31:0]             next_address_i,
  output logic                    read_o,  // the head's READ goes out in this cycle
  output logic                    sdram_cs_no,
  output logic                    sdram_ras_no,
  output logic                    sdram_cas_no,
  output logic                    sdram_we_no,
  output logic [BANK_BITS-1:0]    sdram_ba_o,
  output logic [ADDRESS_BITS-1:0] sdram_a_o,
  output logic                    settled_o
);

  localparam int BANK_SHIFT = $clog2(BANKS);
  localparam int PAGE_SHIFT = $clog2(PAGE_BYTES);
  localparam int COLUMN_BITS = PAGE_SHIFT - 5;  // words of 32 bytes; at most 10, below A10
  localparam int SLOT_BITS = COMMAND_CYCLES > 1 ? $clog2(COMMAND_CYCLES) : 1;
  localparam logic [SLOT_BITS-1:0] LAST_OF_SLOT = SLOT_BITS'(COMMAND_CYCLES - 1);
  localparam logic [31:0] BANK_MASK = 32'(BANKS - 1);
  localparam logic [31:0] ROW_MASK = (32'd1 << ROW_BITS) - 32'd1;
  localparam logic [31:0] COLUMN_MASK = (32'd1 << COLUMN_BITS) - 32'd1;
  localparam logic [6:0] RRD = 7'(T_RRD);

  function automatic logic [31:0] bank_of(input logic [31:0] address);
    if (MAPPING == 0) bank_of = (address >> PAGE_SHIFT) & BANK_MASK;
    else if (MAPPING == 1) bank_of = (address >> 8) & BANK_MASK;
    else bank_of = (address >> (PAGE_SHIFT + ROW_BITS)) & BANK_MASK;
  endfunction

  function automatic logic [31:0] row_of(input logic [31:0] address);
    if (MAPPING == 2) row_of = (address >> PAGE_SHIFT) & ROW_MASK;
    else row_of = (address >> (PAGE_SHIFT + BANK_SHIFT)) & ROW_MASK;
  endfunction

  // The block of 256 bytes in its page, and the word in the block.
  function automatic logic [31:0] column_of(input logic [31:0] address);
    if (MAPPING == 1) column_of = (((address >> (8 + BANK_SHIFT)) << 3) | ((address >> 5) & 32'd7)) & COLUMN_MASK;
    else column_of = (address >> 5) & COLUMN_MASK;
  endfunction

  logic [BANKS-1:0]          open;
  logic [BANKS*ROW_BITS-1:0] row;
  logic [BANKS-1:0]          activate_ok;
  logic [BANKS-1:0]          read_ok;
  logic [BANKS-1:0]          precharge_ok;
  logic [BANKS-1:0]          settled;
  logic                      activate;
  logic                      precharge;

  logic [BANK_BITS-1:0] head_bank;
  logic [BANK_BITS-1:0] next_bank;
  logic [BANK_BITS-1:0] bank;  // of the command
  logic [ROW_BITS-1:0]  head_row;
  logic [ROW_BITS-1:0]  next_row;
  logic [ROW_BITS-1:0]  prepared_row;
  logic                 head_ready;  // its row is open
  logic                 next_ready;
  logic                 prepare;

  logic [SLOT_BITS-1:0] slot_q;  // 0: a command may go out
  logic [6:0]           activate_gap_q;  // cycles until the next ACTIVATE of any bank, by T_RRD
  logic [2:0]           read_gap_q;      // cycles until the bus is free for the next READ's burst
  logic                 in_slot;

  assign head_bank = BANK_BITS'(bank_of(head_address_i));
  assign next_bank = BANK_BITS'(bank_of(next_address_i));
  assign head_row = ROW_BITS'(row_of(head_address_i));
  assign next_row = ROW_BITS'(row_of(next_address_i));
  assign head_ready = open[head_bank] && row[head_bank*ROW_BITS+:ROW_BITS] == head_row;
  assign next_ready = open[next_bank] && row[next_bank*ROW_BITS+:ROW_BITS] == next_row;
  assign in_slot = slot_q == '0;

  assign read_o = in_slot && head_valid_i && head_go_i && head_ready && read_ok[head_bank] && read_gap_q == '0;

  always_comb begin
    prepare = 1'b0;
    bank = head_bank;
    prepared_row = head_row;
    if (!read_o && in_slot && head_valid_i) begin
      if (!head_ready) begin
        prepare = 1'b1;
      end else if (next_valid_i && !next_ready && next_bank != head_bank) begin
        prepare = 1'b1;
        bank = next_bank;
        prepared_row = next_row;
      end
    end
    precharge = prepare && open[bank] && precharge_ok[bank];
    activate = prepare && !open[bank] && activate_ok[bank] && activate_gap_q == '0;
  end

  always_comb begin
    sdram_cs_no = !(read_o || activate || precharge);
    sdram_ras_no = !(activate || precharge);
    sdram_cas_no = !read_o;
    sdram_we_no = !precharge;
    sdram_ba_o = bank;
    sdram_a_o = '0;
    if (activate) sdram_a_o[ROW_BITS-1:0] = prepared_row;
    if (read_o) begin
      sdram_a_o[9:0] = 10'(column_of(head_address_i));
      sdram_a_o[10] = !OPEN_PAGE;
      sdram_a_o[12] = head_pair_i;
    end
  end

  generate
    genvar b;
    for (b = 0; b < BANKS; b = b + 1) begin : g_bank
      sdram_bank #(
        .ROW_BITS(ROW_BITS), .T_RP(T_RP), .T_RCD(T_RCD), .T_RAS(T_RAS), .T_RC(T_RC)
      ) u_bank (
        .clk_i         (clk_i),
        .rst_ni        (rst_ni),
        .activate_i    (activate && bank == BANK_BITS'(b)),
        .read_i        (read_o && bank == BANK_BITS'(b)),
        .precharge_i   (precharge && bank == BANK_BITS'(b)),
        .closes_i      (!OPEN_PAGE),
        .burst8_i      (head_pair_i),
        .row_i         (prepared_row),
        .open_o        (open[b]),
        .row_o         (row[b*ROW_BITS+:ROW_BITS]),
        .activate_ok_o (activate_ok[b]),
        .read_ok_o     (read_ok[b]),
        .precharge_ok_o(precharge_ok[b]),
        .settled_o     (settled[b])
      );
    end
  endgenerate

  assign settled_o = &settled && activate_gap_q == '0 && read_gap_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      slot_q <= '0;
      activate_gap_q <= '0;
      read_gap_q <= '0;
    end else begin
      slot_q <= slot_q == LAST_OF_SLOT ? '0 : slot_q + SLOT_BITS'(1);
      if (activate) activate_gap_q <= RRD - 7'd1;
      else if (activate_gap_q != '0) activate_gap_q <= activate_gap_q - 7'd1;
      if (read_o) read_gap_q <= head_pair_i ? 3'd7 : 3'd3;
      else if (read_gap_q != '0) read_gap_q <= read_gap_q - 3'd1;
    end
  end

endmodule

// One bank of the SDRAM as its controller must see it: the open row, and how long until each command is legal.
//
// A command of cycle t allows the next one from t + T_* on. A READ that closes the bank (auto precharge) does so when
// its burst is out and T_RAS has passed.
module sdram_bank #(
  parameter int ROW_BITS = 15,
  parameter int T_RP = 4,
  parameter int T_RCD = 4,
  parameter int T_RAS = 12,
  parameter int T_RC = 16
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                activate_i,   // at most one of the three
  input  logic                read_i,
  input  logic                precharge_i,
  input  logic                closes_i,     // the READ precharges
  input  logic                burst8_i,     // the READ takes eight beats, not four
  input  logic [ROW_BITS-1:0] row_i,        // of the ACTIVATE
  output logic                open_o,
  output logic [ROW_BITS-1:0] row_o,
  output logic                activate_ok_o,  // meaningful while precharged
  output logic                read_ok_o,      // meaningful while open
  output logic                precharge_ok_o,  // meaningful while open
  output logic                settled_o        // nothing is counted any more
);

  localparam int BITS = 12;  // longer than any sum of two times
  localparam logic [BITS-1:0] RP = BITS'(T_RP);
  localparam logic [BITS-1:0] RCD = BITS'(T_RCD);
  localparam logic [BITS-1:0] RAS = BITS'(T_RAS);
  localparam logic [BITS-1:0] RC = BITS'(T_RC);
  localparam logic [BITS-1:0] ONE = BITS'(1);

  logic                open_q, open_d;
  logic [ROW_BITS-1:0] row_q, row_d;
  // Cycles until ACTIVATE by T_RC alone, until ACTIVATE, READ and PRECHARGE.
  logic [BITS-1:0] cycle_q, cycle_d;
  logic [BITS-1:0] activate_q, activate_d;
  logic [BITS-1:0] read_q, read_d;
  logic [BITS-1:0] precharge_q, precharge_d;
  logic [BITS-1:0] burst;

  assign open_o = open_q;
  assign row_o = row_q;
  assign activate_ok_o = activate_q == '0;
  assign read_ok_o = read_q == '0;
  assign precharge_ok_o = precharge_q == '0;
  assign settled_o = cycle_q == '0 && activate_q == '0 && read_q == '0 && precharge_q == '0;
  assign burst = burst8_i ? BITS'(8) : BITS'(4);

  always_comb begin
    open_d = open_q;
    row_d = row_q;
    cycle_d = cycle_q;
    activate_d = activate_q;
    read_d = read_q;
    precharge_d = precharge_q;
    if (activate_i) begin
      open_d = 1'b1;
      row_d = row_i;
      cycle_d = RC;
      read_d = RCD;
      precharge_d = RAS;
    end
    if (read_i) begin
      if (precharge_d < burst) precharge_d = burst;
      if (closes_i) begin
        open_d = 1'b0;
        activate_d = precharge_d + RP;
      end
    end
    if (precharge_i) begin
      open_d = 1'b0;
      activate_d = RP;
    end
    if (activate_d < cycle_d) activate_d = cycle_d;
    // One of these cycles is the present one.
    if (cycle_d != '0) cycle_d = cycle_d - ONE;
    if (activate_d != '0) activate_d = activate_d - ONE;
    if (read_d != '0) read_d = read_d - ONE;
    if (precharge_d != '0) precharge_d = precharge_d - ONE;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      row_q <= '0;
      cycle_q <= '0;
      activate_q <= '0;
      read_q <= '0;
      precharge_q <= '0;
    end else begin
      open_q <= open_d;
      row_q <= row_d;
      cycle_q <= cycle_d;
      activate_q <= activate_d;
      read_q <= read_d;
      precharge_q <= precharge_d;
    end
  end

endmodule

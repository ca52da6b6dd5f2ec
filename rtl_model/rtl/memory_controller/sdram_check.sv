// Stands at the SDRAM's pins as a device would and says what no device would bear: commands out of turn, too early or to
// a bank in the wrong state. It counts on its own, from the commands alone. Simulation alone sees it. There are no
// WRITEs (T_WR) and no REFRESHes (T_RFC) on these pins.
module sdram_check #(
  parameter int BANKS = 4,
  parameter int BANK_BITS = 2,
  parameter int ADDRESS_BITS = 15,
  parameter int COMMAND_CYCLES = 2,
  parameter int T_RP = 4,
  parameter int T_RCD = 4,
  parameter int T_RAS = 12,
  parameter int T_RC = 16,
  parameter int T_RRD = 4
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic                    cs_ni,
  input logic                    ras_ni,
  input logic                    cas_ni,
  input logic                    we_ni,
  input logic [BANK_BITS-1:0]    ba_i,
  input logic [ADDRESS_BITS-1:0] a_i
);

`ifndef SYNTHESIS
  localparam logic [31:0] FIRST = 32'd4096;  // so that all before it is long ago

  // The cycle, from the reset on, and the last ones of each command; of a bank's READ when its last beat is out.
  logic [31:0]      now_q;
  logic [31:0]      command_q;
  logic [31:0]      activate_q;
  logic [31:0]      burst_end_q;
  logic [BANKS-1:0] open_q;
  logic [31:0]      activated_q  [BANKS];
  logic [31:0]      read_end_q   [BANKS];
  logic [31:0]      precharged_q [BANKS];

  logic        activate, read, precharge;
  logic [31:0] burst, closed;
  assign activate = !cs_ni && !ras_ni && cas_ni && we_ni;
  assign read = !cs_ni && ras_ni && !cas_ni && we_ni;
  assign precharge = !cs_ni && !ras_ni && cas_ni && !we_ni;
  assign burst = a_i[12] ? 32'd8 : 32'd4;
  // An auto precharge begins when the burst is out and T_RAS has passed.
  assign closed = now_q + burst > activated_q[ba_i] + 32'(T_RAS) ? now_q + burst : activated_q[ba_i] + 32'(T_RAS);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      now_q <= FIRST;
      command_q <= '0;
      activate_q <= '0;
      burst_end_q <= '0;
      open_q <= '0;
      for (int b = 0; b < BANKS; b = b + 1) begin
        activated_q[b] <= '0;
        read_end_q[b] <= '0;
        precharged_q[b] <= '0;
      end
    end else begin
      now_q <= now_q + 32'd1;
      if (!cs_ni) command_q <= now_q;
      if (activate) begin
        activate_q <= now_q;
        open_q[ba_i] <= 1'b1;
        activated_q[ba_i] <= now_q;
      end
      if (read) begin
        burst_end_q <= now_q + burst;
        read_end_q[ba_i] <= now_q + burst;
        if (a_i[10]) begin
          open_q[ba_i] <= 1'b0;
          precharged_q[ba_i] <= closed;
        end
      end
      if (precharge) begin
        open_q[ba_i] <= 1'b0;
        precharged_q[ba_i] <= now_q;
      end
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (cs_ni === 1'b1 || (^{cs_ni, ras_ni, cas_ni, we_ni, ba_i, a_i}) === 1'b0 ||
              (^{cs_ni, ras_ni, cas_ni, we_ni, ba_i, a_i}) === 1'b1) else $error("%m: pins are unknown");
      if (!cs_ni) begin
        assert (activate || read || precharge) else $error("%m: no command of ours");
        assert (now_q >= command_q + 32'(COMMAND_CYCLES)) else $error("%m: two commands in a slot");
      end
      if (activate) begin
        assert (!open_q[ba_i]) else $error("%m: ACTIVATE of an open bank");
        assert (now_q >= precharged_q[ba_i] + 32'(T_RP)) else $error("%m: ACTIVATE before T_RP");
        assert (now_q >= activated_q[ba_i] + 32'(T_RC)) else $error("%m: ACTIVATE before T_RC");
        assert (now_q >= activate_q + 32'(T_RRD)) else $error("%m: ACTIVATE before T_RRD");
      end
      if (read) begin
        assert (open_q[ba_i]) else $error("%m: READ of a closed bank");
        assert (now_q >= activated_q[ba_i] + 32'(T_RCD)) else $error("%m: READ before T_RCD");
        assert (now_q >= burst_end_q) else $error("%m: two bursts on the bus");
        assert (a_i[1:0] == 2'd0 && !(a_i[12] && a_i[2])) else $error("%m: a burst that is not aligned");
      end
      if (precharge) begin
        assert (open_q[ba_i]) else $error("%m: PRECHARGE of a closed bank");
        assert (now_q >= activated_q[ba_i] + 32'(T_RAS)) else $error("%m: PRECHARGE before T_RAS");
        assert (now_q >= read_end_q[ba_i]) else $error("%m: PRECHARGE into a burst");
      end
    end
  end
`endif

endmodule

// Watches a PCI bus at the rising edges of its clock and says which rules of the protocol (PCI 2.2, chapter 3) are broken.
// A rule has a bit in broken_o, set from the edge on at which it was broken; with ASSERTIONS it also stops the run. A device
// that sees its own lines only, and not what others answer, leaves the initiator's rules out.
//
// The lines as they are on the bus (high if no agent drives them), and who drives what.
module pci_monitor #(
  parameter bit ASSERTIONS = 1'b1,
  parameter bit INITIATOR = 1'b1
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        bus_edge_i,
  input  logic [31:0] ad_i,
  input  logic [3:0]  cbe_ni,
  input  logic        par_i,
  input  logic        frame_ni,
  input  logic        irdy_ni,
  input  logic        devsel_ni,
  input  logic        trdy_ni,
  input  logic        stop_ni,
  input  logic        initiator_ad_oe_i,
  input  logic        target_ad_oe_i,
  input  logic        control_oe_i,  // DEVSEL#, TRDY#, STOP#
  input  logic        perr_ni,
  input  logic        perr_oe_i,
  output logic [21:0] broken_o
);

  localparam int IRDY_IN_ADDRESS_PHASE = 0;
  localparam int FRAME_RISES_WITHOUT_IRDY = 1;
  localparam int IRDY_TAKEN_BACK = 2;
  localparam int FRAME_MOVES_UNDER_IRDY = 3;  // before the data phase is complete
  localparam int TRDY_WITHOUT_DEVSEL = 4;
  localparam int STOP_BEFORE_DEVSEL = 5;
  localparam int DEVSEL_TAKEN_BACK = 6;       // other than by a target abort
  localparam int TRDY_TAKEN_BACK = 7;
  localparam int STOP_TAKEN_BACK = 8;
  localparam int TARGET_WITHOUT_TRANSACTION = 9;
  localparam int READ_WITHOUT_TURN_AROUND = 10;
  localparam int PARITY = 11;
  localparam int AD_HANDED_OVER_AT_ONCE = 12;
  localparam int DATA_CHANGE = 13;            // of a word to be written, while it is offered
  localparam int ENABLES_CHANGE = 14;         // within a data phase
  localparam int DATA_AFTER_STOP = 15;
  localparam int CONTROL_LET_GO_LOW = 16;     // a line is driven high for a clock, then let go
  localparam int CONTROL_HELD = 17;           // without a transaction
  localparam int PERR_LET_GO_LOW = 18;
  localparam int AD_LET_GO = 19;              // by the target, in a read that is not over
  localparam int LATE = 20;                   // no answer by the 16th clock, or by the 8th of a later data phase
  localparam int READ_DATA_CHANGE = 21;       // while offered

  localparam logic [21:0] WATCHED =
      INITIATOR ? '1
                : ~(22'd1 << IRDY_IN_ADDRESS_PHASE | 22'd1 << FRAME_RISES_WITHOUT_IRDY | 22'd1 << IRDY_TAKEN_BACK |
                    22'd1 << FRAME_MOVES_UNDER_IRDY | 22'd1 << DATA_CHANGE | 22'd1 << ENABLES_CHANGE);

  // The clock before.
  logic [31:0] ad_q;
  logic [3:0]  cbe_q;
  logic        frame_q, irdy_q, devsel_q, trdy_q, stop_q;
  logic        initiator_q, target_q, control_oe_q, perr_q, perr_oe_q;
  logic        active_q;   // a transaction was under way
  logic        claimed_q;  // and DEVSEL# has been seen in it
  logic        read_q;     // it is a read
  logic        first_q;    // that clock was its address phase
  logic        stopped_q;  // a data phase has ended with STOP#
  logic        moved_q;    // or in any way
  logic [4:0]  clocks_q;   // since then, or with the address phase

  logic        address_phase;
  logic        active;
  logic        pending;    // a data phase was under way and did not end
  logic        done;       // it ended
  logic [21:0] raw;
  logic [21:0] broken;

  assign done = active_q && !first_q && !irdy_q && (!trdy_q || !stop_q);
  assign pending = active_q && !first_q && !done;
  assign address_phase = !frame_ni && frame_q && (!active_q || done);
  assign active = address_phase || (active_q && !(done && frame_q) && !(frame_ni && irdy_ni));

  always_comb begin
    raw = '0;
    raw[IRDY_IN_ADDRESS_PHASE] = address_phase && !irdy_ni;
    raw[FRAME_RISES_WITHOUT_IRDY] = frame_ni && !frame_q && irdy_ni;
    // The initiator gives up when no target answers.
    raw[IRDY_TAKEN_BACK] = pending && !irdy_q && irdy_ni && !(frame_q && !claimed_q);
    raw[FRAME_MOVES_UNDER_IRDY] = pending && !irdy_q && frame_ni != frame_q && !(frame_ni && !claimed_q && devsel_ni);
    raw[TRDY_WITHOUT_DEVSEL] = !trdy_ni && devsel_ni;
    raw[STOP_BEFORE_DEVSEL] = !stop_ni && devsel_ni && !claimed_q && active;
    raw[DEVSEL_TAKEN_BACK] = active && !address_phase && claimed_q && devsel_ni && !devsel_q && stop_ni;
    raw[TRDY_TAKEN_BACK] = pending && !trdy_q && trdy_ni;
    raw[STOP_TAKEN_BACK] = active && !address_phase && !stop_q && stop_ni;
    raw[TARGET_WITHOUT_TRANSACTION] = (!active || address_phase) && (!devsel_ni || !trdy_ni || !stop_ni);
    raw[READ_WITHOUT_TURN_AROUND] = first_q && read_q && !trdy_ni;
    raw[PARITY] = (initiator_q || target_q) && par_i != ^{ad_q, cbe_q};
    raw[AD_HANDED_OVER_AT_ONCE] = (initiator_ad_oe_i && target_ad_oe_i) || (initiator_q && target_ad_oe_i) ||
                                     (target_q && initiator_ad_oe_i);
    raw[DATA_CHANGE] = pending && !read_q && ad_i != ad_q && !irdy_q && !(frame_q && !claimed_q);
    raw[READ_DATA_CHANGE] = pending && read_q && ad_i != ad_q && !trdy_q;
    raw[ENABLES_CHANGE] = pending && cbe_ni != cbe_q;
    raw[AD_LET_GO] = active && read_q && !address_phase && target_q && !target_ad_oe_i;
    raw[LATE] = active && !address_phase && claimed_q && !stopped_q && trdy_ni && stop_ni &&
                   !done && clocks_q >= (moved_q ? 5'd7 : 5'd15);
    raw[DATA_AFTER_STOP] = active && !address_phase && stopped_q && !trdy_ni;
    raw[CONTROL_LET_GO_LOW] = control_oe_q && !control_oe_i && (!devsel_q || !trdy_q || !stop_q);
    raw[CONTROL_HELD] = control_oe_i && !active && !active_q;
    raw[PERR_LET_GO_LOW] = perr_oe_q && !perr_oe_i && !perr_q;
    broken = raw & WATCHED;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ad_q <= '0;
      cbe_q <= '0;
      frame_q <= 1'b1;
      irdy_q <= 1'b1;
      devsel_q <= 1'b1;
      trdy_q <= 1'b1;
      stop_q <= 1'b1;
      initiator_q <= 1'b0;
      target_q <= 1'b0;
      control_oe_q <= 1'b0;
      perr_q <= 1'b1;
      perr_oe_q <= 1'b0;
      active_q <= 1'b0;
      claimed_q <= 1'b0;
      read_q <= 1'b0;
      first_q <= 1'b0;
      stopped_q <= 1'b0;
      moved_q <= 1'b0;
      clocks_q <= '0;
      broken_o <= '0;
    end else if (bus_edge_i) begin
      ad_q <= ad_i;
      cbe_q <= cbe_ni;
      frame_q <= frame_ni;
      irdy_q <= irdy_ni;
      devsel_q <= devsel_ni;
      trdy_q <= trdy_ni;
      stop_q <= stop_ni;
      initiator_q <= initiator_ad_oe_i;
      target_q <= target_ad_oe_i;
      control_oe_q <= control_oe_i;
      perr_q <= perr_ni;
      perr_oe_q <= perr_oe_i;
      active_q <= active;
      claimed_q <= active && !address_phase && (claimed_q || !devsel_ni);
      if (address_phase) read_q <= !cbe_ni[0];
      first_q <= address_phase;
      stopped_q <= active && !address_phase && (stopped_q || (!irdy_ni && !stop_ni));
      moved_q <= !address_phase && (moved_q || done);
      clocks_q <= address_phase || done ? 5'd1 : clocks_q + {4'd0, clocks_q != '1};
      broken_o <= broken_o | broken;
`ifndef SYNTHESIS
      if (ASSERTIONS) assert (broken == '0) else $error("%m: a rule of the bus is broken");
`endif
    end
  end

endmodule

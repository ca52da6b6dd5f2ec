// Watches the ends of the Stack Engine's channels, under the names of its pins. Simulation alone sees it.
module stack_engine_check #(
  parameter int TOP_WIDTH = 17
) (
  input logic                 clk_i,
  input logic                 rst_ni,

  // pci_interface.start
  input logic                 start_valid_i,
  input logic [31:0]          start_tumbled_i,
  input logic [31:0]          start_aligned_i,
  input logic                 start_first_witness_i,
  input logic                 start_pop_o,

  // triangle_unit.stop, pci_interface.stop
  input logic                 stop_valid_i,
  input logic                 stop_pop_o,
  input logic                 host_stop_valid_i,
  input logic                 host_stop_pop_o,

  // memory_controller.tumbled_auxiliary
  input logic                 tumbled_auxiliary_valid_i,
  input logic [31:0]          tumbled_auxiliary_child_0_i,
  input logic [31:0]          tumbled_auxiliary_child_1_i,
  input logic [31:0]          tumbled_auxiliary_triangle_0_i,
  input logic [31:0]          tumbled_auxiliary_triangle_1_i,
  input logic [1:0]           tumbled_auxiliary_leaf_i,
  input logic [1:0]           tumbled_auxiliary_error_kind_i,
  input logic [31:0]          tumbled_auxiliary_error_address_i,
  input logic                 tumbled_auxiliary_pop_o,

  // memory_controller.aligned_auxiliary
  input logic                 aligned_auxiliary_valid_i,
  input logic [31:0]          aligned_auxiliary_child_0_i,
  input logic [31:0]          aligned_auxiliary_child_1_i,
  input logic [31:0]          aligned_auxiliary_triangle_0_i,
  input logic [31:0]          aligned_auxiliary_triangle_1_i,
  input logic [1:0]           aligned_auxiliary_leaf_i,
  input logic                 aligned_auxiliary_pop_o,

  // dop_unit.flags
  input logic                 flags_valid_i,
  input logic [3:0]           flags_bits_i,
  input logic                 flags_pop_o,

  // stack_engine.left_sram, stack_engine.right_sram: a write and a read in one cycle, the write first
  input logic                 left_sram_ready_i,
  input logic                 left_sram_ready_two_i,
  input logic                 left_sram_write_put_o,
  input logic [TOP_WIDTH-1:0] left_sram_write_address_o,
  input logic [1:0]           left_sram_write_count_o,
  input logic [31:0]          left_sram_write_word_0_o,
  input logic [31:0]          left_sram_write_word_1_o,
  input logic                 left_sram_read_put_o,
  input logic [TOP_WIDTH-1:0] left_sram_read_address_o,
  input logic [3:0]           left_sram_read_count_o,
  input logic                 right_sram_ready_i,
  input logic                 right_sram_ready_two_i,
  input logic                 right_sram_write_put_o,
  input logic [TOP_WIDTH-1:0] right_sram_write_address_o,
  input logic [1:0]           right_sram_write_count_o,
  input logic [31:0]          right_sram_write_word_0_o,
  input logic [31:0]          right_sram_write_word_1_o,
  input logic                 right_sram_read_put_o,
  input logic [TOP_WIDTH-1:0] right_sram_read_address_o,
  input logic [3:0]           right_sram_read_count_o,

  // stack_sram_left.words, stack_sram_right.words: one word per cycle, always taken
  input logic                 left_words_valid_i,
  input logic                 right_words_valid_i,

  // stack_engine.requests
  input logic                 requests_ready_i,
  input logic                 requests_put_o,
  input logic [1:0]           requests_kind_o,
  input logic [31:0]          requests_address_o,

  // stack_engine.list_commands
  input logic                 list_commands_ready_i,
  input logic                 list_commands_put_o,
  input logic                 list_commands_discard_o,
  input logic                 list_commands_keep_o,
  input logic [TOP_WIDTH-1:0] list_commands_length_o,

  // stack_engine.leaf_tests
  input logic                 leaf_tests_ready_i,
  input logic                 leaf_tests_put_o,
  input logic [1:0]           leaf_tests_kind_o,
  input logic [3:0]           leaf_tests_bits_o,
  input logic [31:0]          leaf_tests_tumbled_0_o,
  input logic [31:0]          leaf_tests_tumbled_1_o,
  input logic [31:0]          leaf_tests_aligned_0_o,
  input logic [31:0]          leaf_tests_aligned_1_o,
  input logic                 leaf_tests_first_witness_o,
  input logic [1:0]           leaf_tests_error_kind_o,
  input logic [31:0]          leaf_tests_error_address_o
);

`ifndef SYNTHESIS
  take_check #(.WIDTH(65)) u_check_start (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(start_valid_i), .pop_i(start_pop_o),
    .item_i({start_tumbled_i, start_aligned_i, start_first_witness_i})
  );
  take_check u_check_stop (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(stop_valid_i), .pop_i(stop_pop_o),
    .item_i(1'b0)
  );
  take_check u_check_host_stop (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(host_stop_valid_i), .pop_i(host_stop_pop_o),
    .item_i(1'b0)
  );
  take_check #(.WIDTH(164)) u_check_tumbled_auxiliary (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(tumbled_auxiliary_valid_i), .pop_i(tumbled_auxiliary_pop_o),
    .item_i({tumbled_auxiliary_child_0_i, tumbled_auxiliary_child_1_i, tumbled_auxiliary_triangle_0_i,
             tumbled_auxiliary_triangle_1_i, tumbled_auxiliary_leaf_i, tumbled_auxiliary_error_kind_i,
             tumbled_auxiliary_error_address_i})
  );
  take_check #(.WIDTH(130)) u_check_aligned_auxiliary (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(aligned_auxiliary_valid_i), .pop_i(aligned_auxiliary_pop_o),
    .item_i({aligned_auxiliary_child_0_i, aligned_auxiliary_child_1_i, aligned_auxiliary_triangle_0_i,
             aligned_auxiliary_triangle_1_i, aligned_auxiliary_leaf_i})
  );
  take_check #(.WIDTH(4)) u_check_flags (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(flags_valid_i), .pop_i(flags_pop_o),
    .item_i(flags_bits_i)
  );
  put_check #(.WIDTH(TOP_WIDTH + 66)) u_check_left_sram_write (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(left_sram_ready_i), .put_i(left_sram_write_put_o),
    .item_i({left_sram_write_address_o, left_sram_write_count_o, left_sram_write_word_0_o, left_sram_write_word_1_o})
  );
  put_check #(.WIDTH(TOP_WIDTH + 4)) u_check_left_sram_read (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(left_sram_write_put_o ? left_sram_ready_two_i : left_sram_ready_i),
    .put_i(left_sram_read_put_o),
    .item_i({left_sram_read_address_o, left_sram_read_count_o})
  );
  put_check #(.WIDTH(TOP_WIDTH + 66)) u_check_right_sram_write (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(right_sram_ready_i), .put_i(right_sram_write_put_o),
    .item_i({right_sram_write_address_o, right_sram_write_count_o, right_sram_write_word_0_o,
             right_sram_write_word_1_o})
  );
  put_check #(.WIDTH(TOP_WIDTH + 4)) u_check_right_sram_read (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(right_sram_write_put_o ? right_sram_ready_two_i : right_sram_ready_i),
    .put_i(right_sram_read_put_o),
    .item_i({right_sram_read_address_o, right_sram_read_count_o})
  );
  put_check #(.WIDTH(34)) u_check_requests (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(requests_ready_i), .put_i(requests_put_o),
    .item_i({requests_kind_o, requests_address_o})
  );
  put_check #(.WIDTH(TOP_WIDTH + 2)) u_check_list_commands (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(list_commands_ready_i), .put_i(list_commands_put_o),
    .item_i({list_commands_discard_o, list_commands_keep_o, list_commands_length_o})
  );
  put_check #(.WIDTH(169)) u_check_leaf_tests (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(leaf_tests_ready_i), .put_i(leaf_tests_put_o),
    .item_i({leaf_tests_kind_o, leaf_tests_bits_o, leaf_tests_tumbled_0_o, leaf_tests_tumbled_1_o, leaf_tests_aligned_0_o,
             leaf_tests_aligned_1_o, leaf_tests_first_witness_o, leaf_tests_error_kind_o, leaf_tests_error_address_o})
  );

  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!(left_words_valid_i && right_words_valid_i)) else $error("%m: words of both SRAMs at once");
    end
  end
`endif

endmodule

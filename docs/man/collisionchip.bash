# Completion for bash. Made by docs/make.py man from what --help says.
_collisionchip() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb="" options="" words="" paths="" equals=""
  COMPREPLY=()
  # --option=value comes as three words.
  if [ "$word" = = ]; then word="" equals=1; elif [ "$before" = = ]; then before=${COMP_WORDS[COMP_CWORD - 2]} equals=1; fi
  local keys="chip.clock_period_ps=
              dop.k=
              tree.format= tree.builder= tree.rule= tree.axis= tree.point= tree.objective= tree.degree= tree.leaf_size=
              query.tumbled_side=
              pci.clock_cycles= pci.address_clocks= pci.wait_clocks= pci.turnaround_clocks= pci.burst_words= pci.read_burst_words=
              host.kind= host.generation= host.lanes= host.write_ns= host.result_ns= host.bytes_per_us= host.payload_bytes= host.overhead_bytes= host.results= host.burst_bytes= host.ring_entries= host.setup_ns= host.settle_ns= host.call_ns=
              memory_controller.request_latency= memory_controller.interface_latency= memory_controller.input_registers= memory_controller.refill= memory_controller.request_queue_depth= memory_controller.triangle_priority= memory_controller.overlap_lists= memory_controller.leaf_layout=
              memory.kind= memory.clock_mhz= memory.clock_bytes= memory.channels= memory.interleave_bytes=
              sdram.model= sdram.capacity_mib= sdram.bus_bytes= sdram.banks= sdram.page_bytes= sdram.page_policy= sdram.mapping= sdram.bank_hash= sdram.command_cycles= sdram.t_rp= sdram.t_rcd= sdram.t_cl= sdram.t_ras= sdram.t_rc= sdram.t_rrd= sdram.t_rfc= sdram.t_ras_max= sdram.refresh_interval= sdram.mode_burst= sdram.bank_groups= sdram.t_ccd_s= sdram.t_ccd_l= sdram.t_rrd_l= sdram.t_faw= sdram.t_rtp= sdram.t_cwl= sdram.t_wr= sdram.t_wtr= sdram.refresh= sdram.t_rfc_pb= sdram.t_rrefd= sdram.prepare_ahead= sdram.queue_depth= sdram.constant_latency= sdram.constant_interval= sdram.ecc= sdram.ecc_cycles=
              engine.kind= engine.tile= engine.count=
              stack_engine.look_ahead= stack_engine.levels= stack_engine.decision= stack_engine.leaf_test= stack_engine.prefetch= stack_engine.prefetch_known= stack_engine.keep_pair= stack_engine.list_heads= stack_engine.traversal= stack_engine.transformed=
              stack_sram.entries= stack_sram.latency= stack_sram.ecc= stack_sram.ecc_cycles=
              dop_unit.dotadds= dop_unit.dotadd_stages= dop_unit.floats_per_cycle= dop_unit.start_floats= dop_unit.register_sets= dop_unit.compare_floats= dop_unit.comparator_groups= dop_unit.e_register= dop_unit.flag_latency=
              obb_unit.quaternion_cycles= obb_unit.sqrt_cycles= obb_unit.dotadds= obb_unit.dotadd_stages= obb_unit.axes_per_cycle= obb_unit.register_sets= obb_unit.flag_latency= obb_unit.branch_cache_lines= obb_unit.branch_cache_latency= obb_unit.keep_across_queries=
              aabb_unit.decode_cycles= aabb_unit.dotadds= aabb_unit.dotadd_stages= aabb_unit.axes_per_cycle= aabb_unit.register_sets= aabb_unit.flag_latency= aabb_unit.parent=
              triangle_unit.ideal= triangle_unit.vertices_per_cycle= triangle_unit.dotadd_stages= triangle_unit.itu_stages= triangle_unit.filter= triangle_unit.filter_stages= triangle_unit.cache_lines= triangle_unit.cache_ways= triangle_unit.queue_depth= triangle_unit.lanes=
              pointer_fifo.depth= pointer_fifo.threshold= pointer_fifo.entry_check= pointer_fifo.entry=
              group.width= group.bits= group.leaf_size= group.tight_leaf= group.plane= group.own_volume= group.leaf_plane=
              group_engine.contexts= group_engine.look_ahead= group_engine.entries= group_engine.queries=
              group_unit.dotadds= group_unit.dotadd_stages= group_unit.compares= group_unit.result_latency= group_unit.planes= group_unit.met_groups=
              leaf_unit.dotadds= leaf_unit.move_latency= leaf_unit.block_latency= leaf_unit.waiting= leaf_unit.filtered=
              record_cache.group_lines= record_cache.block_lines= record_cache.hit_latency= record_cache.window= record_cache.records=
              small_triangle_unit.determinants= small_triangle_unit.undecided= small_triangle_unit.interval= small_triangle_unit.lanes= small_triangle_unit.stages= small_triangle_unit.queue_depth= small_triangle_unit.record_makers=
              contact_unit.multipliers= contact_unit.limbs= contact_unit.queue_depth= contact_unit.stages= contact_unit.overflow=
              pose_unit.multipliers= pose_unit.stages= pose_unit.objects=
              refit_unit.directions= refit_unit.pairs_ahead= refit_unit.writes_together= refit_unit.stack_entries=
              energy.multiply_fj= energy.add_fj= energy.compare_fj= energy.sram_fj= energy.technology_percent= energy.activate_pj= energy.read_pj= energy.standby_mw=
              area.dotadd_um2= area.dotadd_stage_um2= area.multiply_um2= area.add_um2= area.compare_um2= area.register_bit_um2= area.sram_bit_nm2= area.sram_percent= area.pci_interface_um2= area.memory_controller_um2= area.stack_engine_um2= area.stack_level_bits= area.fixed_dotadd_um2= area.corner_dotadd_um2= area.group_compare_um2= area.group_decode_um2= area.group_extent_um2= area.small_block_um2= area.small_cross_um2= area.small_sum_um2= area.small_triple_um2= area.small_sign_um2= area.group_engine_um2= area.group_context_um2= area.result_unit_um2=
              units.pci_interface= units.memory_controller= units.stack_engine= units.dop_unit= units.triangle_unit= units.pointer_fifo="
  local sections="chip dop tree query pci host memory_controller memory sdram engine stack_engine stack_sram dop_unit obb_unit aabb_unit triangle_unit pointer_fifo group group_engine group_unit leaf_unit record_cache small_triangle_unit contact_unit pose_unit refit_unit energy area units"
  if [ "$equals" ]; then
    case $before in
      chip.clock_period_ps|tree.leaf_size|pci.clock_cycles|pci.address_clocks|pci.wait_clocks|pci.turnaround_clocks|pci.burst_words|pci.read_burst_words|host.write_ns|host.result_ns|host.bytes_per_us|host.payload_bytes|host.overhead_bytes|host.burst_bytes|host.ring_entries|host.setup_ns|host.settle_ns|host.call_ns|memory_controller.request_latency|memory_controller.interface_latency|memory_controller.input_registers|memory_controller.request_queue_depth|memory.clock_mhz|sdram.capacity_mib|sdram.bus_bytes|sdram.banks|sdram.page_bytes|sdram.command_cycles|sdram.t_rp|sdram.t_rcd|sdram.t_cl|sdram.t_ras|sdram.t_rc|sdram.t_rrd|sdram.t_rfc|sdram.t_ras_max|sdram.refresh_interval|sdram.bank_groups|sdram.t_ccd_s|sdram.t_ccd_l|sdram.t_rrd_l|sdram.t_faw|sdram.t_rtp|sdram.t_cwl|sdram.t_wr|sdram.t_wtr|sdram.t_rfc_pb|sdram.t_rrefd|sdram.prepare_ahead|sdram.queue_depth|sdram.constant_latency|sdram.constant_interval|sdram.ecc_cycles|engine.tile|engine.count|stack_engine.look_ahead|stack_engine.levels|stack_sram.entries|stack_sram.latency|stack_sram.ecc_cycles|dop_unit.dotadds|dop_unit.dotadd_stages|dop_unit.floats_per_cycle|dop_unit.start_floats|dop_unit.register_sets|dop_unit.compare_floats|dop_unit.comparator_groups|dop_unit.flag_latency|obb_unit.quaternion_cycles|obb_unit.sqrt_cycles|obb_unit.dotadd_stages|obb_unit.register_sets|obb_unit.flag_latency|obb_unit.branch_cache_latency|aabb_unit.decode_cycles|aabb_unit.dotadd_stages|aabb_unit.register_sets|aabb_unit.flag_latency|triangle_unit.vertices_per_cycle|triangle_unit.dotadd_stages|triangle_unit.itu_stages|triangle_unit.filter_stages|triangle_unit.cache_lines|triangle_unit.cache_ways|triangle_unit.queue_depth|triangle_unit.lanes|pointer_fifo.depth|pointer_fifo.threshold|group.bits|group_engine.contexts|group_engine.look_ahead|group_engine.entries|group_engine.queries|group_unit.dotadds|group_unit.dotadd_stages|group_unit.compares|group_unit.result_latency|group_unit.planes|group_unit.met_groups|leaf_unit.dotadds|leaf_unit.move_latency|leaf_unit.block_latency|leaf_unit.waiting|leaf_unit.filtered|record_cache.hit_latency|record_cache.window|record_cache.records|small_triangle_unit.interval|small_triangle_unit.lanes|small_triangle_unit.stages|small_triangle_unit.queue_depth|small_triangle_unit.record_makers|contact_unit.multipliers|contact_unit.queue_depth|contact_unit.stages|pose_unit.multipliers|pose_unit.stages|refit_unit.directions|refit_unit.pairs_ahead|refit_unit.writes_together|refit_unit.stack_entries|energy.multiply_fj|energy.add_fj|energy.compare_fj|energy.sram_fj|energy.technology_percent|energy.activate_pj|energy.read_pj|energy.standby_mw|area.dotadd_um2|area.dotadd_stage_um2|area.multiply_um2|area.add_um2|area.compare_um2|area.register_bit_um2|area.sram_bit_nm2|area.sram_percent|area.pci_interface_um2|area.memory_controller_um2|area.stack_engine_um2|area.stack_level_bits|area.fixed_dotadd_um2|area.corner_dotadd_um2|area.group_compare_um2|area.group_decode_um2|area.group_extent_um2|area.small_block_um2|area.small_cross_um2|area.small_sum_um2|area.small_triple_um2|area.small_sign_um2|area.group_engine_um2|area.group_context_um2|area.result_unit_um2) words=" " ;;
      dop.k) words="6 14 18 24 26" ;;
      tree.format) words="dop128 obb64 obb40 aabb32 aabb21 aabb32-leafless aabb21-leafless" ;;
      tree.builder) words="top_down bottom_up insertion" ;;
      tree.rule) words="median mean area dop axis_point" ;;
      tree.axis) words="longest min_sum min_max splatter normals farthest" ;;
      tree.point) words="mean median middle" ;;
      tree.objective) words="sum_volume max_volume overlap balance" ;;
      tree.degree) words="2 4 8" ;;
      query.tumbled_side) words="a b smaller" ;;
      host.kind) words="pci pcie axi" ;;
      host.generation) words="3 4 5" ;;
      host.lanes) words="1 2 4 8 16" ;;
      host.results) words="fifo memory" ;;
      memory_controller.refill) words="when_empty streaming" ;;
      memory_controller.triangle_priority|memory_controller.overlap_lists|sdram.bank_hash|stack_engine.prefetch|stack_engine.prefetch_known|stack_engine.keep_pair|obb_unit.keep_across_queries|triangle_unit.ideal|triangle_unit.filter|pointer_fifo.entry_check|group.tight_leaf|group.plane|group.own_volume|group.leaf_plane|small_triangle_unit.determinants) words="false true" ;;
      memory_controller.leaf_layout) words="dop triangle" ;;
      memory.kind) words="custom ddr3-1600 ddr4-3200 ddr5-4800 lpddr4-4266 lpddr5-6400 hbm2-2.0" ;;
      memory.clock_bytes) words="0 2 4 8 16 32 64" ;;
      memory.channels) words="1 2 4 8" ;;
      memory.interleave_bytes) words="32 64 128 256 512 1024 4096" ;;
      sdram.model) words="banks constant" ;;
      sdram.page_policy) words="closed open" ;;
      sdram.mapping) words="row_bank_column row_column_bank bank_row_column" ;;
      sdram.mode_burst) words="0 2 4 8" ;;
      sdram.refresh) words="all_banks per_bank" ;;
      sdram.ecc) words="none secded" ;;
      engine.kind) words="tree brute_force groups" ;;
      stack_engine.decision) words="flags ideal" ;;
      stack_engine.leaf_test) words="dop_first triangle" ;;
      stack_engine.list_heads) words="registers sram" ;;
      stack_engine.traversal) words="lists pairs" ;;
      stack_engine.transformed) words="again stack" ;;
      stack_sram.ecc) words="none parity secded" ;;
      dop_unit.e_register) words="node stream" ;;
      obb_unit.dotadds) words="1 2 3 4 6 12" ;;
      obb_unit.axes_per_cycle|aabb_unit.dotadds|aabb_unit.axes_per_cycle) words="1 3 5 15" ;;
      obb_unit.branch_cache_lines) words="0 16 64 128 256 512 1024 2048 4096" ;;
      aabb_unit.parent) words="context refetch simultaneous" ;;
      pointer_fifo.entry) words="pair leaf_pair" ;;
      group.width) words="2 4" ;;
      group.leaf_size|contact_unit.limbs) words="1 2 4" ;;
      record_cache.group_lines|record_cache.block_lines) words="0 16 32 64 128 256 512 1024" ;;
      small_triangle_unit.undecided) words="host slow_unit" ;;
      contact_unit.overflow) words="wait host" ;;
      pose_unit.objects) words="4 8 16 32 64 128 256 512 1024" ;;
      units.pci_interface|units.memory_controller|units.stack_engine|units.dop_unit|units.triangle_unit|units.pointer_fifo) words="tlm rtl" ;;
    esac
  fi
  ((COMP_CWORD < 2)) || verb=${COMP_WORDS[1]}
  [ -z "$words" ] || verb=" "
  case $verb in
    trace|vectors) ((COMP_CWORD < 3)) || verb="$verb ${COMP_WORDS[2]}" ;;
  esac
  case $verb in
    "")
      options="-h --help --version"
      case $before in
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else words="collide mesh report verify config explore evaluate stats paper faults trace vectors estimate trees allpairs quickcd scene help"
          fi
          ;;
      esac
      ;;
    "collide")
      options="-h --help --scale-a --scale-b --recentre --pose --poses --between --toc --haptic --frames --refit --model --chip --set --first --raw --no-check --eq5 --account --max-cycles --batch --jobs --pairs --stats --out --trace --waves --trace-cycles --trace-queries --trace-units"
      case $before in
        --scale-a|--scale-b|--pose|--between|--toc|--haptic|--max-cycles|--batch|--jobs|--trace-cycles|--trace-queries|--trace-units) : ;;
        --poses|--pairs|--stats|--trace|--waves) paths=-f ;;
        --frames|--out) paths=-d ;;
        --refit) words="host chip" ;;
        --model) words="tlm rtl reference mirror single_list simultaneous simultaneous_stored simultaneous_stacked brute_force exact fcl opencl" ;;
        --chip) words="paper41 paper52 paper52-eq5 bruteforce beyond beyond-small beyond-triangle-unit beyond-contact beyond-max today" paths=-f ;;
        --set) words=keys ;;
        --account) words="short full" ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-f
          fi
          ;;
      esac
      ;;
    "mesh")
      options="-h --help -o --output -n --triangles --seed --collide"
      case $before in
        -o|--output) paths=-f ;;
        -n|--triangles|--seed) : ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          elif ((COMP_CWORD == 2)); then words="torus-knot gear coil-spring finned-casting sphere bolt box comb"
          else paths=-f
          fi
          ;;
      esac
      ;;
    "report")
      options="-h --help --out --cycles"
      case $before in
        --out) paths=-f ;;
        --cycles) : ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-d
          fi
          ;;
      esac
      ;;
    "verify")
      options="-h --help --scale-a --scale-b --recentre --poses --chip --model --oracle --seed"
      case $before in
        --scale-a|--scale-b|--seed) : ;;
        --poses) paths=-f ;;
        --chip) words="paper41 paper52 paper52-eq5 bruteforce beyond beyond-small beyond-triangle-unit beyond-contact beyond-max today" paths=-f ;;
        --model) words="tlm rtl reference mirror single_list simultaneous simultaneous_stored simultaneous_stacked brute_force exact fcl opencl" ;;
        --oracle) words="tlm rtl reference mirror single_list simultaneous simultaneous_stored simultaneous_stacked brute_force exact opencl" ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-f
          fi
          ;;
      esac
      ;;
    "config")
      options="-h --help --chip --set --list --explain --rules --netlist --doc --csv"
      case $before in
        --chip) words="paper41 paper52 paper52-eq5 bruteforce beyond beyond-small beyond-triangle-unit beyond-contact beyond-max today" paths=-f ;;
        --set) words=keys ;;
        --explain) words=names ;;
        --csv) paths=-f ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else :
          fi
          ;;
      esac
      ;;
    "explore")
      options="-h --help --out --jobs --timeout --no-check --retry-failed --estimate --keep --point --statistics --slurm --tasks --slurm-template --shard --merge"
      case $before in
        --out) paths=-d ;;
        --jobs|--timeout|--keep|--point|--tasks|--shard) : ;;
        --slurm-template) paths=-f ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-f
          fi
          ;;
      esac
      ;;
    "evaluate")
      options="-h --help --workload --chip --set --model --statistic --store --timeout --no-check"
      case $before in
        --workload|--store) paths=-f ;;
        --chip) words="paper41 paper52 paper52-eq5 bruteforce beyond beyond-small beyond-triangle-unit beyond-contact beyond-max today" paths=-f ;;
        --set) words=keys ;;
        --model) words="tlm rtl" ;;
        --statistic|--timeout) : ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else :
          fi
          ;;
      esac
      ;;
    "stats")
      options="-h --help --csv --doc --sums --schema"
      case $before in
        --csv) paths=-f ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-f
          fi
          ;;
      esac
      ;;
    "paper")
      options="-h --help --out --quick --objects --only-objects --seed --steps --distances --jobs --beside --pentium4 --p4-mhz --p4-l2-kib --p4-cpi --p4-l1-miss --p4-l2-miss --no-figures"
      case $before in
        --out|--beside) paths=-d ;;
        --objects) paths=-f ;;
        --seed|--steps|--distances|--jobs|--p4-mhz|--p4-cpi|--p4-l1-miss|--p4-l2-miss) : ;;
        --p4-l2-kib) words="128 256 512 1024" ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else :
          fi
          ;;
      esac
      ;;
    "faults")
      options="-h --help --scale-a --scale-b --recentre --pose --chip --set --model --first --fault --random --silent --seed"
      case $before in
        --scale-a|--scale-b|--pose|--fault|--random|--seed) : ;;
        --chip) words="paper41 paper52 paper52-eq5 bruteforce beyond beyond-small beyond-triangle-unit beyond-contact beyond-max today" paths=-f ;;
        --set) words=keys ;;
        --model) words="tlm rtl" ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-f
          fi
          ;;
      esac
      ;;
    "trace")
      options="-h --help"
      case $before in
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else words="info export diff"
          fi
          ;;
      esac
      ;;
    "trace info")
      options="-h --help --partial"
      case $before in
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-f
          fi
          ;;
      esac
      ;;
    "trace export")
      options="-h --help --perfetto --fst --dramsys --cycles --queries --partial"
      case $before in
        --perfetto|--fst|--dramsys) paths=-f ;;
        --cycles|--queries) : ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-f
          fi
          ;;
      esac
      ;;
    "trace diff")
      options="-h --help --cycles --contract"
      case $before in
        --cycles) : ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-f
          fi
          ;;
      esac
      ;;
    "vectors")
      options="-h --help"
      case $before in
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else words="record play"
          fi
          ;;
      esac
      ;;
    "vectors record")
      options="-h --help --scale-a --scale-b --recentre --out --pose --poses --chip --set --first --traffic"
      case $before in
        --scale-a|--scale-b|--pose) : ;;
        --out|--poses) paths=-f ;;
        --chip) words="paper41 paper52 paper52-eq5 bruteforce beyond beyond-small beyond-triangle-unit beyond-contact beyond-max today" paths=-f ;;
        --set) words=keys ;;
        --traffic) words="aabb_unit dop_unit memory_controller obb_unit pair_sequencer pointer_fifo stack_engine stack_sram_left stack_sram_right triangle_unit" ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-f
          fi
          ;;
      esac
      ;;
    "vectors play")
      options="-h --help --model --set"
      case $before in
        --model) words="tlm rtl reference mirror" ;;
        --set) words=keys ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-f
          fi
          ;;
      esac
      ;;
    "estimate")
      options="-h --help --scale-a --scale-b --recentre --pose --poses --chip --set --first --lists --validate --csv --json --seed"
      case $before in
        --scale-a|--scale-b|--pose|--lists|--validate|--seed) : ;;
        --poses|--csv|--json) paths=-f ;;
        --chip) words="paper41 paper52 paper52-eq5 bruteforce beyond beyond-small beyond-triangle-unit beyond-contact beyond-max today" paths=-f ;;
        --set) words=keys ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-f
          fi
          ;;
      esac
      ;;
    "trees")
      options="-h --help --scale-a --scale-b --recentre --pose --poses --format --k --builder --traversal --rule --axis --point --objective --degree --leaf-size --tumble --hill-levels --branch-cache --rounds --csv --chip --set"
      case $before in
        --scale-a|--scale-b|--pose|--format|--k|--builder|--traversal|--rule|--axis|--point|--objective|--leaf-size|--tumble|--hill-levels|--branch-cache|--rounds) : ;;
        --poses|--csv) paths=-f ;;
        --degree) words="2 4 8" ;;
        --chip) words="paper41 paper52 paper52-eq5 bruteforce beyond beyond-small beyond-triangle-unit beyond-contact beyond-max today" paths=-f ;;
        --set) words=keys ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-f
          fi
          ;;
      esac
      ;;
    "allpairs")
      options="-h --help --scale-a --scale-b --recentre --pose --poses --displacement --displacements --device --mode --boxes --tiled --copy-each --capacity --no-check --pairs --points --stats"
      case $before in
        --scale-a|--scale-b|--pose|--displacement|--boxes|--capacity) : ;;
        --poses|--displacements|--pairs|--points|--stats) paths=-f ;;
        --device) words="cpu pocl gpu oclgrind" ;;
        --mode) words="published all_pairs filtered boxes edges" ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-f
          fi
          ;;
      esac
      ;;
    "quickcd")
      options="-h --help --scale-a --scale-b --recentre --pose --poses --device --scheme --tumble --levels --with --batch --k --builder --axis --point --capacity --stack --no-check --pairs --stats"
      case $before in
        --scale-a|--scale-b|--pose|--levels|--batch|--capacity|--stack) : ;;
        --poses|--with|--pairs|--stats) paths=-f ;;
        --device) words="cpu pocl gpu oclgrind" ;;
        --scheme) words="priori_like subset_in_blocks sequential posteriori priori" ;;
        --tumble) words="transform refit" ;;
        --k) words="6 14 18 24 26" ;;
        --builder) words="top_down bottom_up" ;;
        --axis) words="splatter longest min_sum min_max normals" ;;
        --point) words="mean median middle" ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-f
          fi
          ;;
      esac
      ;;
    "scene")
      options="-h --help --out --chip --set --jobs --no-check"
      case $before in
        --out) paths=-d ;;
        --chip) words="paper41 paper52 paper52-eq5 bruteforce beyond beyond-small beyond-triangle-unit beyond-contact beyond-max today" paths=-f ;;
        --set) words=keys ;;
        --jobs) : ;;
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-f
          fi
          ;;
      esac
      ;;
    "help")
      options="-h --help"
      case $before in
        *)
          if [ "${word:0:1}" = - ]; then words=options
          else paths=-f
          fi
          ;;
      esac
      ;;
  esac
  local line
  [ "$words" = keys ] && words=$keys && compopt -o nospace 2>/dev/null
  [ "$words" = names ] && words="${keys//=/} $sections"
  [ "$words" = options ] && words=$options
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(
    [ -z "$words" ] || compgen -W "$words" -- "$word"
    [ -z "$paths" ] || compgen "$paths" -- "$word"
  )
  [ -z "$paths" ] || compopt -o filenames 2>/dev/null
}
complete -F _collisionchip collisionchip

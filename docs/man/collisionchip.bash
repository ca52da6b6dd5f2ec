# Completion for bash. Made by docs/make.py man from what --help says.
_collisionchip() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb="" options="" words="" paths=""
  COMPREPLY=()
  # --option=value comes as three words.
  if [ "$word" = = ]; then word=""; elif [ "$before" = = ]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi
  ((COMP_CWORD < 2)) || verb=${COMP_WORDS[1]}
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
        --scale-a|--scale-b|--pose|--between|--toc|--haptic|--set|--max-cycles|--batch|--jobs|--trace-cycles|--trace-queries|--trace-units) : ;;
        --poses|--pairs|--stats|--trace|--waves) paths=-f ;;
        --frames|--out) paths=-d ;;
        --refit) words="host chip" ;;
        --model) words="tlm rtl reference mirror single_list simultaneous simultaneous_stored simultaneous_stacked brute_force exact fcl opencl" ;;
        --chip) words="paper41 paper52 paper52-eq5 bruteforce beyond beyond-small beyond-triangle-unit beyond-contact beyond-max today" paths=-f ;;
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
        --set|--explain) : ;;
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
        --set|--statistic|--timeout) : ;;
        --model) words="tlm rtl" ;;
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
      options="-h --help --scale-a --scale-b --recentre --pose --chip --set --model --first --fault --random --list --seed"
      case $before in
        --scale-a|--scale-b|--pose|--set|--fault|--random|--seed) : ;;
        --chip) words="paper41 paper52 paper52-eq5 bruteforce beyond beyond-small beyond-triangle-unit beyond-contact beyond-max today" paths=-f ;;
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
        --scale-a|--scale-b|--pose|--set) : ;;
        --out|--poses) paths=-f ;;
        --chip) words="paper41 paper52 paper52-eq5 bruteforce beyond beyond-small beyond-triangle-unit beyond-contact beyond-max today" paths=-f ;;
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
        --set) : ;;
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
        --scale-a|--scale-b|--pose|--set|--lists|--validate|--seed) : ;;
        --poses|--csv|--json) paths=-f ;;
        --chip) words="paper41 paper52 paper52-eq5 bruteforce beyond beyond-small beyond-triangle-unit beyond-contact beyond-max today" paths=-f ;;
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
        --scale-a|--scale-b|--pose|--format|--k|--builder|--traversal|--rule|--axis|--point|--objective|--leaf-size|--tumble|--hill-levels|--branch-cache|--rounds|--set) : ;;
        --poses|--csv) paths=-f ;;
        --degree) words="2 4 8" ;;
        --chip) words="paper41 paper52 paper52-eq5 bruteforce beyond beyond-small beyond-triangle-unit beyond-contact beyond-max today" paths=-f ;;
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
        --set|--jobs) : ;;
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
  [ "$words" = options ] && words=$options
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(
    [ -z "$words" ] || compgen -W "$words" -- "$word"
    [ -z "$paths" ] || compgen "$paths" -- "$word"
  )
  [ -z "$paths" ] || compopt -o filenames 2>/dev/null
}
complete -F _collisionchip collisionchip

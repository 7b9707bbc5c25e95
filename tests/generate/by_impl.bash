# Implements `cost --by-impl`. Source this file after `crates.bash`.

# The number of lines to print for instantiated functions, which are not generated.
most=30

# Prints the LLVM lines, the copies and the name of each function of a crate.
functions() {
    cargo llvm-lines --quiet --lib --package "$1" \
        | sed -nE 's/^ *([0-9]+) \([^)]*\) +([0-9]+) \([^)]*\)  (.*)$/\1\t\2\t\3/p'
}

# Adds up the functions that differ only in the struct or in the dropped type, including their
# closures, and sorts them by size.
by_function() {
    awk -F'\t' '
        {
            name = $3
            sub(/::\{\{closure\}\}.*/, "", name)
            sub(/drop_in_place<.*/, "drop_in_place", name)
            gsub(/cost_derived_models::_::/, "", name)
            gsub(/cost_derived_models::[A-Z][A-Za-z0-9]*/, "Struct", name)
            lines[name] += $1
            copies[name] += $2
        }
        END { for (name in lines) printf "%d\t%d\t%s\n", lines[name], copies[name], name }
    ' | sort -rn
}

# Prints some of the functions as a table, with their share of all lines: if $1 is 1, the generated
# functions, whose names contain the struct; if 0, the others.
table() {
    awk -F'\t' -v generated="$1" -v all="$2" '
        ($3 ~ /(^|[^A-Za-z])Struct([^A-Za-z]|$)/) == generated {
            printf "%9d %5.1f %% %8d  %s\n", $1, 100 * $1 / all, $2, $3
        }' functions
}

# Prints the number of lines and functions of a crate.
total() {
    awk -F'\t' -v what="$2" '
        { lines += $1; copies += $2 }
        END { printf "%9d lines in %d functions: %s\n", lines, copies, what }' "$1"
}

# Lists the LLVM lines of a debug build that reads and writes all types in both formats.
by_impl() {
    local reading writing lines
    command -v cargo-llvm-lines > /dev/null || {
        echo 'cargo-llvm-lines is missing; install it with: cargo install cargo-llvm-lines' >&2
        exit 1
    }
    # Debug information would add lines.
    export CARGO_PROFILE_DEV_DEBUG=0
    reading=$(by_format 'tfvalue::json::from_slice(bytes)' 'tfvalue::msgpack::from_slice(bytes)')
    writing=$(by_format 'tfvalue::json::to_vec(&value)' 'tfvalue::msgpack::to_vec(&value)')
    # All types are in one crate, because code that two crates share would be counted twice.
    part derived/both derived "$serde"$'\n'"$tfvalue" "$types" "$reading" "$writing"
    workspace
    functions cost-derived-models > models.lines
    functions cost-derived-both > both.lines
    total models.lines 'the structs'
    total both.lines 'reading and writing them in both formats'
    cat models.lines both.lines > all.lines
    lines=$(awk -F'\t' '{ lines += $1 } END { print lines }' all.lines)
    by_function < all.lines > functions
    printf '\n%9s %7s %8s  %s\n' lines share copies "generated, over all $structs structs"
    table 1 "$lines"
    printf '\n%9s %7s %8s  %s\n' lines share copies "instantiated, the $most largest"
    table 0 "$lines" | sed -n "1,${most}p"
}

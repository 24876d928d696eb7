#!/usr/bin/env bash
# Joins objects that were compiled once for each code path into one object:
#
#   cmake/join_code_paths.sh OUTPUT x86_64 OBJECT... avx2 OBJECT... [avx512 OBJECT...]
#
# A function NAME becomes NAME.x86_64, NAME.avx2 and NAME.avx512, and NAME jumps to the one that `arbiter_code_path`
# (src/core/base/processor.cpp) says; without avx512 there is avx2. Within a path functions call each other directly.
#
# Inline functions are the trap: many objects have a copy of each, and the linker takes any one for all, perhaps one
# that the processor cannot execute. So those of avx2 and avx512 become local to their path, and so do virtual tables,
# which point to them. Constants stay shared, and the first copy counts, which is that of x86_64; so does a variable of
# each thread. The linker refuses objects that define other variables.
set -euo pipefail

output=$1
shift
folder=$output.parts
rm -rf "$folder"
mkdir -p "$folder"

fail() {
    echo "join_code_paths.sh: $*" >&2
    exit 1
}

join() { # PATH OBJECT...
    local path=$folder/$1 group=--force-group-allocation
    # Among the copies of x86_64 and the rest of the program the linker may still choose.
    [[ $1 == x86_64 ]] && group=
    ld -r $group -o "$path.whole" "${@:2}"
    # What runs before the path is chosen must not be there.
    objdump -h "$path.whole" | grep -E '\.(init_array|ctors)' && fail "a static variable of $1 is computed at the start"
    nm --defined-only "$path.whole" | awk '$2 == "T" { print $3 }' | sort >"$path.functions"
    readelf -sW "$path.whole" | awk '
        $7 != "UND" && ($5 == "WEAK" && $4 == "FUNC" || $8 ~ /^_ZTV/) { print $8 }' >"$path.inline"
    cmp "$folder/x86_64.functions" "$path.functions"
    grep -E 'Dv[0-9]+_' "$path.functions" && fail "each path of this function expects its vectors elsewhere"
    sed "s/.*/& &.$1/" "$path.functions" >"$path.names"
    local inline=(--localize-symbols="$path.inline")
    [[ $1 == x86_64 ]] && inline=()
    objcopy --redefine-syms="$path.names" "${inline[@]}" "$path.whole" "$path.o"
    joined+=("$path.o")
}

joined=("$folder/choose.o")
while (($#)); do
    path=$1
    shift
    objects=()
    while (($#)) && [[ $1 == *.o ]]; do
        objects+=("$1")
        shift
    done
    join "$path" "${objects[@]}"
done

# r10 and r11 hold nothing when a function is called.
{
    cat <<ASM
    .hidden arbiter_code_path
    .macro choose name
    .text
    .p2align 4
    .globl \name
    .hidden \name
    .type \name, @function
\name:
    mov arbiter_code_path(%rip), %r10
    lea 1f(%rip), %r11
    jmp *(%r11,%r10,8)
    .size \name, . - \name
    .section .data.rel.ro, "aw"
    .p2align 3
1:  .quad \name\().x86_64, \name\().avx2, \name\().$path
    .endm
    .section .note.GNU-stack, ""
ASM
    sed 's/^/    choose /' "$folder/x86_64.functions"
} >"$folder/choose.s"
as -o "$folder/choose.o" "$folder/choose.s"
ld -r -o "$output" "${joined[@]}"

;; Combines, counts and searches bitsets, for `BitMemory`. `combine` and `next` process 64 bytes, which are 512 members, per
;; step with vector instructions, and `combine` keeps intermediate results in registers. `npm run kernel` compiles this file
;; to src/read-model/generated.
;;
;; A set is a range of bytes whose length is a multiple of 64, except for the set that `non_zero_bytes` writes. All parameters
;; but `bound` are addresses. `end` is the end of the written set, or of the first read set if the function writes none.
(module
  (import "sets" "memory" (memory 0))

  ;; Writes the members that meet all criteria of a program to `into`. A program consists of the addresses of the sets of all
  ;; criteria, one word each, from `program` to `stop`. The last address of a criterion has 1 or 2 added: 1 if a member must be
  ;; in at least one set of the criterion, 2 if it must be in none.
  ;;
  ;;     | female + 1 | Tamil | Urdu + 1 | Cardiology + 2 |      female and (Tamil or Urdu) and not Cardiology
  (func (export "combine") (param $program i32) (param $stop i32) (param $into i32) (param $end i32)
    (local $offset i32) ;; of the current 64 bytes within each set
    (local $next i32) ;; address in the program
    (local $kind i32) ;; 1 or 2 after the last set of a criterion, else 0
    (local $from i32) ;; address of the current 64 bytes of a set
    ;; The members of all criteria, and those of any set of the current criterion.
    (local $all0 v128) (local $all1 v128) (local $all2 v128) (local $all3 v128)
    (local $any0 v128) (local $any1 v128) (local $any2 v128) (local $any3 v128)
    (loop $each
      (local.set $all0 (v128.const i32x4 -1 -1 -1 -1))
      (local.set $all1 (v128.const i32x4 -1 -1 -1 -1))
      (local.set $all2 (v128.const i32x4 -1 -1 -1 -1))
      (local.set $all3 (v128.const i32x4 -1 -1 -1 -1))
      (local.set $next (local.get $program))
      (loop $criterion
        (local.set $any0 (v128.const i32x4 0 0 0 0))
        (local.set $any1 (v128.const i32x4 0 0 0 0))
        (local.set $any2 (v128.const i32x4 0 0 0 0))
        (local.set $any3 (v128.const i32x4 0 0 0 0))
        (loop $set
          (local.set $from (i32.load (local.get $next)))
          (local.set $kind (i32.and (local.get $from) (i32.const 3)))
          (local.set $from (i32.add (i32.sub (local.get $from) (local.get $kind)) (local.get $offset)))
          (local.set $next (i32.add (local.get $next) (i32.const 4)))
          (local.set $any0 (v128.or (local.get $any0) (v128.load (local.get $from))))
          (local.set $any1 (v128.or (local.get $any1) (v128.load offset=16 (local.get $from))))
          (local.set $any2 (v128.or (local.get $any2) (v128.load offset=32 (local.get $from))))
          (local.set $any3 (v128.or (local.get $any3) (v128.load offset=48 (local.get $from))))
          (br_if $set (i32.eqz (local.get $kind))))
        (if (i32.eq (local.get $kind) (i32.const 1))
          (then
            (local.set $all0 (v128.and (local.get $all0) (local.get $any0)))
            (local.set $all1 (v128.and (local.get $all1) (local.get $any1)))
            (local.set $all2 (v128.and (local.get $all2) (local.get $any2)))
            (local.set $all3 (v128.and (local.get $all3) (local.get $any3))))
          (else
            (local.set $all0 (v128.andnot (local.get $all0) (local.get $any0)))
            (local.set $all1 (v128.andnot (local.get $all1) (local.get $any1)))
            (local.set $all2 (v128.andnot (local.get $all2) (local.get $any2)))
            (local.set $all3 (v128.andnot (local.get $all3) (local.get $any3)))))
        (br_if $criterion (i32.lt_u (local.get $next) (local.get $stop))))
      (v128.store (local.get $into) (local.get $all0))
      (v128.store offset=16 (local.get $into) (local.get $all1))
      (v128.store offset=32 (local.get $into) (local.get $all2))
      (v128.store offset=48 (local.get $into) (local.get $all3))
      (local.set $into (i32.add (local.get $into) (i32.const 64)))
      (local.set $offset (i32.add (local.get $offset) (i32.const 64)))
      (br_if $each (i32.lt_u (local.get $into) (local.get $end)))))

  ;; Writes one bit per byte of the set at `bytes` to `into`: 1 if the byte is not 0. Reads 16 bytes per step.
  (func (export "non_zero_bytes") (param $bytes i32) (param $into i32) (param $end i32)
    (loop $each
      (i32.store16
        (local.get $into)
        (i8x16.bitmask (i8x16.ne (v128.load (local.get $bytes)) (v128.const i32x4 0 0 0 0))))
      (local.set $bytes (i32.add (local.get $bytes) (i32.const 16)))
      (local.set $into (i32.add (local.get $into) (i32.const 2)))
      (br_if $each (i32.lt_u (local.get $into) (local.get $end)))))

  ;; Returns the address of the first 64 bytes from `at` on with a member; `end` if there are none. Skips 512 members per
  ;; comparison.
  (func (export "next") (param $at i32) (param $end i32) (result i32)
    (loop $each
      (if (i32.lt_u (local.get $at) (local.get $end))
        (then
          (if
            (i32.eqz
              (v128.any_true
                (v128.or
                  (v128.or (v128.load (local.get $at)) (v128.load offset=16 (local.get $at)))
                  (v128.or (v128.load offset=32 (local.get $at)) (v128.load offset=48 (local.get $at))))))
            (then
              (local.set $at (i32.add (local.get $at) (i32.const 64)))
              (br $each))))))
    (local.get $at))

  ;; Writes the members with a value of at most `bound` to `into`. `values` has one signed word per member. Reads 16 values
  ;; per step.
  (func (export "at_most") (param $values i32) (param $bound i32) (param $into i32) (param $end i32)
    (local $most v128)
    (local.set $most (i32x4.splat (local.get $bound)))
    (loop $each
      (i32.store16
        (local.get $into)
        (i8x16.bitmask
          (i8x16.narrow_i16x8_s
            (i16x8.narrow_i32x4_s
              (i32x4.le_s (v128.load (local.get $values)) (local.get $most))
              (i32x4.le_s (v128.load offset=16 (local.get $values)) (local.get $most)))
            (i16x8.narrow_i32x4_s
              (i32x4.le_s (v128.load offset=32 (local.get $values)) (local.get $most))
              (i32x4.le_s (v128.load offset=48 (local.get $values)) (local.get $most))))))
      (local.set $values (i32.add (local.get $values) (i32.const 64)))
      (local.set $into (i32.add (local.get $into) (i32.const 2)))
      (br_if $each (i32.lt_u (local.get $into) (local.get $end)))))

  ;; Returns the number of members that the sets at `at` and `other` share. A processor counts the 1 bits of a 64-bit word in
  ;; one instruction, but those of a vector in ten.
  (func (export "count") (param $at i32) (param $other i32) (param $end i32) (result i32)
    (local $count i64)
    (loop $each
      (local.set $count
        (i64.add
          (local.get $count)
          (i64.popcnt (i64.and (i64.load (local.get $at)) (i64.load (local.get $other))))))
      (local.set $count
        (i64.add
          (local.get $count)
          (i64.popcnt (i64.and (i64.load offset=8 (local.get $at)) (i64.load offset=8 (local.get $other))))))
      (local.set $count
        (i64.add
          (local.get $count)
          (i64.popcnt (i64.and (i64.load offset=16 (local.get $at)) (i64.load offset=16 (local.get $other))))))
      (local.set $count
        (i64.add
          (local.get $count)
          (i64.popcnt (i64.and (i64.load offset=24 (local.get $at)) (i64.load offset=24 (local.get $other))))))
      (local.set $at (i32.add (local.get $at) (i32.const 32)))
      (local.set $other (i32.add (local.get $other) (i32.const 32)))
      (br_if $each (i32.lt_u (local.get $at) (local.get $end))))
    (i32.wrap_i64 (local.get $count))))

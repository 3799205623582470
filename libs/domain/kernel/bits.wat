;; What is done with whole sets: 128 members an instruction. A set is `bytes` long, a multiple of 16, and begins
;; where its address says. `npm run kernel` makes the module that libs/domain loads of this.
(module
  (import "sets" "memory" (memory 0))

  ;; into = a and b
  (func (export "intersect") (param $into i32) (param $a i32) (param $b i32) (param $bytes i32)
    (local $at i32)
    (loop $each
      (v128.store
        (i32.add (local.get $into) (local.get $at))
        (v128.and
          (v128.load (i32.add (local.get $a) (local.get $at)))
          (v128.load (i32.add (local.get $b) (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $each (i32.lt_u (local.get $at) (local.get $bytes)))))

  ;; into = a or b
  (func (export "unite") (param $into i32) (param $a i32) (param $b i32) (param $bytes i32)
    (local $at i32)
    (loop $each
      (v128.store
        (i32.add (local.get $into) (local.get $at))
        (v128.or
          (v128.load (i32.add (local.get $a) (local.get $at)))
          (v128.load (i32.add (local.get $b) (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $each (i32.lt_u (local.get $at) (local.get $bytes)))))

  ;; into = a and not b
  (func (export "subtract") (param $into i32) (param $a i32) (param $b i32) (param $bytes i32)
    (local $at i32)
    (loop $each
      (v128.store
        (i32.add (local.get $into) (local.get $at))
        (v128.andnot
          (v128.load (i32.add (local.get $a) (local.get $at)))
          (v128.load (i32.add (local.get $b) (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $each (i32.lt_u (local.get $at) (local.get $bytes)))))

  ;; how many members
  (func (export "count") (param $set i32) (param $bytes i32) (result i32)
    (local $at i32)
    (local $counts v128)
    (loop $each
      (local.set $counts
        (i32x4.add
          (local.get $counts)
          (i32x4.extadd_pairwise_i16x8_u
            (i16x8.extadd_pairwise_i8x16_u
              (i8x16.popcnt (v128.load (i32.add (local.get $set) (local.get $at))))))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $each (i32.lt_u (local.get $at) (local.get $bytes))))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $counts)) (i32x4.extract_lane 1 (local.get $counts)))
      (i32.add (i32x4.extract_lane 2 (local.get $counts)) (i32x4.extract_lane 3 (local.get $counts))))))

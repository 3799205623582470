;; Copies a batch of texts into one buffer, for `TextMemory`. Vector instructions copy 32 bytes per step, and one call copies
;; a whole batch. `npm run kernel` compiles this file to src/read-model/generated.
(module
  (import "texts" "memory" (memory 0))

  ;; Copies texts to `to`, one after another. The list from `list` to `stop` has two words per text:
  ;;
  ;;     | address | length | address | length | …
  ;;
  ;; Reads and writes up to 32 bytes beyond the end of a text: the next text overwrites them, and `TextMemory` has padding
  ;; after the last one.
  (func (export "gather") (param $list i32) (param $stop i32) (param $to i32)
    (local $from i32)
    (local $at i32)
    (local $end i32)
    (loop $each
      (local.set $from (i32.load (local.get $list)))
      (local.set $at (local.get $to))
      (local.set $end (i32.add (local.get $to) (i32.load offset=4 (local.get $list))))
      (loop $copy
        (v128.store (local.get $at) (v128.load (local.get $from)))
        (v128.store offset=16 (local.get $at) (v128.load offset=16 (local.get $from)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (local.set $from (i32.add (local.get $from) (i32.const 32)))
        (br_if $copy (i32.lt_u (local.get $at) (local.get $end))))
      (local.set $to (local.get $end))
      (local.set $list (i32.add (local.get $list) (i32.const 8)))
      (br_if $each (i32.lt_u (local.get $list) (local.get $stop))))))

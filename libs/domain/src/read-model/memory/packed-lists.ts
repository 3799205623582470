/**
 * Many lists of numbers in two typed arrays, which cost the garbage collector nothing and move between threads.
 *
 *     lists    [7, 9] [] [4]
 *     starts   0 2 2 3            list i is values[starts[i]] … values[starts[i + 1] - 1]
 *     values   7 9 4
 */
export interface PackedLists {
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

export function packedLists(lists: readonly (readonly number[])[]): PackedLists {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => (starts[i + 1] = starts[i]! + list.length));
  const values = new Int32Array(starts[lists.length]!);
  lists.forEach((list, i) => values.set(list, starts[i]));
  return { starts, values };
}

export function listAt({ starts, values }: PackedLists, i: number): Int32Array {
  return values.subarray(starts[i], starts[i + 1]);
}

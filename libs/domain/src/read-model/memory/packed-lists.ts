/** One packed list per owner: the list of owner o is values[starts[o]] … values[starts[o + 1] - 1]. */
export interface PackedLists {
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

export function packedLists(lists: readonly (readonly number[])[]): PackedLists {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, owner) => (starts[owner + 1] = starts[owner]! + list.length));
  const values = new Int32Array(starts[lists.length]!);
  lists.forEach((list, owner) => values.set(list, starts[owner]));
  return { starts, values };
}

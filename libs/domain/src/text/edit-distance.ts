/** The last three rows of the table of distances, kept because millions of words are compared. */
let rows: readonly [Int32Array, Int32Array, Int32Array] = [
  new Int32Array(0),
  new Int32Array(0),
  new Int32Array(0),
];

/**
 * Returns the number of edits that turn `a` into `b`: insertions, deletions, substitutions and swaps of two neighboring
 * letters (optimal string alignment); `most + 1` if there are more than `most`.
 */
export function editDistance(a: string, b: string, most: number): number {
  const tooMany = most + 1;
  if (Math.abs(a.length - b.length) > most) return tooMany;
  if (rows[0].length <= b.length + 1) {
    const size = 2 * b.length + 32;
    rows = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  }
  let [beforePrevious, previous, current] = rows;
  for (let j = 0; j <= b.length; j++) previous[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    // Cells farther from the diagonal than `most` are more than `most`.
    const from = Math.max(1, i - most);
    const to = Math.min(b.length, i + most);
    current[from - 1] = from === 1 ? i : tooMany;
    let least = from === 1 ? i : Number.MAX_SAFE_INTEGER;
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1);
      let edits = previous[j - 1]! + (letter === other ? 0 : 1);
      if (current[j - 1]! < edits) edits = current[j - 1]! + 1;
      if (previous[j]! < edits) edits = previous[j]! + 1;
      const swapped = i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other;
      if (swapped && beforePrevious[j - 2]! < edits) edits = beforePrevious[j - 2]! + 1;
      current[j] = edits;
      if (edits < least) least = edits;
    }
    current[to + 1] = tooMany;
    // A swap adds one to a cell two rows above, which is at most one less than the least of this row.
    if (least > tooMany) return tooMany;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return Math.min(previous[b.length]!, tooMany);
}

/** Returns the middle value; of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns the smallest value that the given share of all values does not exceed. */
export function quantile(values: Float64Array, share: number): number {
  return values.toSorted()[Math.ceil(values.length * share) - 1]!;
}

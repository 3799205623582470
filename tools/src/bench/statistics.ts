/** The middle one; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** How something stood to something else, round by round: what disturbs a round disturbs both. */
export function ratios(values: readonly number[], others: readonly number[]): number[] {
  return values.map((value, round) => value / others[round]!);
}

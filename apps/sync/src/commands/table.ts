/** Returns the lines of a table whose columns are as wide as their widest cell. */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  rightAligned: ReadonlySet<number> = new Set(),
): string[] {
  const widths = head.map((name, index) => Math.max(name.length, ...rows.map((row) => row[index]!.length)));
  return [head, ...rows].map((row) =>
    row
      .map((cell, index) =>
        rightAligned.has(index) ? cell.padStart(widths[index]!) : cell.padEnd(widths[index]!),
      )
      .join('  ')
      .trimEnd(),
  );
}

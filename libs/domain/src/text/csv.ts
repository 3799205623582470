/** Returns a line of CSV (RFC 4180), with its end. */
export function csvLine(cells: readonly string[], end: '\r\n' | '\n' = '\r\n'): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return quoted.join(',') + end;
}

/** Prefixes an apostrophe to text that a spreadsheet would evaluate as a formula. */
export function withoutFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** Returns a line of CSV (RFC 4180), with its end. */
export function csvLine(cells: readonly string[], end: '\r\n' | '\n' = '\r\n'): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return quoted.join(',') + end;
}

/** A telephone number as the directory has it. */
const TELEPHONE = /^\+(?=1-\d{3}-\d{3}-\d{4}(?: ext\. \d+)?$)/;

/** Prefixes an apostrophe to text that a spreadsheet would evaluate as a formula. Telephone numbers lose their plus sign instead. */
export function withoutFormula(text: string): string {
  if (TELEPHONE.test(text)) return text.slice(1);
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

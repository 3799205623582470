/**
 * Parses what a spreadsheet copies: cells with tabs between them, one row on each line. A cell with a tab, a line end or a
 * quote is in double quotes, in which a quote is doubled.
 */
export function parseSpreadsheetText(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy;
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    const [, quoted, plain = '', end] = found;
    rows.at(-1)!.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    // A line end at the end begins no row.
    if (cell.lastIndex >= text.length && end !== '\t') break;
    if (end !== '\t') rows.push([]);
  }
  return rows;
}

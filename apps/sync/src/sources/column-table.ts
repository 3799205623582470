import type { RowShape } from '../rows/row-shape.js';

/** Column families whose further members repeat the first one, such as `location_2_name` and `was:amenity`. */
const REPEATED = /^location_[2-5]_|^(?!disused)[a-z]+:(?:amenity|healthcare)$/;

/**
 * Returns the columns of a source as a Markdown table. Columns are marked `*` when required, and `(*)` when the file
 * needs one of several.
 */
export function columnTable({ columns, needs }: RowShape): string {
  const rows = Object.entries(columns)
    .filter(([column]) => !REPEATED.test(column))
    .map(
      ([column, meaning]) => `| \`${column}\`${mark(column, needs)} | ${meaning.replaceAll('|', '\\|')} |`,
    );
  return ['| column | meaning and accepted values |', '| --- | --- |', ...rows].join('\n');
}

function mark(column: string, needs: RowShape['needs']): string {
  const group = needs.find((alternatives) => alternatives.includes(column));
  if (!group) return '';
  return group.length === 1 ? ' \\*' : ' (\\*)';
}

/**
 * Replaces what stands between `<!-- columns: NAME -->` and `<!-- end -->` by the table of each source.
 * @throws when the text lacks the markers of a source
 */
export function withColumnTables(
  text: string,
  sources: readonly (RowShape & { readonly name: string })[],
): string {
  return sources.reduce((current, source) => {
    const begin = `<!-- columns: ${source.name} -->`;
    const from = current.indexOf(begin);
    const to = current.indexOf('<!-- end -->', from);
    if (from === -1 || to === -1) throw new Error(`The markers of ${source.name} are missing.`);
    return `${current.slice(0, from + begin.length)}\n\n${columnTable(source)}\n\n${current.slice(to)}`;
  }, text);
}

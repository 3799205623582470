import { OPERATIONS } from '@care-atlas/domain/contract';
import { LISTS } from '@care-atlas/domain/formats';

const HEADING = '## Columns\n';

/** Replaces the last section of the guide to formats by the columns of each list. */
export function withColumns(guide: string): string {
  const byRecord = Map.groupBy(LISTS, ([, { record }]) => record);
  const lists = Array.from(byRecord.values(), (group) => {
    const paths = group.map(([name]) => `\`${OPERATIONS[name].path}\``).join(', ');
    const names = group[0]![1].columns.map(({ name, optional }) => `\`${name}\`${optional ? '?' : ''}`);
    return `- ${paths}: ${names.join(', ')}`;
  });
  const start = guide.slice(0, guide.indexOf(HEADING));
  return `${start}${HEADING}
Each column means what the [API reference](/docs) says of its member. One with a question mark is there only if an item has
it, such as those of \`include\`.

${lists.join('\n')}
`;
}

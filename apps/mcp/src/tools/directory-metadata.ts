import { FilterValue, Query } from '@care-atlas/domain/contract';
import { OneOf, Text } from '@care-atlas/domain/schema';
import { fold } from '@care-atlas/domain/text';
import { FILTER_VALUES, type FilterKind } from '../directory/directory-reader.js';
import { DEFAULT_ROWS, fittingRows } from './answer/budget.js';
import { answerSchema, outputSchemaOf } from './declaration/output-schema.js';
import { joinLines } from './answer/text.js';
import { tool } from './declaration/tool.js';

class MetadataQuery extends Query {
  @OneOf(['specialties', 'languages'], { description: 'Which values.', required: true })
  readonly kind: FilterKind;

  @Text({ description: 'Only values that contain this.', minLength: 1 })
  readonly contains?: string;
}

export const getDirectoryMetadata = tool(
  {
    name: 'get_directory_metadata',
    description:
      'The specialties or languages that filters accept, with the number of doctors for each. Use it when a search reports an unknown word; to find doctors use search_doctors. Example: {"kind":"languages","contains":"chi"}. It cannot list places.',
    query: MetadataQuery,
    outputSchema: answerSchema({
      total: { type: 'integer' },
      values: { type: 'array', items: outputSchemaOf(FilterValue) },
    }),
  },
  async ({ kind, contains = '' }, { directory }) => {
    const all = await FILTER_VALUES[kind](directory.reads);
    const found = all.filter(({ value }) => fold(value).includes(fold(contains)));
    const counted = found.map((item) => ({ line: lineOf(item), item }));
    const rows = fittingRows(counted, DEFAULT_ROWS, 400);
    const more = found.length - rows.length;
    return {
      textIn: ({ answers: t, records }) => {
        const nameOf = kind === 'specialties' ? records.specialty : records.language;
        return joinLines(
          t.values(found.length, t.kinds[kind], contains),
          rows.map(({ item }) => lineOf(item, nameOf(item.value))).join('; '),
          more > 0 && t.narrow(more),
        );
      },
      structured: { kind, total: found.length, values: rows.map(({ item }) => item) },
    };
  },
);

/** Returns a value with its name for people, if that is another one: the value is what filters take. */
function lineOf({ value, doctorCount }: FilterValue, name = value): string {
  return `${name === value ? value : `${value}, ${name}`} (${doctorCount})`;
}

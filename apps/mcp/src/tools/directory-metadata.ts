import { type AsyncReads, FilterValue, Query } from '@care-atlas/domain/contract';
import { OneOf, Text } from '@care-atlas/domain/schema';
import { fold } from '@care-atlas/domain/text';
import { DEFAULT_ROWS, fittingRows, type Row } from './budget.js';
import { answerSchema, outputSchemaOf } from './output-schema.js';
import { joinLines } from './text.js';
import { tool } from './tool.js';

const KINDS = ['specialties', 'languages'] as const;
type Kind = (typeof KINDS)[number];

class MetadataQuery extends Query {
  @OneOf(KINDS, { description: 'Which values.', required: true })
  readonly kind: Kind;

  @Text({ description: 'Only values that contain this.', minLength: 1 })
  readonly contains?: string;
}

export const getDirectoryMetadata = tool(
  {
    name: 'get_directory_metadata',
    title: 'Values to filter by',
    description:
      'The specialties or languages that filters accept, with the number of doctors for each, most first.',
    query: MetadataQuery,
    outputSchema: answerSchema({
      total: { type: 'integer' },
      values: { type: 'array', items: outputSchemaOf(FilterValue) },
    }),
  },
  async ({ kind, contains = '' }, { directory }) => {
    const all = await readValues[kind](directory.reads);
    const found = all.filter(({ value }) => fold(value).includes(fold(contains)));
    const rows = fittingRows(found.map(rowOf), DEFAULT_ROWS, 400);
    const text = joinLines(
      `${found.length} ${kind}${contains && ` that contain "${contains}"`}, with how many listed doctors each finds${found.length > 0 ? ':' : '.'}`,
      rows.map(({ line }) => line).join('; '),
      rows.length < found.length &&
        `${found.length - rows.length} more left out to keep the answer short: narrow it with contains.`,
    );
    return { text, structured: { kind, total: found.length, values: rows.map(({ item }) => item) } };
  },
);

const readValues: Record<Kind, (reads: AsyncReads) => Promise<readonly FilterValue[]>> = {
  specialties: async (reads) => (await reads.listSpecialties()).value.specialties,
  languages: async (reads) => (await reads.listLanguages()).value.languages,
};

function rowOf(value: FilterValue): Row {
  return { line: `${value.value} (${value.doctorCount})`, item: value };
}

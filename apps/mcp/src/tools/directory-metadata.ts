import { type AsyncReads, FilterValue, Query } from '@care-atlas/domain/contract';
import { OneOf, Text } from '@care-atlas/domain/schema';
import { fold } from '@care-atlas/domain/text';
import { DEFAULT_ROWS, fittingRows, type Row } from './budget.js';
import { answerSchema, outputSchemaOf } from './output-schema.js';
import { tool } from './tool.js';
import { dataOf, lines } from './wording.js';

const KINDS = ['specialties', 'languages'] as const;
type Kind = (typeof KINDS)[number];

/** Which values to filter by are asked for. */
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
      'The specialties or languages that filters know, with how many doctors each finds, most first.',
    query: MetadataQuery,
    output: answerSchema({
      total: { type: 'integer' },
      values: { type: 'array', items: outputSchemaOf(FilterValue) },
    }),
  },
  async ({ kind, contains = '' }, { directory }) => {
    const all = await valuesOf[kind](directory.reads);
    const found = all.filter(({ value }) => fold(value).includes(fold(contains)));
    const rows = fittingRows(found.map(rowOf), DEFAULT_ROWS, 400);
    const dataset = await directory.dataset();
    const text = lines(
      `${found.length} ${kind}${contains && ` that contain "${contains}"`}, with how many listed doctors each finds${found.length > 0 ? ':' : '.'}`,
      rows.map(({ line }) => line).join('; '),
      rows.length < found.length &&
        `${found.length - rows.length} more left out to keep the answer short: narrow it with contains.`,
      dataOf(dataset),
    );
    const values = rows.map(({ item }) => item);
    return {
      text,
      structured: { kind, total: found.length, values, syncedAt: dataset.syncedAt.toISOString() },
    };
  },
);

const valuesOf: Record<Kind, (reads: AsyncReads) => Promise<readonly FilterValue[]>> = {
  specialties: async (reads) => (await reads.listSpecialties()).value.specialties,
  languages: async (reads) => (await reads.listLanguages()).value.languages,
};

function rowOf(value: FilterValue): Row {
  return { line: `${value.value} (${value.doctorCount})`, item: value };
}

import { Badge, Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Evidence } from '@care-atlas/domain/contract';
import type { RecordEvidence } from '#contract/directory/directory';
import { queryOf } from '../api/queries.js';
import { fill, wordOf } from '../display/format.js';
import { ErrorAlert, Loaded } from '../display/loading.js';
import { Panel } from '../display/page.js';
import { Time, Warnings } from '../display/values.js';
import { type Column, DataTable, withNote } from '../lists/data-table.js';
import { useUrlState } from '../lists/url-state.js';
import { namedBy, nameOf } from '../language/names.js';
import { TEXTS } from '../language/texts.js';

const { evidence: texts } = TEXTS.directory;
const { sources } = TEXTS.common.words;

/** Shows who observed the facts of a record, how and when. The record is in the address, to be shared. */
export function EvidencePanel() {
  const { get, set } = useUrlState();
  const id = get('evidence');
  const isAsked = id !== '';
  return (
    <Panel title={texts.title} lead={texts.lead}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const entered = new FormData(event.currentTarget).get('evidence');
          set({ evidence: typeof entered === 'string' ? entered.trim() : '' });
        }}
      >
        <Group align="flex-end">
          <TextInput
            name="evidence"
            label={texts.record}
            description={texts.recordHint}
            defaultValue={id}
            spellCheck={false}
            required
            flex={1}
            miw={220}
          />
          <Button type="submit">{texts.submit}</Button>
        </Group>
      </form>
      <Stack mt="md" gap="xs">
        {isAsked && <EvidenceTable id={id} />}
      </Stack>
    </Panel>
  );
}

/** The evidence about a record. @param id a registration number, or the id of a clinic */
export function EvidenceTable({ id }: { readonly id: string }) {
  const evidence = useQuery(queryOf('getEvidence', { query: { id } }));
  if (evidence.error) return <ErrorAlert error={evidence.error} />;
  return (
    <Loaded query={evidence}>
      {({ evidence: rows, warnings = [], names }) => (
        <>
          <Warnings warnings={warnings} />
          <DataTable label={texts.table} table={{ minWidth: 720, columns: columnsOf(names) }} rows={rows} />
        </>
      )}
    </Loaded>
  );
}

type Names = RecordEvidence['names'];

/** Besides the words, so that no state is shown by color alone. */
const COLORS = { confirmed: 'green', aging: 'yellow', expired: 'gray', conflicting: 'red', never: 'gray' };

/** @param names of the clinics that are values */
const columnsOf = (names: Names): readonly Column<Evidence>[] => [
  {
    head: texts.columns.fact,
    isRowHead: true,
    cell: ({ field, specialty = '' }) =>
      fill(texts.facts[field], { specialty: nameOf('specialty', specialty) }),
  },
  {
    head: texts.columns.value,
    cell: ({ field, value, code }) =>
      code ? withNote(textOf(value, field, names), code) : textOf(value, field, names),
    cellProps: { className: 'broken' },
  },
  {
    head: texts.columns.state,
    cell: ({ state }) => (
      <Badge variant="outline" miw="max-content" color={COLORS[state]} c="var(--mantine-color-text)">
        {texts.states[state]}
      </Badge>
    ),
  },
  {
    head: texts.columns.source,
    cell: ({ source, method }) =>
      method === ''
        ? ''
        : fill(texts.by, { source: wordOf(sources, source.name), method: texts.methods[method] }),
  },
  {
    head: texts.columns.observed,
    cell: ({ observedAt, dated }) =>
      dated === false ? withNote(<Time at={observedAt} />, texts.listed) : <Time at={observedAt} />,
  },
  {
    head: texts.columns.expires,
    cell: ({ expiresAt, observedAt }) =>
      observedAt === null ? '' : <Time at={expiresAt} fallback={texts.noEnd} />,
  },
  {
    head: texts.columns.previous,
    cell: ({ field, previous }) => (previous === null ? '' : textOf(previous, field, names)),
    cellProps: { className: 'broken' },
  },
];

function textOf(value: unknown, field: string, names: Names): string {
  if (value === null) return texts.unknown;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  return [value]
    .flat()
    .map((one) => namedBy(field, wordOf({ ...texts.values, ...names }, `${one as string | number}`)))
    .join(', ');
}

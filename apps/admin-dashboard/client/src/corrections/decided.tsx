import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CorrectionKind, CorrectionSubject } from '@care-atlas/domain/records';
import { useState } from 'react';
import { queryOf } from '../api/queries.js';
import { Empty } from '../display/loading.js';
import { Panel } from '../display/page.js';
import { TEXTS } from '../language/texts.js';
import { DataTable } from '../lists/data-table.js';
import { PagedList, pageQuery } from '../lists/paged-list.js';
import { choicesOf } from '../lists/url-state.js';
import { CORRECTIONS } from './correction-table.js';

const { corrections: strings } = TEXTS;

interface DecidedProps {
  readonly title: string;
  readonly lead: string;
  readonly empty: string;
  /** The kinds to choose from, with their names; the first one is shown first. */
  readonly kinds: Readonly<Partial<Record<CorrectionKind, string>>>;
  /** What was decided about; by default anything. */
  readonly record?: CorrectionSubject;
}

/** What was decided of some kinds, to be withdrawn. */
export function Decided({ title, lead, empty, kinds, record }: DecidedProps) {
  const choices = choicesOf(kinds as Readonly<Record<string, string>>);
  const [kind, setKind] = useState(choices[0]!.value as CorrectionKind);
  const [page, setPage] = useState(1);
  const query = useQuery(
    queryOf('listCorrections', { query: { kind, record, state: 'active', ...pageQuery(page) } }),
  );
  const choice = (
    <SegmentedControl
      aria-label={title}
      data={choices}
      value={kind}
      onChange={(value) => {
        setKind(value as CorrectionKind);
        setPage(1);
      }}
    />
  );
  return (
    <Panel title={title} lead={lead} actions={choice}>
      <PagedList
        query={query}
        label={strings.pages}
        page={page}
        setPage={setPage}
        empty={<Empty title={empty} />}
      >
        {({ corrections }) => <DataTable label={title} table={CORRECTIONS} rows={corrections} />}
      </PagedList>
    </Panel>
  );
}

import { Anchor, Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ImportJob, ImportState } from '#contract/imports/imports';
import { queryOf, useMay } from '../api/queries.js';
import { Empty, Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { Note, Time } from '../display/values.js';
import { type Column, DataTable, withNote } from '../lists/data-table.js';
import type { PageContentProps } from '../pages.js';
import { TEXTS } from '../language/texts.js';
import { UploadPanel } from './upload-form.js';

const { imports: strings } = TEXTS;

const POLL_MS = 5_000;
const LIMIT = 50;

/** Files that were uploaded to be imported, and a form for another one. */
export default function ImportsPage({ title }: PageContentProps) {
  const query = useQuery({
    ...queryOf('listImports', { query: { limit: LIMIT } }),
    refetchInterval: POLL_MS,
  });
  const mayUpload = useMay('operator');
  return (
    <Page title={title} lead={strings.lead}>
      <Loaded query={query}>
        {({ maxBytes, imports }) => (
          <>
            {maxBytes === null ? (
              <Panel title={strings.upload}>
                <Empty title={strings.off} hint={strings.offHint} />
              </Panel>
            ) : mayUpload ? (
              <UploadPanel maxBytes={maxBytes} />
            ) : (
              <Note>{strings.mayNot}</Note>
            )}
            <Panel title={strings.list}>
              {imports.length === 0 ? (
                <Empty title={strings.empty} hint={strings.emptyHint} />
              ) : (
                <DataTable label={strings.list} minWidth={640} columns={COLUMNS} rows={imports} />
              )}
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  );
}

const COLUMNS: readonly Column<ImportJob>[] = [
  {
    head: strings.file,
    isRowHead: true,
    cell: ({ id, fileName, source }) =>
      withNote(
        <Anchor component={Link} to={`/imports/${id}`} inherit className="broken">
          {fileName}
        </Anchor>,
        strings.sources[source],
      ),
  },
  { head: strings.state, cell: ({ state }) => <ImportBadge state={state} /> },
  { head: strings.uploaded, cell: ({ uploadedAt }) => <Time at={uploadedAt} /> },
  { head: strings.by, cell: ({ uploadedBy }) => uploadedBy },
];

const COLORS: Record<ImportState, string> = {
  draft: 'gray',
  waiting: 'blue',
  checking: 'blue',
  review: 'orange',
  confirmed: 'blue',
  importing: 'blue',
  parked: 'red',
  done: 'accent',
  failed: 'red',
  canceled: 'gray',
};

/** Shows where an upload stands. */
export function ImportBadge({ state }: { readonly state: ImportState }) {
  return (
    <Badge variant="dot" miw="max-content" color={COLORS[state]}>
      {strings.states[state]}
    </Badge>
  );
}

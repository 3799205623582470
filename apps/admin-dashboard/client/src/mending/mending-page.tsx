import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import type { ImportJobDetails } from '#contract/imports/imports';
import type { Mending } from '#contract/imports/mending';
import { call } from '../api/call.js';
import { queryOf, reload, useMay } from '../api/queries.js';
import { ErrorAlert, Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { Note } from '../display/values.js';
import { TEXTS } from '../language/texts.js';
import { FurtherButton } from './mending-links.js';
import { MendingGrid } from './mending-grid.js';
import { useMendedRows } from './use-mended-rows.js';

const { mending: strings } = TEXTS;

/** Rejected rows, mended and fed again. */
export default function MendingPage() {
  const { id = '' } = useParams();
  const params = { id };
  const job = useQuery(queryOf('getImport', { params }));
  // What is typed here is newer than what another answer would have.
  const mending = useQuery({ ...queryOf('getMending', { params }), staleTime: Infinity, gcTime: 0 });
  return (
    <Stack>
      <Anchor component={Link} to={`/imports/${id}`} size="sm" inherit={false}>
        ← {strings.back}
      </Anchor>
      <Loaded query={job}>
        {(details) => (
          <Loaded query={mending}>
            {(rows) => <Rows key={details.state} job={details} mending={rows} />}
          </Loaded>
        )}
      </Loaded>
    </Stack>
  );
}

function Rows({ job, mending }: { readonly job: ImportJobDetails; readonly mending: Mending }) {
  const isOperator = useMay('operator');
  const navigate = useNavigate();
  const edited = useMendedRows(mending);
  const { state, error, flush } = edited;
  const mayEdit = isOperator && job.state === 'draft';
  const checking = useMutation({
    mutationFn: async () => {
      await flush();
      return call('checkMending', { params: { id: job.id } });
    },
    onSuccess: async () => {
      await reload('imports');
      void navigate(`/imports/${job.id}`);
    },
  });
  return (
    <Page title={strings.title} lead={strings.lead}>
      {!isOperator && <Note>{strings.mayNot}</Note>}
      {isOperator && job.state !== 'draft' && (
        <Alert>
          <Group justify="space-between">
            <Text size="sm">{strings.notDraft}</Text>
            <FurtherButton job={job} />
          </Group>
        </Alert>
      )}
      <Panel title={job.fileName}>
        <MendingGrid mending={mending} edited={edited} mayEdit={mayEdit} />
        {mayEdit && (
          <Stack mt="md" gap="xs">
            <ErrorAlert error={checking.error ?? error} />
            <Group>
              <Button variant="filled" loading={checking.isPending} onClick={() => checking.mutate()}>
                {strings.check}
              </Button>
              <Note role="status">{strings[state]}</Note>
            </Group>
          </Stack>
        )}
      </Panel>
    </Page>
  );
}

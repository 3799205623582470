import { Badge, Button, Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { OwnSession } from '#contract/account';
import { call } from '../api/call.js';
import { queryClient, queryOf, sessionQuery } from '../api/queries.js';
import { fill } from '../display/format.js';
import { ErrorAlert, Loaded } from '../display/loading.js';
import { Panel } from '../display/page.js';
import { Time } from '../display/values.js';
import { type Column, DataTable } from '../lists/data-table.js';
import common from '../strings.json';
import strings from './strings.json';

const ownSessionsQuery = queryOf('listSessions');

/** Lists the user's sessions, each of which can be ended. */
export function SessionPanel() {
  const query = useQuery(ownSessionsQuery);
  const end = useMutation({
    mutationFn: (id?: string) =>
      id === undefined ? call('endOtherSessions') : call('endSession', { params: { id } }),
    onSuccess: (remaining, id) => {
      // Ending the current session signs the user out.
      if (!remaining) return void queryClient.invalidateQueries(sessionQuery);
      queryClient.setQueryData(ownSessionsQuery.queryKey, remaining);
      notifications.show({ message: id === undefined ? strings.endedOthers : strings.ended });
    },
  });
  const confirmOthers = () =>
    modals.openConfirmModal({
      title: strings.endOthersTitle,
      children: strings.endOthersLead,
      labels: { confirm: strings.endOthers, cancel: common.cancel },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: () => end.mutate(undefined),
    });
  const hasOthers = (query.data?.sessions.length ?? 0) > 1;
  const columns: readonly Column<OwnSession>[] = [
    ...COLUMNS,
    {
      head: common.actions,
      cell: ({ id, device, address }) => (
        <Button
          size="xs"
          aria-label={fill(strings.endOf, { device, address })}
          onClick={() => end.mutate(id)}
        >
          {strings.end}
        </Button>
      ),
    },
  ];
  return (
    <Panel
      title={strings.sessions}
      lead={strings.sessionsLead}
      actions={hasOthers && <Button onClick={confirmOthers}>{strings.endOthers}</Button>}
    >
      <ErrorAlert error={end.error} />
      <Loaded query={query}>
        {({ sessions: rows }) => (
          <DataTable label={strings.sessions} minWidth={640} columns={columns} rows={rows} endsInActions />
        )}
      </Loaded>
    </Panel>
  );
}

const COLUMNS: readonly Column<OwnSession>[] = [
  {
    head: strings.device,
    cell: ({ device, current }) => (
      <Group gap="xs">
        {device}
        {current && (
          <Badge variant="light" miw="max-content">
            {strings.thisSession}
          </Badge>
        )}
      </Group>
    ),
  },
  { head: strings.address, cell: ({ address }) => address },
  { head: strings.signedIn, cell: ({ signedInAt }) => <Time at={signedInAt} /> },
  { head: strings.lastSeen, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
];

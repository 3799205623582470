import { Badge, Button, Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnSession } from '#contract/sessions';
import { call } from '../api/call.js';
import { queryOf, sessionQuery } from '../api/queries.js';
import { ErrorAlert } from '../display/error-alert.js';
import { Loaded } from '../display/loaded.js';
import { Time } from '../display/time.js';
import { Panel } from '../layout/page.js';
import { type Column, DataTable } from '../lists/data-table.js';
import { common } from '../strings.js';
import { strings } from './strings.js';

const ownSessionsQuery = queryOf('listSessions');

/** Lists the user's sessions, each of which can be ended. */
export function SessionPanel() {
  const client = useQueryClient();
  const query = useQuery(ownSessionsQuery);
  const end = useMutation({
    mutationFn: (id?: string) =>
      id === undefined ? call('endOtherSessions') : call('endSession', { params: { id } }),
    onSuccess: (remaining, id) => {
      // Ending the current session signs the user out.
      if (!remaining) return void client.invalidateQueries(sessionQuery);
      client.setQueryData(ownSessionsQuery.queryKey, remaining);
      notifications.show({ message: id === undefined ? strings.endedOthers : strings.ended });
    },
  });
  const confirmOthers = () =>
    modals.openConfirmModal({
      title: strings.endOthersTitle,
      children: strings.endOthersLead,
      labels: { confirm: strings.endOthers, cancel: common.cancel },
      confirmProps: { color: 'red' },
      onConfirm: () => end.mutate(undefined),
    });
  const hasOthers = (query.data?.sessions.length ?? 0) > 1;
  return (
    <Panel
      title={strings.sessions}
      lead={strings.sessionsLead}
      actions={
        hasOthers && (
          <Button variant="default" onClick={confirmOthers}>
            {strings.endOthers}
          </Button>
        )
      }
    >
      <ErrorAlert error={end.error} />
      <Loaded query={query}>
        {({ sessions }) => (
          <DataTable
            label={strings.sessions}
            minWidth={640}
            columns={columns((id) => end.mutate(id))}
            rows={sessions}
            rowKey={({ id }) => id}
            endsInActions
          />
        )}
      </Loaded>
    </Panel>
  );
}

function columns(onEnd: (id: string) => void): Column<OwnSession>[] {
  return [
    {
      head: strings.device,
      cell: ({ device, current }) => (
        <Group gap="xs">
          {device}
          {current && (
            <Badge variant="light" tt="none" miw="max-content">
              {strings.thisSession}
            </Badge>
          )}
        </Group>
      ),
    },
    { head: strings.address, cell: ({ address }) => address },
    { head: strings.signedIn, cell: ({ signedInAt }) => <Time at={signedInAt} /> },
    { head: strings.lastSeen, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
    {
      head: common.actions,
      cell: ({ id, device, address }) => (
        <Button
          variant="default"
          size="xs"
          aria-label={strings.endOf(device, address)}
          onClick={() => onEnd(id)}
        >
          {strings.end}
        </Button>
      ),
    },
  ];
}

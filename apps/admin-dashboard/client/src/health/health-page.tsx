import { Badge, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { HealthState } from '@care-atlas/domain/access';
import type { ComponentState, Health, Incident } from '#contract/service/health';
import { call } from '../api/call.js';
import { queryOf, useMay } from '../api/queries.js';
import { fill, formatTime } from '../display/format.js';
import { Empty, ErrorAlert, Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { Note, Time } from '../display/values.js';
import { type Column, type Table, TablePanel, withNote } from '../lists/data-table.js';
import type { PageContentProps } from '../pages.js';
import { HealthBars } from './health-bars.js';
import { ServerText } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';

const { health: strings } = TEXTS;

const ROUND_MS = 30_000;
const COLORS: Record<HealthState, string> = {
  up: 'accent',
  degraded: 'orange',
  down: 'red',
  unknown: 'gray',
};

/** How the parts of the deployment are, and how they were. */
export default function HealthPage({ title }: PageContentProps) {
  const query = useQuery({ ...queryOf('getHealth'), refetchInterval: ROUND_MS });
  const mayTest = useMay('operator');
  const testing = useMutation({
    mutationFn: () => call('testAlert'),
    onSuccess: ({ failed }) => {
      const messages = failed.map((each) =>
        fill(strings.alertFailed, { way: strings.ways[each.way], reason: each.reason }),
      );
      notifications.show({
        message: messages.length > 0 ? messages.join(' ') : strings.alerted,
        color: messages.length > 0 ? 'red' : undefined,
      });
    },
  });
  const test = (
    <Button
      leftSection={<IconSend size={18} aria-hidden />}
      loading={testing.isPending}
      onClick={() => testing.mutate()}
    >
      {strings.testAlert}
    </Button>
  );
  const hasAlerts = (query.data?.alertWays.length ?? 0) > 0;
  return (
    <Page title={title} lead={strings.lead} actions={mayTest && hasAlerts && test}>
      <ErrorAlert error={testing.error} />
      <Loaded query={query}>{(health) => <HealthPanels health={health} />}</Loaded>
    </Page>
  );
}

function HealthPanels({ health }: { readonly health: Health }) {
  const { components, days, incidents, alertWays } = health;
  if (components.length === 0) {
    return (
      <Panel title={strings.now}>
        <Empty title={strings.empty} hint={strings.emptyHint} />
      </Panel>
    );
  }
  const history: Column<ComponentState> = {
    head: strings.history,
    cell: ({ component }) => (
      <HealthBars
        name={strings.components[component]}
        days={days.filter((day) => day.component === component)}
      />
    ),
  };
  return (
    <>
      <TablePanel
        title={strings.now}
        table={{ minWidth: 900, columns: [...COLUMNS, history] }}
        rows={components}
        below={
          <Note mt="md">
            {alertWays.length > 0
              ? fill(strings.alerts, { ways: alertWays.map((way) => strings.ways[way]).join(', ') })
              : strings.noAlerts}
          </Note>
        }
      />
      <TablePanel title={strings.incidents} table={INCIDENTS} rows={incidents} />
    </>
  );
}

const StateBadge = ({ state }: { readonly state: HealthState }) => (
  <Badge variant="dot" miw="max-content" color={COLORS[state]}>
    {strings.states[state]}
  </Badge>
);

const COLUMNS: readonly Column<ComponentState>[] = [
  // First, so that a narrow screen shows it.
  { head: strings.state, cell: ({ state }) => <StateBadge state={state} /> },
  {
    head: strings.component,
    isRowHead: true,
    cell: ({ component, detail, message }) =>
      withNote(strings.components[component], <ServerText text={detail} message={message} />),
  },
  {
    head: strings.since,
    cell: ({ since, checkedAt }) =>
      withNote(<Time at={since} />, fill(strings.checked, { time: formatTime(checkedAt) })),
  },
];

const INCIDENTS: Table<Incident> = {
  minWidth: 720,
  empty: strings.noIncidents,
  columns: [
    { head: strings.component, isRowHead: true, cell: ({ component }) => strings.components[component] },
    { head: strings.state, cell: ({ state }) => <StateBadge state={state} /> },
    { head: strings.started, time: 'startedAt' },
    { head: strings.ended, time: 'endedAt', fallback: strings.open },
    {
      head: strings.detail,
      cell: ({ detail, message }) => <ServerText text={detail} message={message} />,
      cellProps: { className: 'broken' },
    },
  ],
};

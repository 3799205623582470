import { Alert, Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { DirectoryState, RegisterState } from '../../../contract/directory.js';
import type { Usage } from '../../../contract/usage.js';
import { number } from '../format.js';
import { Answer } from '../parts/answer.js';
import { FreshnessBar } from '../parts/freshness-bar.js';
import { Instant } from '../parts/instant.js';
import { Nothing } from '../parts/nothing.js';
import { Page, Panel } from '../parts/page.js';
import { Stat } from '../parts/stat.js';
import { accountQuestion, directoryQuestion, runsQuestion, usageQuestion } from '../questions.js';
import { RunTable } from '../runs/run-table.js';
import { TEXTS } from '../texts/texts.js';

const LAST_RUNS = 5;
const DAY_HOURS = 24;
const { overview } = TEXTS;

/** Everything that wants to be seen at a glance. */
export default function OverviewPage() {
  const directory = useQuery(directoryQuestion);
  const usage = useQuery(usageQuestion(DAY_HOURS));
  const runs = useQuery(runsQuestion(LAST_RUNS));
  return (
    <Page title={TEXTS.pages.overview}>
      <Answer to={directory}>{(state) => <Directory state={state} />}</Answer>
      <Answer to={usage}>{(counted) => <Requests usage={counted} />}</Answer>
      <FactorAdvice />
      <Panel
        title={overview.lastRuns}
        actions={
          <Anchor component={Link} to="/runs" size="sm" inherit={false}>
            {overview.allRuns}
          </Anchor>
        }
      >
        <Answer to={runs}>
          {({ runs: last }) =>
            last.length === 0 ? (
              <Nothing title={TEXTS.runs.empty} hint={TEXTS.runs.emptyHint} />
            ) : (
              <RunTable runs={last} label={overview.lastRuns} />
            )
          }
        </Answer>
      </Panel>
    </Page>
  );
}

function Directory({ state }: { readonly state: DirectoryState }) {
  return (
    <>
      <OverdueBanner register={state.register} />
      <Panel title={overview.freshness}>
        <Stack>
          <FreshnessBar share={state.freshness} freshDays={state.register.freshDays} />
          <Text size="sm" c="dimmed">
            {overview.synced} <Instant at={state.syncedAt} />
          </Text>
        </Stack>
      </Panel>
      <SimpleGrid cols={{ base: 2, xs: 3 }}>
        <Stat label={overview.doctors} value={number(state.doctors)} />
        <Stat label={overview.clinics} value={number(state.clinics)} />
        <Stat label={overview.accepting} value={number(state.acceptingNewPatients)} />
      </SimpleGrid>
    </>
  );
}

/** Says so when the register was not read as a whole for longer than records stay fresh. */
function OverdueBanner({ register }: { readonly register: RegisterState }) {
  if (!register.overdue) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={overview.overdueTitle}
      role="alert"
    >
      {register.lastCompleteRunAt === null ? (
        overview.overdueNever
      ) : (
        <>
          {overview.overdue(register.freshDays)} <Instant at={register.lastCompleteRunAt} />.
        </>
      )}{' '}
      {overview.overdueAction}
    </Alert>
  );
}

function Requests({ usage }: { readonly usage: Usage }) {
  const requests = usage.byHour.flatMap((hour) => Object.values(hour.requests));
  const refused = (status: 401 | 403 | 429) =>
    usage.byHour.reduce((sum, { refusals }) => sum + refusals[status], 0);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Stat label={overview.requests} value={number(requests.reduce((sum, count) => sum + count, 0))}>
        {overview.lastDay}
      </Stat>
      {([401, 403, 429] as const).map((status) => (
        <Stat key={status} label={`${overview.refusals}, ${status}`} value={number(refused(status))}>
          {overview.refusalKinds[status]}
        </Stat>
      ))}
    </SimpleGrid>
  );
}

/** Advises whoever has nothing but a password. */
function FactorAdvice() {
  const { data: account } = useQuery(accountQuestion);
  if (!account || account.totp || account.passkeys.length > 0) return null;
  return (
    <Alert variant="light" icon={<IconShieldLock aria-hidden />} title={overview.factorTitle}>
      {overview.factor}{' '}
      <Anchor component={Link} to="/account">
        {overview.factorAction}
      </Anchor>
    </Alert>
  );
}

import { Alert, SimpleGrid, Stack } from '@mantine/core';
import { IconAlertTriangle, IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DirectoryState, RegisterState } from '#contract/directory/directory';
import type { Usage } from '#contract/service/usage';
import { accountQuery, queryOf } from '../api/queries.js';
import { fill, formatNumber } from '../display/format.js';
import { FreshnessBar } from '../display/freshness-bar.js';
import { Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { PageLink } from '../display/page-link.js';
import { Note, Stat, Time } from '../display/values.js';
import type { PageContentProps } from '../pages.js';
import { RunTable } from '../runs/run-table.js';
import { OpenDataPanel } from '../imports/open-data-panel.js';
import { TEXTS } from '../language/texts.js';

const { common, overview: strings } = TEXTS;

const DIRECTORY = queryOf('getDirectory');
const USAGE = queryOf('getUsage', { query: { hours: 24 } });
const RUNS = queryOf('listRuns', { query: { limit: 5 } });

/** The state of the directory, the requests of a day and the latest runs. */
export default function OverviewPage({ title }: PageContentProps) {
  const directory = useQuery(DIRECTORY);
  const usage = useQuery(USAGE);
  const runs = useQuery(RUNS);
  const allRuns = <PageLink to="/runs" size="sm" inherit={false} label={strings.allRuns} />;
  return (
    <Page title={title}>
      <Loaded query={directory}>{(state) => <Directory state={state} />}</Loaded>
      <Loaded query={usage}>{(counts) => <Requests usage={counts} />}</Loaded>
      <SecondFactorAdvice />
      <Panel title={strings.lastRuns} actions={allRuns}>
        <Loaded query={runs}>{(list) => <RunTable runs={list.runs} label={strings.lastRuns} />}</Loaded>
      </Panel>
    </Page>
  );
}

function Directory({ state }: { readonly state: DirectoryState }) {
  return (
    <>
      <OpenDataPanel state={state} />
      {state.places !== 'none' && <OverdueBanner register={state.register} />}
      <Panel title={strings.freshness}>
        <Stack>
          <FreshnessBar share={state.freshness} freshDays={state.register.freshDays} />
          <Note>
            {strings.synced} <Time at={state.syncedAt} />
          </Note>
        </Stack>
      </Panel>
      <SimpleGrid cols={{ base: 2, xs: 3 }}>
        <Stat label={strings.doctors} value={formatNumber(state.doctors)} />
        <Stat label={strings.clinics} value={formatNumber(state.clinics)} />
        <Stat label={strings.accepting} value={formatNumber(state.acceptingNewPatients)} />
      </SimpleGrid>
    </>
  );
}

/** Warns when the last complete run of the register is older than records stay fresh. */
function OverdueBanner({ register }: { readonly register: RegisterState }) {
  if (!register.overdue) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={strings.overdueTitle} role="alert">
      {register.lastCompleteRunAt === null ? (
        strings.overdueNever
      ) : (
        <>
          {fill(strings.overdue, { days: register.freshDays })} <Time at={register.lastCompleteRunAt} />.
        </>
      )}{' '}
      {strings.overdueAction}
    </Alert>
  );
}

function Requests({ usage: { byHour } }: { readonly usage: Usage }) {
  const requests = byHour.flatMap((hour) => Object.values(hour.requests));
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Stat label={strings.requests} value={formatNumber(requests.reduce((sum, count) => sum + count, 0))}>
        {strings.lastDay}
      </Stat>
      {([401, 403, 429] as const).map((status) => {
        const count = byHour.reduce((sum, { refusals }) => sum + refusals[status], 0);
        return (
          <Stat key={status} label={fill(strings.refusals, { status })} value={formatNumber(count)}>
            {common.refusals[status]}
          </Stat>
        );
      })}
    </SimpleGrid>
  );
}

/** Advises users without a second factor to add one. */
function SecondFactorAdvice() {
  const { data: account } = useQuery(accountQuery);
  if (!account || account.totp || account.passkeys.length > 0) return null;
  return (
    <Alert icon={<IconShieldLock aria-hidden />} title={strings.factorTitle}>
      {strings.factor} <PageLink to="/account" label={strings.factorAction} />
    </Alert>
  );
}

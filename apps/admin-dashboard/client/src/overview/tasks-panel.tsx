import { Badge, Group, Stack } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DirectoryState } from '#contract/directory/directory';
import type { ImportJob } from '#contract/imports/imports';
import type { Run } from '#contract/imports/runs';
import type { ComponentState } from '#contract/service/health';
import { accountQuery, queryOf } from '../api/queries.js';
import { fill, formatNumber, formatTime, wordOf } from '../display/format.js';
import { Empty, Loading } from '../display/loading.js';
import { Panel } from '../display/page.js';
import { PageLink } from '../display/page-link.js';
import { Note } from '../display/values.js';
import { ServerText } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';

const { common, health, overview } = TEXTS;
const { tasks: strings } = overview;

const ONE = { limit: 1 };
const HEALTH_MS = 60_000;
const RECENT_MS = 7 * 86_400_000;
const HEALTH = queryOf('getHealthNow');
const DIRECTORY = queryOf('getDirectory');
const IMPORTS = queryOf('listImports', { query: { limit: 100 } });
const RUNS = queryOf('listRuns', { query: { only: 'latest' } });
const DUPLICATES = queryOf('listDuplicates', { query: ONE });
const DUE = queryOf('listCorrections', { query: { ...ONE, state: 'due' } });
const EXPIRING = queryOf('listKeys', { query: { ...ONE, state: 'expiring' } });

/** What a person should do, and where. */
interface Task {
  readonly text: string;
  readonly note?: ReactNode;
  readonly to: string;
  readonly isUrgent?: boolean;
}

/** Says what needs a person today. Each kind of task comes from the list of the page where it is done. */
export function TasksPanel() {
  const directory = useQuery(DIRECTORY);
  const isInvented = directory.data?.places === 'sample';
  const queries = [
    tasksOf(useQuery({ ...HEALTH, refetchInterval: HEALTH_MS }), ({ components }) =>
      components.flatMap(healthTasks),
    ),
    tasksOf(directory, registerTasks),
    tasksOf(useQuery(IMPORTS), ({ imports }) => importTasks(imports)),
    tasksOf(useQuery(RUNS), ({ runs }) => runTasks(runs)),
    // Nobody has to decide about clinics that are invented.
    tasksOf(useQuery(DUPLICATES), ({ total }) =>
      isInvented ? [] : counted(strings.duplicates, total, '/duplicates'),
    ),
    tasksOf(useQuery(DUE), ({ total }) => counted(strings.due, total, '/corrections?state=due')),
    tasksOf(useQuery(EXPIRING), ({ total }) => counted(strings.expiring, total, '/keys?state=expiring')),
    tasksOf(useQuery(accountQuery), ({ totp, passkeys }) =>
      totp || passkeys.length > 0 ? [] : [{ text: strings.factor, note: strings.factorNote, to: '/account' }],
    ),
  ];
  const tasks = queries
    .flatMap(({ found }) => found)
    .toSorted((a, b) => Number(b.isUrgent ?? false) - Number(a.isUrgent ?? false));
  const isComplete = queries.every(({ isKnown }) => isKnown);
  const failed = queries.some(({ hasFailed }) => hasFailed);
  return (
    <Panel title={strings.title} lead={strings.lead}>
      {tasks.length > 0 && <TaskList tasks={tasks} />}
      {failed && <Note role="status">{strings.notKnown}</Note>}
      {!isComplete && !failed && <Loading />}
      {isComplete && tasks.length === 0 && <Empty title={strings.none} hint={strings.noneHint} />}
    </Panel>
  );
}

interface Found {
  readonly found: readonly Task[];
  readonly isKnown: boolean;
  readonly hasFailed: boolean;
}

/** Returns the tasks that an answer shows, once there is one. */
function tasksOf<Data>(
  { data, isError }: UseQueryResult<Data>,
  find: (data: Data) => readonly Task[],
): Found {
  const isKnown = data !== undefined;
  return { found: isKnown ? find(data) : [], isKnown, hasFailed: isError && !isKnown };
}

function TaskList({ tasks }: { readonly tasks: readonly Task[] }) {
  return (
    <Stack gap="xs" component="ul" className="plain-list" aria-label={strings.title}>
      {tasks.map(({ text, note, to, isUrgent }) => (
        <li key={`${to} ${text}`}>
          <Group gap="xs">
            <PageLink to={to} label={text} fw={600} />
            {isUrgent && (
              <Badge color="red" variant="light">
                {strings.urgent}
              </Badge>
            )}
          </Group>
          {note && <Note>{note}</Note>}
        </li>
      ))}
    </Stack>
  );
}

function counted(
  text: string,
  count: number,
  to: string,
  more: Readonly<Record<string, string>> = {},
): Task[] {
  return count === 0 ? [] : [{ text: fill(text, { count: formatNumber(count), ...more }), to }];
}

/** Health also reports an overdue register, which has its own task with instructions. */
function healthTasks({ component, state, detail, message }: ComponentState): Task[] {
  if (component === 'register' || (state !== 'degraded' && state !== 'down')) return [];
  const text = fill(strings.health, { component: health.components[component], state: health.states[state] });
  return [
    { text, note: <ServerText text={detail} message={message} />, to: '/health', isUrgent: state === 'down' },
  ];
}

function registerTasks({
  places,
  register: { overdue, lastCompleteRunAt, freshDays },
}: DirectoryState): Task[] {
  // The panel for open data asks for places first.
  if (!overdue || places === 'none') return [];
  const note =
    lastCompleteRunAt === null
      ? strings.registerNever
      : fill(strings.registerAge, { days: freshDays, time: formatTime(lastCompleteRunAt) });
  return [{ text: strings.register, note, to: '/imports' }];
}

function importTasks(imports: readonly ImportJob[]): Task[] {
  return (['review', 'parked', 'draft'] as const).flatMap((state) => {
    const [first, ...others] = imports.filter((each) => each.state === state);
    if (!first) return [];
    const to = others.length > 0 ? '/imports' : `/imports/${first.id}`;
    return counted(strings[state], others.length + 1, to);
  });
}

/**
 * Returns the tasks that the last runs of the sources left. An old failure of a source that was never imported was a mistake, such as
 * a wrong name of a list. Failed decisions are left out: the page of corrections shows them to the person who made them.
 */
function runTasks(runs: readonly Run[]): Task[] {
  const imported = new Set(runs.flatMap(({ source, status }) => (status === 'succeeded' ? source : [])));
  return runs.flatMap(({ id, source, status, startedAt, counts: { rejected = 0 } }) => {
    if (source === 'corrections') return [];
    const [to, named] = [`/runs/${id}`, { source: wordOf(common.words.sources, source) }];
    if (status !== 'failed') return counted(strings.rejects, rejected, to, named);
    const isOpen = imported.has(source) || Date.now() - Date.parse(startedAt) < RECENT_MS;
    return isOpen ? [{ text: fill(strings.failed, named), to }] : [];
  });
}

import { Badge, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { CorrectionList, DecisionJob } from '#contract/directory/corrections';
import { call } from '../api/call.js';
import { reload, useMay } from '../api/queries.js';
import { fill } from '../display/format.js';
import { ErrorAlert } from '../display/loading.js';
import { Time } from '../display/values.js';
import { type Column, TablePanel, withNote } from '../lists/data-table.js';
import { oneOf } from '../lists/url-state.js';
import { English } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';
import { whatOf } from './correction-table.js';

const { corrections: strings } = TEXTS;

export function isOpen({ state }: DecisionJob): boolean {
  return state === 'confirmed' || state === 'importing';
}

/** What the worker has still to do, and what it could not do. */
export function Decisions({ answer: { decisions } }: { readonly answer: CorrectionList }) {
  const canceling = useMutation({
    mutationFn: ({ id }: DecisionJob) => call('cancelDecision', { params: { id } }),
    onSuccess: (_answer, job) => {
      notifications.show({ message: isOpen(job) ? strings.canceled : strings.dismissed });
      void reload('corrections');
    },
  });
  const mayDecide = useMay('operator');
  if (decisions.length === 0) return null;
  const cancel: Column<DecisionJob> = {
    actions: (job) =>
      mayDecide && (
        <Button
          size="xs"
          aria-label={fill(isOpen(job) ? strings.cancelOf : strings.dismissOf, { what: titleOf(job) })}
          onClick={() => canceling.mutate(job)}
        >
          {isOpen(job) ? strings.cancel : strings.dismiss}
        </Button>
      ),
  };
  return (
    <TablePanel
      title={strings.decisions}
      lead={strings.decisionsLead}
      above={<ErrorAlert error={canceling.error} />}
      table={{ minWidth: 640, columns: [...COLUMNS, cancel] }}
      rows={decisions}
    />
  );
}

function titleOf(job: DecisionJob): string {
  const { withdraws, kind, key, name } = job;
  return withdraws === null
    ? `${strings.kinds[kind]}: ${name || key}`
    : fill(strings.withdrawal, { id: withdraws });
}

const COLUMNS: readonly Column<DecisionJob>[] = [
  {
    head: strings.what,
    isRowHead: true,
    cell: (job) => withNote(titleOf(job), job.withdraws === null ? whatOf(job) : '', { className: 'broken' }),
  },
  {
    head: strings.state,
    cell: ({ state, reason, progress }) =>
      withNote(
        <Badge variant="dot" miw="max-content" color={state === 'failed' ? 'red' : 'blue'}>
          {oneOf(state, strings.decisionStates) ? strings.decisionStates[state as 'failed'] : state}
        </Badge>,
        <English text={reason || progress} />,
        { className: 'broken' },
      ),
  },
  { head: strings.made, cell: ({ by, at }) => withNote(by, <Time at={at} />) },
];

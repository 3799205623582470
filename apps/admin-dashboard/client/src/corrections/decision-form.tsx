import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { NewCorrection, Withdrawal } from '#contract/directory/corrections';
import { reload } from '../api/queries.js';
import { Note } from '../display/values.js';
import { ApiForm, type MoreFields } from '../forms/api-form.js';
import { type Dialog, openDialog } from '../forms/dialog.js';
import { useDecisionSender } from './send-decision.js';
import { TEXTS } from '../language/texts.js';

const { common, corrections: strings } = TEXTS;

/** What every decision has. */
export interface DecisionReason {
  readonly why: string;
  /** The last day in Toronto, YYYY-MM-DD; undefined for no end. */
  readonly until: string | undefined;
}

interface Decision {
  readonly lead: string;
  readonly initialReason?: string;
  /** Whether it may have an end. */
  readonly canEnd?: boolean;
  /** Returns what to ask the worker for. */
  readonly ask: (reason: DecisionReason) => NewCorrection | Withdrawal;
  readonly submit: string;
  readonly done: string;
}

/** Opens a dialog with the form of a decision. */
export function openDecision({ title, ...decision }: Decision & { readonly title: string }): void {
  openDialog(title, (dialog) => <DecisionForm dialog={dialog} {...decision} />);
}

interface DecisionFormProps extends Decision {
  readonly dialog: Dialog;
  /** Above the reason. */
  readonly more?: MoreFields;
}

/** A form for a decision about records. It stays open until the worker has carried it out, or says why it cannot be done. */
export function DecisionForm(props: DecisionFormProps) {
  const { dialog, lead, more, initialReason = '', canEnd = false, ask, submit, done } = props;
  const [progress, setProgress] = useState('');
  const send = useDecisionSender();
  const why = {
    label: strings.reason,
    description: strings.reasonHint,
    kind: 'lines',
    maxLength: 500,
    initial: initialReason,
    'data-autofocus': more === undefined ? true : undefined,
  } as const;
  const until = { label: strings.end, description: strings.endHint, kind: 'day', isOptional: true } as const;
  return (
    <ApiForm<string, void>
      lead={
        <Text size="sm" className="broken">
          {lead}
        </Text>
      }
      more={more}
      fields={canEnd ? { why, until } : { why }}
      send={async ({ why: reason = '', until: day = '' }) => {
        try {
          await send(ask({ why: reason, until: day === '' ? undefined : day }), setProgress);
        } finally {
          void reload('corrections');
          void reload('directory');
        }
      }}
      pending={
        <div>
          <Text role="status" size="sm">
            {progress}
          </Text>
          <Note>{strings.noWorker}</Note>
        </div>
      }
      onDone={() => dialog.finish(done)}
      submit={submit}
      actions={<Button onClick={dialog.close}>{common.cancel}</Button>}
    />
  );
}

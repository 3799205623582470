import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { NewCorrection, Withdrawal } from '#contract/directory/corrections';
import { queryClient } from '../api/queries.js';
import { ErrorAlert } from '../display/loading.js';
import { Note } from '../display/values.js';
import type { Dialog } from '../forms/dialog.js';
import { useDecisionSender } from './send-decision.js';
import { TEXTS } from '../language/texts.js';

const { common, corrections: strings } = TEXTS;

/** What every decision has. */
export interface DecisionReason {
  readonly why: string;
  /** The last day in Toronto, YYYY-MM-DD; undefined for no end. */
  readonly until: string | undefined;
}

interface DecisionFormProps {
  readonly dialog: Dialog;
  readonly lead: string;
  /** More fields, above the reason. */
  readonly children?: ReactNode;
  readonly initialReason?: string;
  /** Whether it may have an end. */
  readonly canEnd?: boolean;
  /** Returns what to ask the worker for; undefined if fields of the form are missing, which then say so. */
  readonly ask: (reason: DecisionReason) => NewCorrection | Withdrawal | undefined;
  readonly submit: string;
  readonly done: string;
}

/** A form for a decision about records. It stays open until the worker has carried it out, or says why it cannot be done. */
export function DecisionForm(props: DecisionFormProps) {
  const { dialog, lead, children, initialReason = '', canEnd = false, ask, submit, done } = props;
  const [why, setWhy] = useState(initialReason);
  const [end, setEnd] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [progress, setProgress] = useState('');
  const send = useDecisionSender();
  const deciding = useMutation({
    mutationFn: (decision: NewCorrection | Withdrawal) => send(decision, setProgress),
    onSettled: () => {
      for (const subject of ['corrections', 'directory'])
        void queryClient.invalidateQueries({ queryKey: [subject] });
    },
    onSuccess: () => dialog.finish(done),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const reason = {
          why: why.trim(),
          until: end === '' ? undefined : end,
        };
        setMissing(reason.why === '');
        const decision = ask(reason);
        if (decision && reason.why !== '') deciding.mutate(decision);
      }}
    >
      <Stack>
        <Text size="sm" className="broken">
          {lead}
        </Text>
        {children}
        <Textarea
          label={strings.reason}
          description={strings.reasonHint}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          required
          data-autofocus={children === undefined ? true : undefined}
          value={why}
          error={isMissing && why.trim() === '' && common.required}
          onChange={({ currentTarget }) => setWhy(currentTarget.value)}
        />
        {canEnd && (
          <TextInput
            type="date"
            label={strings.end}
            description={strings.endHint}
            value={end}
            onChange={({ currentTarget }) => setEnd(currentTarget.value)}
          />
        )}
        <ErrorAlert error={deciding.error} />
        {deciding.isPending && (
          <div>
            <Text role="status" size="sm">
              {progress}
            </Text>
            <Note>{strings.noWorker}</Note>
          </div>
        )}
        <Group justify="flex-end">
          <Button onClick={dialog.close}>{common.cancel}</Button>
          <Button type="submit" variant="filled" loading={deciding.isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

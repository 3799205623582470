import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportGuard, ImportJobDetails } from '#contract/imports/imports';
import { call } from '../api/call.js';
import { reload, useMay } from '../api/queries.js';
import { fill, formatNumber } from '../display/format.js';
import { ErrorAlert } from '../display/loading.js';
import { Panel } from '../display/page.js';
import { Note } from '../display/values.js';
import { English } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';

const { imports: strings } = TEXTS;

/** Asks whether a checked file shall be imported; what is beyond the limits is ticked point by point. */
export function Confirmation({ job }: { readonly job: ImportJobDetails }) {
  const { id, guard, mayConfirm, version, fileHash } = job;
  const isOperator = useMay('operator');
  const points = pointsOf(guard);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const confirming = useMutation({
    mutationFn: () => {
      const { expiry, changes = [], rejects = false, replacesSample = false } = guard ?? {};
      const body = {
        version,
        fileHash,
        changes: [...changes],
        rejects,
        replacesSample,
        ...(expiry !== undefined && { expiry }),
      };
      return call('confirmImport', { params: { id }, body });
    },
    onSuccess: () => {
      notifications.show({ message: strings.confirmed });
      void reload('imports');
    },
  });
  const toggle = (point: string) =>
    setTicked(
      (before) =>
        new Set(before.has(point) ? [...before].filter((one) => one !== point) : [...before, point]),
    );
  return (
    <Panel title={strings.confirmTitle} lead={guard ? strings.guardLead : strings.confirmLead}>
      <Stack>
        {guard && (
          <Alert color="orange">
            {guard.reasons.map((reason) => (
              <Text key={reason} size="sm" className="broken">
                <English text={reason} />
              </Text>
            ))}
          </Alert>
        )}
        {mayConfirm &&
          points.map((point) => (
            <Checkbox key={point} label={point} checked={ticked.has(point)} onChange={() => toggle(point)} />
          ))}
        <ErrorAlert error={confirming.error} />
        {mayConfirm ? (
          <Group>
            <Button
              variant="filled"
              disabled={ticked.size < points.length}
              loading={confirming.isPending}
              onClick={() => confirming.mutate()}
            >
              {strings.confirm}
            </Button>
          </Group>
        ) : (
          <Note>{isOperator ? strings.second : strings.mayNot}</Note>
        )}
      </Stack>
    </Panel>
  );
}

function pointsOf(guard: ImportGuard | null): string[] {
  const { guards } = strings;
  const { expiry, changes = [], rejects, replacesSample } = guard ?? {};
  return [
    ...(expiry === undefined ? [] : [fill(guards.expiry, { count: formatNumber(expiry) })]),
    ...changes.map((name) =>
      name === 'position' || name === 'one-address' ? guards[name] : fill(guards.changes, { name }),
    ),
    ...(rejects ? [guards.rejects] : []),
    ...(replacesSample ? [guards.replacesSample] : []),
  ];
}

import { Badge, DataList, Paper, Text, type TextProps, Tooltip } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import type { KeyState } from '#contract/service/keys';
import type { RunStatus } from '#contract/imports/runs';
import { TEXTS } from '../language/texts.js';
import { formatExactTime, formatTime } from './format.js';

const { common } = TEXTS;

export interface NoteProps extends TextProps, Omit<ComponentPropsWithoutRef<'p'>, keyof TextProps> {
  readonly component?: 'dt' | 'dd';
}

/** Secondary text, smaller and paler than the main text. */
export function Note(props: NoteProps) {
  return <Text size="sm" c="dimmed" {...props} />;
}

/** Shows what the server, in English, has to say about an answer. */
export function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  return warnings.map((warning) => (
    <Note key={warning} lang="en">
      {warning}
    </Note>
  ));
}

/** Shows a time in the user's time zone; hovering shows the exact time. */
export function Time({ at, fallback = common.never }: { at: string | null; fallback?: string }) {
  if (at === null) return <>{fallback}</>;
  return (
    <Tooltip label={formatExactTime(at)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={at}>{formatTime(at)}</time>
    </Tooltip>
  );
}

/** Shows one number with its label. */
export function Stat({ label, value, children }: { label: string; value: ReactNode; children?: ReactNode }) {
  return (
    <Paper withBorder p="md" component="dl" m={0} miw={0}>
      <Note component="dt">{label}</Note>
      <Text component="dd" m={0} size="1.75rem" fw={650} lh={1.2} className="numbers">
        {value}
      </Text>
      {children && (
        <Note component="dd" m={0}>
          {children}
        </Note>
      )}
    </Paper>
  );
}

interface FactsProps {
  /** Those that are false are left out. */
  readonly facts: readonly (readonly [label: string, value: ReactNode] | false)[];
  readonly orientation?: 'horizontal' | 'vertical';
}

/** Lists labeled values. */
export function Facts({ facts, orientation }: FactsProps) {
  return (
    <DataList orientation={orientation}>
      {facts
        .filter((fact) => fact !== false)
        .map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue className="broken">{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
    </DataList>
  );
}

const STATUS_TEXTS = { ...common.keyStates, ...common.runStatuses };
const STATUS_COLORS: Record<KeyState | RunStatus, string> = {
  active: 'accent',
  expired: 'gray',
  revoked: 'gray',
  running: 'blue',
  succeeded: 'accent',
  failed: 'red',
};

/** Shows the state of a key or a run. */
export function StatusBadge({ status }: { readonly status: KeyState | RunStatus }) {
  return (
    <Badge variant="dot" miw="max-content" color={STATUS_COLORS[status]}>
      {STATUS_TEXTS[status]}
    </Badge>
  );
}

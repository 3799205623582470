import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface StatProps {
  readonly label: string;
  readonly value: string;
  readonly children?: ReactNode;
}

/** Shows one number with its label. */
export function Stat({ label, value, children }: StatProps) {
  return (
    <Paper withBorder p="md" component="dl" m={0} miw={0}>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} size="1.75rem" fw={650} lh={1.2} className="numbers">
        {value}
      </Text>
      {children && (
        <Text component="dd" m={0} size="sm" c="dimmed">
          {children}
        </Text>
      )}
    </Paper>
  );
}

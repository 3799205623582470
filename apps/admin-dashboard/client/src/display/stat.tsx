import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Note } from './note.js';

interface StatProps {
  readonly label: string;
  readonly value: string;
  readonly children?: ReactNode;
}

/** Shows one number with its label. */
export function Stat({ label, value, children }: StatProps) {
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

import { Text, type TextProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';

interface NoteProps extends TextProps, Omit<ComponentPropsWithoutRef<'p'>, keyof TextProps> {
  readonly component?: 'dt' | 'dd';
}

/** Secondary text, smaller and paler than the main text. */
export function Note(props: NoteProps) {
  return <Text size="sm" c="dimmed" {...props} />;
}

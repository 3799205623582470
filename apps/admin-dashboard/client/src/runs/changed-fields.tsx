import { Code, Text } from '@mantine/core';
import type { RunChange } from '#contract/imports/runs';
import { English } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';

const { runs: strings } = TEXTS;

/** Shows what a change replaced, field by field. */
export function ChangedFields({ fields }: Pick<RunChange, 'fields'>) {
  return Object.entries(fields).map(([field, [before, after]]) => (
    <Text key={field} size="sm">
      <English text={`${field}:`} /> <Code>{textOf(before)}</Code> → <Code>{textOf(after)}</Code>
    </Text>
  ));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return strings.noValue;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

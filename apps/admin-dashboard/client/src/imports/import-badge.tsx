import { Badge } from '@mantine/core';
import type { ImportState } from '#contract/imports/imports';
import { TEXTS } from '../language/texts.js';

const { imports: strings } = TEXTS;

const COLORS: Record<ImportState, string> = {
  draft: 'gray',
  waiting: 'blue',
  checking: 'blue',
  review: 'orange',
  confirmed: 'blue',
  importing: 'blue',
  parked: 'red',
  done: 'accent',
  failed: 'red',
  canceled: 'gray',
};

/** Shows where an upload stands. */
export function ImportBadge({ state }: { readonly state: ImportState }) {
  return (
    <Badge variant="dot" miw="max-content" color={COLORS[state]}>
      {strings.states[state]}
    </Badge>
  );
}

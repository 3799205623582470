import { Badge } from '@mantine/core';
import type { KeyState } from '../../../contract/key.js';
import type { RunStatus } from '../../../contract/run.js';
import { TEXTS } from '../texts/texts.js';

const RUN_COLOURS: Record<RunStatus, string> = { running: 'blue', succeeded: 'accent', failed: 'red' };
const KEY_COLOURS: Record<KeyState, string> = { active: 'accent', revoked: 'gray' };

export function RunBadge({ status }: { readonly status: RunStatus }) {
  return (
    <Badge variant="dot" miw="max-content" color={RUN_COLOURS[status]} tt="none">
      {TEXTS.runs.status[status]}
    </Badge>
  );
}

export function KeyBadge({ state }: { readonly state: KeyState }) {
  return (
    <Badge variant="dot" miw="max-content" color={KEY_COLOURS[state]} tt="none">
      {TEXTS.keys.states[state]}
    </Badge>
  );
}

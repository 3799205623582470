import { Badge } from '@mantine/core';
import type { KeyState } from '#contract/keys';
import type { RunStatus } from '#contract/runs';
import common from '../strings.json';

const TEXTS = { ...common.keyStates, ...common.runStatuses };
const COLORS: Record<KeyState | RunStatus, string> = {
  active: 'accent',
  revoked: 'gray',
  running: 'blue',
  succeeded: 'accent',
  failed: 'red',
};

/** Shows the state of a key or a run. */
export function StatusBadge({ status }: { readonly status: KeyState | RunStatus }) {
  return (
    <Badge variant="dot" miw="max-content" color={COLORS[status]}>
      {TEXTS[status]}
    </Badge>
  );
}

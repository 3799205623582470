import { Tooltip } from '@mantine/core';
import common from '../strings.json';
import { formatExactTime, formatTime } from './format.js';

/** Shows a time in the user's time zone; hovering shows the exact time. */
export function Time({ at, fallback = common.never }: { at: string | null; fallback?: string }) {
  if (at === null) return <>{fallback}</>;
  return (
    <Tooltip label={formatExactTime(at)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={at}>{formatTime(at)}</time>
    </Tooltip>
  );
}

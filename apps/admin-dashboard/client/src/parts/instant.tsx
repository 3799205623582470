import { Tooltip } from '@mantine/core';
import { exactMoment, moment } from '../format.js';
import { TEXTS } from '../texts/texts.js';

/** A point in time in the reader's zone, with the exact instant where one points at it. */
export function Instant({ at, otherwise = TEXTS.never }: { at: string | null; otherwise?: string }) {
  if (at === null) return <>{otherwise}</>;
  return (
    <Tooltip label={exactMoment(at)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={at}>{moment(at)}</time>
    </Tooltip>
  );
}

import { Badge, Button, Group } from '@mantine/core';
import type { Correction } from '#contract/directory/corrections';
import { fill, formatTime } from '../display/format.js';
import { RecordLink } from '../display/page-link.js';
import { Note, Time } from '../display/values.js';
import { type Column, type Table, withNote } from '../lists/data-table.js';
import { openReturn } from '../reviews/review-dialogs.js';
import { openWithdrawal } from './correction-dialogs.js';
import { TEXTS } from '../language/texts.js';

const { corrections: strings, reviews } = TEXTS;

/** Withdraws a correction that is in force. */
export const WITHDRAWAL = {
  role: 'operator',
  actions: ({ id, endedAt }: Pick<Correction, 'id' | 'endedAt'>) =>
    endedAt === null && (
      <Button size="xs" aria-label={fill(strings.withdrawOf, { id })} onClick={() => openWithdrawal(id)}>
        {strings.withdraw}
      </Button>
    ),
} as const satisfies Column<Pick<Correction, 'id' | 'endedAt'>>;

/** Lists corrections; those in force can be withdrawn. */
export const CORRECTIONS: Table<Correction> = {
  minWidth: 880,
  columns: [
    {
      head: strings.record,
      isRowHead: true,
      cell: ({ record, key, name }) =>
        withNote(
          <RecordLink record={record} id={key} label={name} />,
          `${strings.records[record]}${record === 'doctor' ? ` ${key}` : ''}`,
        ),
    },
    {
      head: strings.what,
      cell: (correction) =>
        withNote(strings.kinds[correction.kind], whatOf(correction), { className: 'broken' }),
    },
    { head: strings.why, text: 'why', cellProps: { className: 'broken' } },
    { head: strings.made, cell: ({ madeBy, madeAt }) => withNote(madeBy, <Time at={madeAt} />) },
    { head: strings.until, cell: (correction) => <End correction={correction} /> },
    {
      ...WITHDRAWAL,
      actions: (correction) =>
        isHiddenReview(correction) ? <Return of={correction} /> : WITHDRAWAL.actions(correction),
    },
  ],
};

/** A review that is hidden is shown again where others are withdrawn, which would be read as the opposite. */
function isHiddenReview({ kind, record, endedAt }: Correction): boolean {
  return kind === 'hide' && record === 'review' && endedAt === null;
}

function Return({ of: { id, name } }: { readonly of: Correction }) {
  return (
    <Button size="xs" aria-label={fill(reviews.showOf, { name })} onClick={() => openReturn(name, id)}>
      {reviews.show}
    </Button>
  );
}

/** Returns what a correction says, in words. */
export function whatOf({
  kind,
  given,
  otherName,
}: Pick<Correction, 'kind' | 'given'> & { readonly otherName?: string }): string {
  const { into, from, text } = given;
  if (kind === 'reply') return text!;
  if (kind === 'merge') return fill(strings.into, { name: otherName || into! });
  if (kind === 'apart') return fill(strings.from, { name: otherName || from! });
  const labels: Readonly<Record<string, string>> = strings.fields;
  return Object.entries(given)
    .map(([field, value]) => `${labels[field] ?? field}: ${value === '' ? strings.emptied : value}`)
    .join('; ');
}

function End({ correction }: { readonly correction: Correction }) {
  const { until, endedAt, endedBy, endedWhy, isDue, isSettled } = correction;
  if (endedAt !== null && endedBy !== '') {
    return (
      <Note size="xs" className="broken">
        {fill(strings.withdrawn, { time: formatTime(endedAt), name: endedBy, why: endedWhy })}
      </Note>
    );
  }
  if (endedAt !== null) return fill(strings.ended, { time: formatTime(endedAt) });
  return (
    <>
      <Time at={until} fallback={strings.noEnd} />
      <Group gap={4} mt={4}>
        {isDue && (
          <Badge color="orange" variant="light">
            {strings.due}
          </Badge>
        )}
        {isSettled && (
          <Badge variant="light" title={strings.settledMeaning}>
            {strings.settled}
          </Badge>
        )}
      </Group>
    </>
  );
}

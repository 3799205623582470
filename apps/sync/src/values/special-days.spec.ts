import { readFileSync } from 'node:fs';
import { clock, type SpecialDays } from '@care-atlas/domain/records';
import { hoursOn } from '@care-atlas/domain/rules';
import { parse } from 'csv-parse/sync';
import { cleanText } from '../rows/clean-text.js';
import { OpeningHoursReader } from './opening-hours.js';

const reader = new OpeningHoursReader(new Date('2026-11-20T15:00:00Z'));
const read = (text: string) => reader.weekOf(cleanText(text));
const PATH = new URL('../../examples/real/special-days.csv', import.meta.url);
const CELLS: Record<'cell' | 'week' | 'special', string>[] = parse(readFileSync(PATH), { columns: true });

function spansText(spans: readonly { readonly opens: number; readonly closes: number | null }[]): string {
  return spans
    .map(({ opens, closes }) => clock(opens) + (closes === null ? '+' : `-${clock(closes)}`))
    .join(',');
}

function specialText(days: SpecialDays): string {
  const { hours, times, weekdays } = days;
  const dates = () => {
    if (days.on === 'every-week') return '';
    if (days.on === 'public-holidays') return 'PH';
    if (days.on === 'holiday') return days.name;
    return days.from === days.to ? days.from : `${days.from} to ${days.to}`;
  };
  const known = hours === null ? `${spansText(times ?? [])} unknown`.trim() : spansText(hours) || 'closed';
  return [dates(), weekdays && `(${weekdays.join('')})`, known].filter(Boolean).join(' ');
}

function weekText(text: string): string {
  const byDay = Map.groupBy(read(text)!.hours, ({ weekday }) => weekday);
  const bySpans = Map.groupBy(byDay, ([, spans]) => spansText(spans));
  return Array.from(bySpans, ([spans, days]) => `${days.map(([day]) => day).join('')} ${spans}`).join('; ');
}

it.each(CELLS)('$cell', ({ cell, week, special }) => {
  expect(read(cell)?.doubt).toBe('');
  expect({ week: weekText(cell), special: read(cell)!.specialDays.map(specialText).join(' | ') }).toEqual({
    week,
    special,
  });
});

it('has at least 40 forms', () => expect(CELLS.length).toBeGreaterThanOrEqual(40));

const NOTHING_ELSE = [
  '24/7',
  'Mon-Fri 9-5 (closed for lunch 12-1)',
  'Jan-Dec Mo-Fr 09:00-17:00',
  'Sa unknown; Mo-Sa 09:00-17:00',
  'Fr-Sa 20:00-02:00',
  'Mo-Fr 09:00-17:00; Su 18:00-01:00',
];

it.each(CELLS.filter(({ special, cell }) => special === '' && !NOTHING_ELSE.includes(cell)))(
  '$cell: what is not kept is said',
  ({ cell }) => expect(read(cell)).toMatchObject({ reduced: true }),
);

it.each([
  ['Mo-Fr 09:00-17:00; PH off', false],
  ['Mo-Fr 09:00-17:00; 2026 Dec 20-2027 Jan 3 off', false],
  ['Mo-Fr 09:00-17:00; PH 12:00-13:00 off', true],
  ['Mo-Fr 09:00-17:00; PH sunrise-sunset', true],
  ['Mo-Fr 09:00-17:00; SH off', true],
  ['Mo-Fr 09:00-17:00; PH 20:00-02:00', false],
  ['Mo-Fr 09:00-17:00; PH 10:00-14:00+', true],
  ['Mo-Fr 09:00-17:00; PH 10:00-24:00', false],
  ['Mo-Fr 09:00-17:00; PH off; Sa[1] 10:00-14:00', true],
  ['Mo-Fr 09:00-17:00; Sa unknown', false],
  ['Mo-Fr 09:00-17:00; Sa "by appointment"', true],
])('%s says more than a week and special days hold: %s', (text, reduced) => {
  expect(read(text)).toMatchObject({ reduced });
});

it('the hours of a date follow', () => {
  const { hours: openingHours, specialDays } = read(
    'Mo-Fr 09:00-17:00; PH off; Dec 24-Jan 2 10:00-12:00; Dec 31 off',
  )!;
  const on = (date: string) =>
    hoursOn({ openingHours, specialDays }, date)?.map(({ opens }) => clock(opens)) ?? 'unknown';
  expect(['2026-12-23', '2026-12-24', '2026-12-25', '2026-12-31', '2027-01-02', '2027-01-04', '2027-08-02'].map(on)).toEqual([
    ['09:00'], ['10:00'], [], [], ['10:00'], ['09:00'], 'unknown',
  ]); // prettier-ignore
});

it('a correction of special days alone leaves the week unknown', () => {
  expect(read('PH off')).toMatchObject({
    hours: [],
    isClosed: false,
    specialDays: [{ on: 'public-holidays', hours: [] }],
  });
  expect(read('off; PH off')!.isClosed).toBe(true);
});

it('a range of which the year is not certain is not known', () => {
  expect(read('Mo-Fr 09:00-17:00; 2026 Dec 20-Jan 03 off')!.specialDays).toEqual([
    { on: 'every-year', from: '12-20', to: '01-03', hours: null },
  ]);
});

it('a vacation is no week, also while it lasts', () => {
  const during = new OpeningHoursReader(new Date('2026-08-05T15:00:00Z'));
  const { hours, specialDays } = during.weekOf('Mo-Fr 09:00-17:00; Jul 20-Aug 19 off')!;
  expect(hours.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5]);
  expect(specialDays).toEqual([{ on: 'every-year', from: '07-20', to: '08-19', hours: [] }]);
});

it.each(['Mo-Fr 09:00-17:00; Feb 30 off', 'Mo-Fr 09:00-17:00; Dec 32 off'])('%s is not read', (text) =>
  expect(read(text)?.specialDays ?? []).toEqual([]),
);

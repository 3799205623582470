import { clock } from '@care-atlas/domain/records';
import { OpeningHoursReader } from './opening-hours.js';

const NOVEMBER = '2026-11-20T15:00:00Z';
const JULY = '2026-07-15T15:00:00Z';

/** "1 09:00-17:00": the weekday and the span; "1 09:00+" without a known end. */
function week(text: string, now = NOVEMBER): { hours: string[]; reduced: boolean } | undefined {
  const found = new OpeningHoursReader(new Date(now)).weekOf(text);
  return (
    found && {
      hours: found.hours.map(
        ({ weekday, opens, closes }) =>
          `${weekday} ${clock(opens)}${closes === null ? '+' : `-${clock(closes)}`}`,
      ),
      reduced: found.reduced,
    }
  );
}

const WEEKDAYS_9_TO_5 = [1, 2, 3, 4, 5].map((day) => `${day} 09:00-17:00`);

it.each([
  ['Mo-Fr 09:00-17:00', WEEKDAYS_9_TO_5],
  ['Mo-Fr 9am-5pm', WEEKDAYS_9_TO_5],
  ['Mo 09:00-12:00,13:00-17:00; Sa 10:00-14:00', ['1 09:00-12:00', '1 13:00-17:00', '6 10:00-14:00']],
  ['Mo-Fr 09:00-17:00; PH off', WEEKDAYS_9_TO_5],
  ['24/7', [1, 2, 3, 4, 5, 6, 7].map((day) => `${day} 00:00-24:00`)],
  ['Fr 23:00-24:00', ['5 23:00-24:00']],
  ['Fr 22:00-02:00', ['5 22:00-02:00']],
  ['Su 22:00-02:00', ['7 22:00-02:00']],
  ['Mo-Su 22:00-06:00', [1, 2, 3, 4, 5, 6, 7].map((day) => `${day} 22:00-06:00`)],
  ['Mo-Su 06:00-22:00,22:00-06:00', [1, 2, 3, 4, 5, 6, 7].map((day) => `${day} 00:00-24:00`)],
  ['Fr 20:00-02:00; Sa 10:00-14:00', ['5 20:00-02:00', '6 10:00-14:00']],
  ['Fr 20:00-02:00; Sa 20:00-01:00; Su off', ['5 20:00-02:00', '6 20:00-01:00']],
  ['Th-Fr 12:00-15:00,18:00-00:30', ['4 12:00-15:00', '4 18:00-00:30', '5 12:00-15:00', '5 18:00-00:30']],
  ['Sa-Su 00:00-24:00; Fr 18:00-24:00', ['5 18:00-24:00', '6 00:00-24:00', '7 00:00-24:00']],
])('%s is a week', (text, hours) => {
  expect(week(text)).toEqual({ hours, reduced: false });
});

it.each([
  ['school holidays', 'Mo-Fr 09:00-17:00; SH off', WEEKDAYS_9_TO_5],
  ['a condition', 'Mo-Fr 09:00-17:00 "by appointment"', WEEKDAYS_9_TO_5],
  ['a condition without hours', '"by appointment"', []],
  ['a season', 'Sep-Jun Mo-Fr 09:00-17:00; Jul-Aug Mo-Fr 08:00-12:00', WEEKDAYS_9_TO_5],
  [
    'a day of the month',
    'Mo 09:00-17:00; We 09:00-17:00; We[1] 13:00-17:00',
    ['1 09:00-17:00', '3 13:00-17:00'],
  ],
  ['the sun', 'Mo 09:00-17:00; Tu sunrise-sunset', ['1 09:00-17:00']],
])('%s is reported as reduced to the usual week', (_what, text, hours) => {
  expect(week(text)).toEqual({ hours, reduced: true });
});

it('is the week of the season in force, never a mixture of two', () => {
  const text = 'Sep-Jun Mo-We 09:00-17:00; Jul-Aug Th-Fr 08:00-12:00';
  expect(week(text)?.hours).toEqual(WEEKDAYS_9_TO_5.slice(0, 3));
  expect(week(text, JULY)?.hours).toEqual(['4 08:00-12:00', '5 08:00-12:00']);
  // The season changes on a Tuesday, in the middle of a week.
  expect(week(text, '2026-08-31T15:00:00Z')?.hours).toEqual(['4 08:00-12:00', '5 08:00-12:00']);
  expect(week(text, '2026-09-01T15:00:00Z')?.hours).toEqual(WEEKDAYS_9_TO_5.slice(0, 3));
});

it('is the usual week in a week with a public holiday', () => {
  expect(week('Mo-Fr 09:00-17:00; PH off', '2026-12-24T15:00:00Z')?.hours).toEqual(WEEKDAYS_9_TO_5);
});

it.each([
  ['Mo 09:00+', ['1 09:00+'], false],
  ['Mo-Tu 18:30+', ['1 18:30+', '2 18:30+'], false],
  ['Mo 09:00-12:00,13:00+', ['1 09:00-12:00', '1 13:00+'], false],
  ['Mo 09:00-17:00+', ['1 09:00-17:00'], true],
])('%s has no known end', (text, hours, reduced) => {
  expect(week(text)).toEqual({ hours, reduced });
});

it.each(['nonsense', 'Mo-Fr 25:00-26:00', 'Mo-Fr 09:00-'])('%s is refused', (text) => {
  expect(week(text)).toBeUndefined();
});

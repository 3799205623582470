import { OpeningHoursReader } from './opening-hours.js';

const reader = new OpeningHoursReader(new Date('2026-11-20T15:00:00Z'));

function clock(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** "1 09:00-17:00": the weekday and the span. */
function week(text: string): { hours: string[]; reduced: boolean } | undefined {
  const found = reader.weekOf(text);
  return (
    found && {
      hours: found.hours.map(({ weekday, opens, closes }) => `${weekday} ${clock(opens)}-${clock(closes)}`),
      reduced: found.reduced,
    }
  );
}

const WEEKDAYS_9_TO_5 = [1, 2, 3, 4, 5].map((day) => `${day} 09:00-17:00`);

it.each([
  ['Mo-Fr 09:00-17:00', WEEKDAYS_9_TO_5],
  ['Mo-Fr 9am-5pm', WEEKDAYS_9_TO_5],
  ['Mo 09:00-12:00,13:00-17:00; Sa 10:00-14:00', ['1 09:00-12:00', '1 13:00-17:00', '6 10:00-14:00']],
  ['24/7', [1, 2, 3, 4, 5, 6, 7].map((day) => `${day} 00:00-24:00`)],
  ['Fr 22:00-02:00', ['5 22:00-24:00']],
  ['off', []],
])('%s is a week', (text, hours) => {
  expect(week(text)).toEqual({ hours, reduced: false });
});

it.each([
  ['public holidays', 'Mo-Fr 09:00-17:00; PH off', WEEKDAYS_9_TO_5],
  ['school holidays', 'Mo-Fr 09:00-17:00; SH off', WEEKDAYS_9_TO_5],
  ['a condition', 'Mo-Fr 09:00-17:00 "by appointment"', WEEKDAYS_9_TO_5],
  ['a condition without hours', '"by appointment"', []],
  ['a season', 'Sep-Jun Mo-Fr 09:00-17:00; Jul-Aug Mo-Fr 08:00-12:00', WEEKDAYS_9_TO_5],
  ['a day of the month', 'We 09:00-17:00; We[1] off', ['3 09:00-17:00']],
])('%s is reported as reduced to the usual week', (_what, text, hours) => {
  expect(week(text)).toEqual({ hours, reduced: true });
});

it.each(['nonsense', 'Mo-Fr 25:00-26:00', 'Mo-Fr 09:00-'])('%s is refused', (text) => {
  expect(week(text)).toBeUndefined();
});

import fc from 'fast-check';
import { AsOf } from './as-of.js';
import { endOfDay, startOfDay, torontoMoment } from './toronto-time.js';

const HOUR_MS = 3_600_000;
const aTime = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

it.each([
  ['2026-11-20T15:42:10.500Z', '2026-11-20', '2026-11-20T05:00:00.000Z', 24],
  ['2026-11-20T04:59:59.999Z', '2026-11-19', '2026-11-19T05:00:00.000Z', 24],
  ['2026-07-02T03:30:00.000Z', '2026-07-01', '2026-07-01T04:00:00.000Z', 24],
  ['2026-03-08T20:00:00.000Z', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
  ['2026-03-09T04:00:00.000Z', '2026-03-09', '2026-03-09T04:00:00.000Z', 24],
  ['2026-11-01T04:00:00.000Z', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  ['2026-11-02T04:59:59.999Z', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  ['2026-11-02T05:00:00.000Z', '2026-11-02', '2026-11-02T05:00:00.000Z', 24],
])('at %s it is %s, which began at %s and has %i hours', (now, date, start, hours) => {
  const asOf = new AsOf(new Date(now));
  expect(asOf).toMatchObject({ date, today: Number(date.replaceAll('-', '')) });
  expect(new Date(asOf.time).toISOString()).toBe(start);
  expect(asOf.end - asOf.time).toBe(hours * HOUR_MS);
  expect(startOfDay(date).toISOString()).toBe(start);
  expect(endOfDay(date).getTime()).toBe(asOf.end - 1);
  expect(endOfDay(now)).toEqual(endOfDay(date));
});

it('is the same from each time of its day, and the day before and after from the times next to it', () => {
  fc.assert(
    fc.property(aTime, fc.nat(23 * HOUR_MS - 1), (now, elapsed) => {
      const asOf = new AsOf(now);
      const other = new Date(asOf.time + elapsed);
      expect(new AsOf(other)).toEqual(asOf);
      expect(torontoMoment(new Date(asOf.time))).toMatchObject({ date: asOf.date, time: '00:00' });
      expect(torontoMoment(new Date(asOf.end - 1))).toMatchObject({ date: asOf.date, time: '23:59' });
      expect([now, other, asOf.time, asOf.end - 1].map((at) => asOf.isSameDay(new Date(at)))).toEqual(
        Array(4).fill(true),
      );
      expect([asOf.time - 1, asOf.end].map((at) => asOf.isSameDay(new Date(at)))).toEqual([false, false]);
      expect(new AsOf(new Date(asOf.end)).time).toBe(asOf.end);
      expect(new AsOf(new Date(asOf.time - 1)).end).toBe(asOf.time);
    }),
  );
});

it.each(['9999-12-31', '9999-12-31T23:00:00-05:00'])(
  'the end of the last day, %s, has four digits',
  (time) => {
    expect(endOfDay(time).toISOString()).toBe('9999-12-31T23:59:59.999Z');
    expect(torontoMoment(endOfDay(time)).date).toBe('9999-12-31');
  },
);

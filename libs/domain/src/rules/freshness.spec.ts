import { aDoctor, DAY_MS, NOW, THIS_HOUR } from '../../test/builders.js';
import { freshnessOf } from './freshness.js';

const confirmed = (msBeforeThisHour: number) =>
  aDoctor({ confirmedAt: new Date(THIS_HOUR.getTime() - msBeforeThisHour) });

describe('freshnessOf', () => {
  it.each([
    ['confirmed just now', 0, 'fresh'],
    ['confirmed exactly 30 days ago', 30 * DAY_MS, 'fresh'],
    ['confirmed a millisecond longer ago', 30 * DAY_MS + 1, 'stale'],
  ])('a record %s', (_, age, freshness) => {
    expect(freshnessOf(confirmed(age), NOW)).toBe(freshness);
  });

  it('is unknown when the register never confirmed the record', () => {
    expect(freshnessOf(aDoctor({ confirmedAt: null }), NOW)).toBe('unknown');
  });

  it.each([THIS_HOUR, null])('is stale once the registration has expired, confirmed at %s', (confirmedAt) => {
    expect(freshnessOf(aDoctor({ confirmedAt, expiredAt: THIS_HOUR }), NOW)).toBe('stale');
  });

  it('counts a confirmation in the current hour', () => {
    expect(freshnessOf(aDoctor({ confirmedAt: NOW }), NOW)).toBe('fresh');
  });

  it('changes at the start of an hour only', () => {
    const doctor = aDoctor({ confirmedAt: new Date('2026-10-21T15:30:00Z') });
    expect(freshnessOf(doctor, new Date('2026-11-20T15:59:59.999Z'))).toBe('fresh');
    expect(freshnessOf(doctor, new Date('2026-11-20T16:00:00.000Z'))).toBe('stale');
  });

  it('uses the number of days of the caller', () => {
    expect(freshnessOf(confirmed(7 * DAY_MS), NOW, 7)).toBe('fresh');
    expect(freshnessOf(confirmed(7 * DAY_MS + 1), NOW, 7)).toBe('stale');
  });
});

import { aDoctor, DAY_MS, NOW, TODAY } from '../../test/builders.js';
import { AsOf } from './time/as-of.js';
import { freshnessOf } from './freshness.js';

const confirmed = (msBeforeToday: number) => aDoctor({ confirmedAt: new Date(TODAY.time - msBeforeToday) });

describe('freshnessOf', () => {
  it.each([
    ['confirmed just now', 0, 'fresh'],
    ['confirmed exactly 30 days ago', 30 * DAY_MS, 'fresh'],
    ['confirmed a millisecond longer ago', 30 * DAY_MS + 1, 'stale'],
  ])('a record %s', (_, age, freshness) => {
    expect(freshnessOf(confirmed(age), TODAY)).toBe(freshness);
  });

  it('is unknown when the register never confirmed the record', () => {
    expect(freshnessOf(aDoctor({ confirmedAt: null }), TODAY)).toBe('unknown');
  });

  it.each([NOW, null])('is stale once the registration has expired, confirmed at %s', (confirmedAt) => {
    expect(freshnessOf(aDoctor({ confirmedAt, expiredAt: NOW }), TODAY)).toBe('stale');
  });

  it('counts a confirmation of the current day', () => {
    expect(freshnessOf(aDoctor({ confirmedAt: NOW }), TODAY)).toBe('fresh');
  });

  it('changes at midnight in Toronto only', () => {
    const doctor = aDoctor({ confirmedAt: new Date('2026-10-21T15:30:00Z') });
    expect(freshnessOf(doctor, new AsOf(new Date('2026-11-21T04:59:59.999Z')))).toBe('fresh');
    expect(freshnessOf(doctor, new AsOf(new Date('2026-11-21T05:00:00.000Z')))).toBe('stale');
  });

  it('uses the number of days of the caller', () => {
    const week = new AsOf(NOW, 7);
    expect(freshnessOf(confirmed(7 * DAY_MS), week)).toBe('fresh');
    expect(freshnessOf(confirmed(7 * DAY_MS + 1), week)).toBe('stale');
  });
});

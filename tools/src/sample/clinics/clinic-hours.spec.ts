import { CLINIC_TYPES, type OpeningInterval } from '@care-atlas/domain/records';
import { clinicHours } from './clinic-hours.js';
import { Random, STREAM } from '../random.js';

function isInOrder(hours: readonly OpeningInterval[]): boolean {
  return hours.every(({ weekday, opens, closes }, index) => {
    const before = hours[index - 1];
    const follows =
      !before || weekday > before.weekday || (weekday === before.weekday && opens > before.closes!);
    return (
      follows &&
      weekday >= 1 &&
      weekday <= 7 &&
      opens >= 0 &&
      closes !== null &&
      opens < closes &&
      closes <= 1_440
    );
  });
}

describe.each(CLINIC_TYPES)('the hours of a %s clinic', (type) => {
  const drawn = Array.from({ length: 20_000 }, (_, index) =>
    clinicHours(new Random(1, STREAM.clinic, index), type),
  );

  it('are in order and do not overlap', () => {
    expect(drawn.filter((hours) => !isInOrder(hours))).toEqual([]);
  });

  it('are known for most, and then for at least four weekdays', () => {
    const known = drawn.filter((hours) => hours.length > 0);
    expect(known.length / drawn.length).toBeCloseTo(0.85, 1);
    const weekdays = known.map(
      (hours) => new Set(hours.map(({ weekday }) => weekday).filter((day) => day <= 5)).size,
    );
    expect(weekdays.filter((count) => count < 4)).toEqual([]);
  });
});

it('some clinics close for lunch', () => {
  const hours = Array.from({ length: 500 }, (_, index) =>
    clinicHours(new Random(1, STREAM.clinic, index), 'family-practice'),
  );
  const twice = hours.filter((week) => week.length > new Set(week.map(({ weekday }) => weekday)).size);
  expect(twice.length).toBeGreaterThan(10);
});

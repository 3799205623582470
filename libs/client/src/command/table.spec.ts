import { acceptanceText } from './table.js';

type Availability = NonNullable<Parameters<typeof acceptanceText>[0]>;

const fact = {
  state: 'confirmed',
  observedAt: '2026-10-04T01:12:00.000Z',
  method: 'clinic_attested',
} as const;
const known = (accepting: object) =>
  ({
    accepting: { ...fact, answer: 'yes', code: 'newpt', ...accepting },
    hours: fact,
    wheelchair: { ...fact, answer: 'unknown' },
    virtualVisits: { ...fact, answer: 'unknown' },
  }) as Availability;

it.each([
  ['was observed', {}, 'yes (clinic attested 2026-10-03)'],
  ['has no date', { dated: false }, 'yes (clinic attested, listed since 2026-10-03)'],
  [
    'others contradict',
    { dated: false, state: 'conflicting' },
    'yes (clinic attested, listed since 2026-10-03, others disagree)',
  ],
  ['nobody is known to have observed', { observedAt: null, method: '' }, 'yes'],
  ['has lapsed', { answer: 'unknown', state: 'expired', dated: false }, 'not known'],
  ['is about a walk-in clinic', { answer: 'unknown', walkIn: true }, 'walk-in, regular patients: not known'],
  ['a walk-in clinic gives', { walkIn: true }, 'walk-in, regular patients: yes (clinic attested 2026-10-03)'],
])('an answer that %s', (_, accepting, text) => {
  expect(acceptanceText(known(accepting))).toBe(text);
});

import type { KnownAcceptance } from '@care-atlas/domain/contract';
import { TEXTS } from '../../texts/texts.js';
import { acceptance } from './text.js';

const NOW = new Date('2026-11-21T06:00:00.000Z');
const said = {
  answer: 'no',
  code: 'unknown',
  state: 'confirmed',
  observedAt: '2026-11-09T01:12:00.000Z',
  method: 'phone_call',
} as const satisfies KnownAcceptance;

it.each([
  ['unknown', 'does not accept new patients (said no by phone 12 days ago)'],
  ['nopt', 'does not accept new patients (said no by phone 12 days ago)'],
  ['existptonly', 'accepts only its own patients (said no by phone 12 days ago)'],
  ['existptfam', 'accepts only its own patients and their families (said no by phone 12 days ago)'],
] as const)('the code %s is told as who is accepted', (code, told) => {
  expect(acceptance(Object.assign({}, said, { code }), NOW, TEXTS.en.records)).toBe(told);
});

it.each([
  ['en', 'confirmed', 'does not accept new patients (listed no by the clinic since 2026-11-08)'],
  [
    'en',
    'conflicting',
    'does not accept new patients (listed no by the clinic since 2026-11-08, others disagree)',
  ],
  [
    'fr',
    'confirmed',
    'n’accepte pas de nouveaux patients (réponse « non » affichée par la clinique depuis le 2026-11-08)',
  ],
] as const)(
  'what has no date is listed since its first day, not said then: %s %s',
  (language, state, told) => {
    const listed = Object.assign({}, said, { state, dated: false, method: 'clinic_attested' } as const);
    expect(acceptance(listed, NOW, TEXTS[language].records)).toBe(told);
    expect(acceptance(listed, new Date('2027-02-20'), TEXTS[language].records)).toBe(told);
  },
);

it.each([
  ['en', 'acceptance not known (what is listed by the clinic since 2026-11-08 has expired)'],
  [
    'fr',
    'accueil de nouveaux patients inconnu (la réponse affichée par la clinique depuis le 2026-11-08 est périmée)',
  ],
] as const)('what has no date and lapsed is not known: %s', (language, told) => {
  const expired = { answer: 'unknown', state: 'expired', dated: false, method: 'clinic_attested' } as const;
  const lapsed = Object.assign({}, said, expired);
  expect(acceptance(lapsed, NOW, TEXTS[language].records)).toBe(told);
});

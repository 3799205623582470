import type { DoctorItem } from '@care-atlas/domain/contract';
import { search as english } from '../../texts/en/search.js';
import { search as french } from '../../texts/fr/search.js';
import { tryList } from './try-list.js';

const NOW = new Date('2026-11-27T12:00:00Z');

function listed(accepting: object): readonly DoctorItem[] {
  const observed = {
    answer: 'no',
    observedAt: '2026-11-20T12:00:00Z',
    method: 'clinic_attested',
    ...accepting,
  };
  const clinic = { name: 'Maple Clinic', address: '1 Front Street', phone: '' };
  const doctor = {
    name: 'Ada Maple',
    specialties: [],
    languages: [],
    clinic,
    availability: { accepting: observed },
  };
  return [doctor as unknown as DoctorItem];
}

it.each([
  ['English', english, 'listed since November 20, 2026</time>, others disagree</span>'],
  ['French', french, 'affiché depuis le 20 novembre 2026</time>, contredit par d’autres sources</span>'],
])('an answer that others contradict says so in %s', (_, texts, said) => {
  const text = (state: string) => String(tryList(listed({ dated: false, state }), NOW, texts));
  expect(text('conflicting')).toContain(said);
  expect(text('confirmed')).not.toContain(texts.disputed);
});

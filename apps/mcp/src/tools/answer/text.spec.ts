import type { KnownAcceptance } from '@care-atlas/domain/contract';
import { TEXTS } from '../../texts/texts.js';
import { acceptance } from './text.js';

const NOW = new Date('2026-11-20T06:00:00.000Z');
const said: KnownAcceptance = {
  answer: 'no',
  code: 'unknown',
  state: 'confirmed',
  observedAt: '2026-11-08T06:00:00.000Z',
  method: 'phone_call',
};

it.each([
  ['unknown', 'does not accept new patients (said no by phone 12 days ago)'],
  ['nopt', 'does not accept new patients (said no by phone 12 days ago)'],
  ['existptonly', 'accepts only its own patients (said no by phone 12 days ago)'],
  ['existptfam', 'accepts only its own patients and their families (said no by phone 12 days ago)'],
] as const)('the code %s is told as who is accepted', (code, told) => {
  expect(acceptance(Object.assign({}, said, { code }), NOW, TEXTS.en.records)).toBe(told);
});

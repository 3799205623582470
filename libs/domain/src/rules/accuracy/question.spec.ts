import { QUESTIONS } from './question.js';

it.each([
  ['phone', 'yes', '+1-416-555-0101', true],
  ['practice', 'no', 'Maple Clinic, 1 Front Street', false],
  ['accepting', 'no', 'no', true],
  ['accepting', 'yes', 'no', false],
  ['wheelchair', 'maybe', 'yes', undefined],
  ['specialty', 'cardiology', 'Cardiology; Internal Medicine', true],
  ['specialty', 'heart doctor', 'Cardiology; Internal Medicine', true],
  ['specialty', 'dermatology', 'Cardiology; Internal Medicine', false],
  ['specialty', 'yes', 'Cardiology', undefined],
  ['specialty', 'other', 'Cardiology', false],
  ['phone', 'other', '+1-416-555-0101', undefined],
] as const)('%s: "%s" for a listed "%s" is %s', (field, answer, listed, confirmed) => {
  expect(QUESTIONS[field].confirms(answer, listed)).toBe(confirmed);
});

import type { StatementText } from '@care-atlas/domain/rules';
import { verificationResults } from './verification-results.js';

const AT = '2026-10-03T04:00:00.000Z';
const statement = (facts: Partial<StatementText>): StatementText => ({
  fact: 'phone',
  value: '"+1-416-555-0101"',
  code: undefined,
  source: 'clinics',
  method: 'clinic_attested',
  observedAt: Date.parse(AT),
  dated: true,
  until: NaN,
  previous: 'null',
  ...facts,
});
const PLACES = {
  phone: ['Location/1', 'Location.telecom'],
  website: ['Organization/1', 'Organization.telecom'],
} as const;
const resultsOf = (...statements: readonly StatementText[]) =>
  verificationResults('clinic-1', statements, PLACES, ({ source }) => [source]);

it('says of what has no date since when its source says so, and not that it was checked then', () => {
  const [result] = resultsOf(statement({ dated: false }));
  expect(result).toMatchObject({ statusDate: AT, primarySource: [{ who: { display: 'clinics' } }] });
  expect([result!.lastPerformed, result!.primarySource![0]!.validationDate]).toEqual([undefined, undefined]);
  const [checked] = resultsOf(statement({}));
  expect([checked!.lastPerformed, checked!.primarySource![0]!.validationDate]).toEqual([AT, AT]);
});

it('does not let a fact without a date share the time of one that was checked', () => {
  const [result] = resultsOf(statement({}), statement({ fact: 'website', dated: false }));
  expect(result!.targetLocation).toEqual(['Location.telecom']);
});

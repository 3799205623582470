import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { aClinic, aDirectory, aDoctor, aReview, open, uuid } from '../../test/builders.js';
import { Chance, randomRecords, SPECIALTIES } from '../../test/random-directory.js';
import type { Answer } from '../contract/answer.js';
import { AccuracyList } from '../contract/answers/accuracy-answer.js';
import * as totals from '../contract/answers/directory-answer.js';
import { Explanation } from '../contract/explanation.js';
import * as facets from '../contract/facet.js';
import * as lists from '../contract/answers/list-answer.js';
import { Directory } from './directory.js';
import { buildReadModel } from '../read-model/read-model.js';
import { type Described, type JsonSchema, recordSchema, recordsWithin } from '../schema/schema.js';
import { SANDBOX_SIZES } from '../access/tier.js';

const records = randomRecords(new Chance(42));
const manyReviews = Array.from({ length: 40 }, (_, i) =>
  aReview({
    subject: i % 2 ? { doctor: '900000' } : { clinic: records.clinics[0]!.id },
    dimensions: { staff: 1 + (i % 5), booking: 5 },
  }),
);
const directory = aDirectory(
  { ...records, reviews: [...records.reviews, ...manyReviews] },
  { apiUrl: 'https://api.example/api/v1' },
);
const clinicIds = records.clinics.map(({ id }) => id);
const numbers = records.doctors.map(({ registrationNumber }) => registrationNumber);
const withWarnings = { warnings: [{ code: 'match_ignored' } as const] };
const everyField = { include: ['notes', 'links'] as ('notes' | 'links')[], limit: 100, ...withWarnings };

/** Each answer class of the contract, with answers that must match it. */
const ANSWERS: [Described, () => readonly Answer<unknown>[]][] = [
  [
    lists.DoctorList,
    () => [
      ...[0, 100, 200].map((offset) => directory.listDoctors({ limit: 101, offset, ...withWarnings })),
      directory.listDoctors({ ids: ['900001', '1'], days: ['sun'] }),
    ],
  ],
  [
    lists.DoctorList,
    () => [
      directory.searchDoctors({ q: 'chen' }),
      directory.searchDoctors({ q: 'chan', match: 'forgiving' }),
      directory.listDoctors({ limit: 0 }),
    ],
  ],
  [
    lists.DoctorAnswer,
    () => numbers.flatMap((n) => [directory.getDoctor(n), directory.getDoctor(n, {}, SANDBOX_SIZES)]),
  ],
  [lists.DoctorReviews, () => numbers.map((n) => directory.listDoctorReviews(n, withWarnings))],
  [lists.DoctorSignals, () => numbers.map((n) => directory.getDoctorSignals(n, withWarnings))],
  [lists.ClinicList, () => [directory.listClinics({}), directory.listClinics(everyField)]],
  [lists.ClinicAnswer, () => clinicIds.map((id) => directory.getClinic(id))],
  [lists.ClinicReviews, () => clinicIds.map((id) => directory.listClinicReviews(id, {}))],
  [lists.ClinicSignals, () => clinicIds.map((id) => directory.getClinicSignals(id))],
  [
    lists.SpecialistList,
    () =>
      SPECIALTIES.flatMap((specialty) =>
        [{}, everyField].map((q) => directory.listSpecialists({ specialty, ...q })),
      ),
  ],
  [totals.DirectorySummary, () => [directory.getSummary(), aDirectory({}).getSummary()]],
  [totals.SpecialtyValues, () => [directory.listSpecialties(withWarnings), aDirectory({}).listSpecialties()]],
  [
    AccuracyList,
    () => {
      const none = { correct: 0, incorrect: 0, unreachable: 2 };
      const accuracy = {
        protocolHash: 'ab'.repeat(32),
        sampledAt: new Date(0),
        outcomes: [{ field: 'phone', stratum: 'all', ...none }] as const,
      };
      const model = buildReadModel(
        { version: '1', syncedAt: new Date(0), accuracy },
        { clinics: [], doctors: [] },
      );
      const measured = new Directory(
        () => model,
        () => new Date(0),
      );
      return [measured.listAccuracy(withWarnings), directory.listAccuracy()];
    },
  ],
  [
    totals.SourceList,
    () => {
      const source = { name: 'odhf', publisher: 'A', licence: '', attribution: '', retrievedAt: new Date(0) };
      const model = buildReadModel(
        { version: '1', syncedAt: new Date(0), sources: [source] },
        { clinics: [], doctors: [] },
      );
      const sourced = new Directory(
        () => model,
        () => new Date(0),
      );
      return [sourced.listSources(withWarnings), directory.listSources()];
    },
  ],
  [
    facets.DoctorFacets,
    () => [directory.getFacets({ by: [...facets.FACETS], ...withWarnings }), directory.getFacets({ by: [] })],
  ],
  [
    Explanation,
    () => [
      ...numbers.map((id) =>
        directory.explainAbsence({ list: 'doctors', id, days: ['sun'], minYears: 20, accepting: true }),
      ),
      ...clinicIds.map((id) =>
        directory.explainAbsence({
          list: 'clinics',
          id,
          near: 'Pape',
          within: 2,
          gender: 'male',
          languages: ['fa'],
        }),
      ),
      directory.explainAbsence({ list: 'search', id: 'x', q: 'chen', ...withWarnings }),
    ],
  ],
  [totals.AreaList, () => [directory.listAreas(withWarnings), aDirectory({ clinics: [] }).listAreas()]],
  [totals.PlaceList, () => [directory.listPlaces({ limit: 1_000, ...withWarnings }), directory.listPlaces()]],
  [totals.LanguageValues, () => [directory.listLanguages(withWarnings), aDirectory({}).listLanguages()]],
];

const roots = [...new Set(ANSWERS.map(([described]) => described))];
const ajv = formats.default(new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }));
for (const described of recordsWithin(roots))
  ajv.addSchema(closed(recordSchema(described, (name) => name)), described.name);

/** Returns a schema without the openness of the change policy: answers have only what is declared. */
function closed(schema: JsonSchema): object {
  const text = JSON.stringify({ ...schema, additionalProperties: false });
  return JSON.parse(text.replaceAll('"x-extensible-enum"', '"enum"')) as object;
}

function validatorOf(described: Described): ValidateFunction {
  const validate = ajv.getSchema(described.name);
  if (!validate) throw new Error(`${described.name} has no schema.`);
  return validate;
}

function complaints(described: Described, answer: Answer<unknown>): unknown {
  const validate = validatorOf(described);
  return validate(answer.value) ? [] : validate.errors;
}

it.each(ANSWERS)('%p: the answers match the schema', (described, answers) => {
  const given = answers();
  expect(given.length).toBeGreaterThan(0);
  for (const answer of given) expect(complaints(described, answer)).toEqual([]);
});

const ENVELOPES: readonly object[] = [lists.ListEnvelope, lists.FoundList, lists.SignalList];

it('every answer class is tested', () => {
  const tried = new Set(recordsWithin(roots));
  const exported = [...Object.values(lists), ...Object.values(totals)].filter(
    (described) => !ENVELOPES.includes(described),
  );
  expect(exported.filter((described) => !tried.has(described)).map(({ name }) => name)).toEqual([]);
});

it('the tested answers contain reviews and signals', () => {
  expect(directory.getDoctorSignals('900000').value.total).toBeGreaterThan(0);
  expect(directory.getClinicSignals(clinicIds[0]!).value.total).toBeGreaterThan(0);
  expect(directory.getDoctor('900000').value.doctor.reviews).toHaveLength(5);
});

describe('the schema rejects', () => {
  const good = aDirectory({
    clinics: [aClinic({ openingHours: open([1], 9, 17) })],
    doctors: [aDoctor()],
  }).getDoctor('900001');
  const { doctor } = JSON.parse(good.text) as { doctor: Record<string, object> };

  it.each([
    ['a missing field', { rating: undefined }],
    ['an additional field', { practisingSince: '2010-07-01' }],
    ['a wrong type', { yearsOfPractice: '16' }],
    ['an unknown word', { dataFreshness: 'old' }],
    ['an invalid time', { syncedAt: 'yesterday' }],
    ['an invalid id', { id: '900001' }],
    ['an unexpected null', { clinic: null }],
    ['an invalid nested value', { clinic: { ...doctor.clinic, lat: 143 } }],
  ])('%s', (_, fault) => {
    const validate = validatorOf(lists.DoctorAnswer);
    expect(validate(good.value)).toBe(true);
    // Drops undefined members, as JSON does.
    expect(validate(JSON.parse(JSON.stringify({ doctor: { ...doctor, ...fault } })))).toBe(false);
  });

  it('an invalid clinic id', () => {
    const { text } = aDirectory({}).listClinicReviews(uuid(1), {});
    expect(validatorOf(lists.ClinicReviews)(JSON.parse(text.replace(uuid(1), 'x')))).toBe(false);
  });
});

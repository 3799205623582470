import fc from 'fast-check';
import type { EvidenceMethod } from '../records/evidence.js';
import type { ClinicFields } from './fuse-clinic.js';
import { type DoctorFields, fuseDirectory, type FusedDirectory, type NamedSource } from './fuse-directory.js';
import { type ClinicDecisions, NO_DECISIONS } from './resolution.js';
import { addExtract, type Extract, NO_EXTRACTS, type SourceState } from './source-record.js';

const METHODS: Readonly<Record<string, EvidenceMethod>> = {
  register: 'register',
  odhf: 'open_data',
  clinics: 'clinic_attested',
  'clinics:city': 'clinic_attested',
  scrape: 'web',
};
type Kind = 'clinics' | 'doctors';
interface Import {
  readonly kind: Kind;
  readonly extract: Extract<ClinicFields | DoctorFields<string>>;
}

/** Streets with two spellings, so that places meet, and with and without postal codes. */
const ADDRESSES = [
  { address: '12 Main St, Toronto, ON M5V 3A8', postalCode: 'M5V 3A8' },
  { address: '12 Main Street, Toronto', postalCode: '' },
  { address: '12 Main Street, Toronto, ON M5V 3A9', postalCode: 'M5V 3A9' },
  { address: 'Unit 2, 12 Main St, Toronto, ON M5V 3A8', postalCode: 'M5V 3A8' },
  { address: '40 Elm Ave, Milton, ON L9T 1A1', postalCode: 'L9T 1A1' },
];
const NAMES = ['Sunrise Walk-In Clinic', 'Sunrise Clinic', 'Maple Medical Centre', null];

const clinicFields: fc.Arbitrary<Partial<ClinicFields>> = fc
  .record({
    name: fc.constantFrom(...NAMES),
    address: fc.constantFrom(...ADDRESSES),
    phone: fc.option(fc.constantFrom('', '416-555-0101', '416-555-0102')),
    wheelchair: fc.option(fc.boolean()),
    position: fc.option(
      fc.record({
        lat: fc.constantFrom(43.65, 43.651, 43.7),
        lng: fc.constant(-79.38),
        positionSource: fc.constantFrom('source' as const, 'postal-area' as const),
      }),
    ),
  })
  .chain((fields) =>
    fc.subarray(['phone', 'wheelchair', 'position'] as const).map((absent) => {
      return Object.fromEntries(
        Object.entries(fields).filter(([name]) => !absent.some((each) => each === name)),
      );
    }),
  );
const doctorFields: fc.Arbitrary<Partial<DoctorFields<string>>> = fc.record({
  own: fc.constantFrom('Dr. One', 'Dr. Two'),
  isActive: fc.boolean(),
  places: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }),
});
const KEYS: Readonly<Record<Kind, readonly string[]>> = {
  clinics: ['a', 'b', 'c', 'd'],
  doctors: ['1', '2', '3'],
};

const imports: fc.Arbitrary<readonly Import[]> = fc
  .array(
    fc.constantFrom(...Object.keys(METHODS)).chain((source) =>
      fc
        .constantFrom<Kind>(
          ...(source === 'register' ? (['clinics', 'doctors'] as const) : (['clinics'] as const)),
        )
        .chain((kind) =>
          fc
            .record({
              rows: fc.uniqueArray(
                fc.record({
                  key: fc.constantFrom(...KEYS[kind]),
                  fields: kind === 'clinics' ? clinicFields : doctorFields,
                }),
                { selector: ({ key }) => key, maxLength: 4 },
              ),
              isComplete: fc.boolean(),
              ended: fc.subarray([...KEYS[kind]]),
              rejected: fc.subarray([...KEYS[kind]]),
            })
            .map(({ rows, ended, rejected, isComplete }) => {
              const isFree = (key: string) => rows.every((row) => row.key !== key);
              return {
                kind,
                extract: {
                  source,
                  at: 0,
                  isComplete,
                  rows,
                  ended: ended.filter(isFree),
                  rejected: rejected.filter((key) => isFree(key) && !ended.includes(key)),
                },
              };
            }),
        ),
    ),
    { minLength: 1, maxLength: 9 },
  )
  .chain((list) =>
    fc
      .shuffledSubarray(
        list.map((_, at) => at + 1),
        { minLength: list.length, maxLength: list.length },
      )
      .map((times) =>
        list.map(({ kind, extract }, index) => ({ kind, extract: { ...extract, at: times[index]! } })),
      ),
  );

/** Imports extracts in the given order. */
function sourcesOf(list: readonly Import[]): readonly NamedSource<string>[] {
  return Object.entries(METHODS).map(([name, method]) => {
    const state = (kind: Kind) =>
      list
        .filter((each) => each.kind === kind && each.extract.source === name)
        .reduce<SourceState>((sum, { extract }) => addExtract(sum, extract), NO_EXTRACTS);
    return {
      name,
      method,
      clinics: state('clinics'),
      doctors: state('doctors'),
    };
  });
}

const directoryOf = (list: readonly Import[], decisions?: ClinicDecisions) =>
  comparable(fuseDirectory(sourcesOf(list), decisions));

function byId(entries: Iterable<readonly [string, unknown]>): object {
  return Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * What a directory says, in an order of its own. Since when a source says something is exact only where each extract has
 * the record: see said.spec.ts.
 */
function comparable({ clinics, doctors, answeredBy }: FusedDirectory<string>) {
  const said = [...clinics].map(([id, { fields, isListed, members }]): [string, unknown] => [
    id,
    { fields, isListed, members: [...members].toSorted() },
  ]);
  return {
    clinics: byId(said),
    doctors: byId(doctors),
    answeredBy: byId(answeredBy),
  };
}

const [ids, pairOf] = [
  KEYS.clinics,
  fc.tuple(fc.constantFrom(...KEYS.clinics), fc.constantFrom(...KEYS.clinics)),
];
const decisions: fc.Arbitrary<ClinicDecisions> = fc.record({
  merged: fc
    .uniqueArray(pairOf, { selector: ([from]) => from, maxLength: 3 })
    // A clinic is merged into a later one of the list, so that no two are merged into each other.
    .map((pairs) => new Map(pairs.filter(([from, to]) => ids.indexOf(from) < ids.indexOf(to)))),
  apart: fc.array(pairOf, { maxLength: 3 }),
  decided: fc.subarray([...ids], { maxLength: 2 }).map((list) => new Set(list)),
});

describe('a directory', () => {
  it('does not depend on the order of imports', () => {
    fc.assert(
      fc.property(
        imports.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray([...list], { minLength: list.length })),
        ),
        decisions,
        ([list, shuffled], decided) => {
          expect(directoryOf(shuffled, decided)).toEqual(directoryOf(list, decided));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('does not depend on the order of imports where an extract between two values lacks the record', () => {
    const [main, unit, elm] = [ADDRESSES[1]!, ADDRESSES[3]!, ADDRESSES[4]!];
    const extract = (at: number, address?: (typeof ADDRESSES)[number]): Import => ({
      kind: 'clinics',
      extract: {
        source: 'scrape',
        at,
        isComplete: false,
        rows: address ? [{ key: 'a', fields: { name: 'Sunrise Clinic', address } }] : [],
      },
    });
    const other: Import = {
      kind: 'clinics',
      extract: {
        source: 'odhf',
        at: 5,
        isComplete: false,
        rows: [{ key: 'a', fields: { name: 'Sunrise Clinic', address: elm } }],
      },
    };
    const list = [extract(1, main), extract(3, unit), extract(4), extract(6, main), other];
    const withMethod = (order: readonly Import[]) =>
      fuseDirectory(sourcesOf(order).map((source) => ({ ...source, method: 'web' as const }))).clinics.get(
        'a',
      )!.fields.address;
    expect(withMethod([list[3]!, list[0]!, list[2]!, list[1]!, other])).toEqual(withMethod(list));
  });

  it('has of a clinic that operators merged only what the survivor does not say', () => {
    const list: readonly Import[] = [
      {
        kind: 'clinics',
        extract: {
          source: 'scrape',
          at: 1,
          isComplete: false,
          rows: [{ key: 'b', fields: { name: 'Elm Clinic', address: ADDRESSES[4]! } }],
        },
      },
      {
        kind: 'clinics',
        extract: {
          source: 'clinics',
          at: 2,
          isComplete: false,
          rows: [
            {
              key: 'a',
              fields: { name: 'Sunrise Clinic', address: ADDRESSES[1]!, website: 'https://sun.example' },
            },
          ],
        },
      },
    ];
    const { fields } = fuseDirectory(sourcesOf(list), {
      ...NO_DECISIONS,
      merged: new Map([['a', 'b']]),
    }).clinics.get('b')!;
    expect(fields).toMatchObject({
      name: 'Elm Clinic',
      address: ADDRESSES[4],
      website: 'https://sun.example',
    });
  });

  it('is the same when a file is imported again', () => {
    fc.assert(
      fc.property(imports, fc.nat(), (list, at) => {
        expect(directoryOf([...list, list[at % list.length]!])).toEqual(directoryOf(list));
      }),
    );
  });

  it('has no trace of a source that was forgotten', () => {
    fc.assert(
      fc.property(imports, fc.constantFrom(...Object.keys(METHODS)), (list, forgotten) => {
        const sources = sourcesOf(list).map((source) =>
          source.name === forgotten ? { ...source, clinics: NO_EXTRACTS, doctors: NO_EXTRACTS } : source,
        );
        expect(comparable(fuseDirectory(sources))).toEqual(
          directoryOf(list.filter(({ extract }) => extract.source !== forgotten)),
        );
      }),
    );
  });

  it('answers for the id of every record, and has each in one clinic', () => {
    fc.assert(
      fc.property(imports, decisions, (list, decided) => {
        const sources = sourcesOf(list);
        const { clinics, answeredBy } = fuseDirectory(sources, decided);
        const members = [...clinics.values()].flatMap((clinic) => clinic.members);
        expect(new Set(members).size).toBe(members.length);
        for (const { name, clinics: state } of sources)
          for (const key of state.records.keys()) {
            expect(members).toContain(`${name}/${key}`);
            expect(clinics.has(answeredBy.get(key) ?? key)).toBe(true);
          }
      }),
    );
  });
});

import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { DirectoryError } from '../error.js';
import { FacetQuery } from '../facet.js';
import { ClinicQuery, DoctorQuery, DoctorSearchQuery, SpecialistQuery } from './query.js';
import { PlaceDetailQuery } from './place-query.js';
import { PageQuery, type Query } from './page-query.js';
import { QueryReader, type RawParameters } from './query-reader.js';
import { type Described, type FieldDeclaration, fieldsOf } from '../../schema/schema.js';

type Values = Record<string, unknown>;

/** Text that some parameter accepts or nearly accepts. */
const likely = fc.constantFrom(
  ...'true,false,TRUE,0,7,25,101,-1,1.5,1e3,male,female,non-binary,Male,notes,links,43.66,-79.4,90'.split(
    ',',
  ),
  ...'-90.1,180,-180.0001,.5,5.,.,-,NaN,Infinity,0x1f,Tamil,Médecine interne,chen,c, c ,𝒜,𝒜𝒜,١٢'.split(','),
  ...'notes,links|notes,hours|links, ,notes|Tamil,French|,| , ||\u0301\u0301'.split('|'),
  ...['9', '0'].flatMap((digit) => [digit.repeat(30), digit.repeat(400)]),
);
const text = fc.oneof(
  { weight: 4, arbitrary: likely },
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.integer().map(String),
  fc.double().map(String),
);
/** Values that JSON may contain and a query string cannot. */
const foreign = fc.oneof(
  fc.constantFrom(null, true, false, NaN, Infinity, -0, 0, 12, -3, 1.5, '__proto__'),
  fc.integer(),
  fc.array(fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text, { maxLength: 2 })), {
    maxLength: 3,
  }),
  fc.dictionary(fc.constantFrom('a', 'length', '0'), text, { maxKeys: 2 }),
);
const aValue = fc.oneof(
  { weight: 8, arbitrary: text },
  { weight: 2, arbitrary: fc.array(text, { maxLength: 3 }) },
  { weight: 2, arbitrary: foreign },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

/** A value that the parameter accepts, so that many requests are valid. */
function good({ schema }: FieldDeclaration): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  if (schema.type === 'boolean') return fc.constantFrom('true', 'false');
  if (schema.type === 'integer') return fc.nat().map(String);
  if (schema.type === 'number') return fc.integer({ min: -90, max: 90 }).map(String);
  if (schema.items?.enum) return fc.subarray([...schema.items.enum]).map((words) => words.join(','));
  return fc.stringMatching(/^[A-Za-zé, ]{2,9}[a-z]{2}$/);
}

/** What the rules about places make of a request: a place in one form, or nothing that needs one. */
const PLACES = fc.constantFrom<Values>(
  { near: 'Kipling', lat: undefined, lng: undefined },
  { near: undefined, lat: '43.7', lng: '-79.4' },
  { near: undefined, lat: undefined, lng: undefined, within: undefined, sort: undefined, include: undefined },
);

function rawParameters(fields: readonly FieldDeclaration[], badness: number): fc.Arbitrary<RawParameters> {
  const known = fc.record(
    Object.fromEntries(
      fields.map((field) => [
        field.name,
        fc.oneof({ weight: 10, arbitrary: good(field) }, { weight: badness, arbitrary: aValue }),
      ]),
    ),
    { requiredKeys: fields.filter(({ required }) => required && badness < 10).map(({ name }) => name) },
  );
  const names = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', 'toString', 'warnings', 'limits'),
    fc.string(),
  );
  const unknown = fc.array(fc.tuple(names, aValue), { maxLength: 2 });
  const isPlaced = badness < 10 && fields.some(({ name }) => name === 'near');
  const place = isPlaced ? fc.oneof({ weight: 4, arbitrary: PLACES }, fc.constant({})) : fc.constant({});
  return fc.tuple(known, unknown, place).map(([parameters, others, placed]) => {
    const raw: Values = { ...parameters, ...placed };
    for (const [name, value] of others) {
      if (fields.some((field) => field.name === name)) continue;
      // As JSON.parse does: `__proto__` is an ordinary key.
      Object.defineProperty(raw, name, { value, enumerable: true, configurable: true, writable: true });
    }
    return raw;
  });
}

/** Returns the result of class-transformer and class-validator: the values, or the first message per invalid field. */
function reference(described: Described<Query>, raw: RawParameters): { values?: Values; faults?: Values } {
  const instance = plainToInstance(described, raw);
  const errors = validateSync(instance);
  if (errors.length === 0) return { values: declared(described, instance) };
  return {
    faults: Object.fromEntries(errors.map((e) => [e.property, Object.values(e.constraints ?? {})[0]])),
  };
}

function compiled(described: Described<Query>, raw: RawParameters): { values?: Values; faults?: Values } {
  try {
    return { values: declared(described, new QueryReader(described).read(raw)) };
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error;
    return { faults: Object.fromEntries(error.details!.map(({ param, message }) => [param, message])) };
  }
}

function declared(described: Described<Query>, query: object): Values {
  const values = query as Values;
  return Object.fromEntries(fieldsOf(described).map(({ name }) => [name, values[name]]));
}

const DESCRIBED = [
  PageQuery,
  DoctorQuery,
  DoctorSearchQuery,
  ClinicQuery,
  SpecialistQuery,
  FacetQuery,
  PlaceDetailQuery,
] as Described<Query>[];

describe.each(DESCRIBED)('%p: QueryReader equals class-transformer and class-validator', (described) => {
  it.each([
    ['mostly good', 1],
    ['mixed', 10],
    ['mostly bad', 100],
  ])('from %s parameters', (_, badness) => {
    fc.assert(
      fc.property(rawParameters(fieldsOf(described), badness), (raw) => {
        expect(compiled(described, raw)).toEqual(reference(described, raw));
      }),
      { numRuns: Number(process.env['RUNS'] ?? 75) },
    );
  });
});

const KINDS = [undefined, null, true, 0, NaN, '', 'x', [], [null], ['x', 'y'], {}, { length: 1 }];

it.each(DESCRIBED)('%p: a value of any kind gets a value or a fault from both', (described) => {
  for (const { name } of fieldsOf(described)) {
    for (const value of KINDS) {
      expect(compiled(described, { [name]: value })).toEqual(reference(described, { [name]: value }));
    }
  }
});

it('the tested parameters include valid and invalid ones', () => {
  const runs = fc.sample(rawParameters(fieldsOf(SpecialistQuery), 1), { numRuns: 2000, seed: 1 });
  const accepted = runs.filter((raw) => compiled(SpecialistQuery, raw).values).length;
  expect(accepted).toBeGreaterThan(30);
  expect(accepted).toBeLessThan(1970);
});

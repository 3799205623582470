import { english } from '../../messages/index.js';
import { DirectoryError } from '../error.js';
import { FacetQuery } from '../facet.js';
import { ClinicQuery, DoctorQuery, DoctorSearchQuery, GazetteerQuery, SpecialistQuery } from './query.js';
import { PageQuery, type Query } from './page-query.js';
import { PlaceDetailQuery } from './place-query.js';
import { QueryReader, type RawParameters } from './query-reader.js';
import { type Described, fieldsOf } from '../../schema/schema.js';

function read<T extends Query>(described: Described<T>, raw: RawParameters): Partial<T> {
  return new QueryReader(described).read(raw);
}

/** Returns the messages about invalid parameters, in order. */
function refusal(described: Described<Query>, raw: RawParameters): [string, string][] {
  try {
    new QueryReader(described).read(raw);
    return [];
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error;
    return (error.details ?? []).map(({ param, message }) => [param, message]);
  }
}

const rejectedNames = (described: Described<Query>, raw: RawParameters) =>
  refusal(described, raw).map(([param]) => param);

describe('booleans', () => {
  it.each([
    ['true', true],
    ['false', false],
  ])('%j is %s', (text, value) => {
    expect(read(DoctorQuery, { accepting: text })).toEqual({ accepting: value });
  });

  it.each(['TRUE', 'True', '1', '0', 'yes', ' true', 'true ', ['true'], null, {}])('rejects %j', (raw) => {
    expect(refusal(DoctorQuery, { accepting: raw })).toEqual([
      ['accepting', 'accepting must be true or false.'],
    ]);
  });
});

describe('integers', () => {
  it.each([
    ['0', 0],
    ['25', 25],
    ['007', 7],
    ['100000', 100_000],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    [30, 30],
  ])('%.12j is %d', (raw, value) => {
    expect(read(PageQuery, { limit: raw, offset: raw })).toEqual({ limit: value, offset: value });
  });

  it.each(['-1', '+1', '1.0', '1.5', '1e2', '0x10', ' 1', '1\n', '١', 'abc', ['1'], null, -1, 1.5, {}])(
    'rejects %j',
    (raw) => {
      expect(refusal(DoctorQuery, { minYears: raw })).toEqual([
        ['minYears', 'minYears must be a whole number, 0 or more.'],
      ]);
    },
  );

  it('accepts a limit above the maximum, which the directory caps', () => {
    expect(read(PageQuery, { limit: '101' })).toEqual({ limit: 101 });
  });
});

describe('lists', () => {
  it.each([
    ['Tamil', ['Tamil']],
    ['Tamil,French', ['Tamil', 'French']],
    [' Tamil , ,French ,', ['Tamil', 'French']],
    [
      ['Tamil', 'French,Urdu'],
      ['Tamil', 'French', 'Urdu'],
    ],
    [['', 'French'], ['French']],
  ])('%j is %j', (raw, languages) => {
    expect(read(ClinicQuery, { languages: raw })).toEqual({ languages });
  });

  it.each(['', ' ', ',', ' , ,', ['', ''], []])('treats %j as absent', (raw) => {
    expect(read(ClinicQuery, { languages: raw }).languages).toBeUndefined();
  });

  it.each([[null], [{ 0: 'a' }], [[['Tamil']]], [[1]], [7], [true]])('rejects %j', (raw) => {
    expect(rejectedNames(ClinicQuery, { languages: raw })).toEqual(['languages']);
  });

  it('rejects an unknown value in include', () => {
    expect(read(ClinicQuery, { include: 'notes, links' })).toEqual({ include: ['notes', 'links'] });
    expect(refusal(SpecialistQuery, { specialty: 'x', include: 'notes,prices' })).toEqual([
      [
        'include',
        'include must be a comma-separated list of notes, links, distance, location, contact, hours or availability.',
      ],
    ]);
  });

  it.each([DoctorQuery, DoctorSearchQuery, ClinicQuery, SpecialistQuery])(
    '%p knows language, too',
    (query) => {
      const raw = { q: 'chen', specialty: 'x', language: 'Tamil' };
      expect(read(query as Described<DoctorQuery>, raw).language).toEqual(['Tamil']);
    },
  );
});

describe('words', () => {
  it.each(['male', 'female', 'non-binary'] as const)('gender=%s', (gender) => {
    expect(read(DoctorQuery, { gender })).toEqual({ gender });
  });

  it.each(['Female', 'woman', 'male,female', ['male'], null])('rejects gender=%j', (raw) => {
    expect(refusal(DoctorQuery, { gender: raw })).toEqual([
      ['gender', 'gender must be male, female or non-binary.'],
    ]);
  });
});

describe('lat and lng', () => {
  const lat = 'lat must be a number from -90 to 90, and is required when lng is sent.';
  const lng = 'lng must be a number from -180 to 180, and is required when lat is sent.';

  it.each([
    ['43.66', '-79.39', { lat: 43.66, lng: -79.39 }],
    ['90', '-180', { lat: 90, lng: -180 }],
    ['-90.0', '180.', { lat: -90, lng: 180 }],
    ['0', '-.5', { lat: 0, lng: -0.5 }],
  ])('%s, %s', (latText, lngText, place) => {
    expect(read(ClinicQuery, { lat: latText, lng: lngText })).toEqual(place);
  });

  it.each([
    [{ lat: '43' }, [['lng', lng]]],
    [{ lng: '-79' }, [['lat', lat]]],
    [{ lat: '90.001', lng: '0' }, [['lat', lat]]],
    [{ lat: '0', lng: '-180.5' }, [['lng', lng]]],
    [{ lat: '', lng: '-79' }, [['lat', lat]]],
    [
      { lat: '1e1', lng: '+3' },
      [
        ['lat', lat],
        ['lng', lng],
      ],
    ],
    [
      { lat: 'NaN', lng: 'Infinity' },
      [
        ['lat', lat],
        ['lng', lng],
      ],
    ],
    [{ lat: '9'.repeat(400), lng: '3' }, [['lat', lat]]],
  ])('rejects %j', (raw, details) => {
    expect(refusal(ClinicQuery, raw)).toEqual(details);
  });
});

describe('places', () => {
  const rule = (param: string, message: string) => [[param, message]];
  const within = 'within must be a number above 0, up to 100 (kilometers).';
  const alone = rule('near', 'near must be sent without lat and lng.');
  const needs = (what: string) => `${what} requires a place: near, or lat and lng.`;

  it.each<Described<Query>>([DoctorQuery, ClinicQuery, SpecialistQuery])(
    'are parameters of %p',
    (described) => {
      const near = { near: ' Kipling ', within: '0.5', sort: 'distance', include: 'distance' };
      expect(read(described, { ...near, specialty: 'x', area: 'M4C, North York' })).toMatchObject({
        near: 'Kipling',
        within: 0.5,
        area: ['M4C', 'North York'],
      });
      const point = { lat: '43.7', lng: '-79.4', within: '100', sort: 'distance', include: 'distance' };
      expect(read(described, { ...point, specialty: 'x' })).toMatchObject({ lat: 43.7, within: 100 });
    },
  );

  it.each([
    [{ near: 'Kipling', lat: '43.7', lng: '-79.4' }, alone],
    [{ within: '5' }, rule('within', needs('within'))],
    [{ near: 'Kipling', within: '0' }, rule('within', within)],
    [{ near: 'Kipling', within: '100.1' }, rule('within', within)],
    [{ near: 'Kipling', within: '-1' }, rule('within', within)],
    [{ near: 'Kipling', within: 'far' }, rule('within', within)],
    [{ near: ['Kipling', 'Finch'] }, rule('near', 'near was sent twice: send it once.')],
    [{ sort: 'distance' }, rule('sort', needs('sort=distance'))],
    [{ include: 'location,distance' }, rule('include', needs('include=distance'))],
    [{ sort: 'wait' }, rule('sort', 'sort must be name or distance.')],
  ])('rejects %j on /clinics', (raw, details) => {
    expect(refusal(ClinicQuery, raw)).toEqual(details);
  });

  it('are ordered by years for doctors, by wait for specialists', () => {
    expect(read(DoctorQuery, { sort: 'years' })).toEqual({ sort: 'years' });
    expect(read(SpecialistQuery, { sort: 'wait', specialty: 'x' })).toEqual({ sort: 'wait', specialty: 'x' });
    expect(rejectedNames(DoctorQuery, { sort: 'wait' })).toEqual(['sort']);
  });

  it('of a detail have no radius', () => {
    expect(read(PlaceDetailQuery, { near: 'Kipling', include: 'distance' })).toEqual({
      near: 'Kipling',
      include: ['distance'],
    });
    expect(refusal(PlaceDetailQuery, { include: 'distance' })).toEqual(
      rule('include', needs('include=distance')),
    );
  });
});

describe('required text', () => {
  it('is trimmed', () => {
    expect(read(DoctorSearchQuery, { q: '  li ' })).toEqual({ q: 'li' });
    expect(read(SpecialistQuery, { specialty: ' Cardiology' })).toEqual({ specialty: 'Cardiology' });
  });

  it.each([{}, { q: '' }, { q: ' a ' }, { q: '   ' }, { q: ['chen'] }, { q: null }, { q: 12 }])(
    '%j',
    (raw) => {
      expect(refusal(DoctorSearchQuery, raw)).toEqual([
        ['q', 'q is required and must be sent once, with at least 2 characters.'],
      ]);
    },
  );

  it.each([{}, { specialty: ' ' }, { specialty: ['a', 'b'] }])('%j on /specialists', (raw) => {
    expect(rejectedNames(SpecialistQuery, raw)).toEqual(['specialty']);
  });

  it.each([' ', ['a', 'b'], null])('rejects specialty=%j on /doctors, where it is optional', (specialty) => {
    expect(rejectedNames(DoctorQuery, { specialty })).toEqual(['specialty']);
    expect(rejectedNames(DoctorQuery, {})).toEqual([]);
  });
});

describe('a parameter that was sent twice', () => {
  const described: readonly Described<Query>[] = [
    DoctorSearchQuery,
    ClinicQuery,
    SpecialistQuery,
    FacetQuery,
    GazetteerQuery,
  ];
  const single = described.flatMap((query) =>
    fieldsOf(query)
      .filter(({ schema }) => schema.type !== 'array')
      .map(({ name }) => [name, query] as const),
  );

  it.each(single)('%s of %p', (name, query) => {
    const [, message] = refusal(query, { [name]: ['1', '2'] }).find(([param]) => param === name)!;
    expect(message).toBe(`${name} was sent twice: send it once.`);
  });

  it('or more often', () => {
    expect(refusal(DoctorSearchQuery, { q: ['a', 'b', ''] })).toEqual([
      ['q', 'q was sent 3 times: send it once.'],
    ]);
  });
});

describe('an empty field of a form', () => {
  it('counts as absent where it is optional', () => {
    const form = { accepting: '', gender: '', minYears: '', lat: '', lng: '', languages: '', include: '' };
    expect(read(ClinicQuery, form)).toEqual({});
    expect(read(DoctorQuery, { specialty: '' })).toEqual({});
  });

  it('is an error where it is required', () => {
    expect(rejectedNames(SpecialistQuery, { specialty: '' })).toEqual(['specialty']);
  });
});

describe('lists in parts', () => {
  it.each([
    [{ 'languages[]': 'Tamil' }, ['Tamil']],
    [{ 'languages[]': ['Tamil', 'French'] }, ['Tamil', 'French']],
    [{ 'languages[1]': 'French', 'languages[0]': 'Tamil' }, ['Tamil', 'French']],
    [{ 'languages[10]': 'a', 'languages[9]': 'b' }, ['b', 'a']],
    [{ 'languages[]': 'c,d', 'languages[0]': 'b', languages: 'a' }, ['a', 'b', 'c', 'd']],
    [{ 'languages[]': '', 'languages[0]': '' }, undefined],
  ])('%j is %j', (raw, languages) => {
    expect(read(ClinicQuery, raw)).toEqual({ languages });
  });

  it('are checked like the list itself', () => {
    const raw = { specialty: 'x', 'include[0]': 'notes', 'include[1]': 'prices' };
    expect(rejectedNames(SpecialistQuery, raw)).toEqual(['include']);
  });

  it.each(['gender[]', 'languages[x]', 'languages[0][1]', 'languages[-1]', 'x[]', '__proto__[]'])(
    '%s is an unknown parameter',
    (name) => {
      expect(read(ClinicQuery, { [name]: 'x', 'languages[]': 'Tamil' })).toEqual({
        languages: ['Tamil'],
        warnings: [{ code: 'unknown_parameter', params: expect.objectContaining({ name }) as object }],
      });
    },
  );

  it('leaves other parameters as they are', () => {
    const raw = { languages: 'Tamil', 'gender[]': 'male' };
    expect(new QueryReader(ClinicQuery).joinLists(raw)).toBe(raw);
  });
});

describe('several bad parameters', () => {
  it('are listed, and the message names the first in documented order', () => {
    const raw = { minYears: '-1', gender: 'x', limit: 'y' };
    expect(() => read(DoctorQuery, raw)).toThrow(
      expect.objectContaining({
        code: 'missing_param',
        message: 'limit must be a whole number, 0 or more.',
      }),
    );
    expect(rejectedNames(DoctorQuery, raw)).toEqual(['limit', 'gender', 'minYears']);
  });
});

describe('unknown parameters', () => {
  it.each([
    [DoctorQuery, 'specialtys', " Did you mean 'specialties'?"],
    [DoctorQuery, 'Accepting', " Did you mean 'accepting'?"],
    [DoctorQuery, 'q', ''],
    [DoctorQuery, 'hasWebsite', ''],
    [ClinicQuery, 'specialty', " Did you mean 'specialties'?"],
    [PageQuery, 'utm_source', ''],
    [PageQuery, 'constructor', ''],
    [PageQuery, '__proto__', ''],
    [PageQuery, 'warnings', ''],
  ])('%p %s', (described, name, hint) => {
    const raw = JSON.parse(`{"${name}":"x"}`) as RawParameters;
    expect(read(described, raw).warnings?.map(english)).toEqual([
      `Unknown parameter '${name}' was ignored.${hint}`,
    ]);
  });

  it('cause no warnings if there are none', () => {
    expect(read(PageQuery, { limit: '1' })).toEqual({ limit: 1 });
  });

  it('are truncated if long; the first ten are named and the others counted', () => {
    const raw = Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`${i}`.repeat(60), 'x']));
    const warnings = read(PageQuery, raw).warnings!.map(english);
    expect(warnings).toHaveLength(11);
    expect(warnings[0]).toBe(`Unknown parameter '${'0'.repeat(40)}…' was ignored.`);
    expect(warnings[10]).toBe('Further unknown parameters ignored: 3.');
  });

  it('do not hide an invalid parameter', () => {
    expect(rejectedNames(PageQuery, { limit: 'x', colour: 'red' })).toEqual(['limit']);
  });
});

describe('text that cannot be stored', () => {
  it.each(['a\0b', '\0', 'x\ud800y', ['Tamil', '\udc00']])('%j is refused by name, known or not', (value) => {
    for (const name of ['languages', 'unknown']) {
      const [[param, message] = [], ...others] = refusal(DoctorQuery, { [name]: value });
      expect([param, others]).toEqual([name, []]);
      expect(message).toMatch(/ contains a character that cannot be stored\. /);
    }
    expect(rejectedNames(DoctorQuery, { 'limit\0': '1' })).toEqual(['query']);
  });

  it('is refused in the same words in any order', () => {
    const names = ['virtualVisits', 'q', 'limit'].map((name) => [name, '\0'] as const);
    for (const order of [names, names.toReversed()])
      expect(rejectedNames(DoctorQuery, Object.fromEntries(order))).toEqual(['limit', 'q', 'virtualVisits']);
  });

  it('is refused with ten names at most, each cut off', () => {
    const raw = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${'x'.repeat(500)}${n}`, '\0']));
    expect(rejectedNames(DoctorQuery, raw)).toEqual(Array.from({ length: 10 }, () => `${'x'.repeat(40)}…`));
  });

  it('is refused before anything else', () => {
    expect(rejectedNames(DoctorQuery, { limit: 'x', language: '\0' })).toEqual(['language']);
  });
});

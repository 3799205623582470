import { TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

const PLACE = 'a place: near, or lat and lng';
const KNOWN = 'the name of a place, a postal code, or lat,lng';
const AREAS = 'a list of municipalities, districts, neighbourhoods or postal codes';
const DAYS = 'days must be a comma-separated list of mon, tue, wed, thu, fri, sat or sun.';
const OPEN_AT = 'openAt must be a time from 00:00 to 23:59, as HH:MM.';
const WITHIN = 'within must be a number above 0, up to 100 (kilometers).';
const GROUPS = 'specialty, language, gender, area, clinicType, accepting or freshness';
const LISTS = ['/doctors?', '/doctors/search?q=dr&', '/clinics?', '/specialists?specialty=Cardiology&'];
const FILTERED = [...LISTS, '/doctors/facets?by=gender&'];
const PLACED = [...FILTERED, '/doctors/900001?', '/clinics/b94bb043-f527-42bf-9c0b-68ebace5405b?'];
const TWICE = {
  near: 'Kipling',
  lat: '43.7',
  lng: '-79.4',
  within: '5',
  openAt: '10:00',
  gender: 'female',
  minYears: '1',
  accepting: 'true',
  limit: '5',
};

type Case = readonly [paths: readonly string[], query: string, param: string, message: string];
const CASES: readonly Case[] = [
  [
    PLACED,
    'near=Missisauga',
    'near',
    `near must be ${KNOWN}: 'Missisauga' is not known. Did you mean 'Mississauga'?`,
  ],
  [PLACED, 'near=Atlantis', 'near', `near must be ${KNOWN}: 'Atlantis' is not known.`],
  [
    PLACED,
    'near=K1A%200B1',
    'near',
    `near must be ${KNOWN}: 'K1A 0B1' is outside the area of this directory.`,
  ],
  [PLACED, 'near=Kipling&lat=43.7&lng=-79.4', 'near', 'near must be sent without lat and lng.'],
  [PLACED, 'lat=43.7', 'lng', 'lng must be a number from -180 to 180, and is required when lat is sent.'],
  [PLACED, 'lat=91&lng=0', 'lat', 'lat must be a number from -90 to 90, and is required when lng is sent.'],
  [
    FILTERED,
    'area=Toronto,Kipling%20station',
    'area',
    `area must be ${AREAS}: 'Kipling station' is not known.`,
  ],
  [
    FILTERED,
    'area=Etobicok',
    'area',
    `area must be ${AREAS}: 'Etobicok' is not known. Did you mean 'Etobicoke'?`,
  ],
  [FILTERED, 'within=5', 'within', `within requires ${PLACE}.`],
  ...['0', '-1', '100.1', 'far', '1e1'].map((value): Case => [
    FILTERED,
    `near=Kipling&within=${value}`,
    'within',
    WITHIN,
  ]),
  ...['2026-02-30', '12-24', 'tomorrow', '2026-13-01'].map((value): Case => [
    FILTERED,
    `date=${value}`,
    'date',
    'date must be a day of the calendar, as YYYY-MM-DD.',
  ]),
  [FILTERED, 'date=2026-12-24&days=mon', 'date', 'date must be sent without days.'],
  [FILTERED, 'date=2020-01-01', 'date', 'date must be a day from today, 2026-11-20, to 2027-11-21.'],
  [FILTERED, 'date=9999-12-31', 'date', 'date must be a day from today, 2026-11-20, to 2027-11-21.'],
  ...['Monday', 'SUN', 'mon,x'].map((value): Case => [FILTERED, `days=${value}`, 'days', DAYS]),
  ...['25:00', '24:00', '7:00', '07:60', 'noon'].map((value): Case => [
    FILTERED,
    `openAt=${value}`,
    'openAt',
    OPEN_AT,
  ]),
  [
    FILTERED,
    'clinicType=walk-in,pub',
    'clinicType',
    'clinicType must be a comma-separated list of family-practice, walk-in, specialist, community-health-centre or hospital-outpatient.',
  ],
  [LISTS, 'sort=distance', 'sort', `sort=distance requires ${PLACE}.`],
  [LISTS, 'include=distance', 'include', `include=distance requires ${PLACE}.`],
  [['/doctors?'], 'sort=wait', 'sort', 'sort must be name, distance or years.'],
  [['/clinics?'], 'sort=years', 'sort', 'sort must be name or distance.'],
  [['/specialists?specialty=x&'], 'sort=years', 'sort', 'sort must be name, distance or wait.'],
  [['/doctors/search?q=dr&', '/clinics?q=dr&'], 'match=sound', 'match', 'match must be words or forgiving.'],
  [
    ['/clinics?', '/specialists?specialty=x&'],
    'q=a',
    'q',
    'q must be sent once, with at least 2 characters.',
  ],
  [
    ['/doctors?', '/clinics?'],
    `ids=${Array.from({ length: 101 }, (_, i) => i).join()}`,
    'ids',
    'ids must be a comma-separated list of at most 100 values.',
  ],
  [['/doctors/facets?'], 'by=', 'by', `by is required and must be a comma-separated list of ${GROUPS}.`],
  [
    ['/doctors/facets?'],
    'by=gender,x',
    'by',
    `by is required and must be a comma-separated list of ${GROUPS}.`,
  ],
  [LISTS, 'format=xml', 'format', 'format must be csv, geojson or json.'],
  [['/metadata/areas?', '/sources?'], 'format=geojson', 'format', 'format must be csv or json.'],
  [
    ['/places?'],
    'kind=village',
    'kind',
    'kind must be region, municipality, district, town, neighbourhood, subway-station, go-station, landmark, intersection or postal-area.',
  ],
  ...Object.entries(TWICE).map(([name, value]): Case => {
    const other =
      name === 'lat' ? 'lng=-79.4&' : name === 'lng' ? 'lat=43.7&' : name === 'within' ? 'near=M4C&' : '';
    return [
      FILTERED,
      `${other}${name}=${value}&${name}=${value}`,
      name,
      `${name} was sent twice: send it once.`,
    ];
  }),
  [['/places?'], 'q=kip&q=kip', 'q', 'q was sent twice: send it once.'],
  [LISTS, 'format=csv&format=csv', 'format', 'format was sent twice: send it once.'],
];

const ROWS = CASES.flatMap(([paths, query, param, message]) =>
  paths.map((path) => [`${path}${query}`, param, message] as const),
);

it.each(ROWS)('400: %.80s names %s', async (path, param, message) => {
  const refused = await api.ask(path);
  const { requestId: _, ...refusal } = refused.refusal;
  expect([refused.status, refusal]).toEqual([
    400,
    { error: 'missing_param', message, param, details: [{ param, message }] },
  ]);
});

it.each(FILTERED)('200: %s with empty parameters of a form, which count as absent', async (path) => {
  const names = [
    'gender',
    'minYears',
    'near',
    'lat',
    'lng',
    'within',
    'area',
    'days',
    'openAt',
    'clinicType',
  ];
  const shared = path.includes('facets') ? [] : ['sort', 'include', 'format'];
  const form = [...names, ...shared].map((name) => `${name}=`).join('&');
  expect((await api.ask(`${path}${form}`)).json()).toEqual((await api.ask(path.slice(0, -1))).json());
});

it('fixed paths win over numbers, and nothing lies below them', async () => {
  for (const [path, status] of [
    ['/doctors/search', 400],
    ['/doctors/facets', 400],
    ['/doctors/summary', 200],
    ['/doctors/facets/reviews', 404],
    ['/doctors/nobody', 404],
    ['/places/toronto', 404],
    ['/metadata', 404],
  ] as const)
    expect([path, (await api.ask(path)).status]).toEqual([path, status]);
});

import { clinics } from '../sources/clinics.js';
import { register } from '../sources/register.js';
import { guessRules, municipalityIn } from './column-guesses.js';

const OPEN = new Set(Object.keys(clinics.columns));

function guessed(columns: Readonly<Record<string, readonly string[]>>, open: ReadonlySet<string> = OPEN) {
  const samples = Object.entries(columns).map(([name, values]) => ({ name, column: name, values }));
  return Object.fromEntries(guessRules(samples, open, []));
}

it.each([
  ['FACILITY_NAME', [], [{ field: 'name' }]],
  ["Nom de l'établissement", [], [{ field: 'name' }]],
  ['TÉLÉPHONE', ['416 555-0101'], [{ field: 'phone' }]],
  ['Code Postal', ['M5A 1E3'], [{ field: 'postal_code' }]],
  ['LATITUDE', ['43.65'], [{ field: 'lat' }]],
  ['X', ['-8836897.40'], [{ field: 'lng', crs: 'EPSG:3857' }]],
  ['Y', ['5411930.00'], [{ field: 'lat', crs: 'EPSG:3857' }]],
  ['X', ['630084.5'], undefined],
  ['Latitude', ['north'], undefined],
  [
    'Wheelchair Accessible',
    ['Y', 'N', 'Yes'],
    [{ field: 'wheelchair', values: { Y: 'yes', N: 'no', Yes: 'yes' } }],
  ],
  ['Accepting new patients', ['Yes', 'no'], [{ field: 'accepting' }]],
  ['GlobalID', ['{0B6E7C58-6E0E-4C5A-8C8E-0A1D3B7F0001}'], [{ field: 'id', strip: '[{}]' }]],
  [
    'Facility Type',
    ['Walk-In', 'Spa', 'N/A'],
    [{ field: 'healthcare', values: { 'Walk-In': 'walk_in', Spa: 'Spa' } }],
  ],
  ['Checked on', ['Nov 22 2026'], [{ field: 'accepting_observed_at' }]],
  [
    'Checked on',
    ['11/22/2026', '11/12/2026', 'n/a'],
    [{ field: 'accepting_observed_at', dates: 'M/D/YYYY' }],
  ],
  ['Checked on', ['11/12/2026'], [{ field: 'accepting_observed_at' }]],
])('the name %s with %j is %j', (name, values, rules) => {
  expect(guessed({ [name]: values })[name]).toEqual(rules);
});

it.each([
  [['M5A 1E3', 'L5B2C9'], [{ field: 'postal_code' }]],
  [['(416) 555-0101', '416.555.0102 ext. 3'], [{ field: 'phone' }]],
  [['www.maple.example'], [{ field: 'website' }]],
  [['100 Example Street, Toronto', 'Unit 3, 25 Sample Avenue'], [{ field: 'address' }]],
  [['Mo-Fr 09:00-17:00', 'Lundi 9h-17h'], [{ field: 'opening_hours' }]],
  [['-79.38', '-79.4'], [{ field: 'lng' }]],
  [
    ['(43.65, -79.38)'],
    [
      { field: 'lat', strip: '[()]', split: ',', part: 1 },
      { field: 'lng', strip: '[()]', split: ',', part: 2 },
    ],
  ],
  [['Suite 4', 'Suite 12'], undefined],
  [['4', '7'], undefined],
  [['a@maple.example'], undefined],
  [[], undefined],
])('a column of another name with %j is %j', (values, rules) => {
  expect(guessed({ Other: values })['Other']).toEqual(rules);
});

it('a field is guessed once, for the column with the clearest name', () => {
  expect(
    guessed({
      X: ['-79.38'],
      Y: ['43.65'],
      LONGITUDE: ['-79.38'],
      LATITUDE: ['43.65'],
      'Postal 2': ['M5A 1E3'],
      Zip: ['M5A 1E3'],
    }),
  ).toEqual({ LONGITUDE: [{ field: 'lng' }], LATITUDE: [{ field: 'lat' }], Zip: [{ field: 'postal_code' }] });
});

it('a name may be cut off after ten characters, where no other has it whole', () => {
  const point = { GC_LONGITU: ['-7.93600000000e+001'], GC_LATITUD: ['4.36500000000e+001'] };
  expect(
    guessed({
      ADDRESS_OR: ['1 Example St'],
      GC_FORMER_: ['York'],
      Organizati: ['Maple'],
      Office_Pho: [],
      ...point,
    }),
  ).toEqual({
    ADDRESS_OR: [{ field: 'address' }],
    GC_FORMER_: [{ field: 'addr:city' }],
    Organizati: [{ field: 'name' }],
    Office_Pho: [{ field: 'phone' }],
    GC_LONGITU: [{ field: 'lng' }],
    GC_LATITUD: [{ field: 'lat' }],
  });
  expect(guessed({ Organizati: ['Oak'], 'Facility name': ['Maple'] })).toEqual({
    'Facility name': [{ field: 'name' }],
  });
});

it('the name of a file may have a municipality', () => {
  expect(
    ['oakville-clinics.csv', 'Richmond_Hill 2026.csv', 'kingston.csv', 'clinics.csv'].map(municipalityIn),
  ).toEqual(['Oakville', 'Richmond Hill', undefined, undefined]);
});

it('the columns of a register are guessed by many names', () => {
  const columns = {
    'College No.': ['900001'],
    'Physician Full Name': ['Amara Okafor'],
    Sexe: ['Femme'],
    'Registration Standing': ['Active'],
    'Independent Practice Since': ['01 Jul 2009'],
    'Languages Spoken': ['Anglais; Tamoul'],
    'Clinic Name': ['Maple Clinic'],
    'Primary Practice Address': ['100 Example Street, Toronto'],
    Zip: ['M5A 1E3'],
    'Office Tel': ['416-555-0101'],
  };
  expect(guessed(columns, new Set(Object.keys(register.columns)))).toEqual({
    'College No.': [{ field: 'registration_number' }],
    'Physician Full Name': [{ field: 'name' }],
    Sexe: [{ field: 'gender' }],
    'Registration Standing': [{ field: 'status' }],
    'Independent Practice Since': [{ field: 'independent_since' }],
    'Languages Spoken': [{ field: 'languages' }],
    'Clinic Name': [{ field: 'location_1_name' }],
    'Primary Practice Address': [{ field: 'location_1_address' }],
    Zip: [{ field: 'location_1_postal_code' }],
    'Office Tel': [{ field: 'location_1_phone' }],
  });
});

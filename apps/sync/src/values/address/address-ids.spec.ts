import { addressKeys } from '@care-atlas/domain/text';
import fc from 'fast-check';
import { readAddress } from './address-line.js';

/** The key from which the id of a clinic follows that is made from an address. */
function keyOf(address: string, postalCode = ''): string {
  return addressKeys(readAddress(address).address, postalCode).address;
}

// Never change these keys: ids in use follow from them.
it.each([
  ['100 Example St., Toronto, ON', 'M5V 3A8', 'm5v3a8|100||example street|'],
  ['100 Example Street, Toronto, ON M5V 3A8', '', 'm5v3a8|100||example street|'],
  ['300 Madeup Blvd, Mississauga, ON', 'L5B 1A1', 'l5b1a1|300||madeup boulevard|'],
  ['25 Sample Ave, Unit 4, Toronto, ON', 'M5A 1E3', 'm5a1e3|25|4|sample avenue|'],
  ['25 Sample Avenue, Unit 4, Toronto, ON M5A 1E3', '', 'm5a1e3|25|4|sample avenue|'],
  ['7 Invented Road, Markham, ON', 'L3R 1A1', 'l3r1a1|7||invented road|'],
  ['12 Pretend Street, Toronto, ON M4C 1B5', 'M4C 1B5', 'm4c1b5|12||pretend street|'],
  ['145 Front Street E, Toronto, ON', 'M5A 1E3', 'm5a1e3|145||front street east|'],
  ['Unit 2, 12 Birchmount Road, Toronto, ON', '', '|12|2|birchmount road|toronto'],
  ['5-12 Birchmount Rd, Scarborough, ON M1N 3H5', '', 'm1n3h5|12|5|birchmount road|'],
  ['12 Main St 2nd Fl., Milton, ON', '', '|12|floor 2|main street|milton'],
  ['77 Hwy #7 W, Vaughan, ON', '', '|77||highway 7 west|vaughan'],
  ['1 St.Clair Ave.W., Toronto', '', '|1||st clair avenue west|toronto'],
  ['20 Bloor E, Toronto, ON', '', '|20||bloor street east|toronto'],
  ['8 Côte-des-Neiges Cres, Markham, ON', '', '|8||cote des neiges crescent|markham'],
  ['General Hospital, Toronto, ON M5G 2C4', '', 'm5g2c4|||general hospital toronto'],
])('%s has the id that it always had', (address, postalCode, key) => {
  expect(keyOf(address, postalCode)).toBe(key);
});

const UNITS = ['', 'Unit N', 'unit #N', 'Suite N', 'Ste. N', 'Apt N', 'Room N', '#N', 'N-'];
const FLOORS = [
  ['2nd Floor', 'floor 2'],
  ['Floor 3', 'floor 3'],
  ['Ground Floor', 'floor 1'],
  ['Lower Level', 'floor basement'],
] as const;
const NAMES = [
  ['Invented', 'invented'],
  ['Forest Hill', 'forest hill'],
  ['St. Sample', 'st sample'],
  ['Mt. Example', 'mount example'],
  ["O'Invented", "o'invented"],
  ['14th', '14th'],
  ['Old Made Up', 'old made up'],
] as const;
const TYPES = [
  ['St', 'street'],
  ['St.', 'street'],
  ['Ave', 'avenue'],
  ['Avenue', 'avenue'],
  ['Blvd.', 'boulevard'],
  ['Rd', 'road'],
  ['Cres', 'crescent'],
  ['Dr.', 'drive'],
  ['Lane', 'lane'],
] as const;
const DIRECTIONS = [
  ['', ''],
  ['W', 'west'],
  ['East', 'east'],
  ['N.', 'north'],
] as const;
const TOWNS = [
  ['Toronto', 'toronto'],
  ['North York', 'toronto'],
  ['Richmond Hill', 'richmond hill'],
  ['Port Perry', 'port perry'],
  ['Whitchurch-Stouffville', 'whitchurch-stouffville'],
] as const;
const PROVINCES = ['ON', 'Ontario', 'ont.', 'ON, Canada'];

/** An address as a well-kept file has it, and the key of its parts. */
const wellFormed = fc
  .record({
    civic: fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.constantFrom('', 'A', 'b')),
    unit: fc.constantFrom(...UNITS),
    number: fc.stringMatching(/^[A-C]?[1-9]\d{0,2}[a-c]?$/),
    floor: fc.option(fc.constantFrom(...FLOORS), { nil: undefined }),
    isUnitFirst: fc.boolean(),
    name: fc.constantFrom(...NAMES),
    type: fc.constantFrom(...TYPES),
    direction: fc.constantFrom(...DIRECTIONS),
    town: fc.constantFrom(...TOWNS),
    province: fc.constantFrom(...PROVINCES),
    code: fc.constantFrom('', 'M5V 3A8', 'l4c1a1'),
    spelling: fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
    ),
  })
  .map((parts) => {
    const { civic, unit, number, floor, isUnitFirst, name, type, direction, town, province, code } = parts;
    const isDashed = unit === 'N-';
    const dashed = isDashed ? `${number}-` : '';
    const street = [`${dashed}${civic.join('')}`, name[0], type[0], direction[0]].filter(Boolean).join(' ');
    const inside = unit === '' ? (floor?.[0] ?? '') : isDashed ? '' : unit.replace('N', number);
    const lines = isUnitFirst ? [inside, street] : [street, inside];
    const text = [...lines, town[0], province].filter(Boolean).join(', ');
    return {
      text: parts.spelling(`${text} ${code}`.trim()),
      key: [
        code.toLowerCase().replace(' ', ''),
        civic.join('').toLowerCase(),
        unit === '' ? (floor?.[1] ?? '') : number.toLowerCase(),
        [name[1], type[1], direction[1]].filter(Boolean).join(' '),
        code === '' ? town[1] : '',
      ].join('|'),
    };
  });

it('well-formed addresses have the ids that they always had', () => {
  fc.assert(
    fc.property(wellFormed, ({ text, key }) => {
      expect(keyOf(text)).toBe(key);
      expect(addressKeys(text, '').address).toBe(key);
    }),
    { numRuns: 2000 },
  );
});

it('every unit has an id of its own, wherever it stands', () => {
  const units = '1 2 12 5a 5b b12 c12 ll1 ll2 200-a 200-b 12-14 12-15 eg-45 a b'.split(' ');
  const forms = (unit: string) => [
    `Suite ${unit}, 55 Bloor St W, Toronto, ON M4W 1A5`,
    `Suite ${unit} - 55 Bloor St W Toronto ON M4W 1A5`,
    `55 BLOOR ST W UNIT ${unit} TORONTO ON M4W 1A5`.toUpperCase(),
    `55 Bloor St W #${unit}, Toronto, ON M4W 1A5`,
    `Example Clinic Room ${unit} 55 Bloor St W Toronto ON M4W 1A5`,
  ];
  const keys = units.map((unit) => [...new Set(forms(unit).map((form) => keyOf(form)))]);
  expect(keys).toEqual(units.map((unit) => [`m4w1a5|55|${unit}|bloor street west|`]));
});

/** What lines are made of, in any order. */
const PIECES = [
  'Example Hospital', 'Department of Surgery', 'Suite 300', 'Unit', '#5', '300 -', 'B12', '3rd Floor', 'Bldg 4', 'North Tower',
  '700 Invented Blvd', '55 Bloor St W', '12', 'rue de l’Église', 'PO Box 12', 'RR #3', 'Toronto', 'Richmond Hill', 'ON',
  'Ontario', 'Canada', 'M4Y 3G2', 'M4Y3G3', 'and', '(rear)', 'at', '1 1/2', 'The Esplanade', '王小明', '½', 'Hwy 7', 'E', 'PH 2', 'Tower',
  'Emergency Department', 'Dr. Ann Example', 'Regional Rd 57', '14th Ave', 'Don Mills', 'A-', 'basement', 'Box', 'EXAMPLE', 'Station A', '& 6',
]; // prettier-ignore
const line = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(' ', ', ', ' - ', '  ', ',')), {
    minLength: 1,
    maxLength: 9,
    selector: ([piece]) => piece,
  })
  .map((pieces) => pieces.flat().slice(0, -1).join(''));

/** The letters and digits of a text, without the country, in an order of their own. */
function charactersOf(text: string): string {
  const folded = text.toLowerCase().replaceAll(/canada|ontario/g, (word) => (word === 'canada' ? '' : 'on'));
  return (folded.match(/[\p{L}\p{N}]/gu) ?? []).toSorted().join('');
}

it('any line is read once and for all, and loses nothing but the country', () => {
  fc.assert(
    fc.property(line, (text) => {
      const read = readAddress(text);
      expect(readAddress(read.address).address).toBe(read.address);
      expect(readAddress(read.whole).whole).toBe(read.whole);
      expect(charactersOf(read.whole)).toBe(charactersOf(text));
      expect(read.isRead || read.whole === text).toBe(true);
    }),
    { numRuns: 5000 },
  );
});

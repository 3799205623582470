import fc from 'fast-check';
import { addressKey, placeKey, streetAddress, streetLength } from './address-key.js';

describe('addressKey', () => {
  const key = 'm1n3h5|12||birchmount road|';

  it.each([
    '12 Birchmount Road, Toronto, ON M1N 3H5',
    '12 birchmount rd., Toronto ON  m1n3h5',
    '12 BIRCHMOUNT RD, SCARBOROUGH, ONTARIO, CANADA, M1N 3H5',
    '12 Birchmount Rd Toronto ON M1N 3H5',
  ])('returns the same key for every spelling: %s', (address) => {
    expect(addressKey(address)).toBe(key);
  });

  it.each([
    'Unit 5, 12 Birchmount Road, Toronto, ON M1N 3H5',
    '12 Birchmount Road, Suite 5, Toronto, ON M1N 3H5',
    '12 Birchmount Rd Ste. 5, Toronto, ON M1N 3H5',
    '12 Birchmount Rd #5, Toronto, ON M1N 3H5',
    '5-12 Birchmount Rd, Toronto, ON M1N 3H5',
    '5 - 12 Birchmount Rd, Toronto, ON M1N 3H5',
  ])('finds the unit at any position: %s', (address) => {
    expect(addressKey(address)).toBe('m1n3h5|12|5|birchmount road|');
  });

  it.each([
    ['another civic number', '14 Birchmount Road, Toronto, ON M1N 3H5'],
    ['a letter of the civic number', '12A Birchmount Road, Toronto, ON M1N 3H5'],
    ['another unit', 'Unit 6, 12 Birchmount Road, Toronto, ON M1N 3H5'],
    ['another postal code', '12 Birchmount Road, Toronto, ON M1N 3H6'],
    ['another kind of street', '12 Birchmount Avenue, Toronto, ON M1N 3H5'],
    ['another direction', '12 Birchmount Road West, Toronto, ON M1N 3H5'],
  ])('distinguishes %s', (_, address) => {
    expect(addressKey(address)).not.toBe(key);
  });

  it.each([
    ['399 Bathurst St', '399 Bathurst Street'],
    ['1 St. Clair Ave. W.', '1 Saint Clair Avenue West'],
    ['30 Forest Hill Rd', '30 Forest Hill Road'],
    ['2 Lake Shore Blvd. E', '2 Lake Shore Boulevard East'],
    ['10 Avenue Rd', '10 Avenue Road'],
    ['77 Highway 7 W', '77 highway 7 west'],
    ['8 Côte-des-Neiges Cres', '8 Cote des Neiges Crescent'],
    ['1 St. Clair W', '1 Saint Clair Avenue West'],
    ['1 St.Clair Ave.W.', '1 Saint Clair Avenue West, Toronto'],
    ['20 Bloor E', '20 Bloor St. East'],
    ['5 Mt. Pleasant Rd', '5 Mount Pleasant Road'],
    ['77 Hwy #7 W', '77 Highway 7 West'],
    ['77 Hwy. 7 W Vaughan', '77 Highway 7 West, Vaughan'],
    ['12 Main St, 2nd Floor', '12 Main Street, Second Floor'],
    ['12 Main St 2nd Fl.', 'Floor 2, 12 Main St'],
    ['12 Main St, 2/F', '12 Main St, Level 2'],
    ['12 Main St, Ground Floor', '12 Main St, Main Level'],
    ['12 Main St, Basement', '12 Main St, Lower Level'],
    ['12 Main St, Sixth Floor', '6th Floor, 12 Main St'],
    ['12 Main St, 2e étage', '12 Main St, 2nd Floor'],
    ['12 Main St, Units 5 & 6', 'Unit 5 and 6, 12 Main St'],
    ['12 Main St, Unit-5', '5-12 Main St'],
    ['A-12 Main St', 'Unit A, 12 Main St'],
    ['300 – 12 Main St', 'Suite 300, 12 Main St'],
    ['12 Main St, bureau 300', 'Suite 300, 12 Main St'],
    ['12 Main St, Bldg 4', 'Building #4, 12 Main St'],
    ['12 Main St, PH 2', 'Penthouse 2, 12 Main St'],
    ['12 Main St, RR #4', '12 Main St, RR 4'],
  ])('treats %s as %s', (a, b) => {
    expect(addressKey(a, 'M5V 3A8')).toBe(addressKey(b, 'm5v3a8'));
  });

  it('contains the municipality if there is no postal code', () => {
    expect(addressKey('12 Main St, Markham, ON')).not.toBe(addressKey('12 Main St, Milton, ON'));
  });

  it('keeps an address without a civic number unchanged', () => {
    expect(addressKey('General Hospital, Toronto, ON M5G 2C4')).toBe('m5g2c4|||general hospital toronto');
  });

  it.each([
    ['12 Main St, Suite LL1', '12 Main St, Suite LL2'],
    ['12 Main St, Suite 200-A', '12 Main St, Suite 200-B'],
    ['12 Main St, Units 5 & 6', '12 Main St, Units 5 & 7'],
    ['12 Main St, Room EG-45', '12 Main St, Room EG-46'],
    ['12 Main St, Seventh Floor', '12 Main St, Eighth Floor'],
    ['12 Main St, Concourse Level', '12 Main St'],
    ['12 Main St, Bldg 4, Unit 5', '12 Main St, Bldg 5, Unit 5'],
    ['12 Main St, North Tower, Suite 5', '12 Main St, South Tower, Suite 5'],
    ['12 Main St, Penthouse 2', '12 Main St, Unit 2'],
    ['12 Unity Rd', 'Unit Y, 12 Rd'],
    ['12 Tower St', '12 Main St'],
  ])('distinguishes %s from %s', (a, b) => {
    expect(addressKey(a, 'M5V 3A8')).not.toBe(addressKey(b, 'M5V 3A8'));
  });

  it('distinguishes floors', () => {
    expect(addressKey('12 Main St, 2nd Floor, Milton')).not.toBe(addressKey('12 Main St, 3rd Floor, Milton'));
  });
});

describe('placeKey', () => {
  it.each([
    ['12 Birchmount Rd, Toronto, ON M1N 3H5', '12 Birchmount Road, Toronto'],
    ['12 Birchmount Rd Toronto ON  M1N 3H5', '12 BIRCHMOUNT ROAD, SCARBOROUGH, ONTARIO'],
    ['5-1 St Clair W, Toronto, ON M4V 1K6', '1 Saint Clair Avenue West, Unit 5, City of Toronto'],
  ])('is the same with and without postal code: %s, %s', (a, b) => {
    expect(placeKey(a)).toBe(placeKey(b));
    expect(placeKey(a)).not.toBe('');
  });

  it.each(['12 Birchmount Road', 'General Hospital, Toronto', '12 Birchmount Road, M1N 3H5'])(
    'is empty for an address that it does not identify: %s',
    (address) => expect(placeKey(address)).toBe(''),
  );
});

/** The words of an address, each with other spellings. */
const WORDS = {
  street: [
    ['Saint Clair Avenue', 'St. Clair Ave', 'ST CLAIR AV.', 'St.Clair'],
    ['Mount Pleasant Road', 'Mt Pleasant Rd.', 'mt. pleasant road'],
    ['Highway 7', 'Hwy 7', 'Hwy. #7'],
    ['Main Street', 'main st', 'Main St.'],
    ['Forest Hill Road', 'FOREST HILL RD'],
  ],
  direction: [[''], ['West', 'W', 'w.'], ['East', 'E.', 'e']],
  unit: [
    [''],
    ['Unit 2', 'Suite 2', '#2', 'Ste. 2'],
    ['Unit 3', 'apt 3'],
    ['2nd Floor', 'Second Fl.', 'Floor 2'],
  ],
};
const part = (words: readonly string[][]) =>
  fc
    .nat(words.length - 1)
    .chain((index) =>
      fc.tuple(fc.constant(index), fc.constantFrom(...words[index]!), fc.constantFrom(...words[index]!)),
    );
const spelled = fc
  .record({
    civic: fc.integer({ min: 1, max: 3 }),
    street: part(WORDS.street),
    direction: part(WORDS.direction),
    unit: part(WORDS.unit),
    code: fc.boolean(),
  })
  .map(({ civic, street, direction, unit, code }) => ({
    identity: [civic, street[0], direction[0], unit[0], code].join(),
    spellings: ([1, 2] as const).map((n) =>
      [`${civic} ${street[n]} ${direction[n]}`.trim(), unit[n], 'Toronto', code ? 'ON M5V 3A8' : 'Ontario']
        .filter(Boolean)
        .join(', '),
    ) as [string, string],
  }));

/** Writes a key as an address. */
function written(key: string): string {
  const [code, civic, unit, street, place] = key.split('|');
  const inner = unit!.startsWith('floor')
    ? `${civic} ${street}, ${unit}`
    : `${unit && `${unit}-`}${civic} ${street}`;
  return [inner, place, code].filter(Boolean).join(', ');
}

it('is the same for two spellings, and for no two addresses', () => {
  fc.assert(
    fc.property(spelled, spelled, (one, other) => {
      expect(addressKey(one.spellings[0])).toBe(addressKey(one.spellings[1]));
      expect(addressKey(one.spellings[0]) === addressKey(other.spellings[0])).toBe(
        one.identity === other.identity,
      );
      expect(placeKey(one.spellings[0])).toBe(placeKey(one.spellings[1]));
    }),
    { numRuns: 2000 },
  );
});

it('is its own normal form', () => {
  fc.assert(
    fc.property(spelled, ({ spellings: [address] }) => {
      expect(addressKey(written(addressKey(address)))).toBe(addressKey(address));
    }),
  );
});

describe('streetAddress', () => {
  it.each([
    ['12 Birchmount Road, Toronto, ON M1N 3H5', '12 Birchmount Road'],
    ['Unit 5, 12 Birchmount Road, Toronto', 'Unit 5, 12 Birchmount Road'],
    ['General Hospital, Toronto', 'General Hospital'],
  ])('of %s is %s', (address, street) => {
    expect(streetAddress(address)).toBe(street);
  });
});

describe('streetLength', () => {
  it.each([
    ['Invented Blvd Toronto', 2],
    ['Bloor St. W. Toronto', 3],
    ['Forest Hill Rd Toronto', 3],
    ['St.Clair Ave.W. Toronto', 2],
    ['Bloor Toronto', 1],
    ['Lake Shore W Toronto', 3],
    ['Hwy 7 E Richmond Hill', 3],
    ['Regional Rd 57 Bowmanville', 3],
    ['Sample Rd 5 Toronto', 2],
    ['The Esplanade Toronto', 2],
    ["rue de l'Église", 3],
    ['Hour Clinic', 0],
    ['', 0],
  ])('of %s is %d', (words, length) => {
    expect(streetLength(words.split(' '))).toBe(length);
  });
});

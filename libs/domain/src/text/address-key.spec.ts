import { addressKey, streetAddress } from './address-key.js';

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
  ])('treats %s as %s', (a, b) => {
    expect(addressKey(a, 'M5V 3A8')).toBe(addressKey(b, 'm5v3a8'));
  });

  it('contains the municipality if there is no postal code', () => {
    expect(addressKey('12 Main St, Markham, ON')).not.toBe(addressKey('12 Main St, Milton, ON'));
  });

  it('keeps an address without a civic number unchanged', () => {
    expect(addressKey('General Hospital, Toronto, ON M5G 2C4')).toBe('m5g2c4|||general hospital toronto');
  });

  it('distinguishes floors', () => {
    expect(addressKey('12 Main St, 2nd Floor, Milton')).not.toBe(addressKey('12 Main St, 3rd Floor, Milton'));
  });
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
